package repo

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadCommit(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "first\n\nbody\n\nTrailer: x")
	git(t, dir, "checkout", "-q", "-b", "side")
	git(t, dir, "commit", "-q", "--allow-empty", "--author", "b b <b@example.com>", "-m", "second")
	git(t, dir, "checkout", "-q", "main")
	git(t, dir, "merge", "-q", "--no-ff", "-m", "merged", "side")
	s, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, rev := range []string{"HEAD", "side", "HEAD~1"} {
		c, err := s.ReadCommit(rev)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%s\n%s\n%s\n%s\n%d\n%s", c.ID, c.Tree, strings.Join(c.Parents, " "), c.Author, c.Date.Unix(), c.Message)
		want := strings.TrimSuffix(git(t, dir, "log", "-1", "--format=%H%n%T%n%P%n%an <%ae>%n%ct%n%B", rev), "\n")
		if got != want {
			t.Errorf("%s: got %q, want %q", rev, got, want)
		}
	}
	if _, err := s.ReadCommit("nowhere"); err == nil {
		t.Error("a revision that is not there was read")
	}
}

// TestAt: other revisions of an opened repository are what git lists, of a
// remote too.
func TestAt(t *testing.T) {
	dir := history(t)
	url := serve(t, filepath.Dir(dir)) + "/" + filepath.Base(dir)
	for _, where := range []string{dir, url, "file://" + dir} {
		s := open(t, where, Options{History: true})
		for _, rev := range []string{"HEAD~1", "HEAD~3", "HEAD"} {
			id := strings.TrimSpace(git(t, dir, "rev-parse", rev))
			at, err := s.At(id)
			if err != nil {
				t.Fatalf("%s at %s: %v", where, rev, err)
			}
			all := listing(t, at)
			if want, got := lsTree(t, dir, rev), described(all); !slices.Equal(want, got) {
				t.Errorf("%s at %s:\ngit %q\ngot %q", where, rev, want, got)
			}
			checkBytes(t, at, all)
			if at.Commit != id || at.Rev != id {
				t.Errorf("%s at %s: commit %s of %s", where, rev, at.Commit, at.Rev)
			}
		}
		if _, err := s.At(strings.Repeat("ab", 20)); err == nil {
			t.Errorf("%s: a revision that is not there was read", where)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestChanges holds Changes against git's own diff, over random trees.
func TestChanges(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	names := []string{"a", "a.b", "a/x", "b/c/d", "b/c/e", "b/f", "z"}
	rapid.Check(t, func(t *rapid.T) {
		var in strings.Builder
		for mark := 1; mark <= 2; mark++ {
			fmt.Fprintf(&in, "commit refs/heads/main\nmark :%d\ncommitter c <c@example.com> %d +0000\ndata 0\n", mark, mark)
			in.WriteString("deleteall\n")
			chosen := rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID).Draw(t, "names")
			for _, name := range chosen {
				if name != "a/x" || !slices.Contains(chosen, "a") {
					fmt.Fprintf(&in, "M 100644 inline %s\ndata 1\n%d\n", name, rapid.IntRange(1, 2).Draw(t, "body"))
				}
			}
		}
		gitInput(t, dir, in.String(), "fast-import", "--quiet", "--force")
		s, err := Open(context.Background(), dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		sides := map[string]string{}
		for _, rev := range []string{"HEAD~1", "HEAD"} {
			c, err := s.ReadCommit(rev)
			if err != nil {
				t.Fatal(err)
			}
			sides[rev] = c.Tree
		}
		list, err := s.Changes(sides["HEAD~1"], sides["HEAD"])
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, c := range list {
			got = append(got, strings.Join([]string{orNone(c.Old), orNone(c.New), c.Path}, " "))
			for _, id := range []string{c.Old, c.New} {
				if b, err := s.ReadBlob(id, nil); id != "" && (err != nil || len(b) != 1) {
					t.Fatalf("blob %s of %s: %q, %v", id, c.Path, b, err)
				}
			}
		}
		for line := range strings.Lines(git(t, dir, "diff-tree", "-r", "--no-renames", "HEAD~1", "HEAD")) {
			f := strings.Fields(line)
			want = append(want, strings.Join([]string{f[2], f[3], f[5]}, " "))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

// orNone gives a missing side as git does.
func orNone(id string) string {
	if id == "" {
		return strings.Repeat("0", 40)
	}
	return id
}

package repo

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// commitFiles commits content and returns what the commit holds.
func commitFiles(t *testing.T, dir string, content map[string]string) []string {
	t.Helper()
	files(t, dir, content)
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "x")
	return lsTree(t, dir, "HEAD")
}

// A clone that is damaged is fetched again.
func TestDamagedCache(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "one", "d/b": "two"})
	url := serve(t, filepath.Dir(dir)) + "/" + filepath.Base(dir)
	write := func(text string) func(string) error {
		return func(name string) error { return os.WriteFile(name, []byte(text), 0o644) }
	}
	halve := func(name string) error {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		return os.Truncate(name, info.Size()/2)
	}
	garble := func(name string) error {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for i := 20; i < len(b)-20; i++ {
			b[i] ^= 0x55
		}
		return os.WriteFile(name, b, 0o644)
	}
	many := func(name string) error {
		name = strings.TrimSuffix(name, ".pack")
		for _, ext := range []string{".pack", ".idx"} {
			for i := range maxPacks {
				if err := os.Link(name+ext, fmt.Sprintf("%s%d%s", name, i, ext)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, c := range []struct {
		what, file string
		harm       func(name string) error
	}{
		{"no pack", "objects/pack/*.pack", os.Remove}, {"no index", "objects/pack/*.idx", os.Remove},
		{"empty pack", "objects/pack/*.pack", write("")}, {"empty index", "objects/pack/*.idx", write("")},
		{"half a pack", "objects/pack/*.pack", halve}, {"half an index", "objects/pack/*.idx", halve},
		{"other bytes", "objects/pack/*.pack", garble}, {"another index", "objects/pack/*.idx", garble},
		{"no shallow", "shallow", os.Remove}, {"odd shallow", "shallow", write("nonsense\n" + fmt.Sprintf("%040d\n", 7))},
		{"no objects", "objects", os.RemoveAll}, {"no HEAD", "HEAD", os.Remove},
		{"many packs", "objects/pack/*.pack", many},
	} {
		root := t.TempDir()
		open(t, url, Options{Cache: root}).Close()
		names, err := filepath.Glob(filepath.Join(root, "*", c.file))
		if err != nil || len(names) != 1 {
			t.Fatal(names, err)
		}
		if err := c.harm(names[0]); err != nil {
			t.Fatal(err)
		}
		for _, again := range []string{"", ", again"} {
			s, err := Open(t.Context(), url, Options{Cache: root, Retries: -1})
			if err != nil {
				t.Errorf("%s%s: %v", c.what, again, err)
				break
			}
			all := listing(t, s)
			if want, got := lsTree(t, dir, "HEAD"), described(all); !slices.Equal(want, got) {
				t.Errorf("%s%s: git %q\ngot %q", c.what, again, want, got)
			}
			for _, e := range all {
				if _, err := s.Read(e, nil); err != nil {
					t.Errorf("%s%s: %v", c.what, again, err)
				}
			}
			s.Close()
		}
		if packs, _ := filepath.Glob(filepath.Join(root, "*", "objects/pack/*.pack")); len(packs) == 0 || len(packs) > 2 {
			t.Errorf("%s: packs are %q", c.what, packs)
		}
		if left, _ := filepath.Glob(filepath.Join(root, ".*")); len(left) > 0 {
			t.Errorf("%s: left behind: %q", c.what, left)
		}
	}
}

// Many at once use one cache, of branches that move, to and fro; each gets what
// its branch held.
func TestSharedCache(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "0"})
	url := serve(t, filepath.Dir(dir)) + "/" + filepath.Base(dir)
	root := t.TempDir()
	held := make(map[string][]string)
	for i := range 6 {
		want := commitFiles(t, dir, map[string]string{"a": fmt.Sprint(i), fmt.Sprintf("d/%d", i): "x"})
		branch := fmt.Sprintf("b%d", i)
		git(t, dir, "branch", branch)
		held[branch] = want
	}
	for range 2 {
		var wg sync.WaitGroup
		for branch, want := range held {
			for range 2 {
				wg.Go(func() {
					s, err := Open(t.Context(), url+"@"+branch, Options{Cache: root})
					if err != nil {
						t.Error(err)
						return
					}
					defer s.Close()
					all := listing(failer{t}, s)
					if got := described(all); !slices.Equal(want, got) {
						t.Errorf("%s: git %q\ngot %q", branch, want, got)
					}
					checkBytes(failer{t}, s, all)
				})
			}
		}
		wg.Wait()
		// The branches change places: some go forward, some back.
		git(t, dir, "branch", "-f", "b0", "b5~1")
		git(t, dir, "branch", "-f", "b5", "b1")
		held["b0"], held["b5"] = lsTree(t, dir, "b0"), lsTree(t, dir, "b5")
	}
}

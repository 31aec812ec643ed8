package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// playground is a repository that is changed at random.
type playground struct {
	t   *testing.T
	rnd *rand.Rand
	dir string
	n   int // commits and branches so far
}

func newPlayground(t *testing.T, seed uint64) *playground {
	p := &playground{t: t, rnd: rand.New(rand.NewPCG(seed, 1)), dir: t.TempDir()}
	p.git("init", "-q", "-b", "main")
	for range 6 {
		p.write()
	}
	p.git("add", "-A")
	p.commit()
	return p
}

func (p *playground) git(args ...string) string {
	p.t.Helper()
	out, err := p.try(args...)
	if err != nil {
		p.t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return out
}

func (p *playground) try(args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org",
		"-c", "core.hooksPath=", "-c", "gc.auto=0", "-c", "advice.detachedHead=false"}, args...)...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_EDITOR=true")
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func (p *playground) commit() {
	p.n++
	p.git("commit", "-q", "--allow-empty", "-m", fmt.Sprint("commit ", p.n))
}

// names are few, so that files meet again.
func (p *playground) name() string {
	dirs := []string{"", "", "a/", "a/b/", "c d/", "Ä/"}
	return dirs[p.rnd.IntN(len(dirs))] + fmt.Sprintf("f%d%s", p.rnd.IntN(4), []string{".go", ".py", ".md", ".txt", ".json"}[p.rnd.IntN(5)])
}

// files lists the regular files, those of git apart.
func (p *playground) files() []string {
	var out []string
	filepath.WalkDir(p.dir, func(path string, d os.DirEntry, err error) error {
		if d != nil && d.Name() == ".git" {
			return filepath.SkipDir
		}
		if d != nil && d.Type().IsRegular() {
			out = append(out, path)
		}
		return nil
	})
	return out
}

func (p *playground) write() { p.put(p.name(), p.text()) }

func (p *playground) put(name, text string) {
	path := filepath.Join(p.dir, name)
	os.MkdirAll(filepath.Dir(path), 0o777)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		os.RemoveAll(path)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

func (p *playground) text() string {
	var b strings.Builder
	for range p.rnd.IntN(12) {
		switch p.rnd.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "func F%d(a int) int {\n\treturn a + %d\n}\n\n", p.rnd.IntN(9), p.rnd.IntN(9))
		case 1:
			fmt.Fprintf(&b, "# Title %d\n\nSome words of text, the %dth.\n\n", p.rnd.IntN(9), p.rnd.IntN(9))
		case 2:
			fmt.Fprintf(&b, "x%d = [%s]\n", p.rnd.IntN(9), strings.Repeat("1, ", p.rnd.IntN(200)))
		default:
			b.WriteString("\n")
		}
	}
	return b.String()
}

// edit changes a byte of some file in place, or puts in a line: sizes and times
// stay as often as they can.
func (p *playground) edit() {
	all := p.files()
	if len(all) == 0 {
		return
	}
	path := all[p.rnd.IntN(len(all))]
	b, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(b) == 0 || p.rnd.IntN(2) == 0 {
		b = append([]byte("// a line\n"), b...)
	} else {
		b[p.rnd.IntN(len(b))] = 'z'
	}
	if err := os.WriteFile(path, b, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// twins changes one of two files of the same size and time, or has them change
// places: their size and when their bytes are said to have changed stay.
func (p *playground) twins() {
	a, b := filepath.Join(p.dir, "twin1.go"), filepath.Join(p.dir, "twin2.go")
	write := func(path string) {
		text := fmt.Sprintf("package %c\n", 'a'+p.rnd.IntN(5))
		old := time.Unix(1e9, 5)
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, old, old)); err != nil {
			p.t.Fatal(err)
		}
	}
	switch p.rnd.IntN(4) {
	case 0:
		write(a)
		write(b)
	case 1:
		write(a)
	case 2:
		write(b + ".new")
		os.Rename(b+".new", b)
	case 3:
		for _, move := range [][2]string{{a, a + ".old"}, {b, a}, {a + ".old", b}} {
			os.Rename(move[0], move[1])
		}
	}
}

// step does something to the repository.
func (p *playground) step() {
	all := p.files()
	pick := func() string {
		if len(all) == 0 {
			return filepath.Join(p.dir, "none")
		}
		return all[p.rnd.IntN(len(all))]
	}
	switch p.rnd.IntN(23) {
	case 0, 1:
		p.write()
	case 2, 3, 4:
		p.edit()
	case 5:
		os.Remove(pick())
	case 6:
		to := filepath.Join(p.dir, p.name())
		os.MkdirAll(filepath.Dir(to), 0o777)
		os.Rename(pick(), to)
	case 7:
		p.try("add", "-A")
	case 8:
		p.try("add", "--", pick())
	case 9:
		p.git("add", "-A")
		p.commit()
	case 10:
		p.n++
		p.try("checkout", "-q", "-b", fmt.Sprint("b", p.n))
	case 11:
		branches := strings.Fields(p.git("for-each-ref", "--format=%(refname:short)", "refs/heads"))
		p.try("checkout", "-q", "-f", branches[p.rnd.IntN(len(branches))])
	case 12:
		p.try("reset", "-q", "--hard", "HEAD~1")
	case 13:
		if _, err := p.try("rebase", "-q", "main"); err != nil {
			p.try("rebase", "--abort")
		}
	case 14:
		p.put([]string{".gitignore", "a/.gitignore", ".cleaveignore"}[p.rnd.IntN(3)],
			[]string{"*.md\n", "b/\n", "!f1.md\n/f2.go\n", ""}[p.rnd.IntN(4)])
	case 15, 16, 17, 18:
		p.twins()
	case 19:
		os.Symlink("f0.go", filepath.Join(p.dir, p.name()))
	case 20:
		p.git("config", "core.autocrlf", []string{"true", "input", "false"}[p.rnd.IntN(3)])
	case 21:
		p.put([]string{".gitattributes", ".git/info/attributes"}[p.rnd.IntN(2)],
			[]string{"*.go eol=crlf\n", "*.md ident\n", "*.go text=auto\n", ""}[p.rnd.IntN(4)])
	case 22: // what git converts now lies there as git has it
		for _, f := range all {
			os.Remove(f)
		}
		p.try("checkout", "-q", "-f", "--", ".")
	}
}

// state is all that a view says.
type state struct {
	Summary Summary
	Files   []fileState
}

type fileState struct {
	Path, Reason string
	Chunks       []chunk.Chunk
}

func stateOf(t *testing.T, x *Index, v *View) state {
	t.Helper()
	s := state{Summary: v.Summary}
	if len(s.Summary.Passed) == 0 {
		s.Summary.Passed = nil
	}
	err := x.Export(context.Background(), v, func(r Result) error {
		f := fileState{Path: r.Path, Reason: r.Reason}
		if r.File != nil {
			f.Chunks = r.File.Chunks
		}
		s.Files = append(s.Files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sources are the views that the tests refresh.
var sources = []RefreshOptions{{}, {Source: repo.Options{Staged: true}}, {Source: repo.Options{Rev: "HEAD"}}}

// TestIncrementalIsFresh: whatever is done to a repository, a refreshed index
// says what one says that was made from nothing.
func TestIncrementalIsFresh(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() { // under the race detector, which takes ten times as long
		seeds = 3
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			p := newPlayground(t, seed)
			x := created(t)
			settings := Settings{Chunk: chunk.Options{Max: 64}}
			for range 10 {
				for range p.rnd.IntN(4) {
					p.step()
				}
				if p.rnd.IntN(8) == 0 {
					settings.Chunk.Max = 32 + p.rnd.IntN(64)
				}
				o := sources[p.rnd.IntN(len(sources))]
				o.Settings = &settings
				equalFresh(t, p, x, o)
			}
		})
	}
}

// TestConverted: a rule by which git makes other bytes of a file may hold no more
// while the file is still as it was made, and git's own index says so: what is
// stored for either view is what it has.
func TestConverted(t *testing.T) {
	for _, order := range [][]RefreshOptions{{sources[0], sources[1]}, {sources[1], sources[0]}} {
		p := newPlayground(t, 0)
		p.put("a.py", "def a():\n    return 1\n")
		p.put(".gitattributes", "*.py eol=crlf\n")
		p.git("add", "-A")
		p.commit()
		file := filepath.Join(p.dir, "a.py")
		os.Remove(file)
		p.git("checkout", "-q", "--", ".")
		old := time.Now().Add(-time.Hour)
		for _, name := range []string{file, filepath.Join(p.dir, ".gitattributes")} {
			if err := os.Chtimes(name, old, old); err != nil {
				t.Fatal(err)
			}
		}
		p.git("update-index", "-q", "--really-refresh")
		p.git("rm", "-q", ".gitattributes")
		if disk, err := os.ReadFile(file); err != nil || !strings.Contains(string(disk), "\r\n") {
			t.Fatalf("git made %q of it (%v)", disk, err)
		}
		x := created(t)
		for _, o := range append(order, order...) {
			o.Settings = &Settings{Chunk: chunk.Options{Max: 64}}
			equalFresh(t, p, x, o)
		}
	}
}

func equalFresh(t *testing.T, p *playground, x *Index, o RefreshOptions) {
	t.Helper()
	was, err := x.Views(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var before map[string]chunk.Chunk
	for _, v := range was {
		here := v.Place == p.dir || v.Place == filepath.Join(p.dir, ".git")
		if here && o.Source.Staged == (v.Kind == repo.Staged) && v.Rev == o.Source.Rev {
			before = records(stateOf(t, x, v))
		}
	}
	after := before
	o.Changes = func(c Change) error {
		apply(t, after, c)
		return nil
	}
	stale := staleness(t, x, p.dir, o)
	r := refreshed(t, x, p.dir, o)
	if stale != nil && *stale != (Stale{r.Added, r.Changed, r.Removed, r.View.Commit}) {
		t.Errorf("%s: said to be stale by %+v, and the refresh found %+v", r.View, *stale, r)
	}
	if now := staleness(t, x, p.dir, o); now == nil || now.Files() != 0 {
		t.Errorf("%s: just refreshed, and stale by %+v", r.View, now)
	}
	y := created(t)
	fresh := refreshed(t, y, p.dir, RefreshOptions{Source: o.Source, Settings: o.Settings})
	got, want := stateOf(t, x, r.View), stateOf(t, y, fresh.View)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: refreshed it is\n%+v\nfresh\n%+v", r.View, got, want)
	}
	if before != nil && !reflect.DeepEqual(after, records(want)) {
		t.Fatalf("%s: the changes do not lead from what was to what is", r.View)
	}
	if done := sound(t, x, true); done.Compared < r.View.Summary.Files {
		t.Errorf("%s: %d of %d files were compared", r.View, done.Compared, r.View.Summary.Files)
	}
}

// records gives the chunks of a state by id.
func records(s state) map[string]chunk.Chunk {
	out := make(map[string]chunk.Chunk)
	for _, f := range s.Files {
		for _, ch := range f.Chunks {
			out[ch.ID] = ch
		}
	}
	return out
}

// apply does what a store does that follows the changes.
func apply(t *testing.T, to map[string]chunk.Chunk, c Change) {
	if to == nil {
		return
	}
	old, have := to[c.ID]
	switch c.Op {
	case "add":
		if have {
			t.Errorf("%s:%d is added, but was there", c.Path, c.StartLine)
		}
	case "delete":
		if !have {
			t.Errorf("%s:%d is deleted, but was not there", c.Path, c.StartLine)
		}
		delete(to, c.ID)
		return
	case "move":
		if c.Was != "" {
			old, have = to[c.Was]
			delete(to, c.Was)
		}
		if !have || old.Text != c.Text {
			t.Errorf("%s:%d is said to move, but the text was not there", c.Path, c.StartLine)
		}
	}
	to[c.ID] = c.Chunk
}

// sound fails the test for each thing that is wrong with an index, also against
// what its views are of, if it is to be deep.
func sound(t *testing.T, x *Index, deep bool) Checked {
	t.Helper()
	done, err := x.Check(context.Background(), deep, func(text string) { t.Error(text) })
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// staleness is what Stale says of the view that a refresh would refresh, nil if
// there is none or all would be chunked anew.
func staleness(t *testing.T, x *Index, dir string, o RefreshOptions) *Stale {
	t.Helper()
	views, err := x.Views(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range views {
		if (v.Kind == repo.Staged) != o.Source.Staged || (v.Kind == repo.Revision) != (o.Source.Rev != "") ||
			v.Place != dir && v.Place != filepath.Join(dir, ".git") || v.Settings.Chunk.Max != o.Settings.Chunk.Max {
			continue
		}
		s, err := x.Stale(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	return nil
}

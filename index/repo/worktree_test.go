package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	genName = rapid.SampledFrom([]string{
		"a", "b", "ab", "a.o", "b.o", "foo", "bar", "a b", "a ", " a", "!a", "#a", `a\b`, "[a]", "a*",
		".x", "Zed", "foo.c", "a-b", "a.b", "q\"q", "n\nn", "\xff\xfe", "é", "-",
	})
	genPattern = rapid.Custom(func(t *rapid.T) string {
		part := rapid.SampledFrom([]string{
			"a", "b", "o", "foo", "bar", "*", "**", "?", "/", "/", "**/", "/**", "/**/", "*.o", ".", "[ab]", "[!a]",
			"[^b]", "[a-c]", "[[:alpha:]]", "[[:upper:]]", "[[:bogus:]]", "[]a]", "[a", `\`, `\a`, `\*`, `\ `,
			" ", "!", "#", "é", "\xff", "-", "\t", "[a-", "[[:alpha:", "[\\]]", "\"", "zED", "FOO",
		})
		line := strings.Join(rapid.SliceOfN(part, 1, 5).Draw(t, "parts"), "")
		if rapid.IntRange(0, 3).Draw(t, "negate") == 0 {
			line = "!" + line
		}
		return line + rapid.SampledFrom([]string{"", "", "/", " ", `\ `, "\r", "/ "}).Draw(t, "tail")
	})
	genIgnore = rapid.Custom(func(t *rapid.T) string {
		bom := rapid.SampledFrom([]string{"", "", "", "\ufeff"}).Draw(t, "bom")
		end := rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		return bom + strings.Join(rapid.SliceOfN(genPattern, 1, 6).Draw(t, "lines"), "\n") + end
	})
	genPath = rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(genName, 1, 4).Draw(t, "names"), "/")
	})
)

// plant writes a random tree with ignore files; names that collide are passed over.
func plant(t *rapid.T, dir string) {
	put := func(path, body string) {
		full := filepath.Join(dir, path)
		if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
			if info, err := os.Lstat(full); err != nil || !info.IsDir() {
				os.WriteFile(full, []byte(body), 0o644)
			}
		}
	}
	paths := rapid.SliceOfN(genPath, 1, 25).Draw(t, "paths")
	for _, p := range paths {
		put(p, p)
	}
	near := func() string { return filepath.Dir(rapid.SampledFrom(paths).Draw(t, "near")) }
	for range rapid.IntRange(1, 3).Draw(t, "ignore files") {
		put(filepath.Join(near(), ".gitignore"), genIgnore.Draw(t, "ignore"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "links") {
		os.Symlink(rapid.SampledFrom([]string{".", "..", "a", "b", "nowhere"}).Draw(t, "target"), filepath.Join(dir, near(), "link"))
	}
	if at := near(); at != "." && rapid.IntRange(0, 3).Draw(t, "nest") == 0 {
		if info, err := os.Lstat(filepath.Join(dir, at)); err == nil && info.IsDir() {
			git(t, filepath.Join(dir, at), "init", "-q")
		}
	}
}

// The work tree is exactly what git says it is.
func TestWorkTreeEqualsGit(t *testing.T) {
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		files(t, dir, map[string]string{"x": ""})
		defer os.RemoveAll(dir)
		git(t, dir, "init", "-q")
		plant(t, dir)
		all := gitFiles(t, dir)
		for _, p := range all {
			if !strings.HasSuffix(p, "/") && rapid.IntRange(0, 3).Draw(t, "track") == 0 {
				git(t, dir, "--literal-pathspecs", "add", "-f", "--", p)
			}
		}
		if rapid.Bool().Draw(t, "again") { // some of what is tracked is now ignored
			plant(t, dir)
		}
		if rapid.Bool().Draw(t, "exclude") {
			files(t, dir, map[string]string{".git/info/exclude": genIgnore.Draw(t, "exclude")})
		}
		if rapid.Bool().Draw(t, "fold") {
			git(t, dir, "config", "core.ignoreCase", "true")
		}
		if want, got := gitFiles(t, dir), paths(entries(t, dir, Options{})); !slices.Equal(want, got) {
			t.Fatalf("git %q\ngot %q", want, got)
		}
		// And so is every directory in it, asked about by itself.
		for _, sub := range all {
			if i := strings.LastIndexByte(sub, '/'); i > 0 {
				at := filepath.Join(dir, sub[:i])
				if info, err := os.Lstat(at); err != nil || !info.IsDir() || isIgnored(dir, sub[:i]) {
					continue
				}
				if want, got := gitFiles(t, at), paths(entries(t, at, Options{})); !slices.Equal(want, got) {
					t.Fatalf("in %q:\ngit %q\ngot %q", sub[:i], want, got)
				}
				break
			}
		}
	})
}

// So is a directory that is no repository, with its ignore files.
func TestPlainDirectory(t *testing.T) {
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		files(t, dir, map[string]string{"x": ""})
		defer os.RemoveAll(dir)
		plant(t, dir)
		got := paths(entries(t, dir, Options{}))
		git(t, dir, "init", "-q")
		if want := gitFiles(t, dir); !slices.Equal(want, got) {
			t.Fatalf("git %q\ngot %q", want, got)
		}
	})
}

// The user's and the system's ignore files count, wherever they are named.
func TestExcludesFiles(t *testing.T) {
	dir := newRepo(t, map[string]string{"kept": ""})
	files(t, dir, map[string]string{"a": "", "b": "", "c": "", "d": "", "e": "", "sub/a": ""})
	home := t.TempDir()
	t.Setenv("HOME", home)
	same := func(how string, missing ...string) {
		t.Helper()
		want, got := gitFiles(t, dir), paths(entries(t, dir, Options{}))
		if !slices.Equal(want, got) {
			t.Errorf("%s: git %q\ngot %q", how, want, got)
		}
		for _, m := range missing {
			if slices.Contains(got, m) {
				t.Errorf("%s: %s is there", how, m)
			}
		}
	}
	t.Setenv("XDG_CONFIG_HOME", "")
	files(t, home, map[string]string{".config/git/ignore": "/a\n"})
	same("default", "a")
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
	files(t, home, map[string]string{"xdg/git/ignore": "b\n"})
	same("XDG", "b")
	files(t, home, map[string]string{"my ignore": "c\n", "xdg/git/config": "[core]\n\texcludesFile = \"~/my ignore\" # mine\n"})
	same("XDG config", "c")
	files(t, home, map[string]string{"d": "d\n", ".gitconfig": "[include]\npath=more\n", "more": "[Core] ExcludesFile=" + home + "/\\\nd\n"})
	same("included", "d")
	files(t, home, map[string]string{"e": "e\n", ".gitconfig": "[includeIf \"gitdir:" + dir + "/\"]\npath=more\n", "more": "[core]excludesfile=~/e"})
	same("included if", "e")
	files(t, home, map[string]string{"system": "[core]\nexcludesFile=" + home + "/s", "s": "a\n", ".gitconfig": "", "xdg/git/config": ""})
	t.Setenv("GIT_CONFIG_NOSYSTEM", "")
	t.Setenv("GIT_CONFIG_SYSTEM", filepath.Join(home, "system"))
	same("system", "a", "sub/a")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "global"))
	files(t, home, map[string]string{"global": "[core]\nexcludesFile=" + home + "/d"})
	same("GIT_CONFIG_GLOBAL", "d")
	git(t, dir, "config", "core.excludesFile", home+"/e")
	same("repository", "e")
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.excludesfile")
	t.Setenv("GIT_CONFIG_VALUE_0", home+"/d")
	same("GIT_CONFIG_COUNT", "d")
	t.Setenv("GIT_CONFIG_PARAMETERS", "'core.excludesfile'='"+home+"/my ignore'")
	same("GIT_CONFIG_PARAMETERS", "c")
	t.Setenv("GIT_CONFIG_PARAMETERS", "'core.excludesfile='")
	same("none")
}

// A .cleaveignore adds to what git ignores, or brings it back; what it leaves
// out is listed with that reason, tracked or not.
func TestCleaveIgnore(t *testing.T) {
	dir := newRepo(t, map[string]string{"docs/a.md": "", "docs/keep.md": "", "src/a.go": "", "src/gen/x.go": ""})
	files(t, dir, map[string]string{
		".gitignore": "*.log\nvendor/\n/out\n", ".cleaveignore": "docs/*\n!docs/keep.md\n!vendor/\nnew.txt\n",
		"src/.cleaveignore": "gen/\n", "src/deep/.cleaveignore": "!new.txt\n",
		"a.log": "", "out": "", "vendor/lib/a.go": "", "vendor/lib/b.log": "", "new.txt": "", "src/deep/new.txt": "", "src/gen/new.go": "",
	})
	want := map[string]Reason{
		".gitignore": "", ".cleaveignore": "", "src/.cleaveignore": "", "src/deep/.cleaveignore": "",
		"docs/a.md": Ignored, "docs/keep.md": "", "src/a.go": "", "src/gen/x.go": Ignored, "src/gen/new.go": Ignored,
		"vendor/lib/a.go": "", "new.txt": Ignored, "src/deep/new.txt": "",
	}
	all := entries(t, dir, Options{})
	if len(all) != len(want) {
		t.Errorf("got %q", paths(all))
	}
	for path, reason := range want {
		if e := find(t, all, path); e.Reason != reason {
			t.Errorf("%s: %q, not %q", path, e.Reason, reason)
		}
	}
	if all := entries(t, filepath.Join(dir, "src"), Options{}); find(t, all, "gen/x.go").Reason != Ignored || find(t, all, "deep/new.txt").Reason != "" {
		t.Errorf("src: %+v", all)
	}
}

// Paths are bytes; links, loops and pipes are harmless.
func TestOddFiles(t *testing.T) {
	dir := newRepo(t, map[string]string{"tracked": "t", "becomes a directory": "", "dir/becomes a link": ""})
	odd := []string{"new\nline", `quo"te`, "sp ace ", " lead", "\xff\xfe", "tab\t", "é", "-dash", ":colon", "back\\slash", "*", "a/\nb/c"}
	for _, name := range odd {
		files(t, dir, map[string]string{name: name})
	}
	secret := filepath.Join(t.TempDir(), "outside")
	files(t, filepath.Dir(secret), map[string]string{"outside": "out", "d/x": "x"})
	for name, target := range map[string]string{"loop": "loop", "up": "..", "self": ".", "out": secret, "outdir": filepath.Dir(secret) + "/d", "dangling": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("mkfifo", filepath.Join(dir, "pipe")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{"becomes a directory", "dir"} {
		os.RemoveAll(filepath.Join(dir, name))
	}
	files(t, dir, map[string]string{"becomes a directory/x": "x"})
	os.Symlink("becomes a directory", filepath.Join(dir, "dir"))
	git(t, dir, "add", "--", "loop", odd[0])
	s := open(t, dir, Options{})
	defer s.Close()
	all := listing(t, s)
	seen := slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return e.Reason == Special })
	if want, got := gitFiles(t, dir), paths(seen); !slices.Equal(want, got) {
		t.Fatalf("git %q\ngot %q", want, got)
	}
	for _, name := range odd {
		if b, err := s.Read(find(t, all, name), nil); err != nil || string(b) != name {
			t.Errorf("%q: %q, %v", name, b, err)
		}
	}
	for path, reason := range map[string]Reason{
		"loop": Symlink, "up": Symlink, "self": Symlink, "out": Symlink, "outdir": Symlink, "dangling": Symlink, "dir": Symlink,
		"dir/becomes a link": Deleted, "becomes a directory": Deleted, "becomes a directory/x": "", "tracked": "", "pipe": Special,
	} {
		if e := find(t, all, path); e.Reason != reason {
			t.Errorf("%s: %q, not %q", path, e.Reason, reason)
		} else if _, err := s.Read(e, nil); (err == nil) != (reason == "") {
			t.Errorf("%s: read: %v", path, err)
		}
	}
	// A file that became a link after it was listed is not followed either.
	e := find(t, all, "tracked")
	os.Remove(filepath.Join(dir, "tracked"))
	os.Symlink(secret, filepath.Join(dir, "tracked"))
	if b, err := s.Read(e, nil); err == nil {
		t.Errorf("the link was followed: %q", b)
	}
}

// Other repositories inside are seen as git sees them, and no file twice.
func TestNestedRepositories(t *testing.T) {
	sub := newRepo(t, map[string]string{"inside": ""})
	dir := newRepo(t, map[string]string{"a": "", "dir/b": ""})
	git(t, dir, "submodule", "--quiet", "add", sub, "mod")
	git(t, dir, "worktree", "add", "-q", "linked")
	git(t, dir, "clone", "-q", sub, "dir/clone")
	git(t, dir, "init", "-q", "empty")
	git(t, dir, "clone", "-q", "--bare", sub, "bare.git")
	files(t, dir, map[string]string{"fake/.git": "nothing", "fake/x": "", "hollow/.git/x": "", "hollow/y": ""})
	all := entries(t, dir, Options{})
	if want, got := gitFiles(t, dir), paths(all); !slices.Equal(want, got) {
		t.Fatalf("git %q\ngot %q", want, got)
	}
	for path, reason := range map[string]Reason{"mod": Submodule, "linked/": NestedRepo, "dir/clone/": NestedRepo, "empty/": NestedRepo, "fake/x": "", "hollow/y": "", "bare.git/HEAD": ""} {
		if e := find(t, all, path); e.Reason != reason {
			t.Errorf("%s: %q, not %q", path, e.Reason, reason)
		}
	}
	for _, at := range []string{"mod", "linked", "dir/clone"} {
		at = filepath.Join(dir, at)
		if want, got := gitFiles(t, at), paths(entries(t, at, Options{})); !slices.Equal(want, got) {
			t.Errorf("%s: git %q\ngot %q", at, want, got)
		}
	}
	linked := open(t, filepath.Join(dir, "linked"), Options{})
	if linked.CommonDir != filepath.Join(realPath(dir), ".git") || linked.GitDir == linked.CommonDir || linked.Commit == "" {
		t.Errorf("linked: %s, %s, %q", linked.GitDir, linked.CommonDir, linked.Commit)
	}
}

// A blob id is that of the bytes on disk, whatever git has made of them.
func TestBlobIDs(t *testing.T) {
	dir := newRepo(t, map[string]string{"same": "1", "changed": "2", "crlf/a": "x\n", "crlf/.gitattributes": "a eol=crlf\n"})
	files(t, dir, map[string]string{"changed": "other", "crlf/a": "x\r\n", "new": "n"})
	git(t, dir, "add", "crlf/a")
	s := open(t, dir, Options{})
	defer s.Close()
	for _, e := range listing(t, s) {
		id, err := s.BlobID(e)
		if want := strings.TrimSpace(git(t, dir, "hash-object", "--no-filters", e.Path)); err != nil || id != want {
			t.Errorf("%s: %s, not %s; %v", e.Path, id, want, err)
		}
	}
}

// A sparse file of 1 GB is told by its size, without reading it.
func TestHugeFile(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a"})
	f, err := os.Create(filepath.Join(dir, "huge"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(1 << 30); err != nil {
		t.Fatal(err)
	}
	f.Close()
	s := open(t, dir, Options{MaxFileSize: 1 << 20})
	defer s.Close()
	e := find(t, listing(t, s), "huge")
	if e.Reason != TooLarge || e.Size != 1<<30 {
		t.Errorf("%+v", e)
	}
	e.Reason, e.Size = "", 1 // it grew after it was listed
	if n := testing.AllocsPerRun(1, func() {
		if _, err := s.Read(e, nil); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%v", err)
		}
	}); n > 50 {
		t.Errorf("%v allocations", n)
	}
}

func TestIncludeExclude(t *testing.T) {
	dir := newRepo(t, map[string]string{"a.go": "", "b.py": "", "d/a.go": "", "d/e/a_test.go": "", "vendor/x/a.go": ""})
	opts := Options{Include: []string{"*.go"}, Exclude: []string{"vendor/", "**/*_test.go"}}
	want := map[string]Reason{"a.go": "", "b.py": Excluded, "d/a.go": "", "d/e/a_test.go": Excluded, "vendor/x/a.go": Excluded}
	for _, kind := range []Options{{}, {Staged: true}, {Rev: "HEAD"}} {
		opts.Staged, opts.Rev = kind.Staged, kind.Rev
		all := entries(t, dir, opts)
		if len(all) != len(want) {
			t.Errorf("%q", paths(all))
		}
		for path, reason := range want {
			if e := find(t, all, path); e.Reason != reason {
				t.Errorf("%+v: %s: %q", kind, path, e.Reason)
			}
		}
	}
	if _, err := Open(t.Context(), dir, Options{Include: []string{"[a"}}); err == nil {
		t.Error("a malformed pattern was taken")
	}
}

// isIgnored reports whether git ignores a directory as a whole.
func isIgnored(dir, path string) bool {
	return exec.Command("git", "-C", dir, "check-ignore", "-q", "--no-index", "--", path).Run() == nil
}

// A directory is read even if it is ignored, for it was named; its own ignore
// files still count.
func TestIgnoredDirectory(t *testing.T) {
	dir := newRepo(t, map[string]string{".gitignore": "/lib/\n*.o\n"})
	files(t, dir, map[string]string{"lib/a": "", "lib/b/c": "", "lib/b/d.x": "", "lib/.gitignore": "*.x\n"})
	want := []string{".gitignore", "a", "b/c"}
	if got := paths(entries(t, filepath.Join(dir, "lib"), Options{})); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := paths(entries(t, filepath.Join(dir, "lib", "b"), Options{})); !slices.Equal(got, []string{"c", "d.x"}) {
		t.Errorf("below it: got %q", got)
	}
}

// A single file is read even if it is ignored: it was named.
func TestSingleFile(t *testing.T) {
	dir := newRepo(t, map[string]string{".gitignore": "*.o\n", "d/a": "1", "d/ab": "2"})
	files(t, dir, map[string]string{"d/x.o": "o", "d/a": "changed"})
	for _, c := range []struct {
		path string
		opts Options
		want string
	}{
		{"d/a", Options{}, "changed"}, {"d/a", Options{Staged: true}, "1"}, {"d/a", Options{Rev: "HEAD"}, "1"}, {"d/x.o", Options{}, "o"},
	} {
		s := open(t, filepath.Join(dir, c.path), c.opts)
		all := listing(t, s)
		if len(all) != 1 || all[0].Path != filepath.Base(c.path) || s.Prefix != "d/" {
			t.Fatalf("%+v: %q", c, paths(all))
		}
		if b, err := s.Read(all[0], nil); err != nil || string(b) != c.want {
			t.Errorf("%+v: %q, %v", c, b, err)
		}
		s.Close()
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "nope"), Options{}); err == nil {
		t.Error("a file that is not there was opened")
	}
}

// Hooks see what is being committed, in any work tree, whichever index git has
// prepared for them; other repositories are not mistaken for theirs.
func TestHooks(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "old", "b": "old", "sub/c": "old"})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	hook := "#!/bin/sh\nREPO_TEST_LIST=\"${WHERE:-.}\" exec '" + self + "' >&2\n"
	path := filepath.Join(dir, ".git/hooks/pre-commit")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	commit := func(at string, args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"commit", "-qm", "x"}, args...)...)
		cmd.Dir = at
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v", args, err)
		}
		return string(out)
	}
	files(t, dir, map[string]string{"a": "staged", "b": "not"})
	git(t, dir, "add", "a")
	files(t, dir, map[string]string{"a": "later"})
	if got := commit(dir); got != "a=staged\nb=old\nsub/c=old\n" {
		t.Errorf("commit: %q", got)
	}
	if got := commit(filepath.Join(dir, "sub"), "-a"); got != "a=later\nb=not\nsub/c=old\n" {
		t.Errorf("commit -a: %q", got)
	}
	files(t, dir, map[string]string{"a": "A", "b": "B"})
	git(t, dir, "add", "a")
	if got := commit(dir, "--", "b"); got != "a=later\nb=B\nsub/c=old\n" {
		t.Errorf("commit of one path: %q", got)
	}
	git(t, dir, "worktree", "add", "-q", "../"+filepath.Base(dir)+"-linked")
	linked := dir + "-linked"
	files(t, linked, map[string]string{"a": "linked"})
	if got := commit(linked, "-a"); got != "a=linked\nb=B\nsub/c=old\n" {
		t.Errorf("linked: %q", got)
	}
	other := newRepo(t, map[string]string{"other": "o"})
	t.Setenv("WHERE", other)
	files(t, dir, map[string]string{"b": "again"})
	if got := commit(dir, "-a"); got != "other=o\n" {
		t.Errorf("another repository: %q", got)
	}
}

// GIT_DIR and GIT_WORK_TREE put a repository and its work tree apart.
func TestEnvironment(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a", "b": "b"})
	apart := filepath.Join(t.TempDir(), "apart.git")
	if err := os.Rename(filepath.Join(dir, ".git"), apart); err != nil {
		t.Fatal(err)
	}
	files(t, dir, map[string]string{"new": "n", "sub/x": "x"})
	t.Setenv("GIT_DIR", apart)
	t.Setenv("GIT_WORK_TREE", dir)
	t.Chdir(dir)
	for _, at := range []string{".", "sub"} {
		s := open(t, at, Options{})
		all := listing(t, s)
		if want, got := gitFiles(t, filepath.Join(dir, at)), paths(all); !slices.Equal(want, got) || s.GitDir != realPath(apart) {
			t.Errorf("%s: git %q\ngot %q in %s", at, want, got, s.GitDir)
		}
	}
	if s := open(t, ".", Options{Rev: "HEAD"}); !slices.Equal(paths(listing(t, s)), []string{"a", "b"}) {
		t.Error("HEAD is not read")
	}
	objects := filepath.Join(t.TempDir(), "quarantine")
	if err := os.Rename(filepath.Join(apart, "objects"), objects); err != nil {
		t.Fatal(err)
	}
	os.Mkdir(filepath.Join(apart, "objects"), 0o755)
	t.Setenv("GIT_OBJECT_DIRECTORY", objects)
	if s := open(t, ".", Options{Rev: "HEAD"}); !slices.Equal(paths(listing(t, s)), []string{"a", "b"}) {
		t.Error("GIT_OBJECT_DIRECTORY is not read")
	}
	t.Setenv("GIT_DIR", "/nowhere")
	if _, err := Open(t.Context(), ".", Options{}); err == nil || !strings.Contains(err.Error(), "GIT_DIR") {
		t.Errorf("%v", err)
	}
}

// GIT_WORK_TREE makes a work tree for a bare repository, and goes before
// core.worktree, as programs have it that keep a home directory's files.
func TestEnvironmentBare(t *testing.T) {
	home := newRepo(t, map[string]string{"a": "a", "sub/b": "b"})
	bare := filepath.Join(t.TempDir(), "bare.git")
	if err := os.Rename(filepath.Join(home, ".git"), bare); err != nil {
		t.Fatal(err)
	}
	git(t, bare, "config", "core.bare", "true")
	files(t, home, map[string]string{"new": "n"})
	t.Chdir(home)
	t.Setenv("GIT_DIR", bare)
	if r, err := discover(realPath(bare)); err != nil || r == nil || r.top != "" {
		t.Errorf("without the variable: %+v, %v", r, err)
	}
	t.Setenv("GIT_WORK_TREE", home)
	for _, set := range []string{"core.bare", "core.worktree"} {
		if set == "core.worktree" {
			git(t, bare, "config", "--unset", "core.bare")
			git(t, bare, "config", set, t.TempDir())
		}
		for _, at := range []string{".", "sub"} {
			s := open(t, at, Options{})
			if want, got := gitFiles(t, filepath.Join(home, at)), paths(listing(t, s)); !slices.Equal(want, got) || s.GitDir != realPath(bare) || s.Kind != WorkTree {
				t.Errorf("%s, %s: git %q\ngot %q in %q, a %s", set, at, want, got, s.GitDir, s.Kind)
			}
		}
	}
}

// core.worktree, and a sparse corner: a directory of the index that is a link on disk.
func TestCoreWorktree(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a"})
	git(t, dir, "init", "-q", "--separate-git-dir", filepath.Join(t.TempDir(), "sep"))
	if want, got := gitFiles(t, dir), paths(entries(t, dir, Options{})); !slices.Equal(want, got) {
		t.Errorf("git %q\ngot %q", want, got)
	}
	elsewhere := t.TempDir()
	files(t, elsewhere, map[string]string{"a": "a", "z": "z"})
	git(t, dir, "config", "core.worktree", elsewhere)
	t.Chdir(dir)
	if s := open(t, elsewhere, Options{}); s.GitDir != "" {
		t.Errorf("%s is found from its work tree, which git cannot", s.GitDir)
	}
	if s := open(t, dir, Options{}); s.Kind != Revision {
		t.Errorf("outside its work tree: %s", s.Kind)
	}
}

// Listing stops when the caller does, or its context ends.
func TestStop(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "", "b/c": "", "d": ""})
	for _, opts := range []Options{{}, {Staged: true}, {Rev: "HEAD"}} {
		s := open(t, dir, opts)
		n := 0
		for range s.Entries(t.Context()) {
			if n++; n == 2 {
				break
			}
		}
		if n != 2 {
			t.Errorf("%+v: %d", opts, n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var last error
		for _, err := range s.Entries(ctx) {
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("%+v: %v", opts, last)
		}
		s.Close()
	}
}

// A directory that cannot be read is an entry, not a silence.
func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("root reads everything: a file in a directory's place stands in")
	}
	dir := newRepo(t, map[string]string{"a": "", "shut/b": "", "z": ""})
	if err := os.Chmod(filepath.Join(dir, "shut"), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(dir, "shut"), 0o755)
	if _, err := os.ReadDir(filepath.Join(dir, "shut")); err == nil {
		w := &walker{s: &Source{}, index: &gitIndex{}, ahead: newAhead(filepath.Join(dir, "a"), "", nil)}
		defer w.ahead.stop()
		var got []Entry
		w.emit = func(e Entry) bool { got = append(got, e); return true }
		ok, err := w.dir(place{dir: filepath.Join(dir, "a"), path: "shut/"}, []indexEntry{{path: "shut/b", mode: ModeFile}})
		if !ok || err != nil || len(got) != 2 || got[0].Path != "shut/" || got[1].Path != "shut/b" || got[1].Reason != Unreadable || got[1].Err == nil {
			t.Errorf("%+v, %v", got, err)
		}
		return
	}
	all := entries(t, dir, Options{})
	for _, path := range []string{"shut/", "shut/b"} {
		if e := find(t, all, path); e.Reason != Unreadable || e.Err == nil {
			t.Errorf("%+v", e)
		}
	}
}

// TestMatch: what the forms of a pattern match.
func TestMatch(t *testing.T) {
	paths := []string{"a.go", "src/a.go", "src/b/a.go", "x/src/c.go", ".env"}
	for pattern, want := range map[string]string{
		"a.go":      "a.go src/a.go src/b/a.go",
		"/a.go":     "a.go",
		"./a.go":    "a.go",
		"src/":      "src/a.go src/b/a.go",
		"./src/":    "src/a.go src/b/a.go",
		"/src/":     "src/a.go src/b/a.go",
		"src/*.go":  "src/a.go",
		"./*.go":    "a.go",
		"**/src/**": "src/a.go src/b/a.go x/src/c.go",
		".":         "a.go src/a.go src/b/a.go x/src/c.go .env",
		"./":        "a.go src/a.go src/b/a.go x/src/c.go .env",
		"/":         "a.go src/a.go src/b/a.go x/src/c.go .env",
		".env":      ".env",
		"src":       "",
		"../a.go":   "",
	} {
		var got []string
		for _, path := range paths {
			if Match([]string{pattern}, path) {
				got = append(got, path)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q matches %v, want %s", pattern, got, want)
		}
	}
}

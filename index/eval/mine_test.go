package eval

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// history is a repository the tests build.
type history struct {
	t   *testing.T
	dir string
	n   int
}

func newHistory(t *testing.T) *history {
	h := &history{t: t, dir: t.TempDir()}
	h.git("init", "-q", "-b", "main")
	return h
}

func (h *history) git(args ...string) string {
	h.t.Helper()
	c := exec.Command("git", args...)
	c.Dir = h.dir
	h.n++
	date := fmt.Sprintf("%d +0000", 1_700_000_000+h.n)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=c", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		h.t.Fatalf("git %q: %v\n%s", args, err, errs.String())
	}
	return strings.TrimSpace(string(out))
}

// commit writes files and commits them; it returns the id.
func (h *history) commit(message string, files map[string]string, flags ...string) string {
	h.t.Helper()
	for name, body := range files {
		path := filepath.Join(h.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			h.t.Fatal(err)
		}
	}
	h.git("add", "-A")
	h.git(append([]string{"commit", "-q", "--allow-empty", "-m", message}, flags...)...)
	return h.git("rev-parse", "HEAD")
}

const store = `package store

import "os"

// Get reads a value.
func Get(key string) string {
	b, _ := os.ReadFile(key)
	return string(b)
}

func Put(key, value string) {
	os.WriteFile(key, []byte(value), 0o600)
}
`

// change gives store with a text replaced, which must be there.
func change(t *testing.T, src, old, now string) string {
	t.Helper()
	if !strings.Contains(src, old) {
		t.Fatalf("no %q in\n%s", old, src)
	}
	return strings.Replace(src, old, now, 1)
}

// mineOne mines a history of a store, a commit to it, and no more.
func mineOne(t *testing.T, message string, files map[string]string, flags ...string) ([]Query, map[string]int) {
	t.Helper()
	h := newHistory(t)
	h.commit("the first commit of the store", map[string]string{"kv/store.go": store, "kv/store_test.go": "package store\n", "README.md": "# kv\n"})
	h.commit(message, files, flags...)
	set, left, err := Mine(context.Background(), h.dir, MineOptions{Repo: "kv"})
	if err != nil {
		t.Fatal(err)
	}
	return set.Queries, left
}

const message = "values are written for their owner alone"

// TestMineLeavesOut commits what makes no query, each for its own reason.
func TestMineLeavesOut(t *testing.T) {
	put := "[]byte(value), 0o600"
	good := map[string]string{"kv/store.go": change(t, store, put, "[]byte(value), 0o644")}
	long := ""
	for i := range 81 {
		long += fmt.Sprintf("\tprintln(%d)\n", i)
	}
	many := map[string]string{}
	for i := range 6 {
		many[fmt.Sprintf("kv/f%d.go", i)] = "package store\n"
	}
	// A function between two, that ends like the first.
	between := change(t, store, "func Put", "func Text(key string) string {\n\tb := fmt.Append(nil, key)\n\treturn string(b)\n}\n\nfunc Put")
	between = change(t, between, "import ", "import \"fmt\"\nimport ")
	tests := []struct {
		want, message string
		files         map[string]string
		flags         []string
	}{
		{"", message, good, nil},
		{"bot", message, good, []string{"--author", "dependabot[bot] <b@example.com>"}},
		{"version bump", "Bump the version of all modules", good, nil},
		{"version bump", "chore(deps): new versions of the modules", good, nil},
		{"revert", `Revert "values are for everybody to read"`, good, nil},
		{"formatting", "run gofmt on all the files", good, nil},
		{"formatting", message, map[string]string{"kv/store.go": change(t, store, "os.WriteFile(key, ", "os.WriteFile(key,\n\t\t")}, nil},
		{"short message", "write for owners (#12)", good, nil},
		{"no source but tests", message, map[string]string{"kv/store_test.go": "package store // x\n", "README.md": "# key\n"}, nil},
		{"too many files", message, many, nil},
		{"too many lines", message, map[string]string{"kv/store.go": change(t, store, "\tb, _", long+"\tb, _")}, nil},
		{"imports and comments only", message, map[string]string{"kv/store.go": change(t, change(t, store, "reads a value", "reads what was put"), `import "os"`, "import (\n\t\"os\"\n)")}, nil},
		{"lines are not in the snapshot", message, map[string]string{"kv/store.go": between}, nil},
		{"lines are not in the snapshot", message, map[string]string{"kv/new.go": "package store\n\nfunc New() {}\n"}, nil},
	}
	for _, test := range tests {
		t.Run(test.want, func(t *testing.T) {
			queries, left := mineOne(t, test.message, test.files, test.flags...)
			if test.want == "" {
				if len(queries) != 1 || len(left) != 0 {
					t.Fatalf("got %v and %v, want one query", queries, left)
				}
				return
			}
			if len(queries) != 0 || left[test.want] != 1 || len(left) != 1 {
				t.Errorf("got %v and %v", queries, left)
			}
		})
	}
}

// TestMineGold follows lines back to the snapshot.
func TestMineGold(t *testing.T) {
	h := newHistory(t)
	first := h.commit("the first commit of the store", map[string]string{"kv/store.go": store})
	h.commit("keys are never empty in here", map[string]string{"kv/store.go": change(t, store, "string {\n", "string {\n\tif key == \"\" {\n\t\tpanic(key)\n\t}\n")})
	one := h.git("show", "HEAD:kv/store.go") + "\n"
	h.git("checkout", "-q", "-b", "side")
	two := change(t, one, "0o600", "0o644")
	h.commit("values in store are for everybody to read", map[string]string{"kv/store.go": two})
	h.git("checkout", "-q", "main")
	h.git("merge", "-q", "--no-ff", "-m", "a merge has no question of its own", "side")
	last := h.commit("writing and panicking now tell of errors\n\nSigned-off-by: a <a@example.com>",
		map[string]string{"kv/store.go": change(t, change(t, two, "panic(key)", `panic("empty")`), "\treturn string(b)", "\treturn string(b[:])")})
	set, left, err := Mine(context.Background(), h.dir, MineOptions{Repo: "kv", Snapshots: 1})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, q := range set.Queries {
		if q.Snapshot != first || q.Repo != "kv" || q.Source != "commit" {
			t.Errorf("odd query %+v", q)
		}
		got = append(got, fmt.Sprintf("%s: %v %v", q.Text, q.Gold, q.Leak))
	}
	want := []string{
		"keys are never empty in here: [{kv/store.go [[6 6]]}] false", // the line before what was added
		"values in store are for everybody to read: [{kv/store.go [[12 12]]}] true",
		"writing and panicking now tell of errors: [{kv/store.go [[8 8]]}] false", // panic was not in the snapshot
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if queries := set.Queries; len(queries) == 3 && queries[2].Commit != last {
		t.Errorf("commit is %s, want %s", queries[2].Commit, last)
	}
	if left["merge or root"] != 1 || len(left) != 1 {
		t.Errorf("left out %v, want the merge", left)
	}
}

// TestMineDocuments: commits to documents have their gold there, those to source
// make no query, and a list of changes is no document.
func TestMineDocuments(t *testing.T) {
	h := newHistory(t)
	guide := "# Store\n\nPut writes a value.\n\nGet reads it.\n"
	h.commit("the first commit of the store", map[string]string{"store.go": store, "docs/guide.md": guide, "docs/conf.py": "x = 1\n", "CHANGELOG.md": "# 1\n"})
	h.commit("say whom a value is written for", map[string]string{"docs/guide.md": change(t, guide, "a value", "a value for its owner"), "docs/conf.py": "x = 2\n"})
	h.commit("tell what reading gives where nothing is", map[string]string{"docs/guide.md": guide + "It is empty at first.\n"})
	h.commit("values are for everybody, said and done", map[string]string{"store.go": change(t, store, "0o600", "0o644"), "docs/guide.md": guide})
	h.commit("list what has changed since the last", map[string]string{"CHANGELOG.md": "# 2\n# 1\n"})
	set, left, err := Mine(context.Background(), h.dir, MineOptions{Snapshots: 1, Documents: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, q := range set.Queries {
		got = append(got, fmt.Sprint(q.Source, ": ", q.Text, ": ", q.Gold))
	}
	want := []string{
		"document: say whom a value is written for: [{docs/guide.md [[3 3]]}]",
		"document: tell what reading gives where nothing is: [{docs/guide.md [[5 5]]}]", // the line before what was added
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if left["source"] != 1 || left["no documents"] != 1 || len(left) != 2 {
		t.Errorf("left out %v", left)
	}
}

// TestMineHistory: where a snapshot would be so old that its lines are gone, a
// later one is taken, unless a history is asked for.
func TestMineHistory(t *testing.T) {
	h := newHistory(t)
	const all, later, lines = 420, 280, 40
	var in bytes.Buffer
	for n := range all + 1 {
		era, words := 0, "short"
		if n >= all-later { // only here there are messages to go by, and all lines are others
			era, words = 1, fmt.Sprintf("function %d gives more from now on", n%lines)
		}
		text := "package store\n"
		for i := range lines {
			text += fmt.Sprintf("func F%d_%d() int { return %d }\n", era, i, (n+lines-i)/lines)
		}
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter c <c@example.com> %d +0000\ndata %d\n%s\nM 100644 inline store.go\ndata %d\n%s\n",
			1_700_000_000+n, len(words), words, len(text), text)
	}
	c := exec.Command("git", "fast-import", "--quiet")
	c.Dir, c.Stdin = h.dir, &in
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	after := h.git("rev-parse", fmt.Sprintf("HEAD~%d", later))
	for history, want := range map[int]int{0: lines, later: lines, all: 0} {
		set, left, err := Mine(context.Background(), h.dir, MineOptions{Snapshots: 1, History: history})
		if err != nil {
			t.Fatal(err)
		}
		if len(set.Queries) < want-1 || want == 0 && len(set.Queries) > 0 {
			t.Errorf("history %d: %d queries, want %d or so; left out %v", history, len(set.Queries), want, left)
		}
		for _, q := range set.Queries {
			if q.Snapshot != after {
				t.Fatalf("history %d: the snapshot is %s, want %s", history, q.Snapshot, after)
			}
		}
	}
}

// TestMinePartial: what is missing of a repository leaves out the commits that
// need it, and no others.
func TestMinePartial(t *testing.T) {
	h := newHistory(t)
	h.commit("the first commit of the store", map[string]string{"store.go": store})
	two := change(t, store, "0o600", "0o644")
	h.commit(message, map[string]string{"store.go": two})
	blob := h.git("rev-parse", "HEAD:store.go")
	three := change(t, two, "string(b)", "string(b[:])")
	h.commit("reading now gives all that there is", map[string]string{"store.go": three})
	h.commit("keys of the store are never empty", map[string]string{"store.go": change(t, three, "key string", "key Key")})
	if err := os.Remove(filepath.Join(h.dir, ".git", "objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	set, left, err := Mine(context.Background(), h.dir, MineOptions{Snapshots: 1})
	if err != nil || len(set.Queries) != 1 || set.Queries[0].Text != "keys of the store are never empty" || left["not all of it is here to read"] != 2 {
		t.Errorf("got %v, %v and %v", set, left, err)
	}
	r, err := Edits(context.Background(), h.dir, "", 10, Options{Strategies: []string{"auto"}})
	if err != nil || r.Unread != 2 || r.Commits != 1 {
		t.Errorf("got %+v and %v", r, err)
	}
}

func TestCleanMessage(t *testing.T) {
	for message, want := range map[string]string{
		"fix(gin): literal colons (#4415)": "literal colons",
		"Close the file in f() and g[]\n\nFixes #12.\nSigned-off-by: a b <a@example.com>\nReviewed-on: https://example.org/r/1": "Close the file in f() and g[]",
		"a\r\n\r\nb see https://example.org/x?y=1 (c)":            "a\nb see (c)",
		"core: do it\n\n---------\n\nCo-authored-by: b <b@x.org>": "core: do it",
		"since 2cc36eb56668 decades (fixes #1, GH-2) defaced":     "since decades defaced",
		"[LANG-1827] Parse pads\n* UTF-8 and SHA-256 stay":        "Parse pads\n* UTF-8 and SHA-256 stay",
		"one\n\nKey: value\nOther: value\n":                       "one",
		"one\n\nNote: this is prose\nof two lines":                "one\nNote: this is prose\nof two lines",
		"see org/repo#12 by x@example.com and psf/requests#3":     "by and",
	} {
		if got := cleanMessage(message); got != want {
			t.Errorf("%q became %q, want %q", message, got, want)
		}
	}
}

func TestLeaks(t *testing.T) {
	gold := []Gold{{Path: "src/flask/typing.py"}, {Path: "a/StringUtils.java"}}
	for text, want := range map[string]bool{
		"Widen the response Typing": true, "in stringutils.pad": true, "retyping": false, "string utils": false, "typings": false, "typing_x": false,
	} {
		if leaks(text, gold) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}

// TestDiffLines: a hunk and what it leaves are right for any texts.
func TestDiffLines(t *testing.T) {
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "\n"}), 0, 30), func(l []string) string { return strings.Join(l, "") })
	rapid.Check(t, func(t *rapid.T) { checkDiff(t, text.Draw(t, "before"), text.Draw(t, "after")) })
}

// checkDiff: hunks turn the one text into the other, with a line between two,
// and what they leave is the same in both.
func checkDiff(t *rapid.T, before, after string) {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	at, got := -1, ""
	for _, h := range diffLines(before, after) {
		if h.lines() == 0 || h.old.from <= at {
			t.Fatalf("odd hunk %+v", h)
		}
		got += strings.Join(a[max(0, at):h.old.from], "") + strings.Join(b[h.new.from:h.new.to], "")
		at = h.old.to
	}
	if got += strings.Join(a[max(0, at):], ""); got != after {
		t.Fatalf("%q becomes %q, want %q", before, got, after)
	}
	for now, old := range unchanged(before, after, len(b)-1) {
		if a[old] != b[now] {
			t.Fatalf("line %d is %q, line %d was %q", now, b[now], old, a[old])
		}
	}
}

// TestDiffLinesMany: more different lines than there are characters of two bytes.
func TestDiffLinesMany(t *testing.T) {
	var before strings.Builder
	for i := range 70_000 {
		fmt.Fprintln(&before, i)
	}
	after := strings.Replace(before.String(), "\n60000\n", "\nx\ny\n", 1)
	got := diffLines(before.String(), after)
	if len(got) != 1 || got[0].old.from != 60000 || got[0].old.to != 60001 || got[0].new.to != 60002 {
		t.Errorf("got %+v", got)
	}
}

func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"db/skiplist_test.cc": true, "m_test.py": true, "m_tests.py": true, "conftest.py": true, "a/TestM.java": true,
		"a/mTest.java": true, "a/JsonTests.cs": true, "m_unittest.cc": true, "a/OSGiManifestIT.java": true, "a/b.spec.ts": true,
		"test_m.py": true, "src/test/A.java": true, "a/store_test.go": true,
		"a/latest.py": false, "a/contest.py": false, "a/Manifest.java": false, "testing.go": false, "a/Attest.java": false,
		"a/spectrum.go": false, "a/EXIT.java": false, "a/tester.rb": false, "a/Testify.go": false,
	} {
		if isTest(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}

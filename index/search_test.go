package index

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// searched indexes files, by their paths, in a directory of its own.
func searched(t *testing.T, files map[string]string, s Settings) (*Index, *View) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		putFile(t, filepath.Join(dir, name), text)
	}
	x := created(t)
	return x, refreshed(t, x, dir, RefreshOptions{Settings: &s}).View
}

func putFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, x *Index, v *View, query string, o SearchOptions) []Hit {
	t.Helper()
	hits, err := x.Search(context.Background(), v, query, o)
	if err != nil {
		t.Fatalf("searching %q: %v", query, err)
	}
	return hits
}

func paths(hits []Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Path)
	}
	return strings.Join(out, " ")
}

var few = map[string]string{
	"http/server.go": "package http\n\n// HTTPServer2 answers requests.\nfunc HTTPServer2() { listen(2) }\n",
	"http/both.go":   "package http\n\n// The http server. Another http server, 2 of them: http server 2.\nfunc both() {}\n",
	"a/body.go":      "package a\n\nfunc run() {\n\t// the walrus is here\n}\n",
	"a/named.go":     "package a\n\nfunc walrus() {\n\t// nothing\n}\n",
	"a/cjk.md":       "# 搜索\n\n这是一个搜索引擎。\n",
	"b/near.txt":     "the exit status of the child\n",
	"b/far.txt":      "the status of the child at its exit, exit exit\n",
	"b/code.py":      "class Walk:\n    def exit(self):\n        return 'tusk'\n",
}

func TestSearchRanks(t *testing.T) {
	x, v := searched(t, few, Settings{})
	for _, test := range []struct {
		query, want string
		o           SearchOptions
	}{
		{"HTTPServer2", "http/server.go http/both.go", SearchOptions{}}, // the whole word before its parts
		{"walrus", "a/named.go a/body.go", SearchOptions{}},             // a name before a body
		{"WALRUS", "a/named.go a/body.go", SearchOptions{}},
		{"walrus", "a/named.go", SearchOptions{Limit: 1}},
		{"搜索引擎", "a/cjk.md", SearchOptions{}},
		{`"exit status"`, "b/near.txt", SearchOptions{Limit: 1}}, // words that stand together
		{"tusk walrus", "b/code.py", SearchOptions{Languages: []string{"Python"}}},
		{"exit", "b/code.py", SearchOptions{Kinds: []string{"method"}}},
		{"walrus", "a/body.go", SearchOptions{Paths: []string{"a/b*"}}},
		{"near", "b/near.txt", SearchOptions{}}, // by its path alone
		{"zebra", "", SearchOptions{}},
		{"", "", SearchOptions{}},
		{"tusk", "b/code.py", SearchOptions{Limit: math.MaxInt}},
	} {
		if got := paths(find(t, x, v, test.query, test.o)); got != test.want {
			t.Errorf("%q %+v finds %q, want %q", test.query, test.o, got, test.want)
		}
	}
}

// TestQueriesNeverBreak asks anything at all: each search ends well, twice with
// the same result, best first.
func TestQueriesNeverBreak(t *testing.T) {
	x, v := searched(t, few, Settings{})
	ask := func(t testing.TB, query string) {
		hits := find(t, x, v, query, SearchOptions{})
		again := find(t, x, v, query, SearchOptions{})
		for i := range hits {
			if hits[i].ID != again[i].ID || hits[i].Score <= 0 || i > 0 && hits[i-1].Score < hits[i].Score {
				t.Fatalf("%q: hit %d is %s with %v, then %s", query, i, hits[i].ID, hits[i].Score, again[i].ID)
			}
			for _, m := range hits[i].Snippet.Matches {
				if m[0] < 0 || m[1] <= m[0] || m[1] > len(hits[i].Snippet.Text) {
					t.Fatalf("%q: match %v of %q", query, m, hits[i].Snippet.Text)
				}
			}
		}
	}
	ranker := NewRanker(export(t, x, v))
	for _, query := range []string{`"`, `"a b"`, `""`, `"a`, "-", "*", "a*", "NEAR(a b)", "AND", "a AND", "body:walrus", "^walrus",
		"(", "{path} : x", "\x00", "walrus\x00exit", "\xff\xfe", "e\u0301 n\u0308", strings.Repeat("walrus exit x", 8000),
		strings.Repeat("a1", 50000), strings.Repeat(`"`, 1000), strings.Repeat("搜", 30000), "_", "__init__", "İstanbul ẞ"} {
		ask(t, query)
		ranker.Rank(query)
	}
	piece := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"walrus", `"`, " ", "exit status", "AND", "NOT", "NEAR(", ")", "*",
		"^", ":", "{", "-", "+", "'", "HTTPServer2", "搜索", "\xff", "\x00", "_", "body"}),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	rapid.Check(t, func(r *rapid.T) {
		query := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(r, "query"), "")
		ranker.Rank(query)
		hits, err := x.Search(context.Background(), v, query, SearchOptions{})
		if err != nil {
			r.Fatalf("searching %q: %v", query, err)
		}
		if len(termsOf(query)) > maxTerms || len(hits) > 10 {
			r.Fatalf("%q has %d terms and %d hits", query, len(termsOf(query)), len(hits))
		}
	})
}

// TestSearchAnswersForItsView holds a search against all chunks of the view
// that have a word of it: of two views, of what filters leave, and after garbage
// has come about.
func TestSearchAnswersForItsView(t *testing.T) {
	dir := t.TempDir()
	for name, text := range few {
		putFile(t, filepath.Join(dir, name), text)
	}
	x := created(t)
	first := refreshed(t, x, dir, RefreshOptions{}).View
	other := t.TempDir()
	putFile(t, filepath.Join(other, "a/named.go"), "package a\n\nfunc walrus() {}\n\nfunc seal() {}\n")
	second := refreshed(t, x, other, RefreshOptions{}).View
	putFile(t, filepath.Join(dir, "a/body.go"), "package a\n")
	third := refreshed(t, x, dir, RefreshOptions{}).View
	_ = first // the same view as the third: its row is another now
	for _, v := range []*View{second, third} {
		for _, query := range []string{"walrus", "package", "exit", "http server", "seal", "a"} {
			chunks := export(t, x, v)
			want := make(map[string]bool)
			for _, i := range NewRanker(chunks).Rank(query) {
				want[chunks[i].ID] = true
			}
			hits := find(t, x, v, query, SearchOptions{Limit: 1000})
			for _, h := range hits {
				if !want[h.ID] {
					t.Errorf("%s: %q finds %s:%d, which has no word of it", v, query, h.Path, h.StartLine)
				}
				delete(want, h.ID)
			}
			if len(want) > 0 {
				t.Errorf("%s: %q misses %d chunks", v, query, len(want))
			}
		}
	}
}

func TestRankerIsTheScore(t *testing.T) {
	x, v := searched(t, few, Settings{})
	chunks := export(t, x, v)
	r := NewRanker(chunks)
	for _, query := range []string{"HTTPServer2", "exit status", `"exit status"`, "walrus a package", "搜索"} {
		var want, got []string
		for _, i := range r.Rank(query) {
			want = append(want, chunks[i].ID)
		}
		for _, h := range find(t, x, v, query, SearchOptions{Limit: 100}) {
			got = append(got, h.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: the index ranks %q, the ranker %q", query, got, want)
		}
	}
}

func TestHitsTellOfChangedFiles(t *testing.T) {
	dir := t.TempDir()
	putFile(t, filepath.Join(dir, "a.txt"), "walrus\n")
	putFile(t, filepath.Join(dir, "b.txt"), "walrus walrus\n")
	putFile(t, filepath.Join(dir, "c.txt"), "walrus\n")
	x := created(t)
	v := refreshed(t, x, dir, RefreshOptions{}).View
	putFile(t, filepath.Join(dir, "b.txt"), "seal\n")
	os.Remove(filepath.Join(dir, "c.txt"))
	for _, h := range find(t, x, v, "walrus", SearchOptions{}) {
		if h.Changed != (h.Path != "a.txt") {
			t.Errorf("%s: changed is %v", h.Path, h.Changed)
		}
	}
}

func TestSearchGivesParentsOnce(t *testing.T) {
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "def f%d():\n%s\n", i, strings.Repeat("    call(walrus, seal, otter)\n", 20))
	}
	s := Settings{}
	s.Chunk.Max, s.Chunk.Parents, s.Chunk.ParentMax = 64, true, 300
	x, v := searched(t, map[string]string{"a.py": b.String()}, s)
	hits := find(t, x, v, "walrus", SearchOptions{Parents: true})
	if len(hits) != 3 {
		t.Fatalf("%d hits, want one for each function", len(hits))
	}
	lines := strings.SplitAfter(b.String(), "\n")
	for _, h := range hits {
		if want := strings.Join(lines[h.Parent.StartLine-1:h.Parent.EndLine], ""); h.ParentText != want {
			t.Errorf("lines %d-%d are %q, want %q", h.Parent.StartLine, h.Parent.EndLine, h.ParentText, want)
		}
	}
	plain, view := searched(t, few, Settings{})
	if _, err := plain.Search(context.Background(), view, "walrus", SearchOptions{Parents: true}); err != ErrNoParents {
		t.Errorf("without parents in the index the error is %v", err)
	}
}

// TestSearchDuringRefresh searches while a refresh holds its transaction open:
// answers are of the state before, and do not wait for it.
func TestSearchDuringRefresh(t *testing.T) {
	dir := t.TempDir()
	for i := range 50 {
		putFile(t, filepath.Join(dir, fmt.Sprintf("f%d.txt", i)), "walrus\n")
	}
	x := created(t)
	v := refreshed(t, x, dir, RefreshOptions{}).View
	for i := range 50 {
		putFile(t, filepath.Join(dir, fmt.Sprintf("f%d.txt", i)), "seal and otter\n")
	}
	hold, held := make(chan bool), make(chan bool)
	var once sync.Once
	ended := make(chan error)
	go func() {
		_, err := x.Refresh(context.Background(), dir, RefreshOptions{Progress: func(Result) {
			once.Do(func() { held <- true; <-hold })
		}})
		ended <- err
	}()
	<-held
	start := time.Now()
	hits := find(t, x, v, "walrus", SearchOptions{Limit: 100})
	none := find(t, x, v, "seal", SearchOptions{})
	if took := time.Since(start); len(hits) != 50 || len(none) != 0 || took > 20*time.Second {
		t.Errorf("%d and %d hits in %v", len(hits), len(none), took)
	}
	hold <- true
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if n := len(find(t, x, v, "seal", SearchOptions{Limit: 100})); n != 50 {
		t.Errorf("after it, %d hits", n)
	}
}

func TestPhraseOfLetters(t *testing.T) {
	for _, query := range []string{`"a b"`, `x "- a"`, `"1 2" name`} {
		for _, term := range termsOf(query) {
			if len(term.words) == 0 {
				t.Errorf("%q has a term without words", query)
			}
		}
	}
}

// A query that is a name has what is named so first: the class before its methods,
// which have its name in their scope, and before longer names.
func TestSearchNamed(t *testing.T) {
	class := "class Option:\n    \"\"\"What stands behind a name.\"\"\"\n\n    def __init__(self):\n        self.value = None\n" +
		strings.Repeat("        self.more = [self.value, self.value, 'some text to make it long']\n", 20)
	for i := range 30 {
		class += fmt.Sprintf("\n    def get_option_%d(self, option: Option) -> Option:\n        return Option(option)\n", i)
	}
	x, v := searched(t, map[string]string{"core.py": class, "use.py": "def option():\n    pass\n\n\ndef make_option():\n    return Option()\n",
		"Option.md": "# Option\n\nOption, option.\n"}, Settings{Chunk: chunk.Options{Max: 96}})
	for query, want := range map[string]string{"Option": "class Option", " \"Option\" ": "class Option", "option": "function option", "OPTION": "class Option",
		"get_option_7": "method get_option_7", "make_option": "function make_option"} {
		hit := find(t, x, v, query, SearchOptions{Limit: 1})[0]
		found := false
		for _, u := range hit.Units {
			found = found || u.Kind+" "+u.Name == want && u.StartLine >= hit.StartLine
		}
		if !found && !(query == "OPTION" && hit.Path == "use.py") {
			t.Errorf("%q: the first is %s:%d, %+v", query, hit.Path, hit.StartLine, hit.Units)
		}
	}
}

// An article is no name, unless nothing else is asked for.
func TestSearchArticle(t *testing.T) {
	x, v := searched(t, map[string]string{"a.css": "a { color: red; }\n", "b.py": "def register(blueprint):\n    return blueprint\n"}, Settings{})
	if got := paths(find(t, x, v, "register a blueprint", SearchOptions{})); got != "b.py" {
		t.Errorf("found %s", got)
	}
	if got := paths(find(t, x, v, "a", SearchOptions{Limit: 1})); got != "a.css" {
		t.Errorf("found %s", got)
	}
}

package chunk

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

// goldenOptions make small files show what large ones would.
var goldenOptions = Options{Max: 160, Min: 60}

// TestGoldens compares every file under testdata/ that has a .want beside it:
// the source with a line before each chunk that says what the chunk is, and
// the context it is given.
func TestGoldens(t *testing.T) {
	c := newChunker(t, goldenOptions)
	have := make(map[*langs.Language]bool)
	goldens(t, func(path string, src []byte) {
		have[langs.ByName(langs.Detect(path, src))] = true
		t.Run(path, func(t *testing.T) {
			golden(t, filepath.Join("..", "testdata", path+".want"), annotate(check(t, c, path, src)))
		})
	})
	for _, l := range langs.All() {
		if !have[l] {
			t.Errorf("%s has no .want in testdata", l.Name)
		}
	}
}

// goldens gives every file under testdata/ that has a .want beside it.
func goldens(t *testing.T, each func(path string, src []byte)) {
	wants, err := filepath.Glob("../testdata/*/*.want")
	if err != nil || len(wants) == 0 {
		t.Fatalf("found no goldens: %v", err)
	}
	for _, want := range wants {
		path := strings.TrimSuffix(want, ".want")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		each(strings.TrimPrefix(filepath.ToSlash(path), "../testdata/"), src)
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; review it with go test ./chunk -run Goldens -update and git diff.\n%s", path, firstDifference(got, string(want)))
	}
}

// annotate writes the bodies, which are the source, with the cuts.
func annotate(f *File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "════ %s %s %s\n", f.Language, f.Strategy, f.Parse)
	for _, ch := range f.Chunks {
		what := strings.TrimSpace(ch.Kind + " " + strings.Join(append(append([]string{}, ch.Scope...), ch.Name), "."))
		part := ""
		if ch.Part != nil {
			part = fmt.Sprintf(" part %d of %d", ch.Part[0], ch.Part[1])
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteString("⏎\n")
		}
		fmt.Fprintf(&b, "──── %d-%d %d tokens %s%s\n", ch.StartLine, ch.EndLine, ch.Tokens, what, part)
		for line := range strings.Lines(ch.Context) {
			b.WriteString("│ " + line)
		}
		b.WriteString(ch.Text[len(ch.Context):])
	}
	return b.String()
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			have := ""
			if i < len(w) {
				have = w[i]
			}
			return fmt.Sprintf("line %d\n got %q\nwant %q", i+1, g[i], have)
		}
	}
	return fmt.Sprintf("want goes on after line %d", len(g))
}

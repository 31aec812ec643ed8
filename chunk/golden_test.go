package chunk

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

// goldenOptions make small files show what large ones would.
var goldenOptions = Options{Max: 160, Min: 60}

// TestGoldens compares every file under testdata/ that has a .want beside it:
// the source with a line before each chunk that says what the chunk is, and
// the context it is given.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("../testdata/*/*.want")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no goldens: %v", err)
	}
	c := newChunker(t, goldenOptions)
	for _, want := range files {
		path := strings.TrimSuffix(want, ".want")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rel := filepath.ToSlash(strings.TrimPrefix(path, filepath.Join("..", "testdata")+string(filepath.Separator)))
		t.Run(rel, func(t *testing.T) {
			golden(t, want, annotate(check(t, c, rel, src)))
		})
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

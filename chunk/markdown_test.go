package chunk

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// moduleDir gives where a module lies on this machine.
func moduleDir(t testing.TB, module string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("go list -m %s: %v", module, err)
	}
	return strings.TrimSpace(string(out))
}

// cached gives every nth file of the module cache with one of the endings.
func cached(t testing.TB, nth int, endings []string, each func(path string, src []byte)) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(out))
	n := 0
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, e := range endings {
			if !strings.HasSuffix(strings.ToLower(p), e) {
				continue
			}
			if n++; n%nth != 0 {
				return nil
			}
			src, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, p)
			each(filepath.ToSlash(rel), src)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < nth {
		t.Fatalf("found %d files", n)
	}
}

// TestSpec holds the examples of the CommonMark specification against the
// promises, each by itself and all in one.
func TestSpec(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(moduleDir(t, "github.com/yuin/goldmark"), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct{ Markdown string }
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	if len(examples) < 600 {
		t.Fatalf("only %d examples", len(examples))
	}
	var all strings.Builder
	for _, o := range settings() {
		c := newChunker(t, o)
		for _, e := range examples {
			check(t, c, "spec.md", []byte(e.Markdown))
		}
	}
	for _, e := range examples {
		all.WriteString(e.Markdown + "\n")
	}
	for _, o := range settings() {
		check(t, newChunker(t, o), "spec.md", []byte(all.String()))
	}
}

// TestCachedMarkdown does so with what people write.
func TestCachedMarkdown(t *testing.T) {
	for i, o := range settings() {
		nth := 7 + i
		if i == 0 {
			nth = 1
		}
		c := newChunker(t, o)
		cached(t, nth, []string{".md", ".markdown", ".mdx"}, func(path string, src []byte) { check(t, c, path, src) })
	}
}

// reference reads Markdown with goldmark as it comes, and gives the top-level
// blocks with where their lines begin.
func reference(src []byte) (nodes []ast.Node, starts []int) {
	p := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	for n := p.Parse(text.NewReader(src)).FirstChild(); n != nil; n = n.NextSibling() {
		pos := n.Pos()
		if n.Kind() == east.KindTable {
			pos = n.FirstChild().Pos()
		}
		nodes, starts = append(nodes, n), append(starts, bytes.LastIndexByte(src[:pos], '\n')+1)
	}
	return nodes, append(starts, len(src))
}

// TestStructure holds headings, and blocks that should stay whole, against
// goldmark's own reading.
func TestStructure(t *testing.T) {
	headings, whole := 0, 0
	for _, o := range []Options{{}, {Max: 128}, {Max: 64, Min: 20}} {
		c := newChunker(t, o)
		cached(t, 1, []string{".md"}, func(path string, src []byte) {
			if end, _ := frontMatter(src); end > 0 || bytes.Contains(src, []byte("$$")) || bytes.HasPrefix(src, []byte("\uFEFF")) {
				return
			}
			nodes, starts := reference(src)
			m := &markdown{src: src}
			var got, want []int
			for _, b := range m.blocks(newMarkdown(false).Parse(text.NewReader(src)), false) {
				if b.kind == heading {
					got = append(got, b.start, b.level)
				}
			}
			f, err := c.File(path, src)
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range nodes {
				if h, ok := n.(*ast.Heading); ok {
					want = append(want, starts[i], h.Level)
					headings++
					continue
				}
				if n.Kind() == ast.KindParagraph || c.counter.Count(src[starts[i]:starts[i+1]]) > c.opts.Max-c.opts.Max/contextShare-2*slackTokens {
					continue
				}
				whole++
				for _, ch := range f.Chunks {
					if ch.StartByte > starts[i] && ch.StartByte < starts[i+1] {
						t.Errorf("%s:%d: cuts a %s that fits", path, ch.StartLine, n.Kind())
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: headings at %v, goldmark says %v", path, got, want)
			}
		})
	}
	if headings < 500 || whole < 1000 {
		t.Errorf("only %d headings and %d blocks that fit", headings, whole)
	}
}

// TestLoneHeadings: no chunk is nothing but headings.
func TestLoneHeadings(t *testing.T) {
	c := newChunker(t, Options{Max: 256})
	lone := func(path string, src []byte) {
		nodes, starts := reference(src)
		if end, _ := frontMatter(src); end > 0 {
			return
		}
		f := check(t, c, path, src)
		for _, ch := range f.Chunks {
			only := len(f.Chunks) > 1
			for i, n := range nodes {
				only = only && (n.Kind() == ast.KindHeading || starts[i+1] <= ch.StartByte || starts[i] >= ch.EndByte)
			}
			if only {
				t.Errorf("%s:%d-%d: only headings: %q", path, ch.StartLine, ch.EndLine, ch.Text)
			}
		}
	}
	cached(t, 1, []string{".md"}, lone)
	long := strings.Repeat("The lamp was lit at dusk and put out at dawn. ", 19) + "\n\n"
	for _, src := range []string{
		"# A\n\n" + long + "# B\n\n# C\n\n" + long, "# A\n\n## B\n\n" + long + "## C\n\n# D\n\n" + long + "## E\n",
		"# A\n# B\n# C\n\n" + long + "## D\n## E\n## F\n\n" + long + "# G\n# H\n", long + "A\n=\nB\n=\n" + long,
		"---\n\n# A\n\n***\n\n# B\n\n" + long + long + "***\n# C",
	} {
		lone("a.md", []byte(src))
	}
}

// TestFrontMatter: metadata is taken off only where it is some.
func TestFrontMatter(t *testing.T) {
	for src, want := range map[string]string{
		"---\ntitle: x\n---\n# H\n":                "page x",
		"---\nlayout: x\n---\n# H\n":               "section H",
		"+++\ntitle = \"x\"\n+++\n# H\n":           "page x",
		"---\r\ntitle: 'x: y'\r\n---\r\n# H\r\n":   "page x: y",
		"---\ntitle: x\n...\n# H\n":                "page x",
		"---\ntitle: x\n# H\n":                     "section H",
		"---\n\nText.\n\n---\n\n# H\n":             "section H",
		"---\n# H\n":                               "section H",
		"# H\n---\ntitle: x\n---\n":                "section H",
		"---\ntags:\n  title: x\n---\n# H\ntext\n": "section H",
	} {
		f := check(t, newChunker(t, Options{}), "a.md", []byte(src+"\nText.\n"))
		found := false
		for _, u := range f.Chunks[0].Units {
			found = found || u.Kind+" "+u.Name == want
		}
		if !found || strings.HasPrefix(want, "section") && f.Chunks[0].Kind == "page" {
			t.Errorf("%q: units %v, want %s", src, f.Chunks[0].Units, want)
		}
	}
}

// FuzzDocuments holds every kind of text against the promises, in settings
// that the input chooses.
func FuzzDocuments(f *testing.F) {
	paths := []string{"a.md", "a.mdx", "a.rmd", "a.rst", "a.adoc", "a.txt"}
	samples, err := filepath.Glob("../testdata/*/*")
	if err != nil || len(samples) == 0 {
		f.Fatal("no samples", err)
	}
	for i, p := range samples {
		switch filepath.Ext(p) {
		case ".md", ".mdx", ".rst", ".adoc", ".txt":
			src, err := os.ReadFile(p)
			if err != nil {
				f.Fatal(err)
			}
			for k := range paths {
				f.Add(uint8(k), uint8(i), src)
			}
		}
	}
	for _, text := range languages {
		f.Add(uint8(5), uint8(0), []byte(text))
	}
	options := append(settings(), classics()...)
	chunkers := make([]*Chunker, len(options))
	for i := range options {
		chunkers[i] = newChunker(f, options[i])
	}
	f.Fuzz(func(t *testing.T, kind, option uint8, src []byte) {
		check(t, chunkers[int(option)%len(chunkers)], paths[int(kind)%len(paths)], src)
	})
}

package chunk

import (
	"strings"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// TestHostileText: text made to be slow to read is read all the same.
func TestHostileText(t *testing.T) {
	options := []Options{{}, {Strategy: "sentence"}, {Strategy: "fixed", Max: 100, Overlap: 20}}
	var chunkers []*Chunker
	for _, o := range options {
		chunkers = append(chunkers, newChunker(t, o))
	}
	const size = 12 << 10
	fill := func(s string) []byte { return []byte(strings.Repeat(s, size/len(s)+1)) }
	for name, src := range map[string][]byte{
		"quotes":      fill(">"),
		"quote lines": fill(strings.Repeat("> ", 100) + "x\n"),
		"lists":       fill("- "),
		"nested":      fill("- a\n  - b\n    - c\n      - d\n        - e\n          - f\n"),
		"brackets":    fill("[a]: "),
		"open":        fill("[\n"),
		"wide table":  []byte(strings.Repeat("a|", size/4) + "\n" + strings.Repeat("-|", size/4) + "\n" + strings.Repeat("|\n", size/4)),
		"math":        fill("$$ x\n"),
		"export":      fill("export ({\n\n"),
		"headings":    fill("# a\n"),
		"fences":      fill("```\n"),
		"html":        fill("<div>\n\n"),
		"brackets 。":  fill("。（"),
		"dots":        fill("a.b."),
		"marks":       fill("e\u0301\u0301"),
		"joined":      fill("👩\u200d"),
		"adoc":        fill("====\n"),
		"adoc list":   fill("* a\n+\n"),
		"rst":         fill("- a\n\n"),
		"underlines":  fill("abcd\n====\n"),
		"turns":       fill("Ann: a\nBob: b\n"),
		"blank":       fill(" \n"),
		"newlines":    fill("\n"),
		"returns":     fill("a\r"),
	} {
		for _, p := range []string{"a.md", "a.mdx", "a.rst", "a.adoc", "a.txt"} {
			for i, o := range options {
				if o.Strategy != "" && p != "a.txt" {
					continue
				}
				c := chunkers[i]
				begin := used(t)
				if _, err := c.File(p, src); err != nil {
					t.Errorf("%s as %s: %v", name, p, err)
				}
				if d := used(t) - begin; d > 2*time.Second {
					t.Errorf("%s as %s %s: %v", name, p, o.Strategy, d)
				}
			}
		}
	}
}

// Lists and quotes that nest deeper than any that people write are not read as
// Markdown, which would take the square of their depth; and it is told.
func TestDeepLists(t *testing.T) {
	c := newChunker(t, Options{})
	for depth, want := range map[int]parse.Result{60: parse.OK, 1500: parse.TooDeep} {
		for _, form := range []struct{ indent, mark string }{{"  ", "- item\n"}, {"   ", "1. item\n"}, {"\t", "* item\n"}, {"> ", "> item\n"}} {
			var b strings.Builder
			for i := range depth {
				b.WriteString(strings.Repeat(form.indent, i) + form.mark)
			}
			if f := check(t, c, "a.md", []byte(b.String())); f.Parse != want {
				t.Errorf("%d levels of %q: %s", depth, form.mark, f.Parse)
			}
		}
	}
	src := strings.Repeat("- a\n  - b\n    1. c\n\n> q\n> - d\n\n", 500)
	if f := check(t, c, "a.md", []byte(src)); f.Parse != parse.OK {
		t.Errorf("many lists beside each other: %s", f.Parse)
	}
}

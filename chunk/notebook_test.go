package chunk

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// rawCell is a cell as encoding/json reads it.
type rawCell struct {
	Type    string            `json:"cell_type"`
	Source  any               `json:"source"`
	Outputs []json.RawMessage `json:"outputs"`
}

func (r rawCell) text() string {
	if s, ok := r.Source.(string); ok {
		return s
	}
	var b strings.Builder
	lines, _ := r.Source.([]any)
	for _, s := range lines {
		if s, ok := s.(string); ok {
			b.WriteString(s)
		}
	}
	return b.String()
}

// checkNotebook holds the chunks of a notebook against what encoding/json says
// is in it: the bodies are its sources, and each lies where the chunk says.
func checkNotebook(t testing.TB, c *Chunker, src []byte) *File {
	t.Helper()
	f := check(t, c, "a.ipynb", src)
	var nb struct {
		Cells []rawCell `json:"cells"`
	}
	if err := json.Unmarshal(src, &nb); err != nil {
		t.Fatal(err)
	}
	var want, got strings.Builder
	for _, cell := range nb.Cells {
		if strings.TrimSpace(cell.text()) != "" {
			want.WriteString(cell.text() + between)
		}
	}
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		body := ch.Text[len(ch.Context):]
		got.WriteString(body)
		first, _, _ := strings.Cut(strings.TrimSpace(body), "\n")
		if in := src[ch.StartByte:ch.EndByte]; !strings.ContainsFunc(first, escaped) && !bytes.Contains(in, []byte(first)) {
			t.Errorf("chunk %d: %q is not in %q", i, first, in)
		}
		if n := 1 + bytes.Count(src[:ch.StartByte], []byte("\n")); n != ch.StartLine {
			t.Errorf("chunk %d begins on line %d, says %d", i, n, ch.StartLine)
		}
		if n := 1 + bytes.Count(src[:ch.EndByte-1], []byte("\n")); n != ch.EndLine {
			t.Errorf("chunk %d ends on line %d, says %d", i, n, ch.EndLine)
		}
		if ch.Cell == nil || !strings.Contains(nb.Cells[*ch.Cell].text(), first) {
			t.Errorf("chunk %d: %q is not in its cell", i, first)
		}
	}
	if got.String() != want.String() && c.opts.Overlap == 0 {
		t.Errorf("the bodies are\n%q\nthe sources\n%q", got.String(), want.String())
	}
	return f
}

// escaped reports whether JSON may write a rune in another way.
func escaped(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == '/' || r >= 0x7f }

func TestNotebook(t *testing.T) {
	src, err := os.ReadFile("../testdata/notebook/tides.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var one bytes.Buffer
	if err := json.Compact(&one, src); err != nil {
		t.Fatal(err)
	}
	for _, o := range settings() {
		c := newChunker(t, o)
		checkNotebook(t, c, src)
		checkNotebook(t, c, one.Bytes())
		checkNotebook(t, c, bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
		check(t, c, "a.ipynb", src[:len(src)/2])
		check(t, c, "a.ipynb", inUTF16(string(src), false))
	}
}

// What the record of a notebook's chunk says besides.
func TestNotebookRecord(t *testing.T) {
	src, err := os.ReadFile("../testdata/notebook/tides.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	c := newChunker(t, Options{Max: 100, Min: 10})
	f := checkNotebook(t, c, src)
	outputs, surge := 0, false
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		outputs += ch.OutputBytes
		for _, u := range ch.Units {
			surge = surge || u.Kind == "class" && u.Name == "Surge" && ch.Language == "Python" && *ch.Cell == 6
		}
		if strings.Contains(ch.Text, "iVBOR") || strings.Contains(ch.Text, "image/png") {
			t.Errorf("chunk %d holds outputs", i)
		}
		if strings.Contains(ch.Text, "yield Surge") && !strings.Contains(ch.Context, "import numpy as np") {
			t.Errorf("chunk %d uses numpy, its context is %q", i, ch.Context)
		}
	}
	if f.Language != "Jupyter Notebook" || f.Strategy != "notebook" || !surge {
		t.Errorf("language %s, strategy %s, class Surge found in cell 6: %v", f.Language, f.Strategy, surge)
	}
	if outputs < 2000 || outputs > len(src)/2 {
		t.Errorf("%d bytes of outputs are counted of %d", outputs, len(src))
	}
}

func TestNotebookStrings(t *testing.T) {
	c := newChunker(t, Options{Max: 64})
	for _, source := range []string{
		`"x = 1\ny = \"2\"\\n"`, `["a\tb\n", "\u00e9\u4e2d\ud83d\udea2\n", "\/ \b\f\r\n"]`, `""`, `[]`, `["  \n", "\n"]`,
		`"` + strings.Repeat(`print(\"\u4e2d\u6587\")\n`, 90) + `"`,
	} {
		src := []byte(`{"metadata": {"language_info": {"name": "python"}}, "cells": [{"cell_type": "code", "source": ` + source + `, "outputs": []},
			{"cell_type": "markdown", "source": "# H\n\ntext"}]}`)
		checkNotebook(t, c, src)
	}
	// Broken ones: half a pair, an escape that is none, no closing quote.
	for _, source := range []string{`"\ud83d x"`, `"\q\u12"`, `"\ud83d\u0041"`, `"open`, `"\`, `'x'`, `[[["x"]]]`, `3`} {
		check(t, c, "a.ipynb", []byte(`{"cells": [{"cell_type": "code", "source": `+source+`}]}`))
	}
}

func FuzzNotebook(f *testing.F) {
	src, err := os.ReadFile("../testdata/notebook/tides.ipynb")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(src, uint16(100))
	f.Add([]byte(`{"cells":[{"cell_type":"code","source":"a\ud83d\udea2"}]}`), uint16(0))
	f.Fuzz(func(t *testing.T, src []byte, max uint16) {
		c := newChunker(t, Options{Max: LeastMax + int(max)%500})
		check(t, c, "a.ipynb", src)
	})
}

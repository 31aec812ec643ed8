package chunk

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed5e9d5dd4/cleave/chunk/data"
	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// A Jupyter notebook is JSON that holds the sources of its cells as strings.
// They are what is chunked: unescaped, one after the other with a blank line
// between, each cell a unit, laid out by its own language.
//
// So promise 1 reads here: the bodies in order are the sources of all cells,
// nothing lost and none twice. A chunk's bytes and lines are those of the file
// from the first to the last character of its body as it is written there,
// escapes and quotes between the lines and all. The ranges of the chunks are in
// order and do not overlap; what lies between them is JSON, metadata and
// outputs. Outputs are no text: a chunk says how many bytes of them it leaves
// out, of all the cells that end in it.
//
// A notebook whose JSON has no cells to be found is laid out as data.

// between stands between the sources of two cells.
const between = "\n\n"

// span is where a byte of a layout's text is written in the file.
type span struct{ start, end uint32 }

// cell is one cell of a notebook. Offsets are of the layout's text.
type cell struct {
	index      int // in the notebook's list of cells
	markdown   bool
	raw        bool
	told       bool // the cell before it is Markdown, and says what this code is for
	start, end int  // with the blank line after it
	outputs    int  // bytes of the file
}

// openNotebook makes the layout's text that of the notebook's cells, if there
// are any to be found.
func (l *layout) openNotebook(path string) {
	t := data.Scan("JSON", path, l.src)
	n := &notebook{t: t, l: l}
	n.read()
	if len(n.cells) == 0 {
		return
	}
	l.file, l.src, l.spans, l.cells = l.src, n.text, n.spans, n.cells
	l.lang = langs.ByAlias(n.language)
	l.result = parse.OK
	if t.Broken {
		l.result = parse.Errors
	}
}

// notebook lays a notebook out by its cells.
func (c *Chunker) notebook(path string, l *layout) (*layout, error) {
	l.strategy = "notebook"
	l.cut(0, 0)
	ctx := c.contexts(path, l)
	for i := range l.cells {
		if err := c.cell(ctx, l, &l.cells[i]); err != nil {
			return nil, err
		}
	}
	c.settle(l)
	return l, nil
}

// cell lays out one cell. What it imports all later ones can use.
func (c *Chunker) cell(ctx *contexts, l *layout, at *cell) error {
	u := unit{kind: "cell", name: "cell " + strconv.Itoa(at.index), start: at.start, own: at.start, head: at.start, body: at.start,
		end: at.end, parent: -1, members: true}
	if at.markdown {
		u.language = "Markdown"
	} else if l.lang != nil && !at.raw {
		u.language = l.lang.Name
	}
	parent := len(l.units)
	l.units = append(l.units, u)
	whole := ctx.pathTokens+c.count(l.src, at.start, at.end) <= c.opts.Max
	cost := float32(costUnit)
	if at.told {
		cost = costParagraph + costLead
	}
	if l.cut(at.start, cost) || at.start == 0 {
		l.seams[len(l.seams)-1].whole = whole
	}
	switch {
	case at.markdown:
		return c.markdownPart(ctx, l, at.start, at.end, parent, whole)
	case at.raw && !whole:
		c.lines(l, at.start, at.end)
		return nil
	case at.raw:
		return nil
	}
	imports := len(l.imports)
	result := parse.OK
	var err error
	if whole {
		_, err = c.part(l, at.start, at.end, l.lang, parent)
	} else {
		result, err = c.embed(ctx, l, at.start, at.end, l.lang, parent)
	}
	if result == parse.Errors && l.result == parse.OK {
		l.result = result
	}
	for i := range l.imports[imports:] {
		l.imports[imports+i].unit = -1
	}
	return err
}

// notebook reads the cells out of the records of the JSON.
type notebook struct {
	t        *data.Text
	l        *layout
	text     []byte
	spans    []span
	cells    []cell
	language string
}

func (n *notebook) read() {
	for i := range n.t.Records {
		r := &n.t.Records[i]
		switch {
		case r.Name == "cells" && r.Holds && len(n.cells) == 0 && (r.Parent < 0 || n.t.Records[r.Parent].Kind == "item"):
			n.list(i)
		case (r.Name == "language" || r.Name == "name") && !r.Holds && n.inside(r, "metadata", "kernelspec", "language_info") &&
			(n.language == "" || r.Name == "language"):
			n.language = unquote(n.l.src[r.Body:r.End])
		}
	}
}

// inside reports whether a record lies in metadata's kernelspec or
// language_info, which tell the language.
func (n *notebook) inside(r *data.Record, outer string, names ...string) bool {
	p := r.Parent
	if p < 0 || !slices.Contains(names, n.t.Records[p].Name) || r.Name == "name" && n.t.Records[p].Name == "kernelspec" {
		return false
	}
	p = n.t.Records[p].Parent
	return p >= 0 && n.t.Records[p].Name == outer
}

// list reads the cells in the array at index i.
func (n *notebook) list(i int) {
	end, index := n.t.Records[i].Next, 0
	for i++; i < end; i = n.t.Records[i].Next {
		if n.t.Records[i].Kind != "item" {
			continue
		}
		n.cell(i, index)
		index++
	}
}

func (n *notebook) cell(i, index int) {
	at := cell{index: index, start: len(n.text)}
	source, end := -1, n.t.Records[i].Next
	for i++; i < end; i = n.t.Records[i].Next {
		r := &n.t.Records[i]
		switch r.Name {
		case "cell_type":
			kind := unquote(n.l.src[r.Body:r.End])
			at.markdown, at.raw = kind == "markdown" || kind == "heading", kind == "raw"
		case "source", "input": // input is what nbformat 3 calls it
			source = i
		case "outputs":
			if at.outputs = r.End - r.Body; at.outputs <= len("[]") {
				at.outputs = 0
			}
		}
	}
	if source < 0 {
		return
	}
	n.source(source)
	if len(bytes.TrimSpace(n.text[at.start:])) == 0 {
		n.text, n.spans = n.text[:at.start], n.spans[:at.start]
		if len(n.cells) > 0 {
			n.cells[len(n.cells)-1].outputs += at.outputs
		}
		return
	}
	last := n.spans[len(n.spans)-1].end
	n.text = append(n.text, between...)
	for range between {
		n.spans = append(n.spans, span{last, last})
	}
	at.end = len(n.text)
	at.told = !at.markdown && len(n.cells) > 0 && n.cells[len(n.cells)-1].markdown
	n.cells = append(n.cells, at)
}

// source reads a string, or an array of them.
func (n *notebook) source(i int) {
	r := &n.t.Records[i]
	if !r.Holds {
		n.unescape(r.Body, r.End)
		return
	}
	for i++; i < r.Next; i = n.t.Records[i].Next {
		n.unescape(n.t.Records[i].Body, n.t.Records[i].End)
	}
}

// unescape adds the text of the string that is written in [i, end).
func (n *notebook) unescape(i, end int) {
	for i < end && n.l.src[i] != '"' {
		i++
	}
	i++
	for i < end && n.l.src[i] != '"' {
		if n.l.src[i] != '\\' || i+1 >= end {
			n.text, n.spans = append(n.text, n.l.src[i]), append(n.spans, span{uint32(i), uint32(i + 1)})
			i++
			continue
		}
		r, size := escape(n.l.src[i:end])
		before := len(n.text)
		n.text = utf8.AppendRune(n.text, r)
		for range n.text[before:] {
			n.spans = append(n.spans, span{uint32(i), uint32(i + size)})
		}
		i += size
	}
}

// escape reads the escape that b begins with. One that JSON does not know is
// what follows the backslash.
func escape(b []byte) (r rune, size int) {
	switch b[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		r, ok := hex4(b)
		if !ok {
			return 'u', 2
		}
		if utf16.IsSurrogate(r) {
			low, ok := hex4(b[6:])
			if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
				return pair, 12
			}
			return utf8.RuneError, 6
		}
		return r, 6
	}
	r, size = utf8.DecodeRune(b[1:])
	return r, 1 + size
}

// hex4 reads \uXXXX.
func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(string(b[2:6]), 16, 32)
	return rune(v), err == nil
}

func unquote(text []byte) string { return string(bytes.Trim(bytes.TrimSpace(text), `"`)) }

// placeCells leads the offsets of a notebook's chunks back to the file, and
// says which cells they are of.
func (l *layout) placeCells(f *File) {
	k := 0
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		for k+1 < len(l.cells) && l.cells[k+1].start <= ch.StartByte {
			k++
		}
		index := l.cells[k].index
		ch.Cell = &index
		for j := k; j < len(l.cells) && l.cells[j].start < ch.EndByte; j++ {
			if l.cells[j].end > ch.StartByte && l.cells[j].end <= ch.EndByte {
				ch.OutputBytes += l.cells[j].outputs
			}
		}
		ch.StartByte, ch.EndByte = int(l.spans[ch.StartByte].start), int(l.spans[ch.EndByte-1].end)
	}
}

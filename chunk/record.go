package chunk

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// File is what became of one file.
type File struct {
	Path     string
	Language string
	Strategy string
	Parse    parse.Result
	Chunks   []Chunk
}

// Tokens is how many tokens the texts of the file's chunks have together.
func (f *File) Tokens() int {
	n := 0
	for i := range f.Chunks {
		n += f.Chunks[i].Tokens
	}
	return n
}

// identify sets the Hash and the ID of every chunk.
func (f *File) identify() {
	seen := make(map[string]int, len(f.Chunks))
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		ch.Identify(seen[ch.Text])
		seen[ch.Text]++
	}
}

// Identify sets the Hash and the ID, which follow from the path, the text, and
// how many chunks before this one in the file have the same text.
func (ch *Chunk) Identify(ordinal int) {
	ch.Hash = digest(ch.Text)
	ch.ID = identity(ch.Path, ch.Hash, ordinal)
}

// Chunk is the record of one chunk, as printed and stored. Lines are 1-based
// and inclusive, bytes 0-based and half-open, both of the file as it lies on
// disk.
type Chunk struct {
	// ID is of the path, the text, and its ordinal among equal texts of the
	// file: it stays when lines move. 32 hexadecimal digits.
	ID string `json:"id"`
	// Hash is of the text alone: an embedding can be reused wherever it is
	// the same. 32 hexadecimal digits.
	Hash string `json:"hash"`
	// Repo is the URL, without credentials, of the remote the file was read
	// from, Commit the full id of the commit. Of a revision of a repository
	// on this machine there is the commit alone: where that lies is no
	// business of the record's. A file on disk, or staged, has neither.
	Repo   string `json:"repo,omitempty"`
	Commit string `json:"commit,omitempty"`
	// Path has slashes. It can be any bytes; PathBytes is set only in what is
	// printed, and only where those are not UTF-8: see PathText.
	Path      string `json:"path"`
	PathBytes []byte `json:"path_bytes,omitempty"`
	Language  string `json:"language"`
	Strategy  string `json:"strategy"`
	// Kind and Name are those of the innermost unit the chunk starts in;
	// empty where it starts outside of any.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Scope are the names of the units around that one, outermost first.
	Scope []string `json:"scope"`
	// Units are the definitions the chunk holds, whole or in part.
	Units []Unit `json:"units"`
	// Part is given where the unit named by Kind and Name is not whole in
	// this chunk: which of its chunks this is, from 1, and how many it has.
	Part      *[2]int `json:"part,omitempty"`
	StartLine int     `json:"start_line"`
	EndLine   int     `json:"end_line"`
	StartByte int     `json:"start_byte"`
	EndByte   int     `json:"end_byte"`
	// Parent is what to hand over in the chunk's stead, where asked for.
	Parent *Parent `json:"parent,omitempty"`
	// Tokens are those of Text, ContextTokens those of Context by itself.
	Tokens        int    `json:"tokens"`
	ContextTokens int    `json:"context_tokens"`
	Context       string `json:"context"`
	// Text is Context and then the body: the bytes from StartByte to EndByte.
	Text string `json:"text"`
	// Parse says how the file's parse went; none where the strategy reads no
	// syntax: fixed, sentence, recursive when asked for.
	Parse parse.Result `json:"parse"`
	// Encoding is given where the file is not UTF-8: utf-16le, utf-16be,
	// utf-32le, utf-32be, iso-8859-1, windows-1252, all decoded in Text;
	// utf-8-bom; utf-8-invalid and unknown, whose bytes are as they are.
	Encoding string `json:"encoding,omitempty"`
	// Cell is the index of the notebook's cell that the chunk begins in, from
	// 0, and OutputBytes how many bytes of outputs are left out here.
	Cell        *int `json:"cell,omitempty"`
	OutputBytes int  `json:"output_bytes,omitempty"`
}

// Unit is a definition in a chunk's file, with the lines of the whole of it,
// the comments that belong to it included.
type Unit struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
}

// PathText gives a path as it can stand in JSON. One that is not UTF-8 begins
// with ./ there, as no other path of a record does, has its odd bytes and each %
// as %XX, and its own bytes beside it: no two paths have the same text.
func PathText(path string) (text string, raw []byte) {
	if utf8.ValidString(path) {
		return path, nil
	}
	return "./" + percented(path), []byte(path)
}

// percented writes a path that is not UTF-8 for people, with the odd bytes, and
// each %, as %XX. Any other stands as it is.
func percented(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	var b strings.Builder
	for i, r := range path {
		if _, size := utf8.DecodeRuneInString(path[i:]); r == utf8.RuneError && size == 1 || r == '%' {
			fmt.Fprintf(&b, "%%%02X", path[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// finish plans a layout and writes the chunks.
func (c *Chunker) finish(path string, l *layout) *File {
	f := &File{Path: path, Language: l.language, Strategy: l.strategy, Parse: l.result}
	if len(l.src) == 0 {
		return f
	}
	// Where counts do not add up exactly, a chunk may come out too large: then
	// what it begins with is taken to be as much larger, and the file planned
	// again. An atom that is too large by itself is opened, and it alone.
	ctx := c.preamble(path, l)
	for most, round := c.opts.Max, 0; ; round++ {
		over, opened := c.write(f, l, ctx, c.plan(l, ctx, most))
		if over <= 0 || most <= over {
			f.identify()
			return f
		}
		if opened {
			c.settle(l)
			ctx = c.preamble(path, l)
		}
		if round >= maxRounds {
			most -= over
		}
	}
}

// preamble prepares what stands before the chunks of a layout.
func (c *Chunker) preamble(path string, l *layout) *contexts {
	ctx := c.contexts(path, l)
	ctx.uses = c.uses(l)
	if c.opts.Overlap > 0 {
		ctx.laps = c.laps(l)
	}
	return ctx
}

// maxRounds is how often a file is planned before the maximum is lowered.
const maxRounds = 16

// write makes the chunks of a plan. It gives how far the largest is over the
// maximum, and whether an atom was that, and may now be split.
func (c *Chunker) write(f *File, l *layout, ctx *contexts, cuts []int) (over int, opened bool) {
	f.Chunks = f.Chunks[:0]
	lines := l.newLines()
	w := &writer{c: c, f: f, l: l, ctx: ctx, lines: lines}
	for k, i := range cuts {
		j := len(l.seams)
		if k+1 < len(cuts) {
			j = cuts[k+1]
		}
		ch := w.chunk(i, j)
		if n := ch.Tokens - c.opts.Max; n > 0 {
			over = max(over, n)
			if s := &l.seams[i]; j == i+1 && s.whole {
				s.whole, opened = false, true
			} else {
				s.tokens += n
			}
		}
		f.Chunks = append(f.Chunks, ch)
	}
	if over == 0 {
		w.fill(cuts)
	}
	w.parts()
	if c.opts.Parents {
		w.parents()
	}
	return over, opened
}

// writer writes the records of one file.
type writer struct {
	c     *Chunker
	f     *File
	l     *layout
	ctx   *contexts
	lines lines
	text  []byte // of the chunk at hand
}

func (w *writer) chunk(i, j int) Chunk {
	l := w.l
	start, end := l.seams[i].off, len(l.src)
	clean := l.seams[i].clean
	if w.ctx.laps != nil {
		start = w.ctx.laps[i].start
		clean = clean && w.c.counter.Clean(l.src, start)
	}
	if j < len(l.seams) {
		end, clean = l.seams[j].off, clean && l.seams[j].clean
	}
	ch := Chunk{Path: w.f.Path, Language: w.f.Language, Strategy: w.f.Strategy, Parse: w.f.Parse,
		StartByte: start, EndByte: end, StartLine: w.lines.of(start), EndLine: w.lines.of(end - 1)}
	body := int(w.c.sums[end] - w.c.sums[start])
	if !clean {
		body = w.c.counter.Count(l.src[start:end])
	}
	ch.Context = w.ctx.write(i, j, body)
	w.text = append(append(w.text[:0], ch.Context...), l.src[start:end]...)
	ch.Text = string(w.text)
	ch.ContextTokens = w.c.counter.Count([]byte(ch.Context))
	ch.Tokens = ch.ContextTokens + body
	if !clean || !w.c.counter.Clean(w.text, len(ch.Context)) {
		ch.Tokens = w.c.counter.Count(w.text)
	}
	w.name(&ch)
	ch.Language = w.language(&ch)
	return ch
}

// identity makes an id of a path, a text's hash, and its ordinal among equal ones.
func identity(path, hash string, ordinal int) string {
	return digest(fmt.Sprintf("%s\x00%s\x00%d", path, hash, ordinal))
}

// digest is the first half of a SHA-256, in hexadecimal.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// name finds the unit a chunk starts in, the units around that, and those it
// holds.
func (w *writer) name(ch *Chunk) {
	at := w.l.starts(ch.StartByte)
	ch.Scope, ch.Units = []string{}, []Unit{}
	if at >= 0 {
		u := &w.l.units[at]
		ch.Kind, ch.Name = u.kind, u.name
		ch.Scope = w.l.scope(at)
	}
	for _, i := range w.l.within(ch.StartByte, ch.EndByte) {
		u := &w.l.units[i]
		ch.Units = append(ch.Units, Unit{u.kind, u.name, w.lines.of(u.start), w.lines.of(u.end - 1)})
	}
}

// within lists the units that have bytes in [start, end), in order.
func (l *layout) within(start, end int) (units []int) {
	next := sort.Search(len(l.units), func(i int) bool { return l.units[i].start >= start })
	for u := next - 1; u >= 0; u = l.units[u].parent {
		if l.units[u].end > start {
			units = append(units, u)
		}
	}
	slices.Reverse(units)
	for ; next < len(l.units) && l.units[next].start < end; next++ {
		units = append(units, next)
	}
	return units
}

// language is that of the innermost unit with one of its own that holds the
// whole chunk, else the file's.
func (w *writer) language(ch *Chunk) string {
	end := trimSpace(w.l.src, ch.StartByte, ch.EndByte)
	for u := w.l.starts(ch.StartByte); u >= 0; u = w.l.units[u].parent {
		if w.l.units[u].language != "" && end <= w.l.units[u].end {
			return w.l.units[u].language
		}
	}
	return w.f.Language
}

// starts gives the innermost unit that the first visible byte from off lies in.
func (l *layout) starts(off int) int {
	for off < len(l.src)-1 && (l.src[off] == ' ' || l.src[off] == '\t' || l.src[off] == '\n' || l.src[off] == '\r') {
		off++
	}
	return l.innermost(off)
}

// scope lists the names around a unit, outermost first.
func (l *layout) scope(u int) []string {
	out := []string{}
	if l.units[u].owner != "" {
		out = append(out, l.units[u].owner)
	}
	for u = l.units[u].parent; u >= 0; u = l.units[u].parent {
		if l.units[u].kind == "code" { // of a document: its name is that of the language
			continue
		}
		out = append(out, l.units[u].name)
		if l.units[u].owner != "" {
			out = append(out, l.units[u].owner)
		}
	}
	slices.Reverse(out)
	return out
}

// parts numbers the pieces of split units.
func (w *writer) parts() {
	for k := range w.f.Chunks {
		ch := &w.f.Chunks[k]
		at := w.l.starts(ch.StartByte)
		if at < 0 {
			continue
		}
		u := &w.l.units[at]
		if w.holds(ch, at) || ch.EndByte <= u.start { // or it has its indentation alone
			continue
		}
		first := sort.Search(len(w.f.Chunks), func(i int) bool { return w.f.Chunks[i].EndByte > u.start })
		last := sort.Search(len(w.f.Chunks), func(i int) bool { return w.f.Chunks[i].EndByte >= u.end })
		ch.Part = &[2]int{k - first + 1, last - first + 1}
	}
}

func (w *writer) holds(ch *Chunk, u int) bool {
	return ch.StartByte <= w.l.units[u].start && w.l.units[u].end <= ch.EndByte
}

// lines finds the line of an offset.
type lines struct {
	starts []int  // where each line of the file begins
	spans  []span // where each byte of the text is in the file; nil: at the same place
}

func (l *layout) newLines() lines {
	src := l.src
	if l.file != nil {
		src = l.file
	}
	ls := lines{starts: []int{0}, spans: l.spans}
	for i, c := range src {
		if c == '\n' && i+1 < len(src) {
			ls.starts = append(ls.starts, i+1)
		}
	}
	return ls
}

// of gives the 1-based line that off lies on.
func (ls lines) of(off int) int {
	if ls.spans != nil {
		off = int(ls.spans[off].start)
	}
	return sort.Search(len(ls.starts), func(i int) bool { return ls.starts[i] > off })
}

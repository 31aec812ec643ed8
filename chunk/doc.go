package chunk

import (
	"bytes"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// A document is a list of blocks, whatever its markup. Headings make sections,
// which are units and nest by level; the rest are paragraphs, lists, tables,
// code and so on. What fits with its context is never entered, be it a section
// or a block; what does not is entered, and cut where its kind says: between
// the blocks of a list, the rows of a table, the sentences of a paragraph, the
// statements of code. Only what is cut this way becomes a unit besides
// sections: a table or some code, whose header rows or opening line are the
// context of its later parts.
//
// Not done: a later part of a long list item does not repeat the item's first
// line, and a section's context does not tell which list or quote it is in.

// blockKind tells how a block is cut that does not fit.
type blockKind uint8

const (
	plain     blockKind = iota // at its lines
	paragraph                  // at its sentences
	heading                    // begins a section
	lone                       // a heading with nothing under it: goes with what is before
	mark                       // belongs to what follows: an anchor, a caption
	rule                       // belongs to what is before
	codeBlock                  // by the seams of its language
	table                      // between its rows
	list                       // between its parts, which are blocks
)

// block is a piece of a document, of whole lines. Blocks tile the file: each
// ends where the next begins.
type block struct {
	kind  blockKind
	start int // with the marks before it
	own   int // without them
	end   int
	title bool // a heading inside a list or quote: goes with what follows

	// A heading: its level from 1, its text, and where its lines begin and end.
	level      int
	text       string
	head, body int

	// A table or code: head and body of what its later parts repeat, stop
	// where its rows or lines end, last where the whole ends.
	stop, last int
	border     byte            // where given, a table is cut only at lines that begin so, or after '+'
	lang       *langs.Language // of code; nil where it is not known or not clear
	// parts gives the blocks in a list that lies so.
	parts func(start, end int) []block
}

// doc lays out one document.
type doc struct {
	c    *Chunker
	l    *layout
	ctx  *contexts
	unit int  // the section at hand, or -1
	bare bool // nothing has come yet under its heading
	lead bool // the block before introduces what follows: it ends in a colon
}

// document lays out the blocks of a file. page is the title of the whole, as
// a line of context, or "".
func (c *Chunker) document(path string, l *layout, blocks []block, page unit) error {
	d := &doc{c: c, l: l, ctx: c.contexts(path, l), unit: -1}
	l.result = parse.OK
	l.cut(0, 0)
	blocks = gather(blocks, 0, len(l.src))
	whole := false
	if page.name != "" {
		page.end, page.parent, page.members = len(l.src), -1, true
		l.units = append(l.units, page)
		whole = d.fits(0, len(l.src))
		d.unit = 0
		l.seams[0].whole = whole
	}
	if err := d.walk(blocks, whole); err != nil {
		return err
	}
	c.settle(l)
	return nil
}

// gather makes the blocks tile [start, size), and puts together what cannot stand
// alone: marks with what they mark, a rule with what it ends, a heading that
// has nothing under it with the next section of its level.
func gather(blocks []block, start, size int) []block {
	next, bare := -1, true
	for i := len(blocks) - 1; i >= 0; i-- {
		b := &blocks[i]
		if b.kind != heading {
			bare = bare && (b.kind == mark || b.kind == lone)
			continue
		}
		switch {
		case !bare || next >= 0 && blocks[next].level > b.level:
			next, bare = i, true
		case next >= 0 && blocks[next].level == b.level:
			blocks[next].start, blocks[next].own = b.start, b.start
			for k := i; k < next; k++ {
				blocks[k].end = -1
			}
		default:
			b.kind = lone
		}
	}
	out := blocks[:0]
	from := start // where the marks begin that wait for what they mark
	for i := range blocks {
		b := blocks[i]
		switch {
		case b.end < 0 || b.kind == rule && len(out) > 0 && out[len(out)-1].kind != heading && from < 0:
			continue
		case b.kind == mark || b.kind == rule:
			if from < 0 {
				from = b.start
			}
			continue
		}
		if from >= 0 {
			b.start, from = from, -1
		}
		out = append(out, b)
	}
	switch {
	case len(out) == 0:
		return []block{{kind: plain, start: start, own: start, end: size}}
	case from > start: // marks of nothing
		out = append(out, block{kind: plain, start: from, own: from})
	}
	meet(out, size)
	return out
}

// meet makes each block end where the next begins, and the last at end.
func meet(blocks []block, end int) {
	for i := range blocks {
		blocks[i].end = end
		if i+1 < len(blocks) {
			blocks[i].end = blocks[i+1].start
		}
	}
}

// walk lays out blocks, whole ones only as units.
func (d *doc) walk(blocks []block, whole bool) error {
	ends := sectionEnds(blocks)
	inside := 0 // where the section ends that fits
	if whole {
		inside = len(d.l.src)
	}
	for i := range blocks {
		b := &blocks[i]
		for d.unit >= 0 && d.l.units[d.unit].end <= b.start {
			d.unit = d.l.units[d.unit].parent
		}
		if b.kind == heading {
			if d.section(b, ends[i], b.start < inside) {
				inside = ends[i]
			}
			continue
		}
		if b.start < inside {
			continue
		}
		if err := d.block(b, d.cost(b)); err != nil {
			return err
		}
		d.bare = false
		d.lead = bytes.HasSuffix(bytes.TrimRight(d.l.src[b.start:b.end], " \t\r\n"), []byte(":"))
	}
	return nil
}

// sectionEnds gives for every heading where its section ends.
func sectionEnds(blocks []block) []int {
	ends := make([]int, len(blocks))
	var open []int
	for i := range blocks {
		if blocks[i].kind != heading {
			continue
		}
		for len(open) > 0 && blocks[open[len(open)-1]].level >= blocks[i].level {
			ends[open[len(open)-1]] = blocks[i].start
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for _, i := range open {
		ends[i] = blocks[len(blocks)-1].end
	}
	return ends
}

// section opens the section of a heading, and reports whether it fits and
// needs no seams inside. One inside another that fits has none of its own.
func (d *doc) section(b *block, end int, inside bool) bool {
	u := unit{kind: "section", name: b.text, start: b.start, own: b.own, head: b.head, body: b.body,
		end: end, parent: d.unit, members: true}
	cost := d.cost(b)
	whole := false
	switch {
	case inside:
	case d.fits(b.own, end):
		whole = true
		d.cut(b.start, cost, b.own == b.start)
		if b.own > b.start {
			d.cut(b.own, costAttached, true)
		}
	default:
		d.cut(b.start, cost, false)
		d.cut(b.own, costAttached, false)
		d.lines(b.own, b.head, costAttached)
		d.cut(b.head, costAttached, false)
		d.c.introduce(&u, d.repeat(b.head, b.body))
	}
	d.l.units = append(d.l.units, u)
	d.unit, d.bare, d.lead = len(d.l.units)-1, !whole && !inside, false
	return whole
}

// repeat gives lines of the file as a context.
func (d *doc) repeat(start, end int) string {
	text := bytes.TrimRight(d.l.src[start:min(end, start+maxSignature)], " \t\r\n")
	return string(bytes.ToValidUTF8(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\uFFFD"))) + "\n"
}

// tile makes the blocks inside another cover it from start to end; what has no
// blocks is one.
func tile(inner []block, start, end int) []block {
	if len(inner) == 0 {
		return []block{{kind: plain, start: start, own: start, end: end}}
	}
	inner[0].start, inner[0].own = start, start
	meet(inner, end)
	return inner
}

// fits reports whether a part of the file fits into a chunk with the context
// of the section around it.
func (d *doc) fits(start, end int) bool {
	n := d.ctx.pathTokens
	if d.unit >= 0 {
		n += d.ctx.chain(d.unit).tokens
	}
	return n+d.c.count(d.l.src, start, end) <= d.c.opts.Max
}

func (d *doc) cut(off int, cost float32, whole bool) {
	if off >= len(d.l.src) {
		return
	}
	if last := &d.l.seams[len(d.l.seams)-1]; d.l.cut(off, cost) {
		d.l.seams[len(d.l.seams)-1].whole = whole
	} else if last.off == off {
		last.whole = whole
	}
}

// lines offers a cut before every line but the first.
func (d *doc) lines(start, end int, cost float32) {
	for off := d.l.nextLine(start, end); off < end; off = d.l.nextLine(off, end) {
		d.l.cut(off, cost)
	}
}

// depth is how many sections stand around what comes next.
func (d *doc) depth() (n int) {
	for u := d.unit; u >= 0; u = d.l.units[u].parent {
		n++
	}
	return n
}

// cost is that of a cut before a block.
func (d *doc) cost(b *block) float32 {
	switch {
	case d.bare || b.kind == lone:
		return costHeader
	case b.kind == heading:
		return costUnit + costMember*float32(d.depth())
	case d.lead:
		return costParagraph + costLead + costMember*float32(d.depth())
	}
	return costParagraph + costMember*float32(d.depth())
}

// block lays out what is no heading.
func (d *doc) block(b *block, cost float32) error {
	if d.fits(b.start, b.end) {
		d.cut(b.start, cost, true)
		return nil
	}
	d.cut(b.start, cost, false)
	if b.own > b.start {
		d.lines(b.start, b.own, costInComment)
		whole := d.fits(b.own, b.end)
		if d.cut(b.own, costAttached, whole); whole {
			return nil
		}
	}
	inner := float32(costLine)
	if d.unit >= 0 {
		inner += costMember * float32(d.depth())
	}
	switch b.kind {
	case codeBlock:
		return d.code(b)
	case table:
		d.enter(b, "table", "")
		d.rows(b, inner)
		d.unit = d.l.units[d.unit].parent
	case list:
		return d.list(b, cost)
	case paragraph:
		d.l.sentences(b.own, b.end, costSentence)
	default:
		d.c.lines(d.l, b.own, b.end)
	}
	return nil
}

// rows offers a cut before every row of a table but the first.
func (d *doc) rows(b *block, cost float32) {
	src := d.l.src
	for off := d.l.nextLine(b.body, b.stop); off < b.stop; off = d.l.nextLine(off, b.stop) {
		above := bytes.LastIndexByte(src[:off-1], '\n') + 1
		if b.border == '+' && src[above] != '+' || b.border == '|' && src[off] != '|' {
			continue
		}
		d.l.cut(off, cost)
	}
}

// enter makes a unit of a block that is cut.
func (d *doc) enter(b *block, kind, name string) {
	u := unit{kind: kind, name: name, start: b.own, own: b.own, head: b.head, body: b.body, end: b.last,
		parent: d.unit, members: true}
	d.c.introduce(&u, d.repeat(b.head, b.body))
	d.l.units = append(d.l.units, u)
	d.unit = len(d.l.units) - 1
}

// code cuts a block of code by its language, or by its lines.
func (d *doc) code(b *block) error {
	d.enter(b, "code", b.text)
	defer func() { d.unit = d.l.units[d.unit].parent }()
	if b.lang == nil {
		d.c.lines(d.l, b.body, b.stop)
		return nil
	}
	d.l.units[d.unit].language = b.lang.Name
	_, err := d.c.embed(d.ctx, d.l, b.body, b.stop, b.lang, d.unit)
	return err
}

// list lays out the parts of a list, a list item, a quote.
func (d *doc) list(b *block, cost float32) error {
	parts := b.parts(b.start, b.end)
	title := false
	for i := range parts {
		p := &parts[i]
		at := cost + costItem
		if title {
			at = costHeader
		}
		title = p.title
		if err := d.block(p, at); err != nil {
			return err
		}
	}
	return nil
}

package chunk

import (
	"bytes"
	"slices"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// embed lays out src[start:end] by the syntax of a language, inside the unit
// parent (-1 for none): a script in a page, a fence in a document, or a whole
// file of code. It adds the units and imports it finds, and a seam before
// every node worth cutting at, to what the layout has; so a format calls it in
// the order of the file, when parent stands in l.units and nothing after end
// does. parent should have members, begin before start, and have its body at
// start at the latest; what it has after end stays with the last of the code.
// Where the language gives no syntax the lines are the seams.
// settle is left to the caller.
func (c *Chunker) embed(ctx *contexts, l *layout, start, end int, lang *langs.Language, parent int) (parse.Result, error) {
	l.speak(lang)
	first := len(l.units)
	o, err := c.part(l, start, end, lang, parent)
	if err != nil {
		return "", err
	}
	if len(o.Nodes) == 0 {
		c.lines(l, start, end)
		return o.Result, nil
	}
	if parent >= 0 && l.units[parent].end > end {
		if l.tails == nil {
			l.tails = make(map[int]int)
		}
		l.tails[end] = l.units[parent].end
	}
	c.codeSeams(ctx, l, o.Nodes, first)
	return o.Result, nil
}

// speak makes the words that close in a language such in the whole file.
func (l *layout) speak(lang *langs.Language) {
	if lang == nil {
		return
	}
	for _, w := range lang.Closers {
		if !slices.Contains(l.closers, w) {
			l.closers = append(slices.Clip(l.closers), w)
		}
	}
}

// part adds the units and imports of src[start:end] to the layout, and gives
// the outline for its nodes.
func (c *Chunker) part(l *layout, start, end int, lang *langs.Language, parent int) (*parse.Outline, error) {
	grain, most := uint32(c.opts.Max/grainShare), uint32(c.opts.Max-c.opts.Max/contextShare)
	o, err := c.parser.Parse(lang, l.src[start:end], func(from, to int, unit bool) bool {
		n := c.sums[start+to] - c.sums[start+from]
		return unit && n > most || !unit && n > grain
	})
	if err != nil {
		return nil, err
	}
	move(o, start, len(l.units), parent)
	c.codeUnits(l, o, lang, l.src[start:end])
	return o, nil
}

// move makes the offsets of an outline those of the file that it is a part of,
// and its units those from first on, inside parent.
func move(o *parse.Outline, by, first, parent int) {
	place := func(unit *int) {
		if *unit >= 0 {
			*unit += first
		} else {
			*unit = parent
		}
	}
	for i := range o.Nodes {
		n := &o.Nodes[i]
		n.Start, n.End = n.Start+by, n.End+by
		if n.Unit < 0 && parent >= 0 {
			n.Depth++ // parent's body is the whole, not the first node
		}
		place(&n.Unit)
	}
	for i := range o.Units {
		u := &o.Units[i]
		u.Start, u.Own, u.Head, u.Body, u.End = u.Start+by, u.Own+by, u.Head+by, u.Body+by, u.End+by
		place(&u.Parent)
	}
	for i := range o.Imports {
		s := &o.Imports[i]
		s.Start, s.End = s.Start+by, s.End+by
		for k := range s.Items {
			s.Items[k].Start += by
			s.Items[k].End += by
		}
	}
}

// indentation gives what a level of src is indented by: what its first
// indented line begins with, or four blanks.
func indentation(src []byte) string {
	for rest := src; ; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			return "    "
		}
		rest = rest[i+1:]
		text := bytes.TrimLeft(rest, " \t")
		n := len(rest) - len(text)
		if n > 0 && rest[0] == '\t' {
			return "\t"
		}
		if n > 1 && n <= 8 && len(text) > 0 && text[0] != '\n' && text[0] != '\r' && text[0] != '*' {
			return string(rest[:n])
		}
	}
}

// codeUnits takes over the outline's units and writes their signatures.
func (c *Chunker) codeUnits(l *layout, o *parse.Outline, lang *langs.Language, src []byte) {
	tab := indentation(src)
	for _, u := range o.Units {
		un := unit{kind: u.Kind, name: u.Name, owner: u.Owner, start: u.Start, own: u.Own,
			head: u.Head, body: u.Body, end: u.End, parent: u.Parent, members: u.Members}
		c.introduce(&un, signature(l.src, lang, u, tab))
		l.units = append(l.units, un)
	}
	for _, s := range o.Imports {
		l.imports = append(l.imports, statement{Statement: s, unit: l.innermost(s.Start)})
	}
}

package chunk

import (
	"bytes"

	"github.com/seed5e9d5dd4/cleave/chunk/data"
	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// records lays a data file or a page out by its records. They become nodes and
// units like those of a syntax tree, so the seams between them are the same.
//
// Which records are units depends on how much they hold: one whose parent fits
// into half a chunk is not listed, or a chunk of configuration would list
// fifty. A value that no chunk can hold is a unit too, so that its parts have
// its key as context.
func (c *Chunker) records(path string, l *layout, t *data.Text) (*layout, error) {
	l.result = parse.OK
	switch {
	case t.TooDeep:
		l.result = parse.TooDeep
	case t.Broken:
		l.result = parse.Errors
	}
	if len(t.Records) == 0 {
		return c.recursive(l), nil
	}
	if l.strategy = "data"; t.Page {
		l.strategy = "page"
	}
	l.cut(0, 0)
	r := &recorder{c: c, l: l, t: t}
	r.list(0, len(t.Records), -1, len(l.src))
	if r.err != nil {
		return nil, r.err
	}
	c.codeSeams(c.contexts(path, l), l, r.nodes, 0)
	c.settle(l)
	return l, nil
}

// recorder makes nodes and units of records.
type recorder struct {
	c     *Chunker
	l     *layout
	t     *data.Text
	nodes []parse.Node
	err   error
}

func (r *recorder) tokens(rec *data.Record) int {
	return int(r.c.sums[rec.End] - r.c.sums[rec.Start])
}

// list takes over the records from i to end, which stand in a unit that ends
// at stop. Comments right before a record belong to it.
func (r *recorder) list(i, end, unit, stop int) {
	run, runEnd, last := -1, 0, -1
	for i < end {
		rec := &r.t.Records[i]
		r.gap(last, rec.Start, unit)
		last = rec.End
		if run >= 0 && blankAbove(r.l.src, rec.Start) {
			run = -1
		}
		if rec.Kind == "comment" {
			if run < 0 {
				run = rec.Start
			}
			runEnd = rec.End
			r.node(rec.Start, rec.End, unit, parse.Comment)
		} else {
			start := rec.Start
			if run >= 0 && runEnd <= start {
				start = run
			}
			r.record(i, start, unit)
			run = -1
		}
		i = rec.Next
	}
	r.gap(last, stop, unit)
}

// gap takes over what stands between records: a few words of text, a template's
// braces. Else it would count as a part of the record before.
func (r *recorder) gap(start, end, unit int) {
	if start < 0 {
		return // that before the first is of the header
	}
	start = r.l.extent(start)
	if start >= end {
		return
	}
	text := bytes.TrimSpace(r.l.src[start:end])
	if len(text) == 0 {
		return
	}
	start += bytes.Index(r.l.src[start:], text)
	r.node(start, start+len(text), unit, parse.Plain)
}

func (r *recorder) node(start, end, unit int, role parse.Role) {
	r.nodes = append(r.nodes, parse.Node{Start: start, End: end, Next: len(r.nodes) + 1, Unit: unit, Role: role, Statement: true})
}

// record takes over one record. It begins at start with its comments.
func (r *recorder) record(i, start, parent int) {
	rec := &r.t.Records[i]
	n, max := r.tokens(rec), r.c.opts.Max
	script := rec.Kind == "script" || rec.Kind == "style"
	if !script && !(rec.Holds && (rec.Named() || n > max/grainShare)) && (rec.Kind == "text" || n <= max-max/contextShare) {
		r.node(rec.Start, rec.End, parent, parse.Plain)
		return
	}
	u := len(r.l.units)
	un := unit{kind: rec.Kind, name: rec.Name, start: start, own: rec.Start, head: rec.Head, body: rec.Body,
		end: rec.End, parent: parent, members: rec.Holds || script}
	r.c.introduce(&un, r.context(i))
	r.l.units = append(r.l.units, un)
	at := len(r.nodes)
	r.node(rec.Start, rec.End, u, parse.Def)
	switch {
	case script:
		r.code(rec, u)
	case rec.Holds && n > max/2:
		r.list(i+1, rec.Next, u, rec.End)
	}
	r.nodes[at].Next = len(r.nodes)
}

// context is what the record's file would say, or a comment with the name of
// what has no head: a document.
func (r *recorder) context(i int) string {
	rec := &r.t.Records[i]
	if rec.Kind == "document" && rec.Name != "" {
		return comment(r.l.lang, rec.Name) + "\n"
	}
	return r.t.Context(i)
}

// code takes over a script or style, by the syntax of its language.
func (r *recorder) code(rec *data.Record, u int) {
	lang := langs.ByAlias(rec.Code)
	if lang != nil {
		r.l.units[u].language = lang.Name
	}
	o, err := r.c.part(r.l, rec.Body, rec.CodeEnd, lang, u)
	if err != nil {
		r.err = err
		return
	}
	if len(o.Nodes) == 0 {
		if text := bytes.TrimSpace(r.l.src[rec.Body:rec.CodeEnd]); len(text) > 0 {
			start := rec.Body + bytes.Index(r.l.src[rec.Body:], text)
			r.node(start, start+len(text), u, parse.Plain)
		}
		return
	}
	if o.Result != parse.OK {
		r.l.result = o.Result
	}
	at := len(r.nodes)
	for _, n := range o.Nodes {
		n.Next += at
		r.nodes = append(r.nodes, n)
	}
}

package parse

import (
	"regexp"
	"slices"
	"time"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// frame is what is read around some files of a language.
type frame struct {
	langs.Frame
	only, not *regexp.Regexp
	inside    path
}

func (ns *numbers) frame(f langs.Frame) (out frame, err error) {
	if f.Only == "" {
		return out, nil
	}
	out.Frame = f
	if out.only, err = regexp.Compile(f.Only); err != nil {
		return out, err
	}
	if out.not, err = regexp.Compile(f.Not); err != nil {
		return out, err
	}
	return out, ns.compile(&out.inside, f.Inside)
}

// around reports whether src is to be read inside the frame.
func (f *frame) around(src []byte) bool {
	return f.only != nil && f.only.Match(src) && !f.not.Match(src)
}

// framed reads src inside its language's frame; nil where it does not fit in.
func (p *Parser) framed(g *grammar, src []byte, until time.Duration, enter func(start, end int, unit bool) bool) *Outline {
	f := &g.frame
	own := func(off int) int { return min(max(off-len(f.Before), 0), len(src)) }
	text := slices.Concat([]byte(f.Before), src, []byte(f.After))
	o, _ := p.read(g, text, f, until, own, enter)
	return o
}

// move gives every offset of an outline its place in another text.
func (o *Outline) move(to func(off int) int) {
	for i := range o.Nodes {
		n := &o.Nodes[i]
		n.Start, n.End = to(n.Start), to(n.End)
	}
	for i := range o.Units {
		u := &o.Units[i]
		u.Start, u.Own, u.Head, u.Body, u.End = to(u.Start), to(u.Own), to(u.Head), to(u.Body), to(u.End)
	}
	for i := range o.Imports {
		st := &o.Imports[i]
		st.Start, st.End = to(st.Start), to(st.End)
		for j := range st.Items {
			it := &st.Items[j]
			it.Start, it.End = to(it.Start), to(it.End)
		}
	}
}

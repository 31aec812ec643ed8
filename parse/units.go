package parse

import (
	"bytes"

	sitter "github.com/smacker/go-tree-sitter"
)

// branch writes a node that may be a unit, hold units, or be entered.
func (w *walker) branch(n *sitter.Node, sym *symbol, nd Node, at *place, s *siblings) {
	decl, rule := n, (*unitRule)(nil)
	switch {
	case at.self == 1+nd.Start && at.typ == sym.name: // the wrapper was the unit
	case sym.unit != nil:
		if w.declares(n, sym.unit, at.inner) {
			rule = sym.unit
		}
	case sym.wrap:
		decl, rule = w.wrapped(n, at.inner)
	}
	if rule == nil {
		w.plain(sym, nd, at, s)
		return
	}
	w.def(n, decl, rule, nd, at, s)
}

func (w *walker) declares(n *sitter.Node, r *unitRule, inner bool) bool {
	return !(r.Outer && inner) && w.applies(n, r.only, r.word, r.Kinds)
}

// wrapped finds the one unit that a wrapper holds; none when it holds several.
func (w *walker) wrapped(n *sitter.Node, inner bool) (*sitter.Node, *unitRule) {
	var decl *sitter.Node
	var rule *unitRule
	c := sitter.NewTreeCursor(n)
	defer c.Close()
	for ok := c.GoToFirstChild(); ok; ok = c.GoToNextSibling() {
		kid := c.CurrentNode()
		sym := w.g.symbol(kid)
		d, r := kid, sym.unit
		if sym.wrap {
			d, r = w.wrapped(kid, inner)
		} else if r != nil && !w.declares(kid, r, inner) {
			r = nil
		}
		if r == nil {
			continue
		}
		if decl != nil {
			return nil, nil
		}
		decl, rule = d, r
	}
	return decl, rule
}

// plain writes a node that is no unit.
func (w *walker) plain(sym *symbol, nd Node, at *place, s *siblings) {
	i := w.leaf(nd, s)
	w.settle(s, -1)
	body := at.unit >= 0 && at.depth == 0 && w.out.Units[at.unit].Members && nd.Start >= w.out.Units[at.unit].Body
	look := sym.open || sym.wrap || body || at.self > 0 && nd.Start <= at.self-1 && nd.End > at.self-1
	if !look && !w.enter(nd.Start, nd.End, false) {
		return
	}
	if w.level >= maxDepth {
		w.out.Result = TooDeep
		return
	}
	below := *at
	below.block = sym.block || sym.open || sym.wrap || body
	if !sym.open && !body {
		below.depth++
	}
	w.children(below)
	w.out.Nodes[i].Next = len(w.out.Nodes)
}

// def writes a unit: decl declares it, n is the node it takes, which is a
// wrapper or decl itself.
func (w *walker) def(n, decl *sitter.Node, rule *unitRule, nd Node, at *place, s *siblings) {
	u := w.unit(decl, rule, nd, at)
	u.Head = w.head(n)
	if rule.Joins && w.joined(u, nd, at, s) {
		return
	}
	u.Start = w.attach(s, nd.Start)
	if rule.Reaches && s.reaches >= 0 {
		w.close(s, u.Start)
		*at = s.outside
		u.Parent = at.unit
	}
	id := len(w.out.Units)
	w.out.Units = append(w.out.Units, u)
	nd.Role, nd.Unit = Def, id
	i := w.leaf(nd, s)
	w.settle(s, id)
	if rule.Reaches {
		s.reaches, s.outside = i, *at
		at.unit, at.depth = id, 0
	}
	if u.Members || w.enter(nd.Start, nd.End, true) {
		if w.level >= maxDepth {
			w.out.Result = TooDeep
			return
		}
		below := place{unit: id, block: u.Body < 0, inner: at.inner || !u.Members}
		if d := int(decl.StartByte()); d != nd.Start || decl.EndByte() != uint32(nd.End) {
			below.self, below.typ = 1+d, w.g.symbol(decl).name
		}
		w.children(below)
		w.out.Nodes[i].Next = len(w.out.Nodes)
	}
}

func (w *walker) unit(decl *sitter.Node, rule *unitRule, nd Node, at *place) Unit {
	u := Unit{Kind: rule.Kind, Own: nd.Start, End: nd.End, Parent: at.unit, Members: rule.Members}
	if rule.word != nil {
		u.Kind = rule.Kinds[w.text(decl, rule.word)]
	}
	u.Name = w.text(decl, rule.name)
	u.Owner = w.text(decl, rule.owner)
	if u.Kind == "function" && at.unit >= 0 && takesMethods(&w.out.Units[at.unit]) {
		u.Kind = "method"
	}
	u.Body = w.body(decl, rule)
	return u
}

// head gives where the signature begins: after the marks that a node begins
// with, on whatever level they stand (Java has annotations in its modifiers).
func (w *walker) head(n *sitter.Node) int {
	w.probe.Reset(n)
	start := int(n.StartByte())
	for ok := w.probe.GoToFirstChild(); ok; {
		kid := w.probe.CurrentNode()
		sym := w.g.symbol(kid)
		if !sym.comment && !sym.mark {
			start = int(kid.StartByte())
			if ok = w.probe.GoToFirstChild(); !ok {
				break
			}
			if first := w.g.symbol(w.probe.CurrentNode()); !first.mark && !first.comment && !first.wrap {
				break
			}
			continue
		}
		for ok = w.probe.GoToNextSibling(); !ok; ok = w.probe.GoToNextSibling() {
			if !w.probe.GoToParent() {
				return start
			}
		}
	}
	return start
}

func takesMethods(u *Unit) bool {
	return u.Members && u.Kind != "module" && u.Kind != "namespace" && u.Kind != "package"
}

// body gives where the signature ends: at the body, or after the first line.
func (w *walker) body(decl *sitter.Node, rule *unitRule) int {
	if b, _ := rule.body.find(w.g, w.probe, decl); b != nil {
		return w.beforeComments(decl, int(b.StartByte()))
	}
	start, end := int(decl.StartByte()), int(decl.EndByte())
	if i := bytes.IndexByte(w.src[start:end], '\n'); i >= 0 {
		return start + i + 1
	}
	return end
}

// beforeComments gives the start of the comments right before a body that the
// grammar puts outside of it (Python's), or the body's own.
func (w *walker) beforeComments(decl *sitter.Node, body int) int {
	run := -1
	w.probe.Reset(decl)
	for ok := w.probe.GoToFirstChild(); ok; ok = w.probe.GoToNextSibling() {
		c := w.probe.CurrentNode()
		start := int(c.StartByte())
		switch {
		case start >= body:
			if run >= 0 {
				return run
			}
			return body
		case !w.g.symbol(c).comment:
			run = -1
		case run < 0:
			run = start
		}
	}
	return body
}

// joined adds nd to the unit before it when both are clauses of one function.
func (w *walker) joined(u Unit, nd Node, at *place, s *siblings) bool {
	if s.unit < 0 || s.prev < 0 {
		return false
	}
	last := &w.out.Units[s.unit]
	if last.Name != u.Name || last.Name == "" || last.Kind != u.Kind {
		return false
	}
	last.End = nd.End
	first, unit := s.prev, s.unit
	nd.Unit, nd.Depth, nd.Statement = unit, 0, true
	w.leaf(nd, s)
	s.prev, s.run = first, -1
	w.out.Nodes[first].End = nd.End
	w.out.Nodes[first].Next = len(w.out.Nodes)
	return true
}

// close ends the node that takes in all that follows it, before offset end.
func (w *walker) close(s *siblings, end int) {
	if s.reaches < 0 {
		return
	}
	next := len(w.out.Nodes)
	for next > s.reaches+1 && w.out.Nodes[next-1].Start >= end {
		next--
	}
	top := &w.out.Nodes[s.reaches]
	if last := w.out.Nodes[next-1]; last.End > top.End {
		top.End = last.End
		w.out.Units[top.Unit].End = last.End
	}
	top.Next = next
	s.reaches = -1
}

package parse

import (
	"bytes"
	"slices"
)

// branch writes a node that may be a unit, hold units, or be entered.
func (w *walker) branch(n *node, sym *symbol, nd Node, at *place, s *siblings) {
	decl, rule, many := *n, (*unitRule)(nil), false
	switch {
	case at.towards(nd) || at.self == 1+nd.Start && at.typ == sym.name:
		// on the way to what the unit around has already been read off
	default:
		rule = w.rule(n, sym, at)
		if rule == nil && sym.wrap {
			decl, rule, many = w.wrapped(n, at)
		}
	}
	if rule == nil || len(w.g.lang.Reserved) > 0 && slices.Contains(w.g.lang.Reserved, w.text(&decl, rule.name)) {
		w.plain(n, sym, many, nd, at, s)
		return
	}
	w.def(n, &decl, rule, nd, at, s)
}

// rule finds what n declares; nil when it is no unit here.
func (w *walker) rule(n *node, sym *symbol, at *place) *unitRule {
	for _, r := range sym.units {
		switch {
		case r.Outer && at.inner:
		case r.Global && !w.global(at):
		case r.Member && (at.inner || w.global(at)):
		case w.applies(n, r.only, r.word, r.Kinds):
			return r
		}
	}
	return nil
}

// global reports whether at is outside functions and types.
func (w *walker) global(at *place) bool {
	return !at.inner && (at.unit < 0 || !takesMethods(&w.out.Units[at.unit]))
}

// wrapped finds the one unit that a wrapper holds. many tells that it holds
// several, and then none is given.
func (w *walker) wrapped(n *node, at *place) (decl node, rule *unitRule, many bool) {
	kids, mark := w.g.tree.children(*n)
	defer w.g.tree.release(mark)
	for i := range kids {
		kid := &kids[i]
		sym := w.g.symbol(kid)
		d, r := *kid, w.rule(kid, sym, at)
		if r == nil && sym.wrap {
			if d, r, many = w.wrapped(kid, at); many {
				return node{}, nil, true
			}
		}
		if r == nil {
			continue
		}
		if rule != nil {
			return node{}, nil, true
		}
		decl, rule = d, r
	}
	return decl, rule, false
}

// plain writes a node that is no unit. many: it is a wrapper of several.
func (w *walker) plain(n *node, sym *symbol, many bool, nd Node, at *place, s *siblings) {
	i := w.leaf(nd, s)
	below, look := w.below(sym, many, nd, at, s)
	w.settle(s, -1)
	if !look && !w.enter(nd.Start, nd.End, false) {
		return
	}
	if w.level >= maxDepth {
		return
	}
	w.children(*n, below)
	w.out.Nodes[i].Next = len(w.out.Nodes)
}

// below gives the place of a plain node's children, and whether units may be
// among them that are to be listed in any case.
func (w *walker) below(sym *symbol, many bool, nd Node, at *place, s *siblings) (below place, look bool) {
	toDecl := at.self > 0 && nd.Start <= at.self-1 && at.self-1 < nd.End
	body := at.within(nd)
	toBody := !body && at.towards(nd)
	open := sym.open && !at.inner
	members := at.unit >= 0 && w.out.Units[at.unit].Members

	below = *at
	below.block = sym.block || open || many || body
	below.many = many
	if !open && !toDecl && !toBody && !(body && members) {
		below.depth++
	}
	if !toDecl || at.self == 1+nd.Start && at.typ == sym.name {
		below.self = 0
	}
	if !toBody {
		below.body, below.loose, below.rest = -1, false, false
	}
	if (body || many || open) && s.run >= 0 && !blankLine(w.src[min(s.runEnd, nd.Start):nd.Start]) {
		below.run, below.runEnd = s.run, s.runEnd
	}
	return below, open || many || members && (toDecl || toBody || body)
}

// def writes a unit: decl declares it, n is the node it takes, which is a
// wrapper or decl itself.
func (w *walker) def(n, decl *node, rule *unitRule, nd Node, at *place, s *siblings) {
	u := w.unit(decl, rule, nd, at)
	u.Head = max(w.head(n), nd.Start)
	if s.word >= 0 {
		nd.Start, u.Own, u.Head = s.word, s.word, s.word
	}
	below := place{inner: at.inner || !u.Members, run: -1}
	u.Body, below.body, below.loose, below.rest = w.body(decl, rule, u.Head)
	u.Body = min(u.Body, nd.End)
	if decl.id != n.id {
		below.self, below.typ = 1+w.start(decl), w.g.symbol(decl).name
	}
	params := w.params(decl, rule)
	if rule.Joins && params == s.params && w.joined(n, u, nd, below, s) {
		return
	}
	s.params = params
	u.Start = w.attach(s, nd.Start)
	if kind := w.markedKind(rule, u.Start); kind != "" {
		u.Kind = kind
	}
	if rule.Reaches && s.reaches >= 0 {
		w.close(s, u.Start)
		*at = s.outside
		u.Parent = at.unit
	}
	below.unit = len(w.out.Units)
	w.out.Units = append(w.out.Units, u)
	nd.Role, nd.Unit = Def, below.unit
	i := w.leaf(nd, s)
	w.settle(s, below.unit)
	if rule.Reaches {
		s.reaches, s.outside = i, *at
		at.unit, at.depth = below.unit, 0
	}
	w.inside(n, i, u.Members, below)
}

// inside walks what n, the node at index i, holds, when it has members or is to
// be entered.
func (w *walker) inside(n *node, i int, members bool, below place) {
	nd := &w.out.Nodes[i]
	if !members && !w.enter(nd.Start, nd.End, true) {
		return
	}
	if w.level >= maxDepth {
		return
	}
	w.children(*n, below)
	w.out.Nodes[i].Next = len(w.out.Nodes)
}

func (w *walker) unit(decl *node, rule *unitRule, nd Node, at *place) Unit {
	u := Unit{Kind: rule.Kind, Own: nd.Start, End: nd.End, Parent: at.unit, Members: rule.Members}
	if rule.word != nil {
		u.Kind = rule.Kinds[w.text(decl, rule.word)]
	}
	u.Name = w.text(decl, rule.name)
	u.Owner = w.text(decl, rule.owner)
	member := at.unit >= 0 && takesMethods(&w.out.Units[at.unit])
	switch {
	case u.Kind == "function" && member:
		u.Kind = "method"
	case u.Kind == "constructor" && !member && u.Owner == "":
		u.Kind = "function"
	}
	return u
}

// markedKind gives the kind that a mark since start lends to a unit, or "".
func (w *walker) markedKind(rule *unitRule, start int) string {
	if rule.Marked == nil {
		return ""
	}
	for i := len(w.out.Nodes) - 1; i >= 0 && w.out.Nodes[i].Start >= start; i-- {
		n := w.out.Nodes[i]
		for prefix, kind := range rule.Marked {
			if n.Role == Mark && bytes.HasPrefix(w.src[n.Start:n.End], []byte(prefix)) {
				return kind
			}
		}
	}
	return ""
}

// head gives where the signature begins: after the marks that a node begins
// with, on whatever level they stand (Java has annotations in its modifiers).
func (w *walker) head(n *node) int {
	kids, mark := w.g.tree.children(*n)
	defer w.g.tree.release(mark)
	start, _ := w.afterMarks(kids, w.start(n))
	return start
}

// afterMarks goes down the first of a node's children that is no mark, as long
// as marks may lie deeper. done is false when there is nothing else.
func (w *walker) afterMarks(kids []node, start int) (head int, done bool) {
	for i := range kids {
		if sym := w.g.symbol(&kids[i]); sym.comment || sym.mark {
			continue
		}
		start = w.start(&kids[i])
		below, mark := w.g.tree.children(kids[i])
		if done = len(below) == 0; !done {
			first := w.g.symbol(&below[0])
			done = !first.mark && !first.comment && !first.wrap
		}
		if !done {
			start, done = w.afterMarks(below, start)
		}
		w.g.tree.release(mark)
		if done {
			return start, true
		}
	}
	return start, false
}

func takesMethods(u *Unit) bool {
	switch u.Kind {
	case "module", "namespace", "package", "suite":
		return false
	}
	return u.Members
}

// body gives where the signature ends: at the body, or after the first line.
// start is where the body is; loose, that there is no one node of it; rest,
// that it is all there is from there on. The signature starts at head.
func (w *walker) body(decl *node, rule *unitRule, head int) (end, start int, loose, rest bool) {
	if b, rest := rule.body.find(w.g, decl); !b.none() {
		start = w.start(&b)
		return w.beforeComments(decl, start), start, false, rest
	}
	start, end = w.span(decl)
	start = max(start, head)
	if rule.Bare {
		return end, end, true, false
	}
	if i := bytes.IndexByte(w.src[start:end], '\n'); i >= 0 {
		end = start + i + 1
	}
	return end, end, true, false
}

// beforeComments gives the start of the comments right before a body that the
// grammar puts outside of it (Python's), or the body's own.
func (w *walker) beforeComments(decl *node, body int) int {
	run := -1
	kids, mark := w.g.tree.children(*decl)
	defer w.g.tree.release(mark)
	for i := range kids {
		c := &kids[i]
		start := w.start(c)
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
func (w *walker) joined(n *node, u Unit, nd Node, below place, s *siblings) bool {
	if s.unit < 0 || s.prev < 0 || w.marks(s) {
		return false
	}
	last := &w.out.Units[s.unit]
	if last.Name != u.Name || last.Name == "" || last.Kind != u.Kind {
		return false
	}
	w.join(n, nd, below, u.Members, s)
	return true
}

// marks reports whether there is a mark among what stands before here.
func (w *walker) marks(s *siblings) bool {
	for i := len(w.out.Nodes) - 1; s.run >= 0 && i >= 0 && w.out.Nodes[i].Start >= s.run; i-- {
		if w.out.Nodes[i].Role == Mark {
			return true
		}
	}
	return false
}

// params counts what a function takes, where that tells it from others.
func (w *walker) params(decl *node, rule *unitRule) int {
	list, _ := rule.params.find(w.g, decl)
	if list.none() {
		return 0
	}
	count := 0
	kids, mark := w.g.tree.children(list)
	defer w.g.tree.release(mark)
	for i := range kids {
		if sym := w.g.symbol(&kids[i]); sym.named && !sym.comment {
			count++
		}
	}
	return count
}

// join adds nd to the unit before it.
func (w *walker) join(n *node, nd Node, below place, members bool, s *siblings) {
	w.out.Units[s.unit].End = nd.End
	first, unit := s.prev, s.unit
	nd.Unit, nd.Depth, nd.Statement = unit, 0, true
	i := w.leaf(nd, s)
	below.unit, below.depth = unit, 1
	w.inside(n, i, members, below)
	s.prev, s.run = first, -1
	w.out.Nodes[first].End = nd.End
	w.out.Nodes[first].Next = len(w.out.Nodes)
}

// tail adds nd to the unit right before it, if there is one.
func (w *walker) tail(n *node, nd Node, s *siblings) bool {
	if s.unit < 0 || s.prev < 0 {
		return false
	}
	last := w.out.Nodes[len(w.out.Nodes)-1]
	if last.End > nd.Start || blankLine(w.src[last.End:nd.Start]) {
		return false
	}
	w.join(n, nd, place{inner: true, body: -1, run: -1}, false, s)
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
	for _, n := range w.out.Nodes[s.reaches+1 : next] {
		top.End = max(top.End, n.End)
	}
	u := &w.out.Units[top.Unit]
	u.End = max(u.End, top.End)
	top.Next = next
	s.reaches = -1
}

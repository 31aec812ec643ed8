package parse

import sitter "github.com/smacker/go-tree-sitter"

// shed finds the comments at both ends of n that belong beside it, and takes
// them off nd. Comments that were found before are taken off only.
func (w *walker) shed(n *sitter.Node, nd *Node) (before, after []Node) {
	for c := n.Child(0); c != nil && w.g.symbol(c).comment; c = c.NextSibling() {
		before = w.part(before, c, nd)
		if next := c.NextSibling(); next != nil {
			nd.Start = w.start(next)
		}
	}
	at := n
	for count := n.ChildCount(); count > 0; count = at.ChildCount() {
		i := int(count) - 1
		for i > 0 && w.loose(at.Child(i-1), at.Child(i), n) {
			i--
		}
		for c := at.Child(i + 1); c != nil; c = c.NextSibling() {
			after = w.part(after, c, nd)
		}
		if i+1 < int(count) {
			_, nd.End = w.span(at.Child(i))
			break
		}
		if at = at.Child(i); !w.g.symbol(at).shed {
			break
		}
	}
	return before, after
}

// loose reports whether c is a comment on a later line than what it follows,
// and not indented below n.
func (w *walker) loose(prev, c, n *sitter.Node) bool {
	return w.g.symbol(c).comment && c.StartPoint().Column <= n.StartPoint().Column &&
		(prev.EndPoint().Row < c.StartPoint().Row || w.g.symbol(prev).comment)
}

// part adds comment c to list, as a sibling of nd.
func (w *walker) part(list []Node, c *sitter.Node, nd *Node) []Node {
	note := Node{Unit: nd.Unit, Depth: nd.Depth, Statement: nd.Statement}
	note.Start, note.End = w.span(c)
	if w.apart[note.Start] {
		return list
	}
	if w.apart == nil {
		w.apart = make(map[int]bool)
	}
	w.apart[note.Start] = true
	return append(list, note)
}

// comments writes comments that were shed.
func (w *walker) comments(list []Node, s *siblings) {
	for _, c := range list {
		w.comment(c, s)
	}
}

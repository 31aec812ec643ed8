package parse

import "bytes"

// shed finds the comments at both ends of n that belong beside it, and takes
// them off nd. Comments that were found before are taken off only.
func (w *walker) shed(n *node, nd *Node) (before, after []Node) {
	at, mark := w.g.tree.children(*n)
	defer w.g.tree.release(mark)
	for i := 0; i < len(at) && w.g.symbol(&at[i]).comment; i++ {
		before = w.part(before, &at[i], nd)
		if i+1 < len(at) {
			nd.Start = w.start(&at[i+1])
		}
	}
	for len(at) > 0 {
		i := len(at) - 1
		for i > 0 && w.loose(&at[i-1], &at[i], n) {
			i--
		}
		for k := i + 1; k < len(at); k++ {
			after = w.part(after, &at[k], nd)
		}
		if i+1 < len(at) {
			_, nd.End = w.span(&at[i])
			break
		}
		if !w.g.symbol(&at[i]).shed {
			break
		}
		at, _ = w.g.tree.children(at[i])
	}
	return before, after
}

// loose reports whether c is a comment on a later line than what it follows,
// and not indented below n.
func (w *walker) loose(prev, c, n *node) bool {
	return w.g.symbol(c).comment && c.column <= n.column &&
		(bytes.IndexByte(w.src[prev.end:max(c.start, prev.end)], '\n') >= 0 || w.g.symbol(prev).comment)
}

// part adds comment c to list, as a sibling of nd.
func (w *walker) part(list []Node, c *node, nd *Node) []Node {
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

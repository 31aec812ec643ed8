package chunk

import (
	"bytes"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// seamer turns the nodes of an outline into seams, in one pass.
type seamer struct {
	c     *Chunker
	l     *layout
	ctx   *contexts
	grain int
	begun []bool // by unit: its first member has been seen
	inner []bool // by unit: it is a function, or inside one
	depth []int  // by unit: how many stand around it
	next  int    // the first unit that has not begun yet
	prev  parse.Node
	kept  int // end of the last unit that fits, with the comments after it
	held  int // end of the line that a comment before it describes
	hold  float32
}

// codeSeams offers a seam before every node that is reached without entering
// what is small, or a unit that fits. The nodes' units are those from first on.
func (c *Chunker) codeSeams(ctx *contexts, l *layout, nodes []parse.Node, first int) {
	s := &seamer{c: c, l: l, ctx: ctx, grain: c.opts.Max / grainShare, next: first,
		begun: make([]bool, len(l.units)), inner: make([]bool, len(l.units)), depth: make([]int, len(l.units))}
	for i := range l.units {
		u := &l.units[i]
		s.inner[i] = !u.members
		if u.parent >= 0 {
			s.depth[i] = s.depth[u.parent] + 1
			s.inner[i] = s.inner[i] || s.inner[u.parent]
		}
	}
	for i := 0; i < len(nodes); {
		n := nodes[i]
		whole := n.Role == parse.Def && s.fits(n.Unit, n.Start)
		if whole {
			s.kept = max(s.kept, l.extent(l.units[n.Unit].end))
		}
		large := !whole && (n.Role == parse.Def && n.Next > i+1 || c.exceeds(l.src, n.Start, n.End, s.grain))
		enter := large && n.Next > i+1
		s.seam(n, enter, whole)
		if enter {
			i++
			continue
		}
		if large {
			s.leaf(n)
		}
		s.prev = n
		i = n.Next
	}
}

// fits reports whether a unit, from start on, fits into a chunk with its
// context, and with the closing brackets after it, which cannot stand without it.
func (s *seamer) fits(unit, start int) bool {
	around := s.ctx.pathTokens
	if p := s.l.units[unit].parent; p >= 0 {
		around += s.ctx.chain(p).tokens
	}
	start, _ = s.offset(start)
	end := s.l.extent(s.l.units[unit].end)
	return around+s.c.count(s.l.src, start, end) <= s.c.opts.Max
}

// torn is what a cut costs more in what stands before a unit that fits together
// with that: it would be no whole unit, which is worse than a header alone.
func (s *seamer) torn(unit int) float32 {
	if unit >= 0 && s.fits(unit, s.l.units[unit].start) {
		return costTorn
	}
	return 0
}

// extent gives the end of what stays with a node that ends at off: closing
// brackets with a few words on what they close, separators, the rest of the line,
// blank lines, what closes a part of the file in another language.
func (l *layout) extent(off int) int {
	closed := false // on this line
	for i := off; i < len(l.src); {
		switch c := l.src[i]; {
		case c == '\n':
			i++
			off, closed = i, false
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case l.closer(l.src[i:]) > 0:
			i += l.closer(l.src[i:])
			off, closed = i, true
		case closed && l.remark(i) > 0:
			i += l.remark(i)
			off = i
		default:
			end, ok := l.tails[lineStart(l.src, i)]
			if !ok || end <= i {
				return off
			}
			i, off = end, end
		}
	}
	return len(l.src)
}

// maxRemark bounds what may be said of a bracket behind it, in bytes.
const maxRemark = 80

// remarks reports whether a comment that goes to the end of its line begins at off.
func (l *layout) remarks(off int) bool {
	return l.lang != nil && l.lang.Line != "" && bytes.HasPrefix(l.src[off:], []byte(l.lang.Line))
}

// remark gives the length of a short comment at off that goes to the end of its
// line, or 0.
func (l *layout) remark(off int) int {
	if !l.remarks(off) {
		return 0
	}
	window := l.src[off:min(off+maxRemark+1, len(l.src))]
	n := bytes.IndexAny(window, "\r\n")
	switch {
	case n >= 0:
		return n
	case len(window) <= maxRemark: // the file ends with it
		return len(window)
	}
	return 0
}

// closer gives the length of the closing bracket, word or tag that b begins
// with. An "end" that something is assigned to is a name.
func (l *layout) closer(b []byte) int {
	switch b[0] {
	case ')', ']', '}', ';', ',':
		return 1
	case '<':
		if n := 2 + tagName(b[min(2, len(b)):]); n < len(b) && b[1] == '/' && b[n] == '>' {
			return n + 1
		}
	}
	for _, w := range l.closers {
		if b[0] != w[0] || len(b) < len(w) || string(b[:len(w)]) != w || word(b) != len(w) {
			continue
		}
		if rest := bytes.TrimLeft(b[len(w):min(len(b), 16)], " \t"); len(rest) == 0 || rest[0] != ':' && rest[0] != '=' {
			return len(w)
		}
	}
	return 0
}

// tagName gives the length of the name of a tag, x:y or x-y or x.y, that b begins
// with, or 0.
func tagName(b []byte) int {
	n := word(b)
	for n > 0 && n < len(b) && bytes.IndexByte([]byte(":-."), b[n]) >= 0 {
		n += 1 + word(b[n+1:])
	}
	return n
}

// ends gives the length of what b begins with that only ends something: a
// closer, or a directive, with the rest of its line. The latter is no part of
// the unit before it.
func (l *layout) ends(b []byte) int {
	if n := l.closer(b); n > 0 || b[0] != '#' {
		return n
	}
	name := bytes.TrimLeft(b[1:], " \t")
	for _, w := range l.closers {
		if w[0] == '#' && bytes.HasPrefix(name, []byte(w[1:])) && word(name) == len(w)-1 {
			if n := bytes.IndexByte(b, '\n'); n >= 0 {
				return n
			}
			return len(b)
		}
	}
	return 0
}

// seam offers a cut before a node.
func (s *seamer) seam(n parse.Node, enter, whole bool) {
	off, mid := s.offset(n.Start)
	cost, ok := s.cost(n, enter)
	if !ok || off >= len(s.l.src) || n.Role != parse.Def && s.l.ends(s.l.src[n.Start:]) > 0 {
		return
	}
	if mid {
		cost += costMidLine
	}
	cost = s.firstLine(n, off, cost)
	if s.l.cut(off, cost) || off == s.l.seams[len(s.l.seams)-1].off {
		s.l.seams[len(s.l.seams)-1].whole = whole
	}
}

// cut adds a seam, unless there is one at off or after it.
func (l *layout) cut(off int, cost float32) bool {
	if n := len(l.seams); n > 0 && l.seams[n-1].off >= off {
		return false
	}
	l.seams = append(l.seams, seam{off: off, cost: cost})
	return true
}

// maxIndent bounds how far left of a node its line may begin.
const maxIndent = 1000

// offset moves a cut to the start of its line, past blanks and past what marks
// an item of a list: a dash, a bar, a comma. mid is true where it cannot: then
// only the blanks before go with what follows, as in prose.
func (s *seamer) offset(start int) (off int, mid bool) {
	i := start
	for i > 0 && i > start-maxIndent && bytes.IndexByte([]byte(" \t-|,&*+.?:=<>!"), s.l.src[i-1]) >= 0 {
		i--
	}
	if i == 0 || s.l.src[i-1] == '\n' || s.l.src[i-1] == '\r' {
		return i, false
	}
	for start > 0 && (s.l.src[start-1] == ' ' || s.l.src[start-1] == '\t') {
		start--
	}
	return start, start > 0
}

// leaf offers cuts in a node that has no nodes in it, by its lines.
func (s *seamer) leaf(n parse.Node) {
	cost := costInComment + s.torn(s.describes(n))
	if n.Role == parse.Mark {
		cost += costInHeader - costInComment
	}
	if n.Role == parse.Plain || n.Role == parse.Def {
		cost = costLine + costInside + costDepth*float32(min(n.Depth, maxDepthCost))
	}
	first, last := n.Start, n.End
	if n.Role == parse.Comment { // what opens one, or closes it, stays with its words
		first += max(bytes.IndexFunc(s.l.src[n.Start:n.End], isWord), 0)
		last = n.Start + bytes.LastIndexFunc(s.l.src[n.Start:n.End], isWord)
	}
	for prev, off := n.Start, s.l.nextLine(first, n.End); off < n.End && off <= last; prev, off = off, s.l.nextLine(off, n.End) {
		more := float32(0)
		switch {
		case n.Role == parse.Comment && !words(s.l.src[prev:off]):
			more = -costTopic // between two paragraphs
		case n.Role == parse.Mark:
			more = s.inMark(prev, off)
		}
		s.l.cut(off, cost+more)
	}
}

// indentOf counts the blanks and tabs that b begins with.
func indentOf(b []byte) int {
	n := 0
	for n < len(b) && (b[n] == ' ' || b[n] == '\t') {
		n++
	}
	return n
}

// blankAbove reports whether the line above off's is blank.
func blankAbove(src []byte, off int) bool {
	i := lineStart(src, off)
	newlines := 0
	for i > 0 {
		i--
		switch src[i] {
		case '\n':
			if newlines++; newlines == 2 {
				return true
			}
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

package chunk

import (
	"bytes"
	"unicode"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// cost is that of a cut before a node; false where there should be none.
func (s *seamer) cost(n parse.Node, enter bool) (float32, bool) {
	in := n.Unit
	if n.Role == parse.Def {
		in = s.l.units[n.Unit].parent
	}
	unit := s.describes(n)
	switch {
	case n.Role == parse.Trailing:
		if n.Start < s.kept || lineStart(s.l.src, n.Start) == n.Start && n.Start > 0 && s.l.src[n.Start-1] != '\n' {
			return 0, false
		}
		return costAttached, true
	case unit >= 0 && s.l.units[unit].start < n.Start:
		if n.Role == parse.Comment || s.marks(n) {
			return s.inComment() + s.torn(unit), true
		}
		s.begin(in, n)
		return costAttached + s.torn(unit), true
	case in >= 0 && n.Start < s.l.units[in].body && n.Role != parse.Def:
		switch {
		case s.marks(n):
			return costInComment, true
		case n.Start <= s.l.units[in].head:
			return costAttached, true
		}
		cost := costInHeader + costDepth*float32(min(n.Depth, maxDepthCost))
		if s.glue(n) > 0 {
			cost += costTorn
		}
		return cost, true
	case in >= 0 && !s.begun[in]:
		if enter && n.Role == parse.Plain && n.Depth == 0 {
			return 0, false // the body itself
		}
		s.begin(in, n)
		return s.header(in), true
	}
	return s.level(n, in, unit) + s.glue(n), true
}

// begin notes that a unit's first member has come, which a comment or a mark
// before it is not.
func (s *seamer) begin(unit int, n parse.Node) {
	if unit >= 0 && n.Role != parse.Comment && n.Role != parse.Mark {
		s.begun[unit] = true
	}
}

// marks reports whether n is a mark after another.
func (s *seamer) marks(n parse.Node) bool {
	return n.Role == parse.Mark && s.prev.Role == parse.Mark
}

// header is what a cut costs between a unit's header and its first member. Where
// not all can stay together, a class with a long comment is better told of by
// itself than with half of that.
func (s *seamer) header(unit int) float32 {
	u := &s.l.units[unit]
	if u.members && s.c.count(s.l.src, u.start, u.own) > s.c.opts.Max/contextShare {
		return costTold
	}
	return costHeader
}

// inComment is what a cut costs before a comment that goes on from another: a
// little less where the other is the blank line between two paragraphs.
func (s *seamer) inComment() float32 {
	if s.prev.Role == parse.Comment && !words(s.l.src[s.prev.Start:s.prev.End]) {
		return costInComment - costTopic
	}
	return costInComment
}

// words reports whether there are any in text.
func words(text []byte) bool { return bytes.IndexFunc(text, isWord) >= 0 }

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// describes gives the unit that a node declares, or is a comment or mark of;
// -1 for none.
func (s *seamer) describes(n parse.Node) int {
	if n.Role == parse.Def {
		return n.Unit
	}
	for s.next < len(s.l.units) && s.l.units[s.next].own <= n.Start {
		s.next++
	}
	if s.next < len(s.l.units) && s.l.units[s.next].start <= n.Start {
		return s.next
	}
	return -1
}

// glue is what keeps a node with a comment or mark right before it.
func (s *seamer) glue(n parse.Node) float32 {
	if s.prev.Role != parse.Comment && s.prev.Role != parse.Mark || n.Start < s.prev.End {
		return 0
	}
	if s.prev.Role == parse.Comment && blankAbove(s.l.src, n.Start) {
		return costTopic
	}
	if s.prev.Role == parse.Mark {
		return costAttached
	}
	return costInComment
}

// level is what a cut costs by where it stands.
func (s *seamer) level(n parse.Node, in, unit int) float32 {
	cost := float32(costLoose)
	depth := float32(min(n.Depth, maxDepthCost))
	switch {
	case in >= 0 && s.inner[in]:
		cost = costStatement + costDepth*depth
		if !n.Statement {
			cost += costInside
		}
	case !n.Statement:
		cost = costInside + costDepth*depth
	case unit >= 0 || s.prev.Role == parse.Def:
		cost = costUnit
	}
	if in >= 0 {
		cost += costMember * float32(s.depth[in]+1)
	}
	if n.Role == parse.Import && s.prev.Role == parse.Import {
		cost += costImport
	}
	if !blankAbove(s.l.src, n.Start) {
		cost += costTight
	}
	return cost
}

// inMark is what a cut costs more between the line at prev and that at off, of a
// decorator that has a table in it, as those of tests may: it stands as far out as
// it can, and after no comment.
func (s *seamer) inMark(prev, off int) float32 {
	indent := indentOf(s.l.src[off:])
	cost := costDepth * float32(min(indent, 4*maxDepthCost)) / 4
	if s.l.remarks(prev + indentOf(s.l.src[prev:])) {
		cost += costTorn // which saves no cut
	}
	return cost
}

// maxFirst bounds how much of a line is kept with what stands before it, in bytes.
const maxFirst = 4 << 10

// firstLine gives what a cut before n costs where it would be inside a line that
// is kept with what stands before it: no less than a cut between the two. Where the
// line is most of a chunk it may be cut as any other.
func (s *seamer) firstLine(n parse.Node, off int, cost float32) float32 {
	if off < s.held {
		return max(cost, s.hold+costMidLine)
	}
	if cost >= costInComment && n.Role != parse.Comment && n.Role != parse.Mark {
		end := s.l.nextLine(n.Start, min(n.Start+maxFirst, len(s.l.src)))
		if !s.c.exceeds(s.l.src, n.Start, end, s.c.opts.Max/2) {
			s.held, s.hold = end, cost
		}
	}
	return cost
}

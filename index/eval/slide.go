package eval

import "strings"

// A group of changed lines can often lie elsewhere as well: of a function added
// between two, the last brace may be the new one or the one before it. Groups
// are placed as git places them, by xdl_change_compact and what it calls in its
// xdiff/xdiffi.c, numbers included: beside a group of the other text if they can
// meet, else where indents and blank lines make the best splits.

// side is one of two compared texts. Groups of lines that the other has not lie
// in gaps: before each line that both have, and after the last.
type side struct {
	lines []string
	gaps  []int // how many lines each group has
}

// compact places all groups of s.
func (s *side) compact(other *side) {
	g := group{side: s}
	for ; g.gap < len(s.gaps); g.gap++ {
		if g.size() > 0 {
			g.settle(other.gaps)
		}
		g.start = g.end() + 1
	}
}

// group is the one in a gap.
type group struct {
	*side
	gap, start int
}

func (g *group) size() int { return g.gaps[g.gap] }
func (g *group) end() int  { return g.start + g.size() }

// up moves the group past the line before it, if that is the same as its last.
// A group that lies there becomes part of it.
func (g *group) up() bool {
	if g.gap == 0 || g.lines[g.start-1] != g.lines[g.end()-1] {
		return false
	}
	g.start -= 1 + g.gaps[g.gap-1]
	g.gaps[g.gap-1] += g.size()
	g.gaps[g.gap] = 0
	g.gap--
	return true
}

// down moves the group past the line after it, likewise.
func (g *group) down() bool {
	if g.end() == len(g.lines) || g.lines[g.start] != g.lines[g.end()] {
		return false
	}
	g.gaps[g.gap+1] += g.size()
	g.gaps[g.gap] = 0
	g.gap++
	g.start++
	return true
}

// settle places one group. Others are the sizes of the other text's groups.
func (g *group) settle(others []int) {
	first, beside := 0, -1
	for size := 0; size != g.size(); { // as long as it takes others in
		size, beside = g.size(), -1
		for g.up() {
		}
		first = g.end()
		for more := true; more; more = g.down() {
			if others[g.gap] > 0 {
				beside = g.gap
			}
		}
	}
	if beside >= 0 {
		for g.gap > beside {
			g.up()
		}
		return
	}
	for best := g.best(first); g.end() > best; {
		g.up()
	}
}

// best gives where the group, slid down as far as it goes, should end: at first
// or later.
func (g *group) best(first int) int {
	const farthest = 100 // lines looked back
	first = max(first, g.end()-g.size()-1, g.end()-farthest)
	out, indent, penalty := -1, 0, 0
	for end := first; end <= g.end(); end++ {
		i, p := g.split(end)
		j, q := g.split(end - g.size())
		i, p = i+j, p+q
		if out < 0 || 60*sign(i-indent)+p-penalty <= 0 {
			out, indent, penalty = end, i, p
		}
	}
	return out
}

func sign(n int) int { return min(max(n, -1), 1) }

// split says how bad it is to part the text before a line: by the indent of what
// follows, and by a penalty for the rest.
func (s *side) split(at int) (in, penalty int) {
	above, blanksAbove := s.indent(at-1, -1)
	in, blanks := s.indent(at, 1)
	after, _ := s.indent(at+1, 1)
	all := blanksAbove + blanks
	penalty = 6*blanks - 30*all
	if at == 0 {
		penalty++
	}
	if at == len(s.lines) {
		penalty += 21
	}
	relation := [2]int{} // without and with blank lines
	switch {
	case in < 0 || above < 0 || in == above:
	case in > above:
		relation = [2]int{-4, 10}
	case after > in: // as at else
		relation = [2]int{24, 17}
	default:
		relation = [2]int{23, 17}
	}
	return in, penalty + relation[min(all, 1)]
}

// indent gives the indent of the first line with text from a line on, up or
// down, and how many blank ones come before it; -1 if there is none.
func (s *side) indent(at, step int) (columns, blanks int) {
	const mostBlanks = 20
	for ; at >= 0 && at < len(s.lines); at += step {
		text := strings.TrimLeft(s.lines[at], " \t\r\n\v\f")
		if text == "" {
			if blanks++; blanks == mostBlanks {
				return 0, blanks
			}
			continue
		}
		for _, c := range s.lines[at][:len(s.lines[at])-len(text)] {
			switch c {
			case ' ':
				columns++
			case '\t':
				columns += 8 - columns%8
			}
		}
		return columns, blanks
	}
	return -1, blanks
}

package chunk

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// split puts seams into an atom that is too long: at its lines; at the
// sentences of a line that is too long, and so on down.
func (c *Chunker) split(l *layout, s seam, end int) {
	x := splitter{c: c, l: l, limit: c.hardMax(), grain: max(c.opts.Max/grainShare, 1)}
	x.lines(s, end)
}

// splitter splits what no chunk could hold. Each method takes the seam that
// the part begins with, and its end.
type splitter struct {
	c     *Chunker
	l     *layout
	limit int // tokens that any atom may have
	grain int // tokens that words are gathered up to
	tail  int // where the closing brackets begin that the line at hand ends in
}

func (x *splitter) fits(s *seam, end int) bool {
	s.tokens = x.c.count(x.l.src, s.off, end)
	return s.tokens <= x.limit
}

func (x *splitter) at(off int, cost float32) seam {
	return seam{off: off, cost: cost, clean: x.c.counter.Clean(x.l.src, off)}
}

func (x *splitter) add(s seam) { x.l.seams = append(x.l.seams, s) }

func (x *splitter) lines(s seam, end int) {
	src := x.l.src
	for s.off < end {
		stop := x.l.nextLine(s.off, end)
		next := x.at(stop, costLine)
		if x.fits(&s, stop) {
			x.add(s)
		} else {
			x.tail = tail(src, s.off, stop)
			x.sentences(s, stop)
		}
		s = next
	}
}

// tail gives the start of the closing brackets and blanks that src[start:end]
// ends in. No cut is made there: they cannot stand alone.
func tail(src []byte, start, end int) int {
	for end > start && bytes.IndexByte([]byte(")]};, \t\r\n"), src[end-1]) >= 0 {
		end--
	}
	return end
}

func (x *splitter) sentences(s seam, end int) {
	for s.off < end {
		stop := s.off + firstSentence(x.l.src[s.off:end])
		if stop >= x.tail {
			stop = end
		}
		if x.fits(&s, stop) {
			x.add(s)
		} else {
			x.words(s, stop)
		}
		s = x.at(stop, costSentence)
	}
}

// wordBytes bounds what is gathered, in bytes a token: the same mark again and
// again has few tokens, and is counted anew with each.
const wordBytes = 8

// words gathers words, for there are many and none is a better place than the
// next, up to the last comma, blank or end of a word that a grain reaches to.
// Thai has blanks between clauses only, Chinese and Japanese have none.
func (x *splitter) words(s seam, end int) {
	src := x.l.src
	state, stop := -1, s.off
	var clause, blank int  // the last of each since s.off
	n, counted := 0, s.off // the tokens from s.off to counted
	var one []byte
	for rest := src[s.off:end]; len(rest) > 0; {
		from := stop
		switch {
		case clauseEnds(src[s.off:from]):
			clause, blank = from, from
		case src[from] == ' ':
			blank = from
		}
		one, rest, state = uniseg.FirstWord(rest, state)
		stop += len(one)
		if len(rest) > 0 && one[0] <= ' ' { // blanks go with the word after them
			blanks := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
			one, rest, state = uniseg.FirstWord(rest[blanks:], -1)
			stop += blanks + len(one)
		}
		most := x.grain
		if from >= x.tail {
			most = x.limit
		}
		if n+stop-counted <= most { // a byte has one token at most
			continue
		}
		n, counted = x.c.count(src, s.off, stop), stop
		if n <= most && stop-s.off <= wordBytes*most {
			s.tokens = n
			continue
		}
		if from > s.off {
			at, cost := from, float32(costBreak)
			if clause-s.off > (from-s.off)/2 {
				at, cost = clause, costClause
			} else if blank > s.off {
				at, cost = blank, costWord
			}
			s.tokens = x.c.count(src, s.off, at)
			x.add(s)
			s = x.at(at, cost)
			rest, state, stop = src[at:end], -1, at
			n, counted = 0, at
			continue
		}
		if x.fits(&s, stop) {
			continue
		}
		s = x.graphemes(s, stop)
		n, counted = 0, s.off
	}
	if s.off < end {
		s.tokens = x.c.count(src, s.off, end)
		x.add(s)
	}
}

// clauseEnds reports whether text ends in a mark that ends a clause.
func clauseEnds(text []byte) bool {
	r, _ := utf8.DecodeLastRune(text)
	return strings.ContainsRune(",;:、，；：،؛", r)
}

// graphemes cuts a part that has no words in it, by measuring: where the
// vocabulary's pieces are long, nothing adds up. It gives the seam after it.
func (x *splitter) graphemes(s seam, end int) seam {
	src := x.l.src
	reach := mostReach * x.grain
	for s.off < end {
		stops, cost := x.stops(s.off, min(end, s.off+reach))
		k := x.longest(s.off, stops)
		if k == len(stops)-1 && s.off+reach < end && reach < mostReach*x.grain {
			reach = min(4*reach, mostReach*x.grain)
			continue
		}
		reach = min(2*(stops[k]-s.off)+utf8.UTFMax, mostReach*x.grain)
		s.tokens = x.c.counter.Count(src[s.off:stops[k]])
		if s.tokens > x.limit {
			stops, cost = runeStops(src, s.off, stops[0]), costRune
			k = x.longest(s.off, stops)
			s.tokens = x.c.counter.Count(src[s.off:stops[k]])
		}
		x.add(s)
		s = x.at(stops[k], cost)
	}
	return s
}

// stops lists where the graphemes from start end.
func (x *splitter) stops(start, end int) (stops []int, cost float32) {
	state, off := -1, start
	var one []byte
	for rest := x.l.src[start:end]; len(rest) > 0; {
		one, rest, _, state = uniseg.FirstGraphemeCluster(rest, state)
		off += len(one)
		stops = append(stops, off)
	}
	// The last may have been cut off by end, in the middle of a rune even.
	if len(stops) > 1 && end < len(x.l.src) {
		return stops[:len(stops)-1], costGrapheme
	}
	if end < len(x.l.src) {
		return runeStops(x.l.src, start, end), costRune
	}
	return stops, costGrapheme
}

func runeStops(src []byte, start, end int) (stops []int) {
	for off := start; off < end; {
		_, n := utf8.DecodeRune(src[off:])
		off += n
		stops = append(stops, off)
	}
	return stops
}

// mostReach is how many bytes of a token's worth graphemes looks ahead, at most:
// twice what the last piece took is enough for most.
const mostReach = 24

// looks is how often longest trusts that tokens are spread evenly.
const looks = 4

// longest gives the index of the last stop such that what lies before it has
// at most a grain of tokens; the first if none has. Each look is a count, so it
// looks where that stop would be if the tokens were spread evenly, then halves.
func (x *splitter) longest(start int, stops []int) int {
	lo, hi := 0, len(stops)-1
	k := hi
	for look := 1; lo < hi; look++ {
		n := x.c.counter.Count(x.l.src[start:stops[k]])
		if n <= x.grain {
			lo = k
		} else {
			hi = k - 1
		}
		if k = k * x.grain / max(n, 1); look >= looks {
			k = (lo + hi + 1) / 2
		}
		k = min(max(k, lo+1), hi)
	}
	return lo
}

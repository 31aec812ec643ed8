package chunk

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// recursive lays a file out as text: blank lines, lines, sentences, words,
// graphemes, each only in what is too long at the level before it.
func (c *Chunker) recursive(l *layout) *layout {
	l.strategy = "recursive"
	l.units, l.imports, l.seams = nil, nil, l.seams[:0]
	l.cut(0, 0)
	c.lines(l, 0, len(l.src))
	c.settle(l)
	return l
}

// lines offers a cut before every paragraph of src[start:end] but the first,
// and before the lines of one that is too long.
func (c *Chunker) lines(l *layout, start, end int) {
	for off := start; off < end; {
		next := nextParagraph(l.src, off, end)
		if off > start {
			l.cut(off, costParagraph)
		}
		if c.count(l.src, off, next) > c.hardMax() {
			for off = nextLine(l.src, off, next); off < next; off = nextLine(l.src, off, next) {
				cost := float32(costLine)
				if !endsSentence(l.src[:off]) {
					cost += costTight
				}
				l.cut(off, cost)
			}
		}
		off = next
	}
}

// nextParagraph gives the start of the next line after a blank one, or end.
func nextParagraph(src []byte, off, end int) int {
	for off = nextLine(src, off, end); off < end && !blankAbove(src, off); off = nextLine(src, off, end) {
	}
	return off
}

// endsSentence reports whether text ends like a sentence, a clause, an item.
func endsSentence(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n)]}\"'*_`")
	r, _ := utf8.DecodeLastRune(text)
	return strings.ContainsRune(".!?:;,。！？：；…؟۔।", r)
}

// sentences offers a cut before every sentence of src[start:end] but the
// first. A line's end is none by itself.
func (l *layout) sentences(start, end int, cost float32) {
	text := bytes.Clone(l.src[start:end])
	for i, c := range text {
		if c == '\n' || c == '\r' {
			text[i] = ' '
		}
	}
	for off := start; off < end; {
		if off += firstSentence(text[off-start:]); off < end {
			l.cut(off, cost)
		}
	}
}

// firstSentence gives the length of the sentence that text begins with, by
// Unicode's rules but for two things: no sentence ends at a full stop that a
// letter follows, and a bracket or quote that opens belongs to the next.
func firstSentence(text []byte) int {
	n := 0
	for n == 0 || n < len(text) && text[n-1] == '.' {
		one, _, _ := uniseg.FirstSentence(text[n:], -1)
		n += len(one)
	}
	if n == len(text) {
		return n
	}
	kept := bytes.TrimRightFunc(text[:n], func(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) })
	if len(kept) > 0 {
		return len(kept)
	}
	return n
}

// settle finishes the seams: it counts what lies between them, and splits what
// no chunk could hold.
func (c *Chunker) settle(l *layout) {
	rough := l.seams
	l.seams = c.settled[:0]
	for k, s := range rough {
		end := len(l.src)
		if k+1 < len(rough) {
			end = rough[k+1].off
		}
		s.clean = c.counter.Clean(l.src, s.off)
		s.tokens = c.count(l.src, s.off, end)
		if off := l.wholeEnd(s); s.whole && s.tokens > c.hardMax() && off < end {
			s.tokens = c.count(l.src, s.off, off)
			l.seams = append(l.seams, s)
			s = seam{off: off, cost: costLoose, clean: c.counter.Clean(l.src, off), tokens: c.count(l.src, off, end)}
		}
		most := c.hardMax()
		if s.whole {
			most = c.opts.Max
		}
		if s.tokens <= most {
			l.seams = append(l.seams, s)
			continue
		}
		c.split(l, s, end)
	}
	c.rough, c.settled = keep(rough), keep(l.seams)
	l.seams = slices.Clone(l.seams)
	l.enclose()
	c.join(l)
	l.firm()
}

// maxKept is how many seams memory is kept for, from one file to the next.
const maxKept = 1 << 16

func keep(seams []seam) []seam {
	if cap(seams) > maxKept {
		return nil
	}
	return seams[:0]
}

// wholeEnd gives the end of the unit that fits and begins at a seam, with what
// stays with it. More may follow before the next seam, where the next node
// begins inside a line: half of a directive in a broken parse.
func (l *layout) wholeEnd(s seam) int {
	u := sort.Search(len(l.units), func(i int) bool { return l.units[i].own >= s.off })
	if u == len(l.units) {
		return len(l.src)
	}
	return l.extent(l.units[u].end)
}

// hardMax is what any atom fits into, whatever its context.
func (c *Chunker) hardMax() int {
	return c.opts.Max - c.opts.Max/contextShare - 2*slackTokens - c.opts.Overlap
}

// count gives the tokens of a part of the file: from the sums where cuts at
// both ends add up, else a little more than that, or by counting: what is
// short, and what lies in the middle of a long piece, whose tokens all stand at
// its end.
func (c *Chunker) count(src []byte, start, end int) int {
	n := int(c.sums[end] - c.sums[start])
	slack := c.slack(src, start, end)
	if slack > 0 && (end-start < 1024 || end-start > 12*n) {
		return c.counter.Count(src[start:end])
	}
	return n + slack
}

// enclose finds the innermost unit strictly around each seam.
func (l *layout) enclose() {
	next, at := 0, -1
	for i := range l.seams {
		off := l.seams[i].off
		for next < len(l.units) && l.units[next].start < off {
			at = next
			next++
		}
		for at >= 0 && l.units[at].end <= off {
			at = l.units[at].parent
		}
		l.seams[i].unit = at
	}
}

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
		stop := nextLine(src, s.off, end)
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

// nextLine gives the start of the next line that may begin a chunk, or end: it
// is not blank, and does not begin with a closing bracket.
func nextLine(src []byte, off, end int) int {
	for i := off; i < end; i++ {
		newline := src[i] == '\n' || src[i] == '\r' && (i+1 == len(src) || src[i+1] != '\n')
		if newline && i+1 < end && begins(src[i+1:end]) {
			return i + 1
		}
	}
	return end
}

// begins reports whether a chunk may begin with the line that b begins with.
func begins(b []byte) bool {
	for i, c := range b {
		switch c {
		case '\n', '\r':
			return false
		case ' ', '\t':
		default:
			return closer(b[i:]) == 0
		}
	}
	return false
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
	for s.off < end {
		stops, cost := x.stops(s.off, min(end, s.off+24*x.grain))
		k := x.longest(s.off, stops)
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

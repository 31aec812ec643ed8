package chunk

import (
	"sort"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// The classic strategies look at no syntax. fixed is windows of as many tokens
// as fit, whatever they cut through; sentence packs whole sentences; recursive
// (text.go) packs paragraphs, or what is smaller. They may overlap: a chunk
// then begins with the end of the one before, as much of it as Options.Overlap
// allows, counted inside the maximum like a context.

// overlaps says whether a strategy can overlap.
func overlaps(strategy string) bool {
	return strategy == "fixed" || strategy == "sentence" || strategy == "recursive"
}

// sentence lays a file out by its sentences. The lines of a paragraph are not
// cut apart.
func (c *Chunker) sentence(l *layout) *layout {
	l.strategy = "sentence"
	l.cut(0, 0)
	for off := 0; off < len(l.src); {
		next := l.nextParagraph(off, len(l.src))
		l.cut(off, costParagraph)
		l.sentences(off, next, costSentence)
		off = next
	}
	c.settle(l)
	return l
}

// fixed lays a file out in windows. No two fit into one chunk, so the planner
// has nothing left to choose.
func (c *Chunker) fixed(path string, l *layout) *layout {
	l.strategy, l.seams = "fixed", nil // it is not settled: the memory must be its own
	most := c.opts.Max - c.contexts(path, l).pathTokens
	limit := most
	for off := 0; off < len(l.src); {
		end := c.window(l.src, off, limit)
		l.seams = append(l.seams, seam{off: off, unit: -1, clean: c.counter.Clean(l.src, off),
			tokens: c.counter.Count(l.src[off:end])})
		if limit = most; c.opts.Overlap > 0 {
			limit -= c.opts.Overlap + slackTokens
		}
		off = end
	}
	return l
}

// window gives the end of the most that begins at start and has at most limit
// tokens, between two tokens' texts but inside no grapheme. It is one grapheme
// at least; one that is larger than that is cut between its runes.
func (c *Chunker) window(src []byte, start, limit int) int {
	n := sort.Search(len(src)-start, func(i int) bool {
		return int(c.sums[start+i+1]-c.sums[start]) > limit
	})
	for end := c.boundary(src, start, start+n); end > start; end = c.boundary(src, start, end-1) {
		if c.counter.Count(src[start:end]) <= limit {
			return end
		}
	}
	x := splitter{c: c, l: &layout{src: src}, grain: limit}
	stops, _ := x.stops(start, min(len(src), start+24*limit))
	k := x.longest(start, stops)
	if c.counter.Count(src[start:stops[k]]) > limit {
		stops = runeStops(src, start, stops[0])
		k = x.longest(start, stops)
	}
	return stops[k]
}

// boundary gives the last end of a piece at most at off, but after start, that
// is no place inside a grapheme; start if there is none.
func (c *Chunker) boundary(src []byte, start, off int) int {
	if off >= len(src) {
		return len(src)
	}
	for ; off > start; off-- {
		if c.sums[off] != c.sums[off-1] && graphemeStarts(src, off) {
			return off
		}
	}
	return start
}

// graphemeStarts reports whether a grapheme begins at off. It reads them from
// the last character before that no other can join: an ASCII one.
func graphemeStarts(src []byte, off int) bool {
	if off < len(src) && !utf8.RuneStart(src[off]) {
		return false
	}
	from := off
	for from > max(0, off-256) {
		if from--; src[from] < utf8.RuneSelf && src[from] != '\n' {
			break
		}
	}
	state := -1
	var one []byte
	for rest := src[from:min(len(src), off+64)]; len(rest) > 0 && from < off; from += len(one) {
		one, rest, _, state = uniseg.FirstGraphemeCluster(rest, state)
	}
	return from == off
}

// laps finds where the chunk that begins at each seam takes its overlap from,
// and how many tokens that has.
func (c *Chunker) laps(l *layout) []lap {
	out := make([]lap, len(l.seams))
	for i := range l.seams {
		off := l.seams[i].off
		out[i].start = off
		if i == 0 {
			continue
		}
		k := i
		for k > 0 && c.counter.Count(l.src[l.seams[k-1].off:off]) <= c.opts.Overlap {
			k--
		}
		switch {
		case k < i && l.strategy != "fixed":
			out[i].start = l.seams[k].off
		case l.strategy != "sentence":
			out[i].start = c.before(l, off, l.seams[i-1].off)
		}
		out[i].tokens = c.counter.Count(l.src[out[i].start:off]) + slackTokens
	}
	return out
}

type lap struct{ start, tokens int }

// before gives the start of an overlap inside one atom that begins at from: of
// a line if there is one, else before a blank, else any. Fixed windows overlap
// by as much as can be.
func (c *Chunker) before(l *layout, off, from int) int {
	first := from + sort.Search(off-from, func(i int) bool {
		return int(c.sums[off]-c.sums[from+i]) <= c.opts.Overlap
	})
	line, blank, any := off, off, off
	for at := off - 1; at >= first && at > from; at-- {
		if c.sums[at] == c.sums[at-1] || !graphemeStarts(l.src, at) || c.counter.Count(l.src[at:off]) > c.opts.Overlap {
			continue
		}
		any = at
		switch {
		case l.src[at-1] == '\n':
			line = at
		case l.src[at] == ' ':
			blank = at
		}
	}
	switch {
	case l.strategy == "fixed":
		return any
	case line < off:
		return line
	case blank < off:
		return blank
	}
	return any
}

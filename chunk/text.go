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
		next := l.nextParagraph(off, end)
		if off > start {
			l.cut(off, costParagraph)
		}
		if c.count(l.src, off, next) > c.hardMax() {
			for off = l.nextLine(off, next); off < next; off = l.nextLine(off, next) {
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
func (l *layout) nextParagraph(off, end int) int {
	for off = l.nextLine(off, end); off < end && !blankAbove(l.src, off); off = l.nextLine(off, end) {
	}
	return off
}

// nextLine gives the start of the next line that may begin a chunk, or end: it
// is not blank, and does not begin with a closing bracket.
func (l *layout) nextLine(off, end int) int {
	src := l.src
	for i := off; i < end; i++ {
		newline := src[i] == '\n' || src[i] == '\r' && (i+1 == len(src) || src[i+1] != '\n')
		if newline && i+1 < end && l.begins(src[i+1:end]) {
			return i + 1
		}
	}
	return end
}

// begins reports whether a chunk may begin with the line that b begins with.
func (l *layout) begins(b []byte) bool {
	for i, c := range b {
		switch c {
		case '\n', '\r':
			return false
		case ' ', '\t':
		default:
			return l.ends(b[i:]) == 0
		}
	}
	return false
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
		most := c.hardMax()
		if s.whole {
			if off := l.wholeEnd(s); off < end {
				s.tokens = c.count(l.src, s.off, off)
				l.seams = append(l.seams, s)
				s = seam{off: off, cost: costAttached, clean: c.counter.Clean(l.src, off), tokens: c.count(l.src, off, end)}
			}
		}
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

// exceeds reports whether a part of the file has more than n tokens. It counts
// only where neither the sums nor the bytes tell.
func (c *Chunker) exceeds(src []byte, start, end, n int) bool {
	if end-start <= n { // a byte has one token at most
		return false
	}
	sum := int(c.sums[end] - c.sums[start])
	switch {
	case sum > n+2*slackTokens:
		return true
	case sum+2*slackTokens <= n && end-start <= 12*sum:
		return false
	}
	return c.count(src, start, end) > n
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

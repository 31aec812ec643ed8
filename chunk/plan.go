package chunk

import (
	"math"
	"slices"
)

// plan chooses the seams to cut at. It gives the index of each chunk's first
// seam, in order; the first is 0.
//
// best[j] is the least cost of cutting the seams before j into whole chunks,
// so best[j] = min over i of best[i] + cost of the cut at i + cost of the
// chunk [i, j). A chunk reaches only as far as the maximum lets it, so the
// work is the number of seams times the number of seams in a chunk.
func (c *Chunker) plan(l *layout, ctx *contexts, max int) []int {
	n := len(l.seams)
	best, from := append(c.best[:0], 0), slices.Grow(c.from[:0], n+1)[:n+1]
	for range n {
		best = append(best, math.Inf(1))
	}
	c.best, c.from = best, from
	sizes, byAtom := c.sizes, ctx.uses.byAtom
	for i := 0; i < n; i++ {
		base := best[i]
		if i > 0 {
			base += float64(l.seams[i].cost)
		}
		mandatory := ctx.tokens(i)
		body, imports := 0, 0
		ctx.begin(i, mandatory)
		for j := i + 1; j <= n; j++ {
			last := &l.seams[j-1]
			body += last.tokens
			least := mandatory + body
			if byAtom != nil && len(byAtom[j-1]) > 0 {
				imports = ctx.take(byAtom[j-1])
			}
			total := least + imports
			cost := base
			if total > max && least <= max { // the imports give way
				total = max
				cost += costBare
			}
			if total > max {
				if j > i+1 {
					break
				}
				cost += costOver * float64(total-max+1)
			}
			if cost >= best[j] {
				continue // what is to come only adds to it
			}
			if total < len(sizes) {
				cost += sizes[total]
			} else {
				cost += c.sizeCost(total)
			}
			if cost >= best[j] {
				continue
			}
			cost += l.chunkCost(i, j)
			if cost < best[j] {
				best[j], from[j] = cost, i
			}
		}
	}
	var cuts []int
	for j := n; j > 0; j = from[j] {
		cuts = append(cuts, from[j])
	}
	slices.Reverse(cuts)
	return cuts
}

// sizeCost is what a chunk costs for having so many tokens: under the minimum,
// or nearly full.
func (c *Chunker) sizeCost(total int) float64 {
	full := float64(total) / float64(c.opts.Max)
	cost := costFull * full * full
	if total < c.opts.Min {
		cost += costUnder + costShort*float64(c.opts.Min-total)/float64(c.opts.Min)
	}
	return cost
}

// tableOf lists the costs of the usual sizes: the planner asks for each all the
// time.
func (c *Chunker) tableOf() (sizes []float64) {
	for n := range min(c.opts.Max, maxSizes) + 1 {
		sizes = append(sizes, c.sizeCost(n))
	}
	return sizes
}

const maxSizes = 8 << 10

// chunkCost is what the chunk [i, j) costs for what is in it: pieces of two
// units, nothing but brackets, part of a comment on the next unit, units that
// could stand alone.
func (l *layout) chunkCost(i, j int) (cost float64) {
	if l.mixed(i, j) {
		cost += costMixed
	}
	if l.hollow(i, j) {
		cost += costHollow
	}
	if l.spills(i, j) {
		cost += costSpill
	}
	if j > i+1 {
		cost += costJoined * float64(l.seams[j-1].joined-l.seams[i].joined)
	}
	return cost
}

// hollow reports whether the chunk [i, j) has nothing but what closes the one
// before it: brackets and blanks.
func (l *layout) hollow(i, j int) bool {
	last := l.solid
	if j < len(l.seams) {
		last = l.seams[j].solid
	}
	return l.seams[i].solid == last
}

// firm counts the atoms that have more in them than what closes others.
func (l *layout) firm() {
	l.solid = 0
	for i := range l.seams {
		l.seams[i].solid = l.solid
		end := len(l.src)
		if i+1 < len(l.seams) {
			end = l.seams[i+1].off
		}
		if !l.closes(l.src[l.seams[i].off:end]) {
			l.solid++
		}
	}
}

// closes reports whether b is closing brackets and blanks, and the like.
func (l *layout) closes(b []byte) bool {
	for len(b) > 0 {
		switch b[0] {
		case ' ', '\t', '\r', '\n':
			b = b[1:]
		default:
			n := l.ends(b)
			if n == 0 {
				return false
			}
			b = b[n:]
		}
	}
	return true
}

// slackTokens is what a cut inside a line may add to the count on either side.
const slackTokens = 2

// slack is what the sums may be off by for src[start:end].
func (c *Chunker) slack(src []byte, start, end int) int {
	n := 0
	for _, off := range []int{start, end} {
		if !c.counter.Clean(src, off) {
			n += slackTokens
		}
	}
	return n
}

// around gives the innermost unit that a cut before seam j would split, or -1.
func (l *layout) around(j int) int {
	if j == len(l.seams) {
		return -1
	}
	return l.seams[j].unit
}

// mixed reports whether the chunk [i, j) holds the tail of one split unit and
// the head of another, neither around the other.
func (l *layout) mixed(i, j int) bool {
	a, b := l.around(i), l.around(j)
	return a >= 0 && b >= 0 && !l.encloses(a, b) && !l.encloses(b, a)
}

// spills reports whether the chunk [i, j) ends in the first lines of a comment on
// a unit that begins after it, behind what they do not tell of.
func (l *layout) spills(i, j int) bool {
	u := l.around(j)
	if u < 0 || l.seams[j].off >= l.units[u].own || l.seams[i].off >= lineStart(l.src, l.units[u].start) {
		return false
	}
	p := l.units[u].parent
	return p < 0 || p+1 < u || l.units[p].head < l.seams[i].off // a header stays with its first member
}

func (l *layout) encloses(outer, inner int) bool {
	for inner > outer {
		inner = l.units[inner].parent
	}
	return inner == outer
}

// join counts, up to each seam, those between two neighbouring units of at
// least the minimum each.
func (c *Chunker) join(l *layout) {
	next, lastEnd, lastBig := 0, -1, false
	joined := int32(0)
	for i := range l.seams {
		off := l.seams[i].off
		for next < len(l.units) && l.units[next].start < off {
			next++
		}
		if next < len(l.units) && lineStart(l.src, l.units[next].start) == lineStart(l.src, off) {
			u := &l.units[next]
			big := int(c.sums[u.end]-c.sums[u.start]) >= c.opts.Min
			if big && lastBig && lastEnd <= u.start {
				joined++
			}
			lastEnd, lastBig = u.end, big
		}
		l.seams[i].joined = joined
	}
}

package chunk

import (
	"cmp"
	"slices"
)

// The planner takes a chunk for a little larger than it is, where counts do not
// add up or imports are narrowed. So the last word has the text: what is under
// the minimum joins a neighbour that can take it by a count of both together.

// fill joins the chunks of a plan so, over the dearest cuts first.
func (w *writer) fill(cuts []int) {
	if w.ctx.laps != nil || w.f.Strategy == "fixed" {
		return
	}
	var short []int // the seams beside a chunk under the minimum
	for k := 1; k < len(cuts); k++ {
		if w.short(k) {
			short = append(short, cuts[k])
		}
	}
	slices.SortStableFunc(short, func(a, b int) int { return cmp.Compare(w.l.seams[b].cost, w.l.seams[a].cost) })
	for _, i := range short {
		k, _ := slices.BinarySearch(cuts, i)
		if !w.short(k) {
			continue
		}
		if ch, ok := w.joined(cuts, k); ok {
			w.f.Chunks[k-1] = ch
			w.f.Chunks = slices.Delete(w.f.Chunks, k, k+1)
			cuts = slices.Delete(cuts, k, k+1)
		}
	}
}

// short reports whether chunk k, or the one before it, is under the minimum.
func (w *writer) short(k int) bool {
	return min(w.f.Chunks[k-1].Tokens, w.f.Chunks[k].Tokens) < w.c.opts.Min
}

// joined makes one of chunk k and the one before it, if that fits.
func (w *writer) joined(cuts []int, k int) (Chunk, bool) {
	i, j := cuts[k-1], len(w.l.seams)
	if k+1 < len(cuts) {
		j = cuts[k+1]
	}
	about := w.ctx.tokens(i)
	for _, ch := range w.f.Chunks[k-1 : k+1] {
		about += ch.Tokens - ch.ContextTokens
	}
	if about > w.c.opts.Max+2*slackTokens || w.l.mixed(i, j) || w.l.spills(i, j) {
		return Chunk{}, false
	}
	ch := w.chunk(i, j)
	return ch, ch.Tokens <= w.c.opts.Max
}

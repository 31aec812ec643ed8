package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// Ranker ranks chunks in memory by the score that Search goes by, wherever they
// are from. It looks at all that have a word of the query; see Index.Search for
// what that leaves out.
type Ranker struct {
	mean     float64
	tokens   []int
	postings map[string][]posting
	words    []words
}

// posting counts a word in a chunk, weighed by where it stands.
type posting struct {
	chunk int
	count float64
}

// NewRanker indexes chunks. Of each it goes by the Path, Kind, Name, Scope,
// Units, Text, Context and Tokens.
func NewRanker(chunks []chunk.Chunk) *Ranker {
	r := &Ranker{postings: make(map[string][]posting)}
	sum := 0
	for i := range chunks {
		w := wordsOf(&chunks[i])
		counts := make(map[string]float64)
		for _, c := range w.columns() {
			for word := range strings.FieldsSeq(c.text) {
				counts[word] += c.weight
			}
		}
		for word, n := range counts {
			r.postings[word] = append(r.postings[word], posting{i, n})
		}
		r.words = append(r.words, w)
		r.tokens = append(r.tokens, chunks[i].Tokens)
		sum += chunks[i].Tokens
	}
	r.mean = float64(sum) / float64(max(len(chunks), 1))
	return r
}

// Rank gives the indexes of the chunks that have a word of the query, best
// first; of equals, the first.
func (r *Ranker) Rank(query string) []int {
	scores := make([]float64, len(r.tokens))
	for _, t := range termsOf(query) {
		list, rows := r.having(&t)
		t.weigh(len(r.tokens), rows)
		for _, p := range list {
			scores[p.chunk] += t.idf * saturate(p.count, float64(r.tokens[p.chunk])/max(r.mean, 1))
		}
	}
	var out []int
	for i, s := range scores {
		if s > 0 {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return out
}

// having gives the chunks that have a term, and how many have its words,
// wherever they stand: the rarity of a term goes by that.
func (r *Ranker) having(t *term) (out []posting, rows int) {
	all := r.postings[t.words[0]]
	if len(t.words) == 1 {
		return all, len(all)
	}
	s := newScorer([]term{*t}, 1)
	for _, p := range all {
		if n := s.counted(&r.words[p.chunk])[0]; n > 0 {
			out = append(out, posting{p.chunk, n})
		}
		if !slices.ContainsFunc(t.words, func(word string) bool { return !r.has(p.chunk, word) }) {
			rows++
		}
	}
	return out, rows
}

func (r *Ranker) has(chunk int, word string) bool {
	_, ok := slices.BinarySearchFunc(r.postings[word], chunk, func(p posting, chunk int) int { return cmp.Compare(p.chunk, chunk) })
	return ok
}

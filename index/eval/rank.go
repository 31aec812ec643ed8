package eval

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// ranker ranks chunks by BM25 over words, an identifier both whole and split
// into its parts.
type ranker struct {
	postings map[string][]posting
	lengths  []float64
	mean     float64
}

type posting struct{ chunk, count int }

// newRanker indexes chunks: their path, their names, and their body. Imports and
// signatures before the body are not what a chunk is about.
func newRanker(chunks []Chunk) *ranker {
	r := &ranker{postings: map[string][]posting{}, lengths: make([]float64, len(chunks))}
	for i, c := range chunks {
		list := words(c.Path + " " + c.Name + " " + c.Scope + " " + c.Body)
		counts := map[string]int{}
		for _, w := range list {
			counts[w]++
		}
		for w, n := range counts {
			r.postings[w] = append(r.postings[w], posting{i, n})
		}
		r.lengths[i] = float64(len(list))
		r.mean += r.lengths[i] / float64(len(chunks))
	}
	return r
}

// rank gives the chunks that have a word of the query, best first; of equals,
// the first.
func (r *ranker) rank(query string) []int {
	const k1, b = 1.2, 0.75
	list := words(query)
	slices.Sort(list)
	scores := make([]float64, len(r.lengths))
	for _, w := range slices.Compact(list) {
		p := r.postings[w]
		idf := math.Log(1 + (float64(len(scores)-len(p))+0.5)/(float64(len(p))+0.5))
		for _, p := range p {
			n := float64(p.count)
			scores[p.chunk] += idf * n * (k1 + 1) / (n + k1*(1-b+b*r.lengths[p.chunk]/r.mean))
		}
	}
	var out []int
	for i, s := range scores {
		if s > 0 {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(x, y int) int { return cmp.Compare(scores[y], scores[x]) })
	return out
}

// words splits a text into words in lower case.
func words(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		parts := parts(w)
		if len(parts) != 1 || len(parts[0]) != len(w) {
			out = append(out, strings.ToLower(w))
		}
		for _, p := range parts {
			out = append(out, strings.ToLower(p))
		}
	}
	return out
}

// parts splits an identifier at underscores and where the case changes: HTTPServer_v2 is
// HTTP, Server, v2.
func parts(w string) []string {
	var out []string
	for _, part := range strings.Split(w, "_") {
		r := []rune(part)
		start := 0
		for i := 1; i <= len(r); i++ {
			if i == len(r) || unicode.IsUpper(r[i]) && (!unicode.IsUpper(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
				out = append(out, string(r[start:i]))
				start = i
			}
		}
	}
	return out
}

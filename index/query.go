package index

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// A term is what a query asks for: a word, or several that stand together.
type term struct {
	words  []string
	weight float64 // 1 as it was typed, less for a part of a word that was
	rows   int     // how many chunks have it,
	having *rowSet // and which, in a search
	idf    float64
}

// maxTerms bounds the terms of a query: of a longer one, the first count.
const maxTerms = 64

// partWeight is the weight of a part of a typed word. A chunk with the whole
// word has the parts too, and so comes before those that have only these.
const partWeight = 0.5

// termsOf splits a query. Whatever it is made of, there is nothing in it to be
// wrong: words count, and words between double quotes are one term more, where
// they stand together.
func termsOf(query string) []term {
	var terms []term
	add := func(weight float64, words ...string) {
		if len(words) == 0 { // of a phrase, where all words are of one letter
			return
		}
		for i := range terms {
			if slices.Equal(terms[i].words, words) {
				terms[i].weight = max(terms[i].weight, weight)
				return
			}
		}
		if len(terms) < maxTerms {
			terms = append(terms, term{words: words, weight: weight})
		}
	}
	parts := strings.Split(query, `"`)
	for i, text := range parts {
		for start, end := nextRun(text, 0); start < len(text) && len(terms) < maxTerms; start, end = nextRun(text, end) {
			for k, word := range strings.Fields(wordsIn(text[start:end], 1)) {
				add([]float64{1, partWeight}[min(k, 1)], word)
			}
		}
		if closed := i+1 < len(parts); i%2 == 1 && closed {
			if words := strings.Fields(wordsIn(text, bodyLeast)); len(words) > 1 {
				add(1, words...)
			}
		}
	}
	return longer(terms)
}

// longer leaves out the words of one ASCII letter or digit, unless there are no
// others: nobody who asks for a file means what is named a.
func longer(terms []term) []term {
	short := func(t term) bool { return len(t.words) == 1 && len(t.words[0]) < bodyLeast }
	if all := slices.DeleteFunc(slices.Clone(terms), short); len(all) > 0 {
		return all
	}
	return terms
}

// match is the term in the syntax of FTS5, which is not told where words stand:
// of several, a chunk is to have all. A word has no quotes in it.
func (t *term) match() string { return `("` + strings.Join(t.words, `" AND "`) + `")` }

// weigh gives the term its idf among n chunks, of which rows have it.
func (t *term) weigh(n, rows int) {
	t.rows = rows
	n = max(n, rows)
	t.idf = t.weight * math.Log(1+(float64(n-rows)+0.5)/(float64(rows)+0.5))
}

// The weight of a word by where it stands. The words of the body count as they
// are; a chunk that is named by a word has to do with it. These and k1 were
// chosen with package eval; see the README.
const (
	pathWeight  = 3
	nameWeight  = 3
	scopeWeight = 1.5
)

// saturate is what BM25 makes of the weighed count of a term in a chunk that
// has length times the mean number of tokens.
func saturate(count, length float64) float64 {
	const k1, b = 2, 0.75
	return count * (k1 + 1) / (count + k1*(1-b+b*length))
}

// scorer scores chunks by their text.
type scorer struct {
	terms  []term
	ids    map[string]int // of the words of the terms
	begins [256]bool      // the bytes that these begin with
	mean   float64        // tokens of a chunk
	counts []float64
	seen   []int  // of a column, the ids of its words in order, -1 for others
	words  []byte // of a column
}

func newScorer(terms []term, mean float64) *scorer {
	s := &scorer{terms: terms, ids: make(map[string]int), mean: max(mean, 1)}
	for i := range terms {
		for _, w := range terms[i].words {
			if _, ok := s.ids[w]; !ok {
				s.ids[w] = len(s.ids)
				s.begins[w[0]] = true
			}
		}
	}
	s.counts = make([]float64, len(terms))
	return s
}

// score is the BM25 score of a chunk of the file at path; 0 if it has none of the
// terms.
func (s *scorer) score(p *packed, path string) float64 {
	clear(s.counts)
	s.words = appendWords(s.words[:0], string(p.text[p.context:]), bodyLeast)
	s.column(s.words, 1)
	s.words = appendWords(s.words[:0], path, 1)
	s.column(s.words, pathWeight)
	s.column(p.name, nameWeight)
	s.column(p.scope, scopeWeight)
	sum := 0.0
	for i, n := range s.counts {
		if n > 0 {
			sum += s.terms[i].idf * saturate(n, float64(p.tokens)/s.mean)
		}
	}
	return sum
}

// counted counts the terms, weighed by where they stand. It is good until the
// next call.
func (s *scorer) counted(w *words) []float64 {
	clear(s.counts)
	for _, c := range w.columns() {
		s.column([]byte(c.text), c.weight)
	}
	return s.counts
}

// weighed is a column of words, and what each counts.
type weighed struct {
	text   string
	weight float64
}

func (w *words) columns() [4]weighed {
	return [4]weighed{{w.body, 1}, {w.path, pathWeight}, {w.name, nameWeight}, {w.scope, scopeWeight}}
}

// column counts the terms in a column.
func (s *scorer) column(text []byte, weight float64) {
	s.seen = s.seen[:0]
	for word := range bytes.SplitSeq(text, []byte(" ")) {
		id := -1
		if len(word) > 0 && s.begins[word[0]] {
			if k, ok := s.ids[string(word)]; ok {
				id = k
			}
		}
		s.seen = append(s.seen, id)
	}
	for i := range s.terms {
		t := &s.terms[i]
		first := s.ids[t.words[0]]
		for at, id := range s.seen {
			if id == first && s.follow(t, at) {
				s.counts[i] += weight
			}
		}
	}
}

// follow reports whether the words of a term stand at an offset of seen.
func (s *scorer) follow(t *term, at int) bool {
	if at+len(t.words) > len(s.seen) {
		return false
	}
	for k, w := range t.words[1:] {
		if s.seen[at+k+1] != s.ids[w] {
			return false
		}
	}
	return true
}

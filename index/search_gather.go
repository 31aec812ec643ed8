package index

import (
	"cmp"
	"container/heap"
	"database/sql"
	"slices"
)

// candidate is a chunk with a first score.
type candidate struct {
	row   int64
	score float64
}

// count finds in how many chunks each term is, and gives those that are in any,
// the rarest first.
func (s *search) count(terms []term) ([]term, error) {
	total, err := s.one("SELECT count(*) FROM words_docsize")
	if err != nil {
		return nil, err
	}
	var out []term
	for _, t := range terms {
		n, err := s.one("SELECT count(*) FROM words WHERE words MATCH ?", t.match())
		if err != nil {
			return nil, err
		}
		if n > 0 {
			t.weigh(total, n)
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b term) int { return cmp.Compare(a.rows, b.rows) })
	return out, nil
}

func (s *search) one(query string, args ...any) (n int, err error) {
	return n, s.tx.QueryRowContext(s.ctx, query, args...).Scan(&n)
}

// gather adds the chunks of the next terms to those of the terms taken so far,
// and gives how many are taken now.
func (s *search) gather(all []candidate, terms []term, taken int) ([]candidate, int, error) {
	for sum := 0; taken < len(terms); taken++ {
		t := &terms[taken]
		if sum += t.rows; sum > gatherRows && sum > t.rows {
			break
		}
		more, err := s.having(t)
		if err != nil {
			return nil, 0, err
		}
		all = merge(all, more)
	}
	return all, taken, nil
}

// having gives the chunks that have a term, in the order of rows, with its part
// of their first score.
func (s *search) having(t *term) ([]candidate, error) {
	all, err := s.matching(t.match())
	if err != nil {
		return nil, err
	}
	name, err := s.matching("name : " + t.match())
	if err != nil {
		return nil, err
	}
	around, err := s.matching("{path scope} : " + t.match())
	if err != nil {
		return nil, err
	}
	out := make([]candidate, len(all))
	for i, row := range all {
		count := 1.0
		if len(name) > 0 && name[0] == row {
			count, name = count+nameWeight, name[1:]
		}
		if len(around) > 0 && around[0] == row {
			count, around = count+pathWeight, around[1:]
		}
		out[i] = candidate{row, t.idf * saturate(count, 1)}
	}
	return out, nil
}

// matching gives the rows that match, in order. They come as one text, which
// costs half of what a row each does.
func (s *search) matching(match string) ([]int64, error) {
	var text sql.RawBytes
	rows, err := s.tx.QueryContext(s.ctx, "SELECT group_concat(rowid, ' ') FROM words WHERE words MATCH ?", match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []int64
	for rows.Next() {
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = numbers(text)
	}
	return out, rows.Err()
}

// numbers reads decimal numbers with a space between two.
func numbers(text []byte) []int64 {
	if len(text) == 0 {
		return nil
	}
	out := make([]int64, 0, len(text)/6+1)
	n := int64(0)
	for _, c := range text {
		if c == ' ' {
			out = append(out, n)
			n = 0
			continue
		}
		n = 10*n + int64(c-'0')
	}
	return append(out, n)
}

// merge adds up two lists in the order of rows.
func merge(a, b []candidate) []candidate {
	if len(a) == 0 {
		return b
	}
	out := make([]candidate, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].row < b[0].row:
			out, a = append(out, a[0]), a[1:]
		case b[0].row < a[0].row:
			out, b = append(out, b[0]), b[1:]
		default:
			out = append(out, candidate{a[0].row, a[0].score + b[0].score})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// choose gives the first n of the best that are wanted. all stays as it is.
func (s *search) choose(all []candidate, n int) ([]candidate, error) {
	h := best(slices.Clone(all))
	heap.Init(&h)
	var out []candidate
	for len(h) > 0 && len(out) < n {
		c := heap.Pop(&h).(candidate)
		at, err := s.wanted(c.row)
		if err != nil {
			return nil, err
		}
		if at != nil {
			out = append(out, c)
		}
	}
	return out, nil
}

// best is a heap, the highest score on top.
type best []candidate

func (h best) Len() int      { return len(h) }
func (h best) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h best) Less(i, j int) bool {
	return h[i].score > h[j].score || h[i].score == h[j].score && h[i].row < h[j].row
}
func (h *best) Push(x any) { *h = append(*h, x.(candidate)) }
func (h *best) Pop() any {
	old := *h
	c := old[len(old)-1]
	*h = old[:len(old)-1]
	return c
}

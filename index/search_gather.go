package index

import (
	"cmp"
	"container/heap"
	"database/sql"
	"slices"
	"strings"
)

// candidate is a chunk with a first score.
type candidate struct {
	row   int64
	score float64
}

// counts are how many chunks there are, and have a term, in one state of the
// index.
type counts struct {
	state string
	all   int
	rows  map[string]int
}

// maxCounts is how many terms are remembered.
const maxCounts = 1 << 16

// count finds in how many chunks each term is, and gives those that are in any,
// the rarest first. To count a common word takes milliseconds, so what was
// counted is remembered until the index is another.
func (s *search) count(terms []term) ([]term, error) {
	known, err := s.known()
	if err != nil {
		return nil, err
	}
	var out []term
	for _, t := range terms {
		match := t.match()
		s.x.counting.Lock()
		n, ok := known.rows[match]
		s.x.counting.Unlock()
		if !ok {
			if n, err = s.one("SELECT count(*) FROM words WHERE words MATCH ?", match); err != nil {
				return nil, err
			}
			s.x.counting.Lock()
			if len(known.rows) == maxCounts {
				clear(known.rows)
			}
			known.rows[match] = n
			s.x.counting.Unlock()
		}
		if n > 0 {
			t.weigh(known.all, n)
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b term) int { return cmp.Compare(a.rows, b.rows) })
	return out, nil
}

// known gives what is remembered of the index as it is now.
func (s *search) known() (*counts, error) {
	var state string
	err := s.tx.QueryRowContext(s.ctx, `SELECT (SELECT count(*) || ' ' || coalesce(max(refreshed), 0) FROM view)
		|| ' ' || (SELECT count(*) FROM file WHERE refs = 0)`).Scan(&state)
	if err != nil {
		return nil, err
	}
	s.x.counting.Lock()
	defer s.x.counting.Unlock()
	if s.x.counts == nil || s.x.counts.state != state {
		all, err := s.one("SELECT count(*) FROM words_docsize")
		if err != nil {
			return nil, err
		}
		s.x.counts = &counts{state, all, make(map[string]int)}
	}
	return s.x.counts, nil
}

func (s *search) one(query string, args ...any) (n int, err error) {
	return n, s.tx.QueryRowContext(s.ctx, query, args...).Scan(&n)
}

// gather adds the chunks of the next terms to those of the terms taken so far,
// and gives how many are taken now.
func (s *search) gather(all []candidate, terms []term, taken int) ([]candidate, int, error) {
	for sum := 0; taken < len(terms); taken++ {
		t := &terms[taken]
		if sum += t.rows; sum > s.effort.rows && sum > t.rows {
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

// refine adds to the scores of what was gathered what the next terms make. Where
// that is much, each takes long, so there are fewer.
func (s *search) refine(all []candidate, terms []term, taken int) ([]candidate, error) {
	lead := make([]string, taken)
	for i := range lead {
		lead[i] = terms[i].match()
	}
	within := "(" + strings.Join(lead, " OR ") + ") AND "
	more := max(1, min(s.effort.terms, s.effort.terms*s.effort.rows/max(len(all), 1)))
	for i := taken; i < min(len(terms), taken+more); i++ {
		t := &terms[i]
		rows, err := s.matching(within + t.match())
		if err != nil {
			return nil, err
		}
		these := make([]candidate, len(rows))
		for k, row := range rows {
			these[k] = candidate{row, t.idf * saturate(1, 1)}
		}
		all = merge(all, these)
	}
	return all, nil
}

// having gives the chunks that have a term, in the order of rows, with its part
// of their first score.
func (s *search) having(t *term) ([]candidate, error) {
	all, err := s.matching(t.match())
	if err != nil {
		return nil, err
	}
	heads, err := s.matching("{name path scope} : " + t.match())
	if err != nil {
		return nil, err
	}
	out := make([]candidate, len(all))
	for i, row := range all {
		count := 1.0
		if len(heads) > 0 && heads[0] == row {
			count, heads = count+headWeight, heads[1:]
		}
		out[i] = candidate{row, t.idf * saturate(count, 1)}
	}
	return out, nil
}

// headWeight is what a word in the name, the path or the scope counts in a first
// score, which does not tell these apart.
const headWeight = (nameWeight + pathWeight + scopeWeight) / 3

// matching gives the rows that match, in order.
func (s *search) matching(match string) ([]int64, error) {
	var text sql.RawBytes
	rows, err := s.match.QueryContext(s.ctx, match)
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

// choose hands over the first n of the best that are wanted. all stays as it is.
func (s *search) choose(all []candidate, n int, chosen chan<- scored) error {
	h := best(slices.Clone(all))
	heap.Init(&h)
	for len(h) > 0 && n > 0 {
		row := heap.Pop(&h).(candidate).row
		at, err := s.wanted(row)
		if err != nil {
			return err
		}
		if at != nil {
			chosen <- scored{at: at, i: int(row - at.first)}
			n--
		}
	}
	return nil
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

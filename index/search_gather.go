package index

import (
	"cmp"
	"container/heap"
	"database/sql"
	"slices"
)

// candidate is a chunk with a first score.
type candidate struct {
	row   uint32
	score float64
}

// lists are the chunks that have a term, in one state of the index.
type lists struct {
	state string
	all   int                // chunks
	rows  map[string]*rowSet // by what was matched
	bytes int                // of these
}

// maxListed is how many bytes of lists are remembered.
const maxListed = 32 << 20

// count finds which chunks have each term, and gives the terms that any has, the
// rarest first. To list a common word takes milliseconds, so what was listed is
// remembered until the index is another.
func (s *search) count(terms []term) ([]term, error) {
	if err := s.recall(); err != nil {
		return nil, err
	}
	var out []term
	for _, t := range terms {
		var err error
		if t.having, err = s.list(t.match()); err != nil {
			return nil, err
		}
		if t.having.n > 0 {
			t.weigh(s.known.all, t.having.n)
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b term) int { return cmp.Compare(a.rows, b.rows) })
	return out, nil
}

// recall takes what is remembered of the index as it is now.
func (s *search) recall() error {
	var state string
	err := s.tx.QueryRowContext(s.ctx, `SELECT (SELECT count(*) || ' ' || coalesce(max(refreshed), 0) FROM view)
		|| ' ' || (SELECT count(*) FROM file WHERE refs = 0)`).Scan(&state)
	if err != nil {
		return err
	}
	s.x.listing.Lock()
	defer s.x.listing.Unlock()
	if s.x.lists == nil || s.x.lists.state != state {
		all, err := s.one("SELECT count(*) FROM words_docsize")
		if err != nil {
			return err
		}
		s.x.lists = &lists{state: state, all: all, rows: make(map[string]*rowSet)}
	}
	s.known = s.x.lists
	return nil
}

// list gives the chunks that match.
func (s *search) list(match string) (*rowSet, error) {
	s.x.listing.Lock()
	rows, ok := s.known.rows[match]
	s.x.listing.Unlock()
	if ok {
		return rows, nil
	}
	numbers, err := s.matching(match)
	if err != nil {
		return nil, err
	}
	rows = newRowSet(numbers)
	s.x.listing.Lock()
	defer s.x.listing.Unlock()
	if s.known.bytes += rows.size(); s.known.bytes > maxListed {
		clear(s.known.rows)
		s.known.bytes = rows.size()
	}
	s.known.rows[match] = rows
	return rows, nil
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

// refine adds to the scores of what was gathered what the other terms make.
func (s *search) refine(all []candidate, terms []term, taken int) {
	for i := taken; i < len(terms); i++ {
		t := &terms[i]
		more, in := t.idf*saturate(1, 1), finder{t.having, t.having.list}
		for k := range all {
			if in.has(all[k].row) {
				all[k].score += more
			}
		}
	}
}

// having gives the chunks that have a term, in the order of rows, with its part
// of their first score.
func (s *search) having(t *term) ([]candidate, error) {
	var heads finder
	if len(t.words) == 1 {
		set, err := s.list(`"_` + t.words[0] + `"`)
		if err != nil {
			return nil, err
		}
		heads = finder{set, set.list}
	}
	out := make([]candidate, 0, t.rows)
	for row := range t.having.all() {
		count := 1.0
		if heads.set != nil && heads.has(row) {
			count += headWeight
		}
		out = append(out, candidate{row, t.idf * saturate(count, 1)})
	}
	return out, nil
}

// headWeight is what a word in the name, the path or the scope counts in a first
// score, which does not tell these apart.
const headWeight = (nameWeight + pathWeight + scopeWeight) / 3

// matching gives the rows that match, in order.
func (s *search) matching(match string) ([]uint32, error) {
	var text sql.RawBytes
	rows, err := s.match.QueryContext(s.ctx, match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []uint32
	for rows.Next() {
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = numbers(text)
	}
	return out, rows.Err()
}

// numbers reads decimal numbers with a space between two.
func numbers(text []byte) []uint32 {
	if len(text) == 0 {
		return nil
	}
	out := make([]uint32, 0, len(text)/6+1)
	n := uint32(0)
	for _, c := range text {
		if c == ' ' {
			out = append(out, n)
			n = 0
			continue
		}
		n = 10*n + uint32(c-'0')
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
		at, err := s.wanted(int64(row))
		if err != nil {
			return err
		}
		if at != nil {
			chosen <- scored{at: at, i: int(int64(row) - at.first)}
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

package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// # How a search finds
//
// The score of a chunk is BM25 over its words (words.go), with k1 = 1.2 and b =
// 0.75: a word counts by where it stands (body 1, path 1.5, name 3, scope 1.5),
// length is that in tokens against the mean of the view, and the rarity of a
// word is that among all chunks of the index, those of other views too. A part
// of a word that was typed counts half, so that what has the whole word comes
// first.
//
// To score all chunks that have a word of the query would take too long: most
// queries have words that are in every third chunk, and FTS5 counts each of
// them. So
//
//  1. terms are taken from the rarest on, as long as they are in gatherRows
//     chunks together, the first in any case. FTS5 gives the chunks of each,
//     those with the word in a name, and those with it in the path or the scope,
//     but not how often they have it: this makes a first score, as if each had
//     it once and were of the mean length;
//  2. from the best of these on, chunks are kept that are in the view and that
//     the options want, until there are enough: a multiple of the limit. The
//     others are not looked at;
//  3. these are scored by their texts, with all terms, and ranked; equal scores
//     by path and place.
//
// If there are too few, more terms are taken, in the end all: nothing found
// means that there is nothing. What is found has its true score; what is missed
// has many common words and few rare ones. How far the ranking is that of all
// chunks is measured by TestAgreement.

// SearchOptions says what to find. The zero value means the ten best chunks.
type SearchOptions struct {
	Limit     int      // of hits; 0 means 10
	Languages []string // if any: only files in one of these, by Linguist's names
	Paths     []string // if any: only files matching one of these; see repo.Match
	Kinds     []string // if any: only chunks with a unit of these, whole or in part
	// Parents hands over what encloses the chunks, each once: Hit.Parent. It
	// needs an index made with the option Parents.
	Parents bool
}

// Hit is a chunk that was found. Its Text is whole.
type Hit struct {
	chunk.Chunk
	Score   float64 `json:"score"`
	Snippet Snippet `json:"snippet"`
	// Changed is whether the file on disk is another by now, by size and time.
	Changed bool `json:"changed,omitempty"`
	// ParentText is the text of the parent, if that was asked for.
	ParentText string `json:"parent_text,omitempty"`

	item item
}

// ErrNoParents is returned where parents are asked for, and the view has none.
var ErrNoParents = errors.New("it was made without parents; run cleave index --parents")

// The numbers that weigh speed against a true ranking.
const (
	gatherRows  = 16000 // chunks of the terms that are gathered
	rescore     = 4     // times the limit are scored by their texts,
	rescoreMore = 20    // and so many more
)

// Search finds the chunks of a view that a query is about, best first. Any
// query is good; one without words finds nothing.
func (x *Index) Search(ctx context.Context, v *View, query string, o SearchOptions) ([]Hit, error) {
	if o.Limit <= 0 {
		o.Limit = 10
	}
	if o.Parents && !v.Settings.Chunk.Parents {
		return nil, ErrNoParents
	}
	for _, p := range o.Paths {
		if !doublestar.ValidatePattern(p) {
			return nil, fmt.Errorf("pattern %q is malformed", p)
		}
	}
	terms := termsOf(query)
	if len(terms) == 0 {
		return nil, nil
	}
	tx, err := x.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, x.explain(err)
	}
	defer tx.Rollback()
	s := &search{ctx: ctx, x: x, tx: tx, view: v, options: o, dirs: make(map[string]listing),
		rows: make(map[int64]*placed), files: make(map[int64]*chunk.File)}
	hits, err := s.run(terms)
	return hits, x.explain(err)
}

// search is one search at work.
type search struct {
	ctx     context.Context
	x       *Index
	tx      *sql.Tx
	view    *View
	options SearchOptions
	scorer  *scorer
	dirs    map[string]listing
	ranges  []*placed         // files that were looked at, by first
	rows    map[int64]*placed // chunks that were; nil if not wanted
	files   map[int64]*chunk.File
}

// placed is the row of a file, and its item in the view; nil if it has none.
type placed struct {
	row
	item *item
}

func (s *search) run(terms []term) ([]Hit, error) {
	terms, err := s.count(terms)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	sum := &s.view.Summary
	s.scorer = newScorer(terms, float64(sum.Tokens)/float64(max(sum.Chunks, 1)))
	want := s.options.Limit*rescore + rescoreMore
	var found []candidate
	var all []candidate
	for taken := 0; taken < len(terms) && len(found) < want; {
		if all, taken, err = s.gather(all, terms, taken); err != nil {
			return nil, err
		}
		if found, err = s.choose(all, want); err != nil {
			return nil, err
		}
		if len(found) >= s.options.Limit {
			break
		}
	}
	hits, err := s.rank(found)
	if err != nil {
		return nil, err
	}
	if s.options.Parents {
		if hits, err = s.parents(hits); err != nil {
			return nil, err
		}
	}
	hits = hits[:min(len(hits), s.options.Limit)]
	for i := range hits {
		h := &hits[i]
		h.Snippet = s.scorer.snippet(&h.Chunk)
		h.Changed = s.view.changed(h.Path, &h.item)
	}
	return hits, nil
}

// rank scores chunks by their texts.
func (s *search) rank(found []candidate) ([]Hit, error) {
	var hits []Hit
	for _, c := range found {
		at := s.rows[c.row]
		f, err := s.file(at.id)
		if err != nil {
			return nil, err
		}
		ch := &f.Chunks[c.row-at.first]
		w := wordsOf(ch)
		if score := s.scorer.score(&w, ch.Tokens); score > 0 {
			hits = append(hits, Hit{Chunk: *ch, Score: score, item: *at.item})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path), cmp.Compare(a.StartByte, b.StartByte))
	})
	return hits, nil
}

func (s *search) file(id int64) (*chunk.File, error) {
	if f := s.files[id]; f != nil {
		return f, nil
	}
	f, err := s.x.file(s.ctx, s.tx, id)
	if err != nil {
		return nil, err
	}
	s.view.stampOn(f)
	s.files[id] = f
	return f, nil
}

// wanted gives the file of a chunk, if it is in the view and the options want
// the chunk; else nil.
func (s *search) wanted(row int64) (*placed, error) {
	if at, ok := s.rows[row]; ok {
		return at, nil
	}
	at, err := s.place(row)
	if err != nil {
		return nil, err
	}
	if at.item == nil || !s.options.want(&at.row, int(row-at.first)) {
		at = nil
	}
	s.rows[row] = at
	return at, nil
}

func (o *SearchOptions) want(r *row, i int) bool {
	if len(o.Paths) > 0 && !repo.Match(o.Paths, r.path) {
		return false
	}
	if len(o.Languages) > 0 && !slices.Contains(o.Languages, r.language) {
		return false
	}
	return len(o.Kinds) == 0 || slices.ContainsFunc(strings.Fields(strings.Split(r.kinds, "\n")[i]), func(kind string) bool {
		return slices.Contains(o.Kinds, kind)
	})
}

// place finds the file of a chunk, and whether the view has it.
func (s *search) place(row int64) (*placed, error) {
	i, _ := slices.BinarySearchFunc(s.ranges, row, func(p *placed, row int64) int {
		return cmp.Compare(p.first+int64(p.chunks), row+1)
	})
	if i < len(s.ranges) && s.ranges[i].first <= row {
		return s.ranges[i], nil
	}
	at := new(placed)
	err := at.scan(s.tx.QueryRowContext(s.ctx, "SELECT "+rowColumns+` FROM file
		WHERE chunks > 0 AND first <= ? ORDER BY first DESC LIMIT 1`, row))
	if err != nil {
		return nil, err
	}
	s.ranges = slices.Insert(s.ranges, i, at)
	at.item, err = s.item(at.path, at.id)
	return at, err
}

// item finds a file in the view.
func (s *search) item(path string, id int64) (*item, error) {
	dir, name := split(path)
	l, ok := s.dirs[dir]
	if !ok {
		var entries sql.RawBytes
		rows, err := s.tx.QueryContext(s.ctx, "SELECT entries FROM listing WHERE view = ? AND dir = ?", s.view.id, []byte(dir))
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		if rows.Next() {
			if err := rows.Scan(&entries); err != nil {
				return nil, err
			}
			if l, err = unpackListing(entries); err != nil {
				return nil, err
			}
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
		s.dirs[dir] = l
	}
	i, found := slices.BinarySearchFunc(l, name, func(it item, name string) int { return strings.Compare(it.name, name) })
	if !found || l[i].file != id {
		return nil, nil
	}
	return &l[i], nil
}

package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// # How a search finds
//
// The score of a chunk is BM25 over its words (words.go), with k1 = 2 and b =
// 0.75: a word counts by where it stands (body 1, path 3, name 3, scope 1.5),
// length is that in tokens against the mean of the view, and the rarity of a
// word is that among all chunks of the index, those of other views too. A part
// of a word that was typed counts half, so that what has the whole word comes
// first.
//
// To score all chunks that have a word of the query would take too long: most
// queries have words that are in every third chunk. FTS5 lists the chunks of
// each word, and those with it in a name, path or scope, but does not know how
// often they have it. The lists are remembered until the index is another: those
// of common words, which most queries have, take milliseconds. Then
//
//  1. terms are taken from the rarest on, as long as they are in effort.rows
//     chunks together, the first in any case. Their chunks get a first score, as
//     if each had the term once and were of the mean length;
//  2. of the chunks so found, those with other terms score for these too;
//  3. from the best of these on, chunks are kept that are in the view and that
//     the options want, until there are enough: effort.times the limit and
//     effort.more. The others are not looked at;
//  4. these are scored by their texts, with all terms, and ranked; equal scores
//     by path and place. A query that is a name has what is named so first
//     (search_named.go).
//
// If fewer are kept than the limit, more terms are taken, in the end all: nothing
// found means that there is nothing. What is found has its true score; what may
// be missed has a term often, or is short. TestAgreement measures how far the
// ranking is that of all chunks, which Ranker makes.

// effort is what a search weighs against its time.
type effort struct{ rows, times, more int }

func usual() effort { return effort{rows: 20_000, times: 4, more: 20} }

// SearchOptions says what to find. The zero value means the ten best chunks.
type SearchOptions struct {
	Limit     int      // of hits; 0 means 10, and a million is the most
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
	// Changed is whether the file on disk is another by now, by its size, inode
	// and when its bytes were changed.
	Changed bool `json:"changed,omitempty"`
	// ParentText is the text of the parent, if that was asked for.
	ParentText string `json:"parent_text,omitempty"`
}

// ErrNoParents is returned where parents are asked for, and the view has none.
var ErrNoParents = errors.New("it was made without parents; run cleave index --parents")

// Search finds the chunks of a view that a query is about, best first. Any
// query is good; one without words finds nothing, nor does any in no view, nil.
func (x *Index) Search(ctx context.Context, v *View, query string, o SearchOptions) ([]Hit, error) {
	return x.search(ctx, v, query, o, usual())
}

func (x *Index) search(ctx context.Context, v *View, query string, o SearchOptions, e effort) ([]Hit, error) {
	if v == nil {
		return nil, nil
	}
	if o.Limit <= 0 {
		o.Limit = 10
	}
	o.Limit = min(o.Limit, 1<<20)
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
	s := &search{ctx: ctx, x: x, tx: tx, view: v, options: o, effort: e, name: nameOf(query), dirs: make(map[string]listing),
		rows: make(map[int64]*placed), opened: make(map[blockID][]packed)}
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
	effort  effort
	name    string // that the query is; "" if it is anything else
	scorer  *scorer
	dirs    map[string]listing
	ranges  []*placed         // files that were looked at, by first
	rows    map[int64]*placed // chunks that were; nil if not wanted
	opened  map[blockID][]packed
	match   *sql.Stmt
	find    *sql.Stmt
	entries *sql.Stmt
	known   *lists
}

// placed is the row of a file, and whether the view holds it.
type placed struct {
	row
	held   bool
	blocks []block // once a chunk of it was read
}

// blockID names a block of a file.
type blockID struct {
	file  int64
	block int
}

func (s *search) run(terms []term) ([]Hit, error) {
	if err := s.prepare(); err != nil {
		return nil, err
	}
	terms, err := s.count(terms)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	sum := &s.view.Summary
	s.scorer = newScorer(terms, float64(sum.Tokens)/float64(max(sum.Chunks, 1)))
	want := s.options.Limit*s.effort.times + s.effort.more
	if s.name != "" {
		want = max(want, namedEffort)
	}
	var all []candidate
	var ranked []scored
	for taken := 0; taken < len(terms) && len(ranked) < s.options.Limit; {
		if all, taken, err = s.gather(all, terms, taken); err != nil {
			return nil, err
		}
		refined := slices.Clone(all)
		s.refine(refined, terms, taken)
		if ranked, err = s.rank(refined, want); err != nil {
			return nil, err
		}
	}
	if s.options.Parents {
		return s.parents(ranked)
	}
	hits := make([]Hit, min(len(ranked), s.options.Limit))
	for i := range hits {
		if hits[i], err = s.hit(ranked[i]); err != nil {
			return nil, err
		}
	}
	return hits, nil
}

// prepare prepares what is asked many times.
func (s *search) prepare() error {
	for _, q := range []struct {
		to    **sql.Stmt
		query string
	}{
		// The rows come as one text, which costs half of what a row each does.
		{&s.match, "SELECT group_concat(rowid, ' ') FROM words WHERE words MATCH ?"},
		// What all views hold, this one does.
		{&s.find, `SELECT id, path, first, chunks, language, kinds, data, refs = (SELECT count(*) FROM view) FROM file
			WHERE chunks > 0 AND first <= ? ORDER BY first DESC LIMIT 1`},
		{&s.entries, "SELECT entries FROM listing WHERE view = ? AND dir = ?"},
	} {
		var err error
		if *q.to, err = s.tx.PrepareContext(s.ctx, q.query); err != nil {
			return err
		}
	}
	return nil
}

// scored is a chunk with its score.
type scored struct {
	at    *placed
	i     int // among those of the file
	score float64
	named int // how it has the name that is asked for
}

// rank ranks the first n of the best that are wanted by their texts, which are
// read while the next are looked up.
func (s *search) rank(all []candidate, n int) ([]scored, error) {
	chosen := make(chan scored, 64)
	var out []scored
	read := make(chan error)
	go func() {
		var failed error
		for c := range chosen {
			if failed == nil {
				failed = s.score(&c)
			}
			if c.score > 0 {
				out = append(out, c)
			}
		}
		read <- failed
	}()
	err := s.choose(all, n, chosen)
	close(chosen)
	if err := cmp.Or(err, <-read); err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.named, a.named), cmp.Compare(b.score, a.score), strings.Compare(a.at.path, b.at.path), cmp.Compare(a.i, b.i))
	})
	return out, nil
}

// score scores a chunk by its text, and by its name if one is asked for.
func (s *search) score(c *scored) error {
	p, err := s.packed(c.at, c.i)
	if err != nil {
		return err
	}
	if c.score = s.scorer.score(p, c.at.path); s.name != "" {
		c.named, err = p.named(s.name, s.options.Kinds)
	}
	return err
}

// hit makes a hit of a chunk.
func (s *search) hit(c scored) (Hit, error) {
	p, err := s.packed(c.at, c.i)
	if err != nil {
		return Hit{}, err
	}
	ch, err := p.unpack(c.at.path)
	if err != nil {
		return Hit{}, err
	}
	s.view.stamp(ch)
	it, err := s.item(c.at.path, c.at.id)
	if err != nil {
		return Hit{}, err
	}
	return Hit{Chunk: *ch, Score: c.score, Snippet: s.scorer.snippet(ch), Changed: s.view.changed(ch.Path, it)}, nil
}

// packed reads one chunk of a file.
func (s *search) packed(at *placed, i int) (*packed, error) {
	if at.blocks == nil {
		var err error
		if at.blocks, err = blocksOf(&at.row); err != nil {
			return nil, err
		}
	}
	n := sort.Search(len(at.blocks), func(n int) bool { return i < at.blocks[n].first+at.blocks[n].chunks })
	if i < 0 || n == len(at.blocks) {
		return nil, errPayload
	}
	key := blockID{at.id, n}
	if s.opened[key] == nil {
		var err error
		if s.opened[key], err = s.x.codec.open(at.blocks[n]); err != nil {
			return nil, err
		}
	}
	if i -= at.blocks[n].first; i >= len(s.opened[key]) {
		return nil, errPayload
	}
	return &s.opened[key][i], nil
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
	if !at.held || !s.options.want(&at.row, int(row-at.first)) {
		at = nil
	}
	s.rows[row] = at
	return at, err
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
	err := s.find.QueryRowContext(s.ctx, row).Scan(
		&at.id, &at.path, &at.first, &at.chunks, &at.language, &at.kinds, &at.data, &at.held)
	if err != nil {
		return nil, err
	}
	s.ranges = slices.Insert(s.ranges, i, at)
	if !at.held {
		var it *item
		it, err = s.item(at.path, at.id)
		at.held = it != nil
	}
	return at, err
}

// item finds a file in the view.
func (s *search) item(path string, id int64) (*item, error) {
	dir, name := split(path)
	l, ok := s.dirs[dir]
	if !ok {
		var entries sql.RawBytes
		rows, err := s.entries.QueryContext(s.ctx, s.view.id, []byte(dir))
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
	it := l.find(name)
	if it == nil || it.file != id {
		return nil, nil
	}
	return it, nil
}

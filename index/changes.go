package index

import (
	"context"
	"database/sql"
	"reflect"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// Change is one difference between two states, for whoever keeps the chunks
// elsewhere: what is added has a text that was not there; all else that was
// made of the texts can stay.
type Change struct {
	// Op is add, delete or move. A chunk moves when its text stays, and its
	// place, or what else the record says of it, changes: the commit too, so all
	// chunks of a revision move when it does.
	Op string `json:"op"`
	// Was is the id of a moved chunk before, where that is another: it moved
	// from one path to another.
	Was string `json:"was,omitempty"`
	chunk.Chunk
}

// Changes gives yield what makes one view into the other, in path order: of
// each file first the chunks that are gone, then those that moved or are new,
// by offset. from may be nil, which is a view of nothing. It stops at the first
// error of yield.
func (x *Index) Changes(ctx context.Context, from, to *View, yield func(Change) error) error {
	tx, err := x.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // what it sees stays while it is told
	if err != nil {
		return x.explain(err)
	}
	defer tx.Rollback()
	was, err := files(ctx, tx, from)
	if err != nil {
		return x.explain(err)
	}
	now, err := files(ctx, tx, to)
	if err != nil {
		return x.explain(err)
	}
	var all []changed
	for a, b := range pairs(was, now, func(h *held) string { return h.path }) {
		var c changed
		if a != nil {
			c.path, c.was = a.path, a.id
		}
		if b != nil {
			c.path, c.now = b.path, b.id
		}
		if c.was != c.now {
			all = append(all, c)
		}
	}
	if all, err = toTell(ctx, tx, all, from, to); err != nil {
		return x.explain(err)
	}
	return x.tell(ctx, tx, all, from, to, yield)
}

// teller tells changes.
type teller struct {
	x     *Index
	rows  queries // where the rows of the files are
	from  *View   // nil where there was none
	to    *View
	yield func(Change) error
	was   map[string]string // by the id of a chunk that moved between files, the one it had
	left  map[string]bool   // the ids that chunks had which moved
}

// tell tells what became of files, whose rows are in a snapshot that nobody else
// writes.
func (x *Index) tell(ctx context.Context, rows queries, files []changed, from, to *View, yield func(Change) error) error {
	t := &teller{x: x, rows: rows, from: from, to: to, yield: yield, was: make(map[string]string), left: make(map[string]bool)}
	if err := t.match(ctx, files); err != nil {
		return x.explain(err)
	}
	for _, c := range files {
		old, now, err := t.pair(ctx, c)
		if err != nil {
			return x.explain(err)
		}
		if err := t.file(old, now); err != nil {
			return err
		}
	}
	return nil
}

// toTell gives the files that are to be told of: those that changed, and all others
// too where the records of all carry another commit now.
func toTell(ctx context.Context, q queries, changed []changed, from, to *View) ([]changed, error) {
	if from == nil || from.stampsAs(to) {
		return changed, nil
	}
	all, err := files(ctx, q, to)
	return withOthers(changed, all), err
}

// withOthers adds to the files that changed those that did not, in path order.
func withOthers(files []changed, all []held) []changed {
	known := make(map[string]bool, len(files))
	for _, c := range files {
		known[c.path] = true
	}
	for _, h := range all {
		if h.id != 0 && !known[h.path] {
			files = append(files, changed{h.path, h.id, h.id})
		}
	}
	slices.SortFunc(files, func(a, b changed) int { return strings.Compare(a.path, b.path) })
	return files
}

// match finds the texts that are gone from one file and new in another.
func (t *teller) match(ctx context.Context, files []changed) error {
	gone := make(map[string][]string) // ids by hash
	for _, c := range files {
		if c.was == 0 || c.was == c.now {
			continue
		}
		old, now, err := t.pair(ctx, c)
		if err != nil {
			return err
		}
		for _, ch := range without(old, now) {
			gone[ch.Hash] = append(gone[ch.Hash], ch.ID)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	for _, c := range files {
		if c.was == c.now {
			continue
		}
		old, now, err := t.pair(ctx, c)
		if err != nil {
			return err
		}
		for _, ch := range without(now, old) {
			if ids := gone[ch.Hash]; len(ids) > 0 {
				t.was[ch.ID], t.left[ids[0]] = ids[0], true
				gone[ch.Hash] = ids[1:]
			}
		}
	}
	return nil
}

// without gives the chunks of a whose ids are not in b.
func without(a, b []chunk.Chunk) []*chunk.Chunk {
	in := make(map[string]bool, len(b))
	for i := range b {
		in[b[i].ID] = true
	}
	var out []*chunk.Chunk
	for i := range a {
		if !in[a[i].ID] {
			out = append(out, &a[i])
		}
	}
	return out
}

// file tells what became of the chunks of a file.
func (t *teller) file(old, now []chunk.Chunk) error {
	for _, ch := range without(old, now) {
		if t.left[ch.ID] {
			continue
		}
		if err := t.yield(Change{Op: "delete", Chunk: *ch}); err != nil {
			return err
		}
	}
	before := make(map[string]*chunk.Chunk, len(old))
	for i := range old {
		before[old[i].ID] = &old[i]
	}
	for i := range now {
		c := Change{Op: "add", Was: t.was[now[i].ID], Chunk: now[i]}
		if c.Was != "" {
			c.Op = "move"
		}
		if ch := before[now[i].ID]; ch != nil {
			if reflect.DeepEqual(*ch, now[i]) {
				continue
			}
			c.Op = "move"
		}
		if err := t.yield(c); err != nil {
			return err
		}
	}
	return nil
}

// pair reads the chunks of a file before and after.
func (t *teller) pair(ctx context.Context, c changed) (old, now []chunk.Chunk, err error) {
	if old, err = t.chunks(ctx, c.was, t.from); err == nil {
		now, err = t.chunks(ctx, c.now, t.to)
	}
	return old, now, err
}

func (t *teller) chunks(ctx context.Context, id int64, of *View) ([]chunk.Chunk, error) {
	if id == 0 {
		return nil, nil
	}
	f, err := t.x.file(ctx, t.rows, id)
	if _, put := t.rows.(*spool); put {
		err = spoolError(err)
	}
	if err != nil {
		return nil, err
	}
	of.stampOn(f)
	return f.Chunks, nil
}

package index

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// held is a file of a view.
type held struct {
	path   string
	id     int64  // its row, or 0
	reason string // why it has none
}

// files lists all files of a view in path order; none of nil.
func files(ctx context.Context, q queries, v *View) ([]held, error) {
	if v == nil {
		return nil, nil
	}
	all, err := listings(ctx, q, v.id)
	if err != nil {
		return nil, err
	}
	var out []held
	for dir, l := range all {
		for i := range l {
			out = append(out, held{join(dir, l[i].name), l[i].file, l[i].reason})
		}
	}
	slices.SortFunc(out, func(a, b held) int { return strings.Compare(a.path, b.path) })
	return out, nil
}

// Export gives yield every file of a view with its chunks, in path order, as
// Stream would give it; File is nil where Reason says why.
func (x *Index) Export(ctx context.Context, v *View, yield func(Result) error) error {
	tx, err := x.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // what it sees stays while it is read
	if err != nil {
		return x.explain(err)
	}
	defer tx.Rollback()
	all, err := files(ctx, tx, v)
	if err != nil {
		return x.explain(err)
	}
	for _, h := range all {
		r := Result{Path: h.path, Reason: h.reason}
		r.Entry.Path = h.path
		if h.id != 0 {
			row, err := wholeRow(ctx, tx, h.id)
			if err != nil {
				return x.explain(err)
			}
			if r.Reason, r.Bytes = row.reason, int(row.bytes); r.Reason == "" {
				if r.File, err = x.codec.unpack(row); err != nil {
					return x.explain(err)
				}
				v.stampOn(r.File)
			}
		}
		if err := yield(r); err != nil {
			return err
		}
	}
	return nil
}

// stampOn puts on the records where the view is from; see Provenance.
func (v *View) stampOn(f *chunk.File) {
	for i := range f.Chunks {
		v.stamp(&f.Chunks[i])
	}
}

func (v *View) stamp(ch *chunk.Chunk) { ch.Repo, ch.Commit = v.provenance() }

// provenance is what Provenance is of the source that the view is of.
func (v *View) provenance() (from, commit string) {
	return provenance(v.Kind, v.Place, v.Commit)
}

// stampsAs reports whether the records of both carry the same.
func (v *View) stampsAs(other *View) bool {
	r1, c1 := v.provenance()
	r2, c2 := other.provenance()
	return r1 == r2 && c1 == c2
}

// ErrNoView is returned where a view is asked for that the index does not have.
var ErrNoView = errors.New("the index has no such view")

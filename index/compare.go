package index

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"slices"
)

// compare finds what is not what it was, and counts it.
func (r *refresh) compare(ctx context.Context) error {
	rows := make(map[int64]*row, len(r.news))
	for k, p := range r.pending {
		name := p.dir.now[p.i].name
		p.dir.now[p.i] = r.results[k]
		p.dir.now[p.i].name = name
		if to := r.news[k]; to != nil {
			rows[to.id] = to
		}
	}
	for name, d := range r.dirs {
		if d.now == nil && d.same == len(d.old) {
			continue
		}
		if err := r.compareDir(ctx, name, d, rows); err != nil {
			return err
		}
	}
	slices.SortFunc(r.changed, func(a, b changed) int { return cmp.Compare(a.path, b.path) })
	return nil
}

func (r *refresh) compareDir(ctx context.Context, name string, d *dir, rows map[int64]*row) error {
	for was, now := range pairs(d.old, d.listing(), itemName) {
		var err error
		if was.as(now) {
			err = r.stillHeld(now, rows)
		} else {
			err = r.differ(ctx, name, was, now, rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unchanged reports whether nothing in a directory is to be stored anew.
func (d *dir) unchanged() bool {
	if d.now == nil {
		return d.same == len(d.old)
	}
	return slices.Equal(d.old, d.now)
}

// pairs gives the elements of two lists in the order of their names; one is nil
// where only the other list has the name.
func pairs[T any](old, now []T, name func(*T) string) iter.Seq2[*T, *T] {
	return func(yield func(*T, *T) bool) {
		for i, j := 0, 0; i < len(old) || j < len(now); {
			var a, b *T
			if j == len(now) || i < len(old) && name(&old[i]) <= name(&now[j]) {
				a = &old[i]
			}
			if i == len(old) || j < len(now) && name(&now[j]) <= name(&old[i]) {
				b = &now[j]
			}
			if a != nil {
				i++
			}
			if b != nil {
				j++
			}
			if !yield(a, b) {
				return
			}
		}
	}
}

func itemName(it *item) string { return it.name }

// as reports whether two items are there and say the same of a file.
func (it *item) as(other *item) bool {
	return it != nil && other != nil && it.file == other.file && it.reason == other.reason
}

// stillHeld takes back what result counted for a row that the view held before.
func (r *refresh) stillHeld(it *item, rows map[int64]*row) error {
	if rows[it.file] == nil {
		return nil
	}
	return hold(r.tx, it.file, -1)
}

// differ counts an entry that is not what it was; was or now may be nil.
func (r *refresh) differ(ctx context.Context, dir string, was, now *item, rows map[int64]*row) error {
	sum := &r.done.View.Summary
	c := changed{}
	if was != nil {
		c.path = join(dir, was.name)
		old := &row{}
		if was.file != 0 {
			var err error
			if old, err = rowOf(ctx, r.tx, was.file); err != nil {
				return err
			}
			if err = hold(r.tx, was.file, -1); err != nil {
				return err
			}
		}
		if sum.add(-1, was.reason, old); was.reason == "" && old.reason == "" {
			c.was = was.file
		}
	}
	if now != nil {
		c.path = join(dir, now.name)
		to := rows[now.file]
		if sum.add(1, now.reason, to); now.reason == "" && to.reason == "" {
			c.now = now.file
		}
	}
	switch {
	case c.was != 0 && c.now != 0:
		r.done.Changed++
	case c.now != 0:
		r.done.Added++
	case c.was != 0:
		r.done.Removed++
	default:
		return nil
	}
	r.changed = append(r.changed, c)
	return nil
}

// write stores the view.
func (r *refresh) write() error {
	v := r.done.View
	summary, err := json.Marshal(v.Summary)
	if err != nil {
		return err
	}
	err = r.tx.QueryRow(`INSERT INTO view (kind, place, rev, commit_id, settings, refreshed, summary)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, place, rev) DO UPDATE SET
		commit_id = excluded.commit_id, settings = excluded.settings, refreshed = excluded.refreshed,
		summary = excluded.summary RETURNING id`,
		v.Kind, v.Place, v.Rev, v.Commit, v.settings, v.Refreshed.UnixNano(), summary).Scan(&v.id)
	if err != nil {
		return err
	}
	put, err := r.tx.Prepare("INSERT OR REPLACE INTO listing (view, dir, entries) VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	for name, d := range r.dirs {
		switch {
		case d.unchanged():
		case len(d.listing()) == 0:
			_, err = r.tx.Exec("DELETE FROM listing WHERE view = ? AND dir = ?", v.id, []byte(name))
		default:
			_, err = put.Exec(v.id, []byte(name), d.listing().pack())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

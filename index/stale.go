package index

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Stale counts the files of a place that are not as a view has them.
type Stale struct {
	Added, Changed, Removed int
	Commit                  string // of the place, now
}

// Files is how many there are.
func (s Stale) Files() int { return s.Added + s.Changed + s.Removed }

// Stale holds a view against what it is of, as that is now. It reads only the
// files whose size or time differ, and chunks none. The result is nil for a
// remote, and where what the view is of is gone.
func (x *Index) Stale(ctx context.Context, v *View) (*Stale, error) {
	src, err := v.source(ctx)
	if src == nil || err != nil {
		return nil, err
	}
	defer src.Close()
	old, err := listings(ctx, x.db, v.id)
	if err != nil {
		return nil, x.explain(err)
	}
	r := &refresh{x: x, src: src, dirs: make(map[string]*dir, len(old)), done: &Refreshed{View: v, Was: v}}
	for name, l := range old {
		r.dirs[name] = &dir{old: l}
	}
	for e, err := range r.entries(ctx) {
		if err != nil {
			return nil, err
		}
		p := r.pending[len(r.pending)-1]
		p.dir.now[p.i] = p.dir.guess(src, e, p.dir.now[p.i])
	}
	s := &Stale{Commit: src.Commit}
	for _, d := range r.dirs {
		s.count(d)
	}
	return s, nil
}

// guess gives the item that a refresh would make of an entry, with a row that is
// no other's where it would look for one.
func (d *dir) guess(src *repo.Source, e repo.Entry, it item) item {
	if it.reason != "" {
		return it
	}
	id, err := src.BlobID(e)
	raw, bad := hex.DecodeString(id)
	if err != nil || bad != nil {
		it.reason = string(repo.Unreadable)
		return it
	}
	if was, ok := d.find(it.name); ok && was.file != 0 && was.blob == string(raw) {
		return was
	}
	it.file = -1
	return it
}

func (s *Stale) count(d *dir) {
	for was, now := range pairs(d.old, d.listing(), itemName) {
		had, has := was != nil && was.file != 0, now != nil && now.file != 0
		switch {
		case was.as(now):
		case had && has:
			s.Changed++
		case has:
			s.Added++
		case had:
			s.Removed++
		}
	}
}

// Gone reports whether what a view is of is no more: its work tree, or the
// revision in its repository. Of a remote, and where it cannot be told, it is
// false.
func (v *View) Gone(ctx context.Context) bool {
	src, err := v.source(ctx)
	if src != nil {
		src.Close()
	}
	return src == nil && err == nil && v.Kind != repo.Remote
}

// source opens what a view is of; nil if that is a remote, or gone.
func (v *View) source(ctx context.Context) (*repo.Source, error) {
	if v.Kind == repo.Remote {
		return nil, nil
	}
	if _, err := os.Stat(v.Place); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	o := repo.Options{Staged: v.Kind == repo.Staged}
	if v.Kind == repo.Revision {
		o.Rev = v.Rev
	}
	src, err := OpenSource(ctx, v.Place, o, v.Settings)
	switch {
	case errors.Is(err, repo.ErrNoRevision), errors.Is(err, repo.ErrNoRepository):
		return nil, nil
	case err != nil:
		return nil, err
	case placeOf(src) != v.Place:
		return nil, src.Close()
	}
	return src, nil
}

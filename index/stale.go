package index

import (
	"context"
	"encoding/hex"
	"path/filepath"
	"strings"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Stale counts the files of a place that are not as a view has them.
type Stale struct {
	Added, Changed, Removed int
	Commit                  string // of the place, now
}

// Files is how many there are.
func (s Stale) Files() int { return s.Added + s.Changed + s.Removed }

// Stale holds a view against what is at location now. It reads only the files
// whose size or time differ, and chunks none. The result is nil where the view
// is not of that location.
func (x *Index) Stale(ctx context.Context, location string, v *View) (*Stale, error) {
	src, err := v.source(ctx, location)
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
	for was, now := range pairs(d.old, d.now, itemName) {
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

// source opens what a view is of; nil if that is not at location.
func (v *View) source(ctx context.Context, location string) (*repo.Source, error) {
	o := repo.Options{Staged: v.Kind == repo.Staged}
	switch v.Kind {
	case repo.Remote:
		return nil, nil
	case repo.Revision:
		o.Rev = v.Rev
	default:
		at, err := filepath.Abs(location)
		if err != nil {
			return nil, err
		}
		if real, err := filepath.EvalSymlinks(at); err == nil {
			at = real
		}
		if rel, err := filepath.Rel(v.Place, at); err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return nil, nil
		}
	}
	src, err := OpenSource(ctx, location, o, v.Settings)
	switch {
	case err != nil && v.Kind == repo.Revision: // of another repository, or gone
		return nil, nil
	case err != nil:
		return nil, err
	case placeOf(src) != v.Place:
		return nil, src.Close()
	}
	return src, nil
}

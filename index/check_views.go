package index

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// views looks at every view and its listings.
func (c *checker) views(ctx context.Context) error {
	err := each(ctx, c.tx, viewColumns+"ORDER BY v.id", func(rows *sql.Rows) error {
		v, err := scanView(rows)
		if damaged(err) {
			c.tell("view %d cannot be read", v.id)
			return nil
		}
		c.all = append(c.all, v)
		return err
	})
	if err != nil {
		return err
	}
	for _, v := range c.all {
		c.done.Views++
		if why := misnamed(v); why != "" {
			c.tell("view %d (%s) %s", v.id, v, why)
		}
		if err := c.damage(c.view(ctx, v)); err != nil {
			return err
		}
	}
	return each(ctx, c.tx, `SELECT 'view ' || id || ' has settings that are not there' FROM view WHERE settings NOT IN (SELECT id FROM settings)
		UNION ALL SELECT 'listings are left of view ' || view || ', which is gone' FROM listing WHERE view NOT IN (SELECT id FROM view) GROUP BY view`,
		func(rows *sql.Rows) error {
			var text string
			err := rows.Scan(&text)
			c.tell("%s", text)
			return err
		})
}

var commitID = regexp.MustCompile("^([0-9a-f]{40}|[0-9a-f]{64})?$")

// misnamed says what no view is called.
func misnamed(v *View) string {
	stored := v.Kind == repo.Revision || v.Kind == repo.Remote
	switch {
	case !stored && v.Kind != repo.WorkTree && v.Kind != repo.Staged:
		return fmt.Sprintf("is of the kind %q, which there is not", v.Kind)
	case !commitID.MatchString(v.Commit) || stored && v.Commit == "":
		return fmt.Sprintf("is of the commit %q, which is none", v.Commit)
	case v.Place == "" || v.Kind == repo.Revision && v.Rev == "":
		return "does not say what it is of"
	}
	return ""
}

// view counts anew what a view holds.
func (c *checker) view(ctx context.Context, v *View) error {
	all, err := listings(ctx, c.tx, v.id)
	if err != nil {
		return fmt.Errorf("%s: %w", v, err)
	}
	var sum Summary
	for _, dir := range slices.Sorted(maps.Keys(all)) {
		l := all[dir]
		for i := range l {
			path := join(dir, l[i].name)
			f, why := c.held(&l[i], path, v)
			if i > 0 && l[i-1].name >= l[i].name {
				why = "is listed out of order"
			}
			if why != "" {
				c.tell("%s: %s %s", v, path, why)
			}
			if f != nil {
				f.held++
				sum.add(1, l[i].reason, &f.row)
			} else {
				sum.add(1, l[i].reason, &row{})
			}
		}
	}
	if sum.Passed == nil {
		sum.Passed = make(map[string]int)
	}
	if had := v.Summary; had.Files != sum.Files || had.Chunks != sum.Chunks || had.Tokens != sum.Tokens ||
		had.Bytes != sum.Bytes || !maps.Equal(had.Passed, sum.Passed) {
		c.tell("%s: is said to have %+v, and has %+v", v, had, sum)
	}
	return nil
}

// held gives the row of a listed file, and what is wrong with it.
func (c *checker) held(it *item, path string, v *View) (*stored, string) {
	if it.file == 0 {
		if it.reason == "" {
			return nil, "is listed with neither chunks nor a reason"
		}
		return nil, ""
	}
	f := c.files[it.file]
	switch {
	case f == nil:
		return nil, "is listed, and its chunks are not there"
	case f.path != path || f.blob != it.blob:
		return f, fmt.Sprintf("is listed with the chunks of %s, blob %x", f.path, f.blob)
	case f.settings != v.settings:
		return f, "was made with other settings than the view"
	case it.reason != "":
		return f, "has chunks, and was passed over as " + it.reason
	}
	return f, ""
}

// refs holds the count of views against those that were found.
func (c *checker) refs(context.Context) error {
	for _, id := range slices.Sorted(maps.Keys(c.files)) {
		if f := c.files[id]; f.refs != f.held {
			c.tell("%s, blob %x: %d views are said to hold it, and %d do", f.path, f.blob, f.refs, f.held)
		}
	}
	return nil
}

// source chunks anew what is as the view has it.
func (c *checker) source(ctx context.Context, v *View) error {
	src, err := v.source(ctx)
	if src == nil || err != nil {
		return err
	}
	defer src.Close()
	chunker, err := chunk.New(v.Settings.Chunk)
	if err != nil {
		return err
	}
	defer chunker.Close()
	all, err := listings(ctx, c.tx, v.id)
	if err != nil {
		return err
	}
	s := Stream{All: v.Settings.All}
	return s.Run(ctx, src, chunker, func(r Result) error {
		dir, name := split(r.Path)
		it := all[dir].find(name)
		if it == nil || it.file == 0 || r.Reason == string(repo.Unreadable) || r.Entry.Reason != "" {
			return nil
		}
		id, err := src.BlobID(r.Entry)
		if raw, bad := hex.DecodeString(id); err != nil || bad != nil || string(raw) != it.blob {
			return nil // it has changed since
		}
		c.done.Compared++
		return c.compare(ctx, it.file, &r)
	})
}

// compare holds a row against what became of the same bytes now.
func (c *checker) compare(ctx context.Context, id int64, r *Result) error {
	f, err := wholeRow(ctx, c.tx, id)
	if err != nil {
		return err
	}
	if f.reason != r.Reason || r.File == nil {
		if f.reason != r.Reason {
			c.tell("%s: was passed over for the reason %q, now %q", r.Path, f.reason, r.Reason)
		}
		return nil
	}
	had, err := c.x.codec.unpack(f)
	if err != nil {
		return nil // it has been told
	}
	for i := range r.File.Chunks {
		r.File.Chunks[i].Repo, r.File.Chunks[i].Commit = "", ""
	}
	a, errA := json.Marshal(had)
	b, errB := json.Marshal(r.File)
	if !bytes.Equal(a, b) {
		c.tell("%s: its chunks are not those that it has when chunked anew", r.Path)
	}
	return errors.Join(errA, errB)
}

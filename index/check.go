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
	"slices"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Checked is what Check has looked at.
type Checked struct {
	Views, Files, Chunks int
	Compared             int // files chunked anew
	Problems             int
}

// Check holds the index against what it promises, in one state of it: that the
// database is whole; that the bodies of every file tile it and no text has more
// tokens than the settings allow, counted anew; that listings, rows and words
// belong to each other, and what was counted is what there is. problem is told
// of each thing that is not so. The error is of what could not be looked at.
//
// If a location is given, the views of the repository there are held against
// it: what is there as the view has it is chunked anew.
func (x *Index) Check(ctx context.Context, location string, problem func(string)) (Checked, error) {
	tx, err := x.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Checked{}, x.explain(err)
	}
	defer tx.Rollback()
	c := &checker{x: x, tx: tx, problem: problem, files: make(map[int64]*stored)}
	for _, step := range []func(context.Context) error{c.database, c.settings, c.rows, c.words, c.views, c.refs} {
		if err := c.damage(step(ctx)); err != nil {
			return c.done, x.explain(err)
		}
	}
	for i := range c.all {
		if location == "" {
			break
		}
		if err := c.damage(c.source(ctx, location, c.all[i])); err != nil {
			return c.done, x.explain(err)
		}
	}
	return c.done, nil
}

// checker is one check at work.
type checker struct {
	x       *Index
	tx      *sql.Tx
	problem func(string)
	done    Checked
	options map[int64]chunk.Options // by the row of the settings
	files   map[int64]*stored
	all     []*View
}

// stored is what a check keeps of a row of file.
type stored struct {
	row
	settings int64
	refs     int
	held     int // views that hold it
}

func (c *checker) tell(format string, args ...any) {
	c.done.Problems++
	c.problem(fmt.Sprintf(format, args...))
}

// damage tells of an error that is one of the file, and gives back any other.
func (c *checker) damage(err error) error {
	var e *sqlite.Error
	damaged := errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
	if damaged || errors.Is(err, errListing) || errors.Is(err, errPayload) {
		c.tell("%v", err)
		return nil
	}
	return err
}

// database asks SQLite, which looks at the words too.
func (c *checker) database(ctx context.Context) error {
	return each(ctx, c.tx, "PRAGMA integrity_check", func(rows *sql.Rows) error {
		var text string
		if err := rows.Scan(&text); err != nil || text == "ok" {
			return err
		}
		c.tell("database: %s", text)
		return nil
	})
}

// each runs a query and gives do every row.
func each(ctx context.Context, q queries, query string, do func(*sql.Rows) error, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (c *checker) settings(ctx context.Context) error {
	c.options = make(map[int64]chunk.Options)
	return each(ctx, c.tx, "SELECT id, options FROM settings", func(rows *sql.Rows) error {
		var id int64
		var text []byte
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		var s Settings
		if err := json.Unmarshal(text, &s); err != nil {
			c.tell("settings %d: %v", id, err)
			return nil
		}
		c.options[id] = s.Chunk
		return nil
	})
}

// rows looks at every file.
func (c *checker) rows(ctx context.Context) error {
	counters := make(map[string]*tokens.Counter)
	next := int64(0)
	query := "SELECT " + rowColumns + ", settings, refs, data FROM file ORDER BY first, id"
	return each(ctx, c.tx, query, func(rows *sql.Rows) error {
		f := &stored{}
		if err := f.scan(rows, &f.settings, &f.refs, &f.data); err != nil {
			return err
		}
		c.done.Files++
		c.done.Chunks += f.chunks
		if f.chunks > 0 && f.first < next {
			c.tell("%s: its chunks are numbered from %d, which another file's are", f.path, f.first)
		}
		if f.chunks > 0 {
			next = max(next, f.first+int64(f.chunks))
		}
		o, ok := c.options[f.settings]
		if !ok {
			c.tell("%s: was made with settings that are not there", f.path)
		} else if counters[o.Tokenizer] == nil {
			encoding, err := tokens.New(o.Tokenizer)
			if err != nil {
				return err
			}
			counters[o.Tokenizer] = encoding.NewCounter()
		}
		if ok {
			c.file(f, o, counters[o.Tokenizer])
		}
		f.data, f.kinds = nil, ""
		c.files[f.id] = f
		return nil
	})
}

// file holds a file's chunks against promises 1 and 2, and its row against them.
func (c *checker) file(f *stored, o chunk.Options, counter *tokens.Counter) {
	file, err := c.x.codec.unpack(&f.row)
	if err != nil {
		c.tell("%s: %v", f.path, err)
		return
	}
	if f.reason != "" && f.chunks > 0 {
		c.tell("%s: has chunks, and was passed over as %s", f.path, f.reason)
	}
	at, sum := 0, 0
	for i := range file.Chunks {
		ch := &file.Chunks[i]
		if why := misplaced(ch, at, o.Overlap > 0); why != "" {
			c.tell("%s: chunk %d %s", f.path, i+1, why)
		}
		if n := counter.Count([]byte(ch.Text)); n != ch.Tokens || n > o.Max {
			c.tell("%s: chunk %d has %d tokens, is said to have %d, and may have %d", f.path, i+1, n, ch.Tokens, o.Max)
		}
		at, sum = ch.EndByte, sum+ch.Tokens
	}
	notebook := slices.ContainsFunc(file.Chunks, func(ch chunk.Chunk) bool { return ch.Cell != nil })
	if len(file.Chunks) > 0 && int64(at) != f.bytes && (!notebook || int64(at) > f.bytes) {
		c.tell("%s: its chunks end at byte %d of %d", f.path, at, f.bytes)
	}
	if kinds := kindsOf(file); sum != f.tokens || kinds != f.kinds {
		c.tell("%s: its row counts %d tokens and the kinds %q; its chunks have %d and %q", f.path, f.tokens, f.kinds, sum, kinds)
	}
}

// misplaced says what is wrong with where a chunk lies, after one that ended at
// at. A notebook's leave out what lies between its cells.
func misplaced(ch *chunk.Chunk, at int, overlaps bool) string {
	switch {
	case ch.EndByte <= ch.StartByte, ch.EndByte <= at,
		ch.StartByte < at && !overlaps, ch.StartByte > at && ch.Cell == nil:
		return fmt.Sprintf("lies at [%d, %d), and the one before ends at %d", ch.StartByte, ch.EndByte, at)
	case ch.Encoding == "" && ch.Cell == nil && len(ch.Text)-len(ch.Context) != ch.EndByte-ch.StartByte:
		return fmt.Sprintf("lies at [%d, %d), and has %d bytes", ch.StartByte, ch.EndByte, len(ch.Text)-len(ch.Context))
	}
	return ""
}

// words holds the rows of the full-text table against the numbers of the chunks.
func (c *checker) words(ctx context.Context) error {
	have := make(map[int64]bool, c.done.Chunks)
	err := each(ctx, c.tx, "SELECT id FROM words_docsize", func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		have[id] = true
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(c.files)) {
		f, missing := c.files[id], 0
		for n := f.first; n < f.first+int64(f.chunks); n++ {
			if !have[n] {
				missing++
			}
			delete(have, n)
		}
		if missing > 0 {
			c.tell("%s: %d of its %d chunks cannot be searched", f.path, missing, f.chunks)
		}
	}
	if len(have) > 0 {
		c.tell("the words of %d chunks are left of files that are gone", len(have))
	}
	return nil
}

// views looks at every view and its listings.
func (c *checker) views(ctx context.Context) error {
	err := each(ctx, c.tx, viewColumns+"ORDER BY v.id", func(rows *sql.Rows) error {
		v, err := scanView(rows)
		if err == nil {
			c.all = append(c.all, v)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, v := range c.all {
		c.done.Views++
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

// source chunks anew what is at a location as the view has it.
func (c *checker) source(ctx context.Context, location string, v *View) error {
	src, err := v.source(ctx, location)
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
		i, ok := slices.BinarySearchFunc(all[dir], name, func(it item, name string) int { return strings.Compare(it.name, name) })
		if !ok || all[dir][i].file == 0 || r.Reason == string(repo.Unreadable) || r.Entry.Reason != "" {
			return nil
		}
		id, err := src.BlobID(r.Entry)
		if raw, bad := hex.DecodeString(id); err != nil || bad != nil || string(raw) != all[dir][i].blob {
			return nil // it has changed since
		}
		c.done.Compared++
		return c.compare(ctx, all[dir][i].file, &r)
	})
}

// compare holds a row against what became of the same bytes now.
func (c *checker) compare(ctx context.Context, id int64, r *Result) error {
	var f row
	err := f.scan(c.tx.QueryRowContext(ctx, "SELECT "+rowColumns+", data FROM file WHERE id = ?", id), &f.data)
	if err != nil {
		return err
	}
	if f.reason != r.Reason || r.File == nil {
		if f.reason != r.Reason {
			c.tell("%s: was passed over for the reason %q, now %q", r.Path, f.reason, r.Reason)
		}
		return nil
	}
	had, err := c.x.codec.unpack(&f)
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

package index

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// View is one state of one repository as an index holds it.
type View struct {
	Kind repo.Kind
	// Place is the top directory of a work tree, for what is staged too; the git
	// directory that a revision is from; the URL, without credentials, of a
	// remote.
	Place     string
	Rev       string // the revision as it was named; "" if none was
	Commit    string // read, or HEAD when a work tree was; "" if there was none
	Refreshed time.Time
	Settings  Settings
	Summary   Summary
	// Outdated says for people why the next refresh makes the view wholly anew,
	// as that it was made with other options; "" if it will not.
	Outdated string

	id       int64
	settings int64
}

// String names the view for people.
func (v *View) String() string {
	switch v.Kind {
	case repo.WorkTree:
		return "work tree " + v.Place
	case repo.Staged:
		return "staged in " + v.Place
	}
	return v.Name()
}

// Name is what a view of what git stores goes by: the revision as it was named,
// or the URL of the remote, with @REF if one was asked for. Others have the
// directory for a name.
func (v *View) Name() string {
	switch {
	case v.Kind == repo.Revision:
		return v.Rev
	case v.Rev != "":
		return v.Place + "@" + v.Rev
	}
	return v.Place
}

// Summary counts what a view holds.
type Summary struct {
	Files  int   `json:"files"` // chunked
	Chunks int   `json:"chunks"`
	Tokens int   `json:"tokens"`
	Bytes  int64 `json:"bytes"`
	// Passed counts the files that were passed over, by reason.
	Passed map[string]int `json:"passed"`
}

// add counts n times a file with its reason, or its row.
func (s *Summary) add(n int, reason string, r *row) {
	if reason == "" {
		reason = r.reason
	}
	if reason != "" {
		if s.Passed == nil {
			s.Passed = make(map[string]int)
		}
		if s.Passed[reason] += n; s.Passed[reason] == 0 {
			delete(s.Passed, reason)
		}
		return
	}
	s.Files += n
	s.Chunks += n * r.chunks
	s.Tokens += n * r.tokens
	s.Bytes += int64(n) * r.bytes
}

// Settings are the options that a view is made with. The zero value means the
// defaults of package chunk, every file of the listing, and no file over
// langs.DefaultMaxFileSize.
type Settings struct {
	Chunk       chunk.Options `json:"chunk"`
	All         bool          `json:"all,omitempty"`           // see Stream.All
	MaxFileSize int64         `json:"max_file_size,omitempty"` // in bytes
	Include     []string      `json:"include,omitempty"`       // see repo.Options
	Exclude     []string      `json:"exclude,omitempty"`       // see repo.Options
}

// hash tells settings apart, and versions of the chunker.
func (s Settings) hash() (hash string, text []byte, err error) {
	if text, err = json.Marshal(s); err != nil {
		return "", nil, err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s", chunk.Version, text))
	return hex.EncodeToString(sum[:16]), text, nil
}

// Settings gives the index's own settings, which a refresh goes by unless told
// others; false if nothing has been indexed yet.
func (x *Index) Settings(ctx context.Context) (Settings, bool, error) {
	s, _, err := latest(ctx, x.db)
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	return s, err == nil, x.explain(err)
}

// queries is what both a database and a transaction do.
type queries interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func latest(ctx context.Context, q queries) (s Settings, hash string, err error) {
	var text []byte
	err = q.QueryRowContext(ctx, "SELECT options, hash FROM settings ORDER BY used DESC LIMIT 1").Scan(&text, &hash)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	return s, hash, err
}

// keep stores settings, as the latest, and gives their row.
func (s Settings) keep(tx *sql.Tx) (int64, error) {
	hash, text, err := s.hash()
	if err != nil {
		return 0, err
	}
	var id int64
	return id, tx.QueryRow(`INSERT INTO settings (hash, options, used)
		VALUES (?, ?, (SELECT coalesce(max(used), 0) + 1 FROM settings))
		ON CONFLICT (hash) DO UPDATE SET used = excluded.used RETURNING id`, hash, text).Scan(&id)
}

const viewColumns = `SELECT v.id, v.kind, v.place, v.rev, v.commit_id, v.settings, v.refreshed, v.summary, s.options,
	s.hash, (SELECT hash FROM settings ORDER BY used DESC LIMIT 1) FROM view v JOIN settings s ON s.id = v.settings `

func scanView(row interface{ Scan(...any) error }) (*View, error) {
	var v View
	var when int64
	var summary, options []byte
	var made, latest string
	err := row.Scan(&v.id, &v.Kind, &v.Place, &v.Rev, &v.Commit, &v.settings, &when, &summary, &options, &made, &latest)
	if err != nil {
		return &v, err
	}
	v.Refreshed = time.Unix(0, when)
	if err := errors.Join(json.Unmarshal(summary, &v.Summary), json.Unmarshal(options, &v.Settings)); err != nil {
		return &v, err
	}
	now, _, err := v.Settings.hash()
	switch {
	case made != latest:
		v.Outdated = "made with other options than the index has by now"
	case made != now:
		v.Outdated = "made by another version of cleave"
	}
	return &v, err
}

// Views lists the views, the latest refreshed first.
func (x *Index) Views(ctx context.Context) ([]*View, error) {
	rows, err := x.db.QueryContext(ctx, viewColumns+"ORDER BY v.refreshed DESC")
	if err != nil {
		return nil, x.explain(err)
	}
	defer rows.Close()
	var out []*View
	for rows.Next() {
		v, err := scanView(rows)
		if err != nil {
			return nil, x.explain(err)
		}
		out = append(out, v)
	}
	return out, x.explain(rows.Err())
}

// view gives the view of a kind, place and revision, nil if there is none.
func view(ctx context.Context, q queries, kind repo.Kind, place, rev string) (*View, error) {
	v, err := scanView(q.QueryRowContext(ctx, viewColumns+"WHERE v.kind = ? AND v.place = ? AND v.rev = ?", kind, place, rev))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return v, err
}

// listings reads all directories of a view.
func listings(ctx context.Context, q queries, view int64) (map[string]listing, error) {
	rows, err := q.QueryContext(ctx, "SELECT dir, entries FROM listing WHERE view = ?", view)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[string]listing)
	for rows.Next() {
		var dir, entries sql.RawBytes
		if err := rows.Scan(&dir, &entries); err != nil {
			return nil, err
		}
		l, err := unpackListing(entries)
		if err != nil {
			return nil, err
		}
		out[string(dir)] = l
	}
	return out, rows.Err()
}

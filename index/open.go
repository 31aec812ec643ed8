package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Index is an open index. Its methods may be called from several goroutines at
// once; searches go on during a refresh and answer from the state before it.
type Index struct {
	path  string
	db    *sql.DB
	codec *codec

	counting sync.Mutex
	counts   *counts // what searches have counted

	// Rebuilt is the older version of the format that was found, whose content
	// was dropped; 0 if there was none.
	Rebuilt int
}

const (
	application = 0x636c7665 // "clve"
	version     = 1
)

// The errors that a caller may tell apart.
var (
	ErrNoIndex = errors.New("there is no index; cleave index makes it")
	ErrForeign = errors.New("not an index of cleave")
	ErrNewer   = errors.New("made by a newer cleave")
	ErrDamaged = errors.New("the index is damaged")
	ErrBusy    = errors.New("another refresh is at work")
)

// Path gives where the index of a source is kept: in the git directory that
// all work trees of the repository share, where no ignore rule is needed, or in
// .cleave below the directory that is no repository.
func Path(src *repo.Source) string {
	if src.CommonDir != "" {
		return filepath.Join(src.CommonDir, "cleave", "index.db")
	}
	return filepath.Join(src.Root, ".cleave", "index.db")
}

// Create opens the index at path, and makes it if there is none.
func Create(path string) (*Index, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		if err := create(path); err != nil {
			return nil, fmt.Errorf("%s: the index cannot be made: %w", path, bare(err))
		}
	}
	return Open(path)
}

// create makes an empty index beside its place and puts it there whole, so that
// whatever stands there is one, or is not ours. Where two do so at once, the
// first has made it.
func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	if filepath.Base(filepath.Dir(path)) == ".cleave" { // it is no part of the tree it lies in
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), ".gitignore"), []byte("*\n"), 0o666); err != nil {
			return err
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".index-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", f.Name())
	if err != nil {
		return err
	}
	_, err = db.Exec("PRAGMA auto_vacuum = incremental; BEGIN;" + schema + "COMMIT; PRAGMA journal_mode = wal;")
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		return os.Rename(f.Name(), path)
	}
	if err := os.Link(f.Name(), path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// Open opens the index at path. The error is ErrNoIndex if there is none.
func Open(path string) (*Index, error) {
	if err := foreign(path); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// A path is made a URI so that nothing in it is read as an option.
	query := url.Values{"mode": {"rw"}, "_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "synchronous(normal)", "cache_size(-16000)", "temp_store(memory)",
	}}
	uri := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", uri.String())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	x := &Index{path: path, db: db}
	if x.codec, err = newCodec(); err == nil {
		err = x.prepare()
	}
	if err != nil {
		x.Close()
		return nil, x.explain(err)
	}
	return x, nil
}

// foreign looks at the head of a file before SQLite does, which would put its
// journal beside a file that is none of ours.
func foreign(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // a pipe would never open
		return fmt.Errorf("%w; give another file", ErrForeign)
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoIndex
	}
	if err != nil {
		return bare(err)
	}
	defer f.Close()
	var head [72]byte
	if _, err := io.ReadFull(f, head[:]); err != nil || string(head[:16]) != "SQLite format 3\x00" || string(head[68:]) != "clve" {
		return fmt.Errorf("%w; give another file", ErrForeign)
	}
	return nil
}

// prepare makes sure that the tables are those of this version. Those of an
// older one are made anew.
func (x *Index) prepare() error {
	var found int
	if err := x.db.QueryRow("PRAGMA user_version").Scan(&found); err != nil {
		return err
	}
	switch {
	case found == version:
		return nil
	case found > version:
		return fmt.Errorf("%w: format %d, and this one knows %d; use that cleave, or delete the file and index again",
			ErrNewer, found, version)
	}
	tx, err := x.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.QueryRow("PRAGMA user_version").Scan(&found); err != nil || found == version {
		return err // another has just made them
	}
	x.Rebuilt = found
	if err := drop(tx); err != nil {
		return err
	}
	if _, err := tx.Exec(schema); err != nil {
		return err
	}
	return tx.Commit()
}

// drop drops all tables; those of FTS5 go with the virtual one.
func drop(tx *sql.Tx) error {
	for _, name := range []string{"words", "listing", "view", "file", "settings"} {
		if _, err := tx.Exec("DROP TABLE IF EXISTS " + name); err != nil {
			return err
		}
	}
	return nil
}

var schema = fmt.Sprintf(`
CREATE TABLE settings (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, options TEXT NOT NULL,
	used INTEGER NOT NULL);
CREATE TABLE file (
	id INTEGER PRIMARY KEY, path BLOB NOT NULL, blob BLOB NOT NULL, settings INTEGER NOT NULL,
	first INTEGER NOT NULL, chunks INTEGER NOT NULL, tokens INTEGER NOT NULL, bytes INTEGER NOT NULL,
	refs INTEGER NOT NULL, language TEXT NOT NULL, strategy TEXT NOT NULL, parse TEXT NOT NULL,
	reason TEXT NOT NULL, kinds TEXT NOT NULL, data BLOB NOT NULL,
	UNIQUE (path, blob, settings));
CREATE INDEX file_first ON file (first) WHERE chunks > 0;
CREATE INDEX file_unheld ON file (id, chunks) WHERE refs = 0;
CREATE TABLE view (
	id INTEGER PRIMARY KEY, kind TEXT NOT NULL, place TEXT NOT NULL, rev TEXT NOT NULL,
	commit_id TEXT NOT NULL, settings INTEGER NOT NULL, refreshed INTEGER NOT NULL,
	summary TEXT NOT NULL, UNIQUE (kind, place, rev));
CREATE TABLE listing (view INTEGER NOT NULL, dir BLOB NOT NULL, entries BLOB NOT NULL,
	PRIMARY KEY (view, dir)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (body, path, name, scope, content='', contentless_delete=1,
	tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
PRAGMA application_id = %d;
PRAGMA user_version = %d;
`, application, version)

// Close closes the index.
func (x *Index) Close() error {
	x.codec.close()
	return x.db.Close()
}

// explain says what an error of the database means to a person.
func (x *Index) explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", x.path, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s: %w; delete it and index again", x.path, ErrDamaged)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: %w", x.path, ErrBusy)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: cannot be written: the disk is full; the index stands as it was", x.path)
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%s: cannot be written: the disk refused, or is full; the index stands as it was", x.path)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("%s: the index, or the directory it is in, cannot be written", x.path)
	}
	return fmt.Errorf("%s: %w", x.path, err)
}

// bare is an error without the path that stands before it already.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// begin starts the one transaction that may write, and waits for its turn.
func (x *Index) begin(ctx context.Context, wait time.Duration) (*sql.Conn, *sql.Tx, error) {
	conn, err := x.db.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	_, err = conn.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", max(wait.Milliseconds(), 1)))
	if err == nil {
		var tx *sql.Tx
		if tx, err = conn.BeginTx(ctx, nil); err == nil {
			return conn, tx, nil
		}
	}
	conn.Close()
	return nil, nil, err
}

package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Index is an open index. Its methods may be called from several goroutines at
// once; searches go on during a refresh and answer from the state before it.
type Index struct {
	path   string
	opened os.FileInfo // the file, to know it from another
	db     *sql.DB
	codec  *codec

	listing sync.Mutex
	lists   *lists // what searches have listed

	// Rebuilt tells of the older format that was found, whose content was
	// dropped; nil if there was none.
	Rebuilt *Rebuilt
}

const (
	application = 0x636c7665 // "clve"
	version     = 5
)

// The errors that a caller may tell apart.
var (
	ErrNoIndex = errors.New("there is no index; cleave index makes it")
	ErrForeign = errors.New("not an index of cleave")
	ErrNewer   = errors.New("made by a newer cleave")
	ErrOlder   = errors.New("made by an older cleave")
	ErrDamaged = errors.New("the index is damaged")
	ErrBusy    = errors.New("another refresh is at work")
	// ErrReplaced is returned where the file that an index was opened from was
	// deleted, or another is in its place: what is stored now nobody will see.
	ErrReplaced = errors.New("the index was deleted or replaced")
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

// Create opens the index at path to refresh it, and makes it if there is none.
// Of one in an older format only the settings are kept: see Rebuilt.
func Create(path string) (*Index, error) {
	err := foreign(path)
	if errors.Is(err, ErrNoIndex) {
		if err = create(path); err != nil {
			return nil, fmt.Errorf("%s: the index cannot be made: %w", path, bare(err))
		}
		err = foreign(path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	x, err := open(path, "rw")
	if errors.Is(err, ErrOlder) {
		err = x.rebuild()
	}
	return x.orClose(err)
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

// Open opens the index at path to read it, or to refresh it where it can be
// written. The error is ErrNoIndex if there is none, ErrOlder or ErrNewer if it
// is of another format; it stays as it is then.
func Open(path string) (*Index, error) {
	if err := foreign(path); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	x, err := open(path, "rw")
	if unwritable(err) || refused(err) {
		if wal, lost := os.Stat(path + "-wal"); lost != nil || wal.Size() == 0 {
			x.Close()
			x, err = open(path, "ro")
		}
	}
	return x.orClose(err)
}

// open opens an index: rw to read and write; ro to read one that is all in its
// file, in a place where SQLite can put nothing beside it. The index is to be
// closed whatever the error.
func open(path, mode string) (*Index, error) {
	x := &Index{path: path}
	abs, err := filepath.Abs(path)
	if err != nil {
		return x, err
	}
	// A path is made a URI so that nothing in it is read as an option.
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "synchronous(normal)", "cache_size(-16000)", "temp_store(memory)",
	}}
	if mode == "ro" {
		query.Set("immutable", "1")
	}
	uri := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: query.Encode()}
	if x.db, err = sql.Open("sqlite", uri.String()); err != nil {
		return x, err
	}
	if x.codec, err = newCodec(); err != nil {
		return x, err
	}
	var found int
	if err = x.db.QueryRow("PRAGMA user_version").Scan(&found); err != nil {
		return x, err
	}
	if x.opened, err = os.Stat(path); err != nil {
		return x, bare(err)
	}
	switch {
	case found > version:
		err = fmt.Errorf("%w: format %d, and this one knows %d; use that cleave, or delete the file and index again", ErrNewer, found, version)
	case found < version:
		err = fmt.Errorf("%w: format %d, and this one has %d; run cleave index to rebuild it", ErrOlder, found, version)
	}
	return x, err
}

// orClose gives the index, or closes it and explains the error.
func (x *Index) orClose(err error) (*Index, error) {
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
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%w, but a directory; give a file", ErrForeign)
	case err == nil && !info.Mode().IsRegular(): // a pipe would never open
		return fmt.Errorf("%w; give another file, or delete it if it was one", ErrForeign)
	case err == nil && info.Size() == 0:
		return fmt.Errorf("the file is empty: %w", ErrNoIndex)
	case errors.Is(err, fs.ErrNotExist):
		if to, err := os.Readlink(path); err == nil {
			return fmt.Errorf("a link to %s, which is not there; remove the link, or give another file", to)
		}
		return ErrNoIndex
	}
	f, err := os.Open(path)
	if err != nil {
		return bare(err)
	}
	defer f.Close()
	var head [72]byte
	if _, err := io.ReadFull(f, head[:]); err != nil || string(head[:16]) != "SQLite format 3\x00" || string(head[68:]) != "clve" {
		return fmt.Errorf("%w; give another file, or delete it if it was one", ErrForeign)
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
CREATE VIRTUAL TABLE words %s;
INSERT INTO words (words, rank) VALUES ('hashsize', 67108864);
PRAGMA application_id = %d;
PRAGMA user_version = %d;
`, wordsTable, application, version)

const wordsTable = `USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'")`

// Close closes the index.
func (x *Index) Close() error {
	x.codec.close()
	if x.db == nil {
		return nil
	}
	return x.db.Close()
}

// unwritable reports whether a database, or its directory, cannot be written.
func unwritable(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return true
	}
	return false
}

// refused reports whether the disk is full, or fails.
func refused(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_FULL || e.Code()&0xff == sqlite3.SQLITE_IOERR)
}

// damaged reports whether an error is of what is in the file: of SQLite, or that
// something in it cannot be read or is not where it should be.
func damaged(err error) bool {
	var e *sqlite.Error
	var syntax *json.SyntaxError
	var other *json.UnmarshalTypeError
	switch {
	case errors.As(err, &e):
		code := e.Code() & 0xff // of an error in a query it is the tables that are wrong
		return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB || code == sqlite3.SQLITE_ERROR
	case errors.Is(err, errListing), errors.Is(err, errPayload), errors.Is(err, sql.ErrNoRows):
		return true
	case errors.As(err, &syntax), errors.As(err, &other):
		return true
	}
	return err != nil && strings.HasPrefix(err.Error(), "sql: Scan error") // it has no type
}

// explain says what an error of the database means to a person.
func (x *Index) explain(err error) error {
	var e *sqlite.Error
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case damaged(err):
		return fmt.Errorf("%s: %w; delete it and index again", x.path, ErrDamaged)
	case unwritable(err):
		return fmt.Errorf("%s: the index, or the directory it is in, cannot be written", x.path)
	case refused(err):
		return fmt.Errorf("%s: the disk refused, or is full; the index stands as it was", x.path)
	case errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED):
		return fmt.Errorf("%s: %w", x.path, ErrBusy)
	}
	return fmt.Errorf("%s: %w", x.path, err)
}

// replaced is ErrReplaced if the index is no longer the file at its path.
func (x *Index) replaced() error {
	if info, err := os.Stat(x.path); err == nil && os.SameFile(info, x.opened) {
		return nil
	}
	return fmt.Errorf("%s: %w", x.path, ErrReplaced)
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

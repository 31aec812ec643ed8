package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// spool keeps the rows of a refresh until its changes are told, which goes at the
// pace of who reads them. Once the refresh is stored another may take their place
// and collect them.
//
// It is a database without a name, which SQLite keeps in memory while it is small,
// else in a temporary file, and which is gone when it is closed or the process
// ends.
type spool struct {
	*sql.Conn
	db *sql.DB
}

func newSpool(ctx context.Context) (*spool, error) {
	db, err := sql.Open("sqlite", "")
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx) // another would have another database
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s := &spool{conn, db}
	_, err = conn.ExecContext(ctx, `PRAGMA journal_mode = off; CREATE TABLE file (id INTEGER PRIMARY KEY, path, blob,
		first, chunks, tokens, bytes, language, strategy, parse, reason, kinds, data)`)
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *spool) close() error {
	if s == nil {
		return nil
	}
	return errors.Join(s.Conn.Close(), s.db.Close())
}

// spoolError is of the spool, and nothing that is wrong with the index: the
// error that it hides would say so.
func spoolError(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, errPayload) {
		return err
	}
	return fmt.Errorf("what changed cannot be put aside in a temporary file: %v", err)
}

// spool puts aside the rows of what is to be told.
func (r *refresh) spool(ctx context.Context) error {
	var err error
	if r.changed, err = toTell(ctx, r.tx, r.changed, r.done.Was, r.done.View); err != nil || len(r.changed) == 0 {
		return err
	}
	if r.spooled, err = newSpool(ctx); err != nil {
		return spoolError(err)
	}
	if _, err := r.spooled.ExecContext(ctx, "BEGIN"); err != nil {
		return spoolError(err)
	}
	put, err := r.spooled.PrepareContext(ctx, `INSERT OR IGNORE INTO file (`+rowColumns+`, data)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return spoolError(err)
	}
	defer put.Close()
	for _, c := range r.changed {
		ids := []int64{c.was, c.now}
		if c.was == c.now { // only the commit on its records is another
			ids = ids[:1]
		}
		for _, id := range ids {
			if id == 0 {
				continue
			}
			f, err := wholeRow(ctx, r.tx, id)
			if err != nil {
				return err
			}
			_, err = put.ExecContext(ctx, f.id, []byte(f.path), []byte(f.blob), f.first, f.chunks, f.tokens, f.bytes,
				f.language, f.strategy, f.parse, f.reason, f.kinds, f.data)
			if err != nil {
				return spoolError(err)
			}
		}
	}
	_, err = r.spooled.ExecContext(ctx, "COMMIT")
	return spoolError(err)
}

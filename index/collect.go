package index

import (
	"context"
	"database/sql"
	"time"
)

// Collect deletes what no view holds any more, and gives the space back.
func (x *Index) Collect(ctx context.Context) error { return x.collect(ctx, true) }

// Forget deletes a view; what it alone held can be collected then.
func (x *Index) Forget(ctx context.Context, v *View) error {
	return x.write(ctx, func(tx *sql.Tx) error {
		all, err := listings(ctx, tx, v.id)
		if err != nil {
			return err
		}
		for _, l := range all {
			for i := range l {
				if err := hold(tx, l[i].file, -1); err != nil {
					return err
				}
			}
		}
		if _, err = tx.Exec("DELETE FROM listing WHERE view = ?", v.id); err == nil {
			_, err = tx.Exec("DELETE FROM view WHERE id = ?", v.id)
		}
		return err
	})
}

// collect deletes what no view holds, where that is a third of all chunks, or
// in any case.
func (x *Index) collect(ctx context.Context, any bool) error {
	// To count all chunks takes longer than a refresh where little changed, and
	// there are at least those of the largest view.
	var unheld, held int64
	err := x.db.QueryRowContext(ctx, `SELECT (SELECT coalesce(sum(chunks), 0) FROM file WHERE refs = 0),
		(SELECT coalesce(max(summary ->> '$.chunks'), 0) FROM view)`).Scan(&unheld, &held)
	if err == nil && !any && unheld*2 >= held {
		if err = x.db.QueryRowContext(ctx, "SELECT count(*) FROM words_docsize").Scan(&held); err == nil {
			held -= unheld
		}
	}
	if err != nil {
		return x.explain(err)
	}
	if !any && (unheld == 0 || unheld*2 < held) {
		return x.shrink(ctx)
	}
	err = x.write(ctx, func(tx *sql.Tx) error {
		for _, q := range []string{
			`DELETE FROM words WHERE rowid IN (SELECT c.id FROM file f, words_docsize c
				WHERE f.refs = 0 AND f.chunks > 0 AND c.id >= f.first AND c.id < f.first + f.chunks)`,
			`DELETE FROM file WHERE refs = 0`,
			`DELETE FROM settings WHERE used < (SELECT max(used) FROM settings)
				AND id NOT IN (SELECT settings FROM view) AND id NOT IN (SELECT settings FROM file)`,
			`INSERT INTO words (words) VALUES ('optimize')`,
		} {
			if _, err := tx.Exec(q); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return x.shrink(ctx)
}

// shrink gives free pages back, where they are a fiftieth of the file: a large
// refresh leaves such behind too.
func (x *Index) shrink(ctx context.Context) error {
	var free, all int64
	err := x.db.QueryRowContext(ctx, "SELECT freelist_count, page_count FROM pragma_freelist_count, pragma_page_count").Scan(&free, &all)
	if err != nil || free*50 < all {
		return x.explain(err)
	}
	_, err = x.db.ExecContext(ctx, "PRAGMA incremental_vacuum")
	return x.explain(err)
}

// write runs one transaction that writes.
func (x *Index) write(ctx context.Context, do func(*sql.Tx) error) error {
	conn, tx, err := x.begin(ctx, time.Minute)
	if err != nil {
		return x.explain(err)
	}
	defer conn.Close()
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return x.explain(err)
	}
	return x.explain(tx.Commit())
}

package index

import (
	"context"
	"database/sql"
	"errors"
)

// Rebuilt is what there was in an index of an older format.
type Rebuilt struct {
	Format int // its version
	// Forgotten is why its settings could not be read; nil where they are those
	// of the index now.
	Forgotten error
	// Views are what it held, the latest refreshed first, as far as they could be
	// read: of each the Kind, Place and Rev.
	Views []*View
}

// rebuild makes the tables anew, of an index that has those of an older format,
// and keeps its settings.
func (x *Index) rebuild() error {
	tx, err := x.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var found int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&found); err != nil || found == version {
		return err // another has just made them
	}
	was := &Rebuilt{Format: found, Views: oldViews(tx)}
	settings, err := oldSettings(tx)
	if err := drop(tx); err != nil {
		return err
	}
	if _, err := tx.Exec(schema); err != nil {
		return err
	}
	switch {
	case err == nil:
		if _, err := settings.keep(tx); err != nil {
			return err
		}
	case !errors.Is(err, sql.ErrNoRows): // else it had none
		was.Forgotten = err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	x.Rebuilt = was
	return nil
}

// oldSettings reads the latest settings of an older format, which has the same
// table for them, and sees that they can still be used.
func oldSettings(tx *sql.Tx) (Settings, error) {
	s, _, err := latest(context.Background(), tx)
	if err == nil {
		_, err = s.Chunk.WithDefaults()
	}
	return s, err
}

// oldViews reads what views an older format has, if its table has what names them.
func oldViews(tx *sql.Tx) []*View {
	rows, err := tx.Query("SELECT kind, place, rev FROM view ORDER BY refreshed DESC")
	if err != nil {
		return nil
	}
	defer rows.Close()
	var out []*View
	for rows.Next() {
		var v View
		if rows.Scan(&v.Kind, &v.Place, &v.Rev) != nil {
			return out
		}
		out = append(out, &v)
	}
	return out
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

package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// Checked is what Check has looked at.
type Checked struct {
	Views, Files, Chunks int
	Compared             int // files chunked anew
	Problems             int
}

// Check holds the index against what it promises, in one state of it: that the
// database is whole, with the tables and indexes of its format; that the bodies of
// every file tile it and no text has more tokens than the settings allow, counted
// anew; that what is found by a word is what has it; that views, listings, rows
// and words belong to each other, and what was counted is what there is. problem
// is told of each thing that is not so. The error is of what could not be looked
// at.
//
// If it is to be deep, the views are held against what they are of: what is there
// as the view has it is chunked anew.
func (x *Index) Check(ctx context.Context, deep bool, problem func(string)) (Checked, error) {
	tx, err := x.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Checked{}, x.explain(err)
	}
	defer tx.Rollback()
	c := &checker{x: x, tx: tx, problem: problem, files: make(map[int64]*stored),
		expect: make(map[string]places)}
	for _, step := range []func(context.Context) error{
		c.database, c.schema, c.settings, c.rows, c.numbers, c.words, c.views, c.refs,
	} {
		if err := c.damage(step(ctx)); err != nil {
			return c.done, x.explain(err)
		}
	}
	if !deep {
		return c.done, nil
	}
	for _, v := range c.all {
		if err := c.damage(c.source(ctx, v)); err != nil {
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
	indexer indexer
	expect  map[string]places // by word, of the chunks that have it
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
	if damaged(err) {
		c.tell("%v", err)
		return nil
	}
	return err
}

// database asks SQLite, which has FTS5 look at its words too.
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

// schema holds the tables and indexes against those of a new index.
func (c *checker) schema(ctx context.Context) error {
	model, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer model.Close()
	model.SetMaxOpenConns(1) // each would have a database of its own
	if _, err := model.ExecContext(ctx, schema); err != nil {
		return err
	}
	want, err := schemaOf(ctx, model)
	if err != nil {
		return err
	}
	have, err := schemaOf(ctx, c.tx)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := have[name]; !ok {
			c.tell("the %s is not there", name)
		} else if text != want[name] {
			c.tell("the %s is another than that of a new index", name)
		}
	}
	return nil
}

// schemaOf gives what makes each table and index.
func schemaOf(ctx context.Context, q queries) (map[string]string, error) {
	out := make(map[string]string)
	err := each(ctx, q, "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema", func(rows *sql.Rows) error {
		var name, text string
		err := rows.Scan(&name, &text)
		out[name] = text
		return err
	})
	return out, err
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
		if json.Unmarshal(text, &s) != nil {
			c.tell("settings %d cannot be read", id)
			return nil
		}
		c.options[id] = s.Chunk
		return nil
	})
}

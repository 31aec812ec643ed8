package index

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// row is a row of the table file.
type row struct {
	id       int64 // 0 if it is not stored yet
	path     string
	blob     string // raw
	first    int64
	chunks   int
	tokens   int
	bytes    int64
	language string
	strategy string
	parse    string
	reason   string
	kinds    string
	data     []byte

	words *indexed // of its chunks, until it is stored
}

const rowColumns = `id, path, blob, first, chunks, tokens, bytes, language, strategy, parse, reason, kinds`

func (r *row) scan(s interface{ Scan(...any) error }, more ...any) error {
	return s.Scan(append([]any{&r.id, &r.path, &r.blob, &r.first, &r.chunks, &r.tokens, &r.bytes,
		&r.language, &r.strategy, &r.parse, &r.reason, &r.kinds}, more...)...)
}

// rowOf reads a row without its data.
func rowOf(ctx context.Context, q queries, id int64) (*row, error) {
	var r row
	return &r, r.scan(q.QueryRowContext(ctx, "SELECT "+rowColumns+" FROM file WHERE id = ?", id))
}

// wholeRow reads a row with its data.
func wholeRow(ctx context.Context, q queries, id int64) (*row, error) {
	var r row
	return &r, r.scan(q.QueryRowContext(ctx, "SELECT "+rowColumns+", data FROM file WHERE id = ?", id), &r.data)
}

// file reads a row and unpacks its chunks.
func (x *Index) file(ctx context.Context, q queries, id int64) (*chunk.File, error) {
	r, err := wholeRow(ctx, q, id)
	if err != nil {
		return nil, err
	}
	return x.codec.unpack(r)
}

// hold counts n more views, or fewer, that hold a file.
func hold(tx *sql.Tx, file int64, n int) error {
	_, err := tx.Exec("UPDATE file SET refs = refs + ? WHERE id = ?", n, file)
	return err
}

// store is what a refresh knows in its workers.
type store struct {
	x        *Index
	find     *sql.Stmt // nil if there is nothing to find
	settings int64
}

// knows looks for the row of what was listed, with the blob id that it has. It
// is true too if that fails.
func (s *store) knows(ctx context.Context, r *Result, blob string) bool {
	if s == nil || blob == "" {
		return false
	}
	raw, err := hex.DecodeString(blob)
	if err != nil {
		r.Err = err
		return true
	}
	r.stored = &row{path: r.Path, blob: string(raw), bytes: r.Entry.Size}
	if s.find == nil {
		return false
	}
	err = r.stored.scan(s.find.QueryRowContext(ctx, []byte(r.Path), raw, s.settings))
	if errors.Is(err, sql.ErrNoRows) {
		return false
	}
	r.Err = err
	return true
}

// pack makes the row of a file that was chunked, or passed over for what is in it.
func (s *store) pack(r *Result, words *indexer) {
	if r.Reason == string(repo.Unreadable) {
		return
	}
	to := r.stored
	to.bytes, to.reason, to.data = int64(r.Bytes), r.Reason, []byte{}
	if r.File == nil {
		return
	}
	to.language, to.strategy, to.parse = r.File.Language, r.File.Strategy, string(r.File.Parse)
	to.chunks, to.tokens = len(r.File.Chunks), r.File.Tokens()
	to.words = words.file(r.File)
	to.kinds = kindsOf(r.File)
	to.data, r.Err = s.x.codec.pack(r.File)
	r.File = nil // it is in the row
}

// kindsOf gives a line for each chunk: the kinds of the units in it, each once,
// with a space between two.
func kindsOf(f *chunk.File) string {
	lines := make([]string, len(f.Chunks))
	for i := range f.Chunks {
		kinds := []string{f.Chunks[i].Kind}
		for _, u := range f.Chunks[i].Units {
			if !slices.Contains(kinds, u.Kind) {
				kinds = append(kinds, u.Kind)
			}
		}
		lines[i] = strings.TrimSpace(strings.Join(kinds, " "))
	}
	return strings.Join(lines, "\n")
}

// keeper stores rows, in one transaction.
type keeper struct {
	settings int64
	start    int64 // rowid of the first chunk that is stored,
	next     int64 // and of the next
	file     *sql.Stmt
	words    *sql.Stmt
}

func newKeeper(tx *sql.Tx, settings int64) (*keeper, error) {
	k := &keeper{settings: settings}
	var err error
	err = tx.QueryRow("SELECT first + chunks FROM file WHERE chunks > 0 ORDER BY first DESC LIMIT 1").Scan(&k.next)
	if errors.Is(err, sql.ErrNoRows) {
		k.next, err = 1, nil
	}
	if err != nil {
		return nil, err
	}
	k.start = k.next
	k.file, err = tx.Prepare(`INSERT INTO file (path, blob, settings, first, chunks, tokens, bytes, refs,
		language, strategy, parse, reason, kinds, data) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return nil, err
	}
	k.words, err = tx.Prepare("INSERT INTO words (rowid, text) VALUES (?, ?)")
	return k, err
}

// keep stores a row, held by one view.
func (k *keeper) keep(r *row) error {
	r.first = k.next
	done, err := k.file.Exec([]byte(r.path), []byte(r.blob), k.settings, r.first, r.chunks, r.tokens, r.bytes,
		r.language, r.strategy, r.parse, r.reason, r.kinds, r.data)
	if err != nil {
		return err
	}
	if r.id, err = done.LastInsertId(); err != nil {
		return err
	}
	for i := range r.chunks {
		if _, err := k.words.Exec(k.next, string(r.words.join(i))); err != nil {
			return err
		}
		k.next++
	}
	r.words, r.data = nil, nil
	return nil
}

// tidy merges what FTS5 wrote piece by piece, if that was much: a search reads
// every piece.
func (k *keeper) tidy(tx *sql.Tx) error {
	if added := k.next - k.start; added < 1000 || added*3 < k.next {
		return nil
	}
	_, err := tx.Exec("INSERT INTO words (words) VALUES ('optimize')")
	return err
}

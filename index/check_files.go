package index

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
)

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
			if err := c.file(ctx, f, o, counters[o.Tokenizer]); err != nil {
				return err
			}
		}
		f.data, f.kinds = nil, ""
		c.files[f.id] = f
		return nil
	})
}

// file holds a file's chunks against promises 1 and 2, and its row against them.
func (c *checker) file(ctx context.Context, f *stored, o chunk.Options, counter *tokens.Counter) error {
	file, err := c.x.codec.unpack(&f.row)
	if err != nil {
		c.tell("%s: %v", f.path, err)
		return nil
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
	c.expectWords(f.first, c.indexer.file(file))
	notebook := slices.ContainsFunc(file.Chunks, func(ch chunk.Chunk) bool { return ch.Cell != nil })
	if len(file.Chunks) > 0 && int64(at) != f.bytes && (!notebook || int64(at) > f.bytes) {
		c.tell("%s: its chunks end at byte %d of %d", f.path, at, f.bytes)
	}
	if kinds := kindsOf(file); sum != f.tokens || kinds != f.kinds {
		c.tell("%s: its row counts %d tokens and the kinds %q; its chunks have %d and %q", f.path, f.tokens, f.kinds, sum, kinds)
	}
	return nil
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

// numbers holds the rows of the full-text table against the numbers of the chunks.
func (c *checker) numbers(ctx context.Context) error {
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

// expectWords sums up which chunks have each word.
func (c *checker) expectWords(first int64, w *indexed) {
	sums := make([]places, len(w.words))
	for i := range w.ends {
		for _, id := range w.chunk(i) {
			sums[id].add(first + int64(i))
		}
	}
	for id, sum := range sums {
		word := w.words[id]
		before, ok := c.expect[word]
		if !ok {
			word = strings.Clone(word) // it is a part of a text
		}
		c.expect[word] = places{before.n + sum.n, before.rows + sum.rows, before.squares + sum.squares}
	}
}

// places sums up the numbers of chunks: of other chunks, one of these is another.
type places struct{ n, rows, squares int64 }

// square bounds a square, so that no sum overflows.
const square = 2147483647

func (p *places) add(row int64) {
	p.n, p.rows, p.squares = p.n+1, p.rows+row, p.squares+row%square*(row%square)%square
}

// words holds what is found by each word against what has it.
func (c *checker) words(ctx context.Context) error {
	if _, err := c.tx.ExecContext(ctx, "CREATE VIRTUAL TABLE temp.found USING fts5vocab (main, words, instance)"); err != nil {
		return err
	}
	var wrong []string
	query := fmt.Sprintf(`SELECT term, count(*), sum(doc), sum(doc %% %d * (doc %% %d) %% %d)
		FROM temp.found GROUP BY term`, square, square, square)
	err := each(ctx, c.tx, query, func(rows *sql.Rows) error {
		var word sql.RawBytes
		var found places
		if err := rows.Scan(&word, &found.n, &found.rows, &found.squares); err != nil {
			return err
		}
		if c.expect[string(word)] != found {
			wrong = append(wrong, string(word))
		}
		delete(c.expect, string(word))
		return nil
	})
	if err != nil {
		return err
	}
	wrong = append(wrong, slices.Sorted(maps.Keys(c.expect))...)
	if len(wrong) > 0 {
		c.tell("%d words are found elsewhere than they are, such as %q", len(wrong), wrong[:min(len(wrong), 3)])
	}
	return nil
}

package index

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// sampleIndex makes an index of two views, and gives its bytes.
func sampleIndex(t *testing.T) (src []byte) {
	p := newPlayground(t, 1)
	p.put("note.ipynb", `{"cells": [{"cell_type": "code", "source": ["a = 1\n"], "metadata": {}, "outputs": []}],
		"metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}`)
	p.put("latin.py", "# gr\xfc\xdfe\nx = 1\n")
	p.put("bom.py", "\xef\xbb\xbfx = 1\n")
	p.put("empty.py", "")
	p.put("long.txt", strings.Repeat("all the words of a long file, ", 100))
	p.put("binary.dat", "\x00\x01\x02\x03")
	p.git("add", "-A")
	p.put("changed.go", "package p\n\nfunc F() {}\n")
	path := filepath.Join(t.TempDir(), "index.db")
	x, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []RefreshOptions{{}, {Source: repo.Options{Staged: true}}, {Source: repo.Options{Rev: "HEAD"}}} {
		refreshed(t, x, p.dir, o)
	}
	if done := sound(t, x, true); done.Views != 3 || done.Files < 12 || done.Chunks < 12 || done.Compared < 20 {
		t.Fatalf("too little was checked: %+v", done)
	}
	if _, err := x.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if src, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return src
}

// openBytes opens an index of these bytes.
func openBytes(t *testing.T, src []byte) (*Index, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "index.db")
	if err := os.WriteFile(path, src, 0o666); err != nil {
		t.Fatal(err)
	}
	x, err := Open(path)
	if err == nil {
		t.Cleanup(func() { x.Close() })
	}
	return x, err
}

// problems are those that Check tells, and its error as the last.
func problems(x *Index, deep bool) (all []string) {
	_, err := x.Check(context.Background(), deep, func(text string) { all = append(all, text) })
	if err != nil {
		all = append(all, "error: "+err.Error())
	}
	return all
}

func TestCheckFinds(t *testing.T) {
	src := sampleIndex(t)
	repack := func(path string, change func(f *stored, x *Index)) func(*Index) error {
		return func(x *Index) error {
			f := &stored{}
			err := f.scan(x.db.QueryRow("SELECT "+rowColumns+", data FROM file WHERE path = ?", []byte(path)), &f.data)
			if err != nil {
				return err
			}
			change(f, x)
			_, err = x.db.Exec("UPDATE file SET data = ? WHERE id = ?", f.data, f.id)
			return err
		}
	}
	chunks := func(f *stored, x *Index, change func(i int, text string) (string, int, int)) {
		file, err := x.codec.unpack(&f.row)
		if err != nil {
			t.Fatal(err)
		}
		for i := range file.Chunks {
			ch := &file.Chunks[i]
			body, start, end := change(i, ch.Text[len(ch.Context):])
			ch.Text, ch.StartByte, ch.EndByte = ch.Context+body, ch.StartByte+start, ch.EndByte+end
		}
		if f.data, err = x.codec.pack(file); err != nil {
			t.Fatal(err)
		}
	}
	run := func(query string) func(*Index) error {
		return func(x *Index) error {
			done, err := x.db.Exec(query)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); n == 0 && err == nil {
				return sql.ErrNoRows
			}
			return nil
		}
	}
	for _, c := range []struct {
		name, want string
		spoil      func(*Index) error
	}{
		{"a gap", "long.txt: chunk 2 lies at", repack("long.txt", func(f *stored, x *Index) {
			chunks(f, x, func(i int, body string) (string, int, int) {
				if i == 1 {
					return body[1:], 1, 0
				}
				return body, 0, 0
			})
		})},
		{"an overlap", "long.txt: chunk 2 lies at", repack("long.txt", func(f *stored, x *Index) {
			chunks(f, x, func(i int, body string) (string, int, int) {
				if i == 1 {
					return "x" + body, -1, 0
				}
				return body, 0, 0
			})
		})},
		{"a body of other bytes", "long.txt: chunk 1 lies at", repack("long.txt", func(f *stored, x *Index) {
			chunks(f, x, func(i int, body string) (string, int, int) { return body + "x", 0, 0 })
		})},
		{"another text of the same length", "its chunks are not those that it has when chunked anew", repack("long.txt", func(f *stored, x *Index) {
			chunks(f, x, func(i int, body string) (string, int, int) {
				return strings.Replace(body, "words", "table", 1), 0, 0
			})
		})},
		{"an end that is missing", "long.txt: its chunks end at byte 3000 of 3001", run("UPDATE file SET bytes = bytes + 1 WHERE path = CAST('long.txt' AS BLOB)")},
		{"data of nothing", "long.txt: the data of a file cannot be read", run("UPDATE file SET data = x'00' WHERE path = CAST('long.txt' AS BLOB)")},
		{"tokens over the maximum", "and may have 32", run(`UPDATE settings SET options = replace(options, '"Max":512', '"Max":32')`)},
		{"a wrong sum of tokens", "its row counts", run("UPDATE file SET tokens = 1 WHERE path = CAST('long.txt' AS BLOB)")},
		{"wrong kinds", "its row counts", run("UPDATE file SET kinds = 'method' WHERE path = CAST('long.txt' AS BLOB)")},
		{"settings that are gone", "settings that are not there", run("DELETE FROM settings")},
		{"a view too many", "views are said to hold it", run("UPDATE file SET refs = refs + 1 WHERE path = CAST('empty.py' AS BLOB)")},
		{"a file that is gone", "is listed, and its chunks are not there", run("DELETE FROM file WHERE path = CAST('long.txt' AS BLOB)")},
		{"words of what is gone", "left of files that are gone", run("DELETE FROM file WHERE path = CAST('long.txt' AS BLOB)")},
		{"words that are gone", "cannot be searched", run("DELETE FROM words WHERE rowid = (SELECT max(first) FROM file WHERE chunks > 0)")},
		{"numbers given twice", "which another file's are", run("UPDATE file SET first = 1 WHERE chunks > 0")},
		{"a view with other counts", "is said to have", run(`UPDATE view SET summary = replace(summary, '"chunks":', '"chunks":1')`)},
		{"a view that is gone", "listings are left of view", run("DELETE FROM view WHERE kind = 'staged'")},
		{"a listing that is gone", "views are said to hold it", run("DELETE FROM listing WHERE view = 1 AND dir = CAST('' AS BLOB)")},
		{"a listing of nothing", "a listing cannot be read", run("UPDATE listing SET entries = x'ffff'")},
		{"the wrong file", "is listed with the chunks of", run("UPDATE file SET blob = randomblob(20) WHERE path = CAST('long.txt' AS BLOB)")},
		{"another reason", "was passed over for the reason", run("UPDATE file SET reason = 'vendored' WHERE reason = 'binary'")},
		{"an index that is lost", "the index file_first is not there", func(x *Index) error {
			_, err := x.db.Exec("DROP INDEX file_first")
			return err
		}},
		{"another index", "the index file_first is another", func(x *Index) error {
			_, err := x.db.Exec("DROP INDEX file_first; CREATE INDEX file_first ON file (id)")
			return err
		}},
		{"a kind that is none", `is of the kind "worktree", which there is not`, run("UPDATE view SET kind = 'worktree' WHERE kind = 'work tree'")},
		{"a commit that is none", `is of the commit "main", which is none`, run("UPDATE view SET commit_id = 'main' WHERE kind = 'revision'")},
		{"a view of nothing", "does not say what it is of", run("UPDATE view SET place = '' WHERE kind = 'staged'")},
		{"counts that are none", "view 1 cannot be read", run("UPDATE view SET summary = 'none' WHERE id = 1")},
		{"a time that is none", "view 1 cannot be read", run("UPDATE view SET refreshed = 'now' WHERE id = 1")},
		{"settings that are none", "settings 1 cannot be read", run("UPDATE settings SET options = '{' WHERE id = 1")},
		{"words that were never there", "are found elsewhere than they are, such as", run("INSERT INTO words (rowid, text) SELECT max(first), 'sesame' FROM file WHERE chunks > 0")},
		{"words of another chunk", "are found elsewhere than they are, such as", run("DELETE FROM words WHERE rowid = 1; INSERT INTO words (rowid, text) VALUES (1, 'sesame')")},
		{"postings of other bytes", "database: ", run("UPDATE words_data SET block = zeroblob(length(block)) WHERE id > 10")},
		{"postings that are gone", "database: ", run("DELETE FROM words_data WHERE id > 10")},
		{"an index that misses rows", "database: ", func(x *Index) error {
			_, err := x.db.Exec(`PRAGMA writable_schema = on; DELETE FROM sqlite_schema WHERE name = 'file_first'; PRAGMA writable_schema = reset`)
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := openBytes(t, src)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.spoil(x); err != nil {
				t.Fatal(err)
			}
			if got := problems(x, true); !strings.Contains(strings.Join(got, "\n"), c.want) {
				t.Errorf("problems are %q, want one with %q", got, c.want)
			}
		})
	}
}

// TestCheckTellsOfDamage: whatever bytes of the file change, either it is told,
// or every record is what it was.
func TestCheckTellsOfDamage(t *testing.T) {
	src := sampleIndex(t)
	x, err := openBytes(t, src)
	if err != nil {
		t.Fatal(err)
	}
	want := everything(t, x)
	rnd, told := rand.New(rand.NewPCG(1, 2)), 0
	for n := range 150 {
		bad := append([]byte(nil), src...)
		if n%10 == 0 {
			bad = bad[:rnd.IntN(len(bad))]
		} else {
			bad[rnd.IntN(len(bad))] ^= 1 << rnd.IntN(8)
		}
		y, err := openBytes(t, bad)
		if err != nil || len(problems(y, false)) > 0 {
			told++
			continue
		}
		if !reflect.DeepEqual(everything(t, y), want) {
			t.Errorf("damage %d: nothing is told, and the records are others", n)
		}
	}
	if told < 30 {
		t.Errorf("%d of 150 damages were told", told)
	}
}

// everything is all that an index has of files and their chunks.
func everything(t *testing.T, x *Index) []fileState {
	t.Helper()
	views, err := x.Views(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var out []fileState
	for _, v := range views {
		v.Commit = ""
		out = append(out, stateOf(t, x, v).Files...)
	}
	return out
}

package index

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// export gives all records of a view.
func export(t *testing.T, x *Index, v *View) []chunk.Chunk {
	t.Helper()
	var out []chunk.Chunk
	err := x.Export(context.Background(), v, func(r Result) error {
		if r.File != nil {
			out = append(out, r.File.Chunks...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func refreshed(t *testing.T, x *Index, dir string, o RefreshOptions) *Refreshed {
	t.Helper()
	r, err := x.Refresh(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func created(t *testing.T) *Index {
	t.Helper()
	x, err := Create(filepath.Join(t.TempDir(), "index.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func TestRefreshTellsWhatChanged(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("a.go", "package a\n\nfunc A() {}\n")
	put("b.go", "package a\n\nfunc B() {}\n")
	x := created(t)
	r := refreshed(t, x, dir, RefreshOptions{})
	if r.Added != 2 || r.Chunked != 2 || r.View.Summary.Files != 2 {
		t.Fatalf("first refresh: %+v", r)
	}
	put("a.go", "\n\n\npackage a\n\nfunc A() {}\n")
	os.Remove(filepath.Join(dir, "b.go"))
	put("c.go", "package a\n\nfunc C() {}\n")
	var ops []string
	r = refreshed(t, x, dir, RefreshOptions{Changes: func(c Change) error {
		ops = append(ops, c.Op+" "+c.Path)
		return nil
	}})
	if r.Added != 1 || r.Changed != 1 || r.Removed != 1 || r.Chunked != 2 || r.View.Summary.Files != 2 {
		t.Errorf("second refresh: %+v", r)
	}
	if want := []string{"delete a.go", "add a.go", "delete b.go", "add c.go"}; !reflect.DeepEqual(ops, want) {
		t.Errorf("changes are %q, want %q", ops, want)
	}
	y := created(t)
	fresh := refreshed(t, y, dir, RefreshOptions{})
	if got, want := export(t, x, r.View), export(t, y, fresh.View); !reflect.DeepEqual(got, want) {
		t.Errorf("refreshed, the index has %d chunks; fresh, %d", len(got), len(want))
	}
}

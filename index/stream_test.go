package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// tree makes a directory of n small Go files and some that are passed over.
func tree(t *testing.T, n int) string {
	dir := t.TempDir()
	put := func(name, text string) {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		put(fmt.Sprintf("d%d/f%03d.go", i%7, i), fmt.Sprintf("package d\n\n// F%d is one.\nfunc F%d() int { return %d }\n", i, i, i))
	}
	put("image.bin", "\x00\x01\x02\x00")
	put("empty.go", "")
	return dir
}

// opened gives what a run needs: the files of dir, and a chunker.
func opened(t *testing.T, dir string) (*repo.Source, *chunk.Chunker) {
	t.Helper()
	src, err := repo.Open(t.Context(), dir, repo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	c, err := chunk.New(chunk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return src, c
}

func results(t *testing.T, dir string, s Stream) (out []Result) {
	t.Helper()
	src, c := opened(t, dir)
	if err := s.Run(t.Context(), src, c, func(r Result) error { out = append(out, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// Promises 7 and 10: the same results in path order whatever the number of
// workers, and every file among them.
func TestRunOrder(t *testing.T) {
	dir := tree(t, 200)
	one := results(t, dir, Stream{Jobs: 1})
	if len(one) != 202 {
		t.Fatalf("%d results, want 202", len(one))
	}
	if !slices.IsSortedFunc(one, func(a, b Result) int {
		if a.Path < b.Path {
			return -1
		}
		return 1
	}) {
		t.Error("not in path order")
	}
	reasons := make(map[string]string)
	for _, r := range one {
		reasons[r.Path] = r.Reason
	}
	if reasons["image.bin"] != "binary" || reasons["empty.go"] != "" {
		t.Errorf("reasons %q and %q", reasons["image.bin"], reasons["empty.go"])
	}
	for _, jobs := range []int{2, 9} {
		many := results(t, dir, Stream{Jobs: jobs})
		if len(many) != len(one) {
			t.Fatalf("%d jobs: %d results, want %d", jobs, len(many), len(one))
		}
		for i := range one {
			a, b := one[i], many[i]
			if a.Path != b.Path || (a.File == nil) != (b.File == nil) {
				t.Fatalf("%d jobs: result %d is %s, want %s", jobs, i, b.Path, a.Path)
			}
			if a.File != nil && !slices.EqualFunc(a.File.Chunks, b.File.Chunks, func(x, y chunk.Chunk) bool { return x.ID == y.ID && x.Text == y.Text }) {
				t.Errorf("%d jobs: %s has other chunks", jobs, a.Path)
			}
		}
	}
}

// A run ends at the first error of yield, and at once when it is cancelled.
func TestRunStops(t *testing.T) {
	src, c := opened(t, tree(t, 100))
	enough, n := errors.New("enough"), 0
	err := Stream{Jobs: 4}.Run(t.Context(), src, c, func(Result) error {
		if n++; n == 10 {
			return enough
		}
		return nil
	})
	if err != enough || n != 10 {
		t.Errorf("got %v after %d results", err, n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n = 0
	err = Stream{Jobs: 4}.Run(ctx, src, c, func(Result) error {
		if n++; n == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n > 40 {
		t.Errorf("got %v after %d results", err, n)
	}
}

// A fault that one file shows is an error of that file, which says where, and
// the worker goes on with the others.
func TestPanicIsOneFiles(t *testing.T) {
	dir := tree(t, 20)
	skip := func(e repo.Entry) string {
		if e.Path == "d3/f003.go" {
			var none []string
			return none[len(e.Path)]
		}
		return ""
	}
	for _, jobs := range []int{1, 3} {
		plain, faulty := results(t, dir, Stream{Jobs: jobs}), results(t, dir, Stream{Jobs: jobs, Skip: skip})
		if len(plain) != len(faulty) {
			t.Fatalf("%d of %d files", len(faulty), len(plain))
		}
		for i, r := range faulty {
			if r.Path != "d3/f003.go" {
				if r.Err != nil || !reflect.DeepEqual(r.File, plain[i].File) {
					t.Errorf("%s: %v, or other chunks", r.Path, r.Err)
				}
				continue
			}
			if r.File != nil || r.Err == nil || !strings.Contains(r.Err.Error(), "d3/f003.go: a fault in cleave, at stream_test.go:") {
				t.Errorf("the faulty file: %v", r.Err)
			}
		}
	}
}

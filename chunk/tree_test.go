package chunk

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// sources gives every nth file of the Go tree that builds this, if it is of a
// language that has a grammar.
func sources(t testing.TB, nth int, each func(path string, src []byte)) {
	root := filepath.Join(runtime.GOROOT(), "src")
	files, n := 0, 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if files++; files%nth != 0 {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil || len(src) > 1<<20 || langs.ByName(langs.Detect(p, src)) == nil {
			return err
		}
		n++
		rel, err := filepath.Rel(root, p)
		each(filepath.ToSlash(rel), src)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatal("found no files")
	}
}

// settings are the options that the promises are held under.
func settings() []Options {
	return []Options{
		{}, {Max: 32, Min: 16}, {Max: 64}, {Max: 100, Min: 90}, {Max: 1024, Min: 64}, {Max: 256, Imports: "none", NoPath: true},
		{Max: 300, Imports: "all"}, {Tokenizer: "o200k_base"}, {Tokenizer: "p50k_base", Max: 128}, {Tokenizer: "r50k_base", Max: 200}, {Tokenizer: "r50k_base", Max: 32},
		{Strategy: "markdown", Max: 200}, {Max: 128, Parents: true, ParentMax: 600}, {Parents: true}, {Strategy: "recursive"}, {Strategy: "recursive", Max: 40},
	}
}

func TestTree(t *testing.T) {
	for i, o := range settings() {
		c := newChunker(t, o)
		sources(t, 60+i, func(path string, src []byte) { check(t, c, path, src) })
	}
}

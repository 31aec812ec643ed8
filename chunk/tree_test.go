package chunk

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestTree holds the promises over the Go tree that builds this.
func TestTree(t *testing.T) {
	root := filepath.Join(runtime.GOROOT(), "src")
	c := newChunker(t, Options{})
	n := 0
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
			return err
		}
		if n++; n%20 != 0 {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, p)
		check(t, c, filepath.ToSlash(rel), src)
		return nil
	})
	if n == 0 {
		t.Fatal("found no files")
	}
}

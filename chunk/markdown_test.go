package chunk

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// moduleDir gives where a module lies on this machine.
func moduleDir(t testing.TB, module string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("go list -m %s: %v", module, err)
	}
	return strings.TrimSpace(string(out))
}

// cached gives every nth file of the module cache with one of the endings.
func cached(t testing.TB, nth int, endings []string, each func(path string, src []byte)) {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(out))
	n := 0
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, e := range endings {
			if !strings.HasSuffix(strings.ToLower(p), e) {
				continue
			}
			if n++; n%nth != 0 {
				return nil
			}
			src, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, p)
			each(filepath.ToSlash(rel), src)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < nth {
		t.Fatalf("found %d files", n)
	}
}

// TestSpec holds the examples of the CommonMark specification against the
// promises, each by itself and all in one.
func TestSpec(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(moduleDir(t, "github.com/yuin/goldmark"), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct{ Markdown string }
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	if len(examples) < 600 {
		t.Fatalf("only %d examples", len(examples))
	}
	var all strings.Builder
	for _, o := range settings() {
		c := newChunker(t, o)
		for _, e := range examples {
			check(t, c, "spec.md", []byte(e.Markdown))
		}
	}
	for _, e := range examples {
		all.WriteString(e.Markdown + "\n")
	}
	for _, o := range settings() {
		check(t, newChunker(t, o), "spec.md", []byte(all.String()))
	}
}

// TestCachedMarkdown does so with what people write.
func TestCachedMarkdown(t *testing.T) {
	for i, o := range settings() {
		nth := 7 + i
		if i == 0 {
			nth = 1
		}
		c := newChunker(t, o)
		cached(t, nth, []string{".md", ".markdown", ".mdx"}, func(path string, src []byte) { check(t, c, path, src) })
	}
}

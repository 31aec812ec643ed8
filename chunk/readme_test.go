package chunk

import (
	"os"
	"strings"
	"testing"
)

// The README shows a chunk as it comes out.
func TestReadme(t *testing.T) {
	src, err := os.ReadFile("../testdata/python/documents.py")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	f := cut(t, Options{Max: 80, Min: 40}, "testdata/python/documents.py", string(src))
	if text := f.Chunks[2].Text; !strings.Contains(string(readme), "```\n"+strings.TrimRight(text, "\n")+"\n```\n") {
		t.Errorf("the README does not show\n%s", text)
	}
}

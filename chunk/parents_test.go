package chunk

import (
	"strings"
	"testing"
)

// TestParents: pieces of one section hand over that section; what is too large
// to hand over is not.
func TestParents(t *testing.T) {
	text := strings.Repeat("The keeper lit the lamp every evening and wrote the hour into the book. ", 8) + "\n\n"
	src := "# Lights\n\n## North\n\n" + strings.Repeat(text, 2) + "## South\n\n" + strings.Repeat(text, 2) +
		"## All\n\n" + strings.Repeat(text, 40) + "### Last\n\n" + strings.Repeat(text, 2)
	f := check(t, newChunker(t, Options{Max: 160, Parents: true, ParentMax: 600}), "lights.md", []byte(src))
	byParent := make(map[string]map[string]bool)
	for _, ch := range f.Chunks {
		id := ""
		if ch.Parent != nil {
			id = ch.Parent.ID
		}
		if byParent[ch.Name] == nil {
			byParent[ch.Name] = make(map[string]bool)
		}
		byParent[ch.Name][id] = true
	}
	if len(byParent["North"]) != 1 || len(byParent["South"]) != 1 || len(byParent["Last"]) != 1 {
		t.Errorf("parents by section: %v", byParent)
	}
	if !byParent["All"][""] || len(byParent["All"]) != 1 {
		t.Errorf("the section All is too large for a parent: %v", byParent["All"])
	}
	// The same text further down is the same parent: ids do not depend on lines.
	moved := check(t, newChunker(t, Options{Max: 160, Parents: true, ParentMax: 600}), "lights.md", []byte("new\n\n"+src))
	for _, a := range f.Chunks {
		for _, b := range moved.Chunks {
			if a.Name == "North" && b.Name == "North" && (a.Parent.ID != b.Parent.ID || b.Parent.StartLine != a.Parent.StartLine+2) {
				t.Errorf("parent %v became %v", *a.Parent, *b.Parent)
			}
		}
	}
}

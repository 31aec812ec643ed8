package index

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// TestIndexed: a chunk is found by the words that its parts are scored by.
func TestIndexed(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("aZ9_ .搜é"))))
	var x indexer
	rapid.Check(t, func(t *rapid.T) {
		f := &chunk.File{}
		for range rapid.IntRange(0, 4).Draw(t, "chunks") {
			ch := chunk.Chunk{Path: text.Draw(t, "path"), Context: "context\n", Name: text.Draw(t, "name"),
				Kind:  rapid.SampledFrom([]string{"method", section}).Draw(t, "kind"),
				Scope: rapid.SliceOfN(text, 0, 2).Draw(t, "scope"), Units: []chunk.Unit{{Name: text.Draw(t, "unit")}}}
			ch.Text = ch.Context + text.Draw(t, "body")
			f.Chunks = append(f.Chunks, ch)
		}
		got := x.file(f)
		if len(got.ends) != len(f.Chunks) {
			t.Fatalf("%d chunks, want %d", len(got.ends), len(f.Chunks))
		}
		for i := range f.Chunks {
			w, want := wordsOf(&f.Chunks[i]), make(map[string]bool)
			for _, word := range strings.Fields(w.path + w.name + w.scope) {
				want[word], want["_"+word] = true, true
			}
			for _, word := range strings.Fields(w.body) {
				want[word] = true
			}
			has := strings.Fields(string(got.join(i)))
			if slices.Sort(has); !slices.Equal(has, slices.Sorted(maps.Keys(want))) {
				t.Fatalf("chunk %d has the words %q, want %q", i, has, slices.Sorted(maps.Keys(want)))
			}
		}
	})
}

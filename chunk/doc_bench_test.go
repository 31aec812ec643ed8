package chunk

import (
	"testing"
)

// The texts are the Markdown of the module cache and the licences in it, each
// repeated to the size of a file; "tiktoken" counts the tokens of the same
// text once with tiktoken-go, which is what a chunk of it must be measured
// against.
func benchmarkText(b *testing.B, endings []string, name string) {
	var files [][]byte
	size := 0
	cached(b, 1, endings, func(_ string, src []byte) {
		if len(src) < 1<<20 && size < 1<<20 {
			files = append(files, src)
			size += len(src)
		}
	})
	b.Run("chunk", func(b *testing.B) {
		c := newChunker(b, Options{})
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, src := range files {
				if _, err := c.File(name, src); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("tiktoken", func(b *testing.B) {
		count := truth(b, "cl100k_base")
		texts := make([]string, len(files))
		for i := range files {
			texts[i] = string(files[i])
		}
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, text := range texts {
				count(text)
			}
		}
	})
}

func BenchmarkMarkdown(b *testing.B) { benchmarkText(b, []string{".md"}, "README.md") }
func BenchmarkProse(b *testing.B) {
	benchmarkText(b, []string{"license", "license.txt", "copying", "notice"}, "notes.txt")
}

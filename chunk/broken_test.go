package chunk

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHalfWritten: the promises hold for what somebody is writing: a bracket is
// missing, or one too many, or the rest of the file.
func TestHalfWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	chunkers := []*Chunker{newChunker(t, Options{}), newChunker(t, Options{Max: 96, Min: 32}), newChunker(t, Options{Max: 40, Min: 20, Imports: "all"})}
	goldens(t, func(path string, src []byte) {
		var brackets []int
		for i, c := range src {
			if bytes.IndexByte([]byte("()[]{}"), c) >= 0 {
				brackets = append(brackets, i)
			}
		}
		if len(brackets) == 0 {
			return
		}
		for range 6 {
			i := brackets[random.IntN(len(brackets))]
			for _, broken := range [][]byte{slices.Delete(bytes.Clone(src), i, i+1), slices.Insert(bytes.Clone(src), i, src[i]), src[:i], src[i:]} {
				check(t, chunkers[random.IntN(len(chunkers))], path, broken)
			}
		}
	})
}

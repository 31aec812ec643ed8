package eval

import (
	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
)

// newRanker ranks chunks as a search of the index does: by their path, their
// names, and their body.
func newRanker(chunks []Chunk) *index.Ranker {
	list := make([]chunk.Chunk, len(chunks))
	for i, c := range chunks {
		list[i] = chunk.Chunk{Path: c.Path, Kind: c.Kind, Name: c.Name, Units: c.Units, Scope: c.Scope, Text: c.Body, Tokens: c.Tokens}
	}
	return index.NewRanker(list)
}

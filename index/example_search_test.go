package index_test

import (
	"context"
	"fmt"
	"log"
	"path/filepath"

	"github.com/seed5e9d5dd4/cleave/index"
)

func ExampleIndex_Search() {
	dir, remove := tree()
	defer remove()
	ctx := context.Background()
	x, err := index.Create(filepath.Join(dir, ".cleave", "index.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	r, err := x.Refresh(ctx, dir, index.RefreshOptions{})
	if err != nil {
		log.Fatal(err)
	}
	hits, err := x.Search(ctx, r.View, "read document", index.SearchOptions{Limit: 3})
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range hits {
		fmt.Printf("%s:%d: %s\n", h.Path, h.Snippet.StartLine, h.Snippet.Text)
	}
	// Output:
	// store.go:3: // Load reads a document.
	// func Load(key string) error { return nil }
}

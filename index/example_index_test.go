package index_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
)

// tree makes a directory of one file, to be indexed.
func tree() (dir string, remove func()) {
	dir, err := os.MkdirTemp("", "cleave")
	if err != nil {
		log.Fatal(err)
	}
	text := "package store\n\n// Load reads a document.\nfunc Load(key string) error { return nil }\n"
	if err := os.WriteFile(filepath.Join(dir, "store.go"), []byte(text), 0o666); err != nil {
		log.Fatal(err)
	}
	return dir, func() { os.RemoveAll(dir) }
}

func ExampleIndex_Refresh() {
	dir, remove := tree()
	defer remove()
	x, err := index.Create(filepath.Join(dir, ".cleave", "index.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	settings := index.Settings{Chunk: chunk.Options{Max: 256}}
	r, err := x.Refresh(context.Background(), dir, index.RefreshOptions{Settings: &settings})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Added, "added,", r.View.Summary.Chunks, "chunk")
	// From now on those are the index's own settings.
	if r, err = x.Refresh(context.Background(), dir, index.RefreshOptions{}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Added, "added,", r.Chunked, "chunked")
	// Output:
	// 1 added, 1 chunk
	// 0 added, 0 chunked
}

func ExampleIndex_Changes() {
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
	// All that makes the view out of nothing: what to embed at first.
	err = x.Changes(ctx, nil, r.View, func(c index.Change) error {
		fmt.Println(c.Op, c.Path, c.StartLine, c.EndLine)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Later, a refresh tells what it did itself.
	os.Rename(filepath.Join(dir, "store.go"), filepath.Join(dir, "load.go"))
	_, err = x.Refresh(ctx, dir, index.RefreshOptions{Changes: func(c index.Change) error {
		fmt.Println(c.Op, c.Path, c.StartLine, c.EndLine)
		return nil
	}})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// add store.go 1 4
	// add load.go 1 4
	// delete store.go 1 4
}

func ExampleOpen() {
	dir, remove := tree()
	defer remove()
	path := filepath.Join(dir, ".cleave", "index.db")
	x, err := index.Create(path)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := x.Refresh(context.Background(), dir, index.RefreshOptions{}); err != nil {
		log.Fatal(err)
	}
	x.Close()

	if x, err = index.Open(path); err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	views, err := x.Views(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range views {
		fmt.Println(v.Kind, v.Summary.Files, v.Summary.Chunks)
	}
	// Output:
	// work tree 1 1
}

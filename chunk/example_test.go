package chunk_test

import (
	"fmt"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

func ExampleChunker_File() {
	src := []byte("package store\n\n// Load reads one document.\nfunc Load(key string) (Doc, error) {\n\treturn Doc{}, nil\n}\n")
	c, err := chunk.New(chunk.Options{Max: 256})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	f, err := c.File("store/load.go", src)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, ch := range f.Chunks {
		fmt.Println(ch.StartLine, ch.EndLine, ch.Units[0].Name, ch.Tokens)
		fmt.Print(ch.Context)
	}
	// Output:
	// 1 6 Load 31
	// // store/load.go
}

package parse

import (
	"fmt"
	"os"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestDump prints a file's outline: DUMP=file LANG_NAME=Go go test -run Dump -v ./parse
func TestDump(t *testing.T) {
	name := os.Getenv("DUMP")
	if name == "" {
		t.Skip("set DUMP")
	}
	src, _ := os.ReadFile(name)
	var p Parser
	o, err := p.Parse(langs.ByName(os.Getenv("DUMPLANG")), src, func(s, e int, u bool) bool { return e-s > 200 })
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(o.Result)
	for i, n := range o.Nodes {
		fmt.Printf("%d next=%d unit=%d d=%d role=%d st=%v %.50q\n", i, n.Next, n.Unit, n.Depth, n.Role, n.Statement, src[n.Start:n.End])
	}
	for i, u := range o.Units {
		fmt.Printf("unit %d %+v sig=%q\n", i, u, src[u.Head:u.Body])
	}
	for _, s := range o.Imports {
		fmt.Printf("%q %+v\n", src[s.Start:s.End], s.Items)
	}
}

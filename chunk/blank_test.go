package chunk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// Blanks in front of the first token, however many, are the file's like any other.
func TestBlanksInFront(t *testing.T) {
	for _, l := range langs.All() {
		for _, blank := range []string{" ", "\t", " \t", "\n", "\r\n "} {
			for _, n := range []int{900, 1000, 1001, 1100} {
				src := strings.Repeat(blank, n) + "x"
				check(t, newChunker(t, Options{Language: l.Name}), "a", []byte(src))
			}
		}
	}
}

// Pieces of a unit are counted from the first that has something of it, not of
// its indentation alone.
func TestPartsFromOne(t *testing.T) {
	src := "int a;\n" + strings.Repeat("\t ", 200) + "int f(void){ return g(1,2,3,4,5,6,7,8,9,10,11,12,13); }"
	f := check(t, newChunker(t, Options{Max: 32, Min: 8}), "a.c", []byte(src))
	var got []string
	for i := range f.Chunks {
		if ch := &f.Chunks[i]; ch.Part != nil {
			got = append(got, fmt.Sprint(*ch.Part))
			if ch.Part[0] < 1 || ch.Part[0] > ch.Part[1] {
				t.Errorf("chunk %d is part %v", i, *ch.Part)
			}
		}
	}
	if len(got) < 2 {
		t.Errorf("parts are %v", got)
	}
}

//go:build unix

package chunk

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
)

// monotonous are files of nothing but the same, by the path they have.
var monotonous = []struct{ path, unit string }{
	{"a.txt", "a"}, {"a.txt", " "}, {"a.txt", "\n"}, {"a.txt", "\""}, {"a.txt", ")"}, {"a.txt", "a."},
	{"a.txt", "日本語の文章を書く"}, {"a.txt", "日"}, {"a.txt", "👍🏽👩‍👩‍👧‍👦"}, {"a.txt", "hi there\n\n"}, {"a.txt", "Ann: hi\n"},
	{"a.js", "a"}, {"a.js", ";"}, {"a.js", "}\n"}, {"a.js", "a,"}, {"a.js", "function f(a){return a+1};"},
	{"a.py", "\""}, {"a.py", "import os\n"}, {"a.py", "def f(): return 1\n"},
	{"a.c", "#include <a.h>\n"}, {"a.c", "int f(int a);\n"}, {"a.go", "\n"},
	{"a.md", "\n"}, {"a.md", "# T\n\ntext\n\n"}, {"a.md", "- item\n"}, {"a.md", "> q\n"}, {"a.rst", "T\n=\n\ntext\n\n"},
	{"a.json", "[1,2],"}, {"a.yaml", "a: b\n"}, {"a.csv", "a,b\n"}, {"a.csv", "a,b,"}, {"a.xml", "<a>b</a>"},
}

// TestScale asks for less than quadratic time: a file four times as large takes
// about four times as long, not sixteen.
func TestScale(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for i, m := range monotonous {
		tokenizer := tokens.Names()[i%len(tokens.Names())]
		t.Run(fmt.Sprintf("%s %q %s", m.path, m.unit, tokenizer), func(t *testing.T) {
			c := newChunker(t, Options{Tokenizer: tokenizer})
			took := func(size int) time.Duration {
				src := []byte(strings.Repeat(m.unit, size/len(m.unit)))
				start := used(t)
				if _, err := c.File(m.path, src); err != nil {
					t.Fatal(err)
				}
				return used(t) - start
			}
			took(1 << 10) // the first of a language makes its tables ready
			small, large := took(1<<15), took(1<<17)
			if large > 9*small+200*time.Millisecond {
				t.Errorf("32 KiB took %v, 128 KiB %v of processor time", small, large)
			}
		})
	}
}

// used is the processor time of the process, which other work on the machine
// does not stretch as it does the clock's.
func used(t testing.TB) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

package chunk

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// Files that do harm elsewhere: faults 22 to 26, and promise 7.

// sound is a file that parses, to see whether the one before did any harm.
const sound = "def f(a):\n    return a\n"

func requireSound(t testing.TB, c *Chunker, after string) {
	t.Helper()
	old := c.opts.Language
	c.opts.Language = "Python"
	f, err := c.File("sound.py", []byte(sound))
	c.opts.Language = old
	if err != nil || f.Parse != parse.OK || len(f.Chunks) != 1 || len(f.Chunks[0].Units) != 1 {
		t.Errorf("after %s: %v %+v", after, err, f)
	}
}

func TestHostileCode(t *testing.T) {
	hostile := map[string]string{
		"braces":   strings.Repeat("{", 16_000),
		"parens":   strings.Repeat("(", 200_000),
		"squares":  strings.Repeat("[", 100_000),
		"closed":   strings.Repeat("(", 100_000) + strings.Repeat(")", 100_000),
		"in lines": strings.Repeat("{(\n", 30_000),
	}
	c := newChunker(t, Options{Strategy: "code"})
	for i, l := range langs.All() {
		c.opts.Language = l.Name
		for name, src := range hostile {
			start := used(t)
			out, err := c.parser.Parse(l, []byte(src), func(start, end int, unit bool) bool { return true })
			if err != nil || out.Result != parse.TooDeep || len(out.Nodes) > 0 {
				t.Errorf("%s %s: %v, parse is %s", l.Name, name, err, out.Result)
			}
			if i%12 > 0 {
				continue // what they fall back to is the same for all
			}
			f, err := c.File("a", []byte(src))
			if err != nil {
				t.Fatalf("%s %s: %v", l.Name, name, err)
			}
			if f.Parse != parse.TooDeep && f.Parse != parse.Timeout {
				t.Errorf("%s %s: parse is %s", l.Name, name, f.Parse)
			}
			requireTiled(t, f, src)
			if took := used(t) - start; took > 5*time.Second {
				t.Errorf("%s %s: took %v", l.Name, name, took)
			}
		}
		requireSound(t, c, l.Name)
	}
}

// requireTiled is promises 1 and 2 where the rest of check takes too long.
func requireTiled(t testing.TB, f *File, src string) {
	t.Helper()
	at := 0
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		if ch.StartByte != at || body(ch) != src[at:ch.EndByte] || ch.Tokens > DefaultMax || ch.Parse != f.Parse {
			t.Fatalf("%s: chunk %d is bytes %d-%d, %d tokens, parse %s", f.Language, i, ch.StartByte, ch.EndByte, ch.Tokens, ch.Parse)
		}
		at = ch.EndByte
	}
	if at != len(src) {
		t.Fatalf("%s: %d of %d bytes", f.Language, at, len(src))
	}
}

func TestLongFile(t *testing.T) {
	for path, line := range map[string]string{"a.py": "x = 1\n", "a.js": "x = 1;\n", "a.rb": "x = 1\n", "a.sh": "x=1\n", "a.lua": "x = 1\n"} {
		src := strings.Repeat(line, 40_000/len(line)) + map[bool]string{true: "end_ = 2\n", false: "last=2\n"}[path != "a.sh"]
		if f := cut(t, Options{}, path, src); f.Parse != parse.OK || f.Strategy != "code" {
			t.Errorf("%s: parse %s, strategy %s", path, f.Parse, f.Strategy)
		}
	}
}

// TestTimeout: a parse that does not end in time falls back and says so, and
// the next file of the same parser is read as if nothing had been.
func TestTimeout(t *testing.T) {
	for _, l := range langs.All() {
		src := sampleOf(t, l.Name)
		if len(src) == 0 {
			continue
		}
		c := newChunker(t, Options{Strategy: "code"})
		for round := range 2 {
			c.opts.Language, c.parser.Timeout = l.Name, time.Microsecond
			long := strings.Repeat(string(src), 1+200_000/len(src))
			f, err := c.File("a", []byte(long))
			if err != nil || f.Parse != parse.Timeout || f.Strategy != "recursive" {
				t.Fatalf("%s round %d: %v, parse %s, strategy %s", l.Name, round, err, f.Parse, f.Strategy)
			}
			requireTiled(t, f, long)
			c.parser.Timeout = 0
			g, err := c.File("a", src)
			fresh := newChunker(t, Options{Strategy: "code", Language: l.Name})
			want, _ := fresh.File("a", src)
			if err != nil || !reflect.DeepEqual(g, want) {
				t.Errorf("%s round %d: the file after it differs: %v", l.Name, round, err)
			}
		}
	}
}

// sampleOf gives a golden's source of a language, nil where there is none.
func sampleOf(t testing.TB, language string) []byte {
	list, err := filepath.Glob("../testdata/*/*.want")
	if err != nil || len(list) == 0 {
		t.Fatalf("found no goldens: %v", err)
	}
	for _, want := range list {
		path := strings.TrimSuffix(want, ".want")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if langs.Detect(path, src) == language && !strings.Contains(path, "broken") {
			return src
		}
	}
	return nil
}

// resident gives the resident memory of this process, in bytes.
func resident(t *testing.T) int {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc to read the resident memory from")
	}
	n, err := strconv.Atoi(strings.Fields(string(b))[1])
	if err != nil {
		t.Fatal(err)
	}
	return n * os.Getpagesize()
}

// TestMemory: 10,000 parses, of which a quarter break off, a quarter are of
// broken files, and a tenth have parsers of their own, leave nothing behind.
func TestMemory(t *testing.T) {
	src := []byte("package p\n\n// F adds.\nfunc F(a, b int) int {\n\treturn a + b\n}\n")
	long := bytes.Repeat(src, 200)
	broken := append([]byte("func ((( {{ if\n"), src...)
	c := newChunker(t, Options{Language: "Go"})
	run := func(n int) int {
		for i := range n {
			var p parse.Parser
			q := &c.parser
			if i%10 == 0 {
				q = &p
			}
			text, want := src, parse.OK
			switch q.Timeout = 0; i % 4 {
			case 1:
				q.Timeout, text, want = time.Microsecond, long, parse.Timeout
			case 3:
				text, want = broken, parse.Errors
			}
			out, err := q.Parse(langs.ByName("Go"), text, func(start, end int, unit bool) bool { return true })
			if err != nil || out.Result != want {
				t.Fatalf("parse %d: %v, %s, want %s", i, err, out.Result, want)
			}
			p.Close()
		}
		c.parser.Timeout = 0
		debug.FreeOSMemory()
		return resident(t)
	}
	before := run(1000)
	if after := run(10_000); after > before+16<<20 {
		t.Errorf("resident memory grew from %d to %d MB", before>>20, after>>20)
	}
}

// TestClones: promise 7. Clones at work together cut as one alone does.
func TestClones(t *testing.T) {
	type file struct {
		path string
		src  []byte
		want *File
	}
	var files []file
	c := newChunker(t, goldenOptions)
	list, err := filepath.Glob("../testdata/*/*.want")
	if err != nil || len(list) < 10 {
		t.Fatalf("found %d goldens: %v", len(list), err)
	}
	for _, want := range list {
		path := strings.TrimSuffix(want, ".want")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.File(path, src)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{path, src, f})
	}
	var wg sync.WaitGroup
	for w := range 2 * runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			clone := c.Clone()
			defer clone.Close()
			for i := range files {
				f := &files[(i*7+w*3)%len(files)]
				if got, err := clone.File(f.path, f.src); err != nil || !reflect.DeepEqual(got, f.want) {
					t.Errorf("worker %d: %s differs: %v", w, f.path, err)
				}
			}
		}()
	}
	wg.Wait()
}

//go:build unix

package chunk

import (
	"syscall"
	"testing"
	"time"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

type benchFile struct {
	path string
	src  []byte
	lang *langs.Language
}

// benchFiles is every 20th source file of the Go tree: 4 MB.
func benchFiles(b *testing.B) (files []benchFile) {
	total := 0
	sources(b, 20, func(path string, src []byte) {
		files = append(files, benchFile{path, src, langs.ByName(langs.Detect(path, src))})
		total += len(src)
	})
	b.SetBytes(int64(total))
	b.ResetTimer()
	return files
}

// cpu reports the processor time of a run, which other work on the machine
// does not stretch as it does the clock's.
func cpu(b *testing.B) func() {
	now := func() time.Duration {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			b.Fatal(err)
		}
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	start := now()
	return func() { b.ReportMetric(float64(now()-start)/float64(b.N)/1e6, "cpu-ms/op") }
}

// BenchmarkParse is tree-sitter alone: nothing of the tree is entered.
func BenchmarkParse(b *testing.B) {
	files := benchFiles(b)
	var p parse.Parser
	defer p.Close()
	defer cpu(b)()
	for b.Loop() {
		for _, f := range files {
			if _, err := p.Parse(f.lang, f.src, func(int, int, bool) bool { return false }); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkPlan is the planner alone, over layouts made beforehand.
func BenchmarkPlan(b *testing.B) {
	files := benchFiles(b)
	c := newChunker(b, Options{})
	type made struct {
		l   *layout
		ctx *contexts
	}
	var all []made
	for _, f := range files {
		l, err := c.layout(f.path, f.src)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, made{l, c.contexts(f.path, l)})
	}
	b.ResetTimer()
	defer cpu(b)()
	for b.Loop() {
		for _, m := range all {
			c.plan(m.l, m.ctx, c.opts.Max)
		}
	}
}

// BenchmarkTokens is the count of every file's tokens.
func BenchmarkTokens(b *testing.B) {
	files := benchFiles(b)
	c := newChunker(b, Options{})
	defer cpu(b)()
	for b.Loop() {
		for _, f := range files {
			c.sums = c.counter.Sums(c.sums, f.src)
		}
	}
}

// BenchmarkFile is the whole: bytes to chunks.
func BenchmarkFile(b *testing.B) {
	files := benchFiles(b)
	c := newChunker(b, Options{})
	defer cpu(b)()
	for b.Loop() {
		for _, f := range files {
			if _, err := c.File(f.path, f.src); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkTiktoken is what tiktoken-go takes to count the same files.
func BenchmarkTiktoken(b *testing.B) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	enc, err := tiktoken.GetEncoding(DefaultTokenizer)
	if err != nil {
		b.Fatal(err)
	}
	files := benchFiles(b)
	defer cpu(b)()
	for b.Loop() {
		for _, f := range files {
			enc.EncodeOrdinary(string(f.src))
		}
	}
}

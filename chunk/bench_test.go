//go:build unix

package chunk

import (
	"context"
	"slices"
	"testing"
	"unsafe"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	sitter "github.com/smacker/go-tree-sitter"

	"github.com/seed5e9d5dd4/cleave/langs"
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

// cpu reports the processor time of a run.
func cpu(b *testing.B) func() {
	start := used(b)
	return func() { b.ReportMetric(float64(used(b)-start)/float64(b.N)/1e6, "cpu-ms/op") }
}

// BenchmarkParse is tree-sitter alone: each file parsed, its tree freed.
func BenchmarkParse(b *testing.B) {
	files := benchFiles(b)
	parse := bare(b, files)
	b.ResetTimer()
	defer cpu(b)()
	for b.Loop() {
		for _, f := range files {
			parse(f)
		}
	}
}

// bare is tree-sitter alone, with a parser for each language.
func bare(b *testing.B, files []benchFile) func(benchFile) {
	parsers := make(map[*langs.Language]*sitter.Parser)
	for _, f := range files {
		if parsers[f.lang] == nil {
			parsers[f.lang] = sitter.NewParser()
			parsers[f.lang].SetLanguage(grammar(b, f.lang))
		}
	}
	return func(f benchFile) {
		tree, err := parsers[f.lang].ParseCtx(context.Background(), nil, f.src)
		if err != nil {
			b.Fatal(err)
		}
		tree.Close()
	}
}

// BenchmarkRatio is what the whole costs beside tree-sitter alone, in
// processor time. The two take turns, 20 files each, so that a machine whose
// speed drifts is as fast for the one as for the other.
func BenchmarkRatio(b *testing.B) {
	files := benchFiles(b)
	parse, c := bare(b, files), newChunker(b, Options{})
	b.ResetTimer()
	var alone, whole int64
	for b.Loop() {
		for turn := range slices.Chunk(files, 20) {
			start := used(b)
			for _, f := range turn {
				parse(f)
			}
			half := used(b)
			for _, f := range turn {
				if _, err := c.File(f.path, f.src); err != nil {
					b.Fatal(err)
				}
			}
			alone, whole = alone+int64(half-start), whole+int64(used(b)-half)
		}
	}
	b.ReportMetric(float64(whole)/float64(alone), "x-parse")
}

func grammar(b *testing.B, l *langs.Language) *sitter.Language {
	switch g := l.Grammar.(type) {
	case func() *sitter.Language:
		return g()
	case func() unsafe.Pointer:
		return sitter.NewLanguage(g())
	}
	b.Fatalf("%s has no grammar", l.Name)
	return nil
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

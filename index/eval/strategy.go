package eval

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// The strategies that only measure others: they know no maximum.
const (
	wholeFile = "whole-file" // a chunk a file
	function  = "function"   // a chunk a function, and one for what lies between two
)

// Strategies lists what can be measured: chunk's own, and whole-file and
// function.
func Strategies() []string { return append(chunk.Strategies(), wholeFile, function) }

// sized reports whether a strategy has a maximum to choose.
func sized(strategy string) bool { return strategy != wholeFile && strategy != function }

// cutter cuts files by one strategy.
type cutter struct {
	strategy string
	options  chunk.Options
	enc      *tokens.Encoding
	known    map[version][]Chunk
}

func newCutter(strategy string, o chunk.Options) (*cutter, error) {
	if !slices.Contains(Strategies(), strategy) {
		return nil, fmt.Errorf("strategy %q is unknown; there are %v", strategy, Strategies())
	}
	if o.Tokenizer == "" {
		o.Tokenizer = chunk.DefaultTokenizer
	}
	enc, err := tokens.New(o.Tokenizer)
	if err != nil {
		return nil, err
	}
	o.Strategy = strategy
	if !sized(strategy) {
		o.Strategy = ""
	}
	if strategy != "fixed" && strategy != "sentence" && strategy != "recursive" {
		o.Overlap = 0 // the others have none
	}
	return &cutter{strategy, o, enc, map[version][]Chunk{}}, nil
}

// newCutters makes one for each strategy; for none named, for all.
func newCutters(strategies []string, o chunk.Options) ([]*cutter, error) {
	if len(strategies) == 0 {
		strategies = Strategies()
	}
	var out []*cutter
	for _, name := range strategies {
		k, err := newCutter(name, o)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

// most is the maximum, in tokens; 0 if there is none.
func (k *cutter) most() int {
	if !sized(k.strategy) {
		return 0
	}
	return cmp.Or(k.options.Max, chunk.DefaultMax)
}

// version is what a file's chunks depend on besides the strategy.
type version struct {
	path string
	sum  [sha256.Size]byte
	most int
}

// cut cuts the files, on every core, and gives each one's chunks. What it cut
// before it remembers: snapshots of a repository have most files in common.
func (k *cutter) cut(ctx context.Context, files []*File) ([][]Chunk, error) {
	out := make([][]Chunk, len(files))
	versions := make([]version, len(files))
	var todo []int
	for i, f := range files {
		versions[i] = version{f.Path, sha256.Sum256(f.Src), k.most()}
		var known bool
		if out[i], known = k.known[versions[i]]; !known {
			todo = append(todo, i)
		}
	}
	c, err := chunk.New(k.options)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	err = each(ctx, len(todo), func() (func(int) error, func()) {
		w := &cutting{cutter: k, chunker: c.Clone(), count: k.enc.NewCounter()}
		return func(n int) (err error) {
			out[todo[n]], err = w.file(files[todo[n]])
			return err
		}, w.close
	})
	if err != nil {
		return nil, err
	}
	for _, i := range todo {
		k.known[versions[i]] = out[i]
	}
	return out, nil
}

// forget lets go of what was cut.
func (k *cutter) forget() { clear(k.known) }

// each calls a worker's function with 0 to n-1, on every core, until one fails.
func each(ctx context.Context, n int, worker func() (do func(int) error, done func())) error {
	next := make(chan int)
	errs := make([]error, runtime.GOMAXPROCS(0))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() {
			do, done := worker()
			defer done()
			for i := range next {
				if errs[w] = do(i); errs[w] != nil {
					cancel()
					return
				}
			}
		})
	}
feeding:
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			break feeding
		}
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// cutting is one worker.
type cutting struct {
	*cutter
	chunker *chunk.Chunker
	parser  parse.Parser
	count   *tokens.Counter
}

func (w *cutting) close() {
	w.chunker.Close()
	w.parser.Close()
}

func (w *cutting) file(f *File) ([]Chunk, error) {
	switch w.strategy {
	case wholeFile:
		return w.pieces(f, nil), nil
	case function:
		list, err := functions(&w.parser, f)
		return w.pieces(f, list), err
	}
	made, err := w.chunker.File(f.Path, f.Src)
	if err != nil {
		return nil, err
	}
	out := make([]Chunk, len(made.Chunks))
	for i, c := range made.Chunks {
		out[i] = Chunk{Path: c.Path, Kind: c.Kind, Name: c.Name, Units: c.Units, Scope: c.Scope,
			Text: c.Text, Body: c.Text[len(c.Context):], Start: c.StartByte, End: c.EndByte,
			Tokens: c.Tokens, Context: c.ContextTokens}
	}
	return out, nil
}

// pieces makes a chunk of each definition and of what is between them. What is
// blank goes with what comes before.
func (w *cutting) pieces(f *File, definitions []parse.Unit) []Chunk {
	head := f.Path + "\n"
	context := w.count.Count([]byte(head))
	var out []Chunk
	add := func(name string, start, end int) {
		if start == end {
			return
		}
		if n := len(out); n > 0 && (spans{{start, end}}).weight(f.Src) == 0 {
			start, name = out[n-1].Start, out[n-1].Name
			out = out[:n-1]
		}
		text := head + string(f.Src[start:end])
		out = append(out, Chunk{Path: f.Path, Name: name, Text: text, Body: text[len(head):], Start: start, End: end,
			Tokens: w.count.Count([]byte(text)), Context: context})
	}
	at := 0
	for _, u := range definitions {
		add("", at, u.Start)
		add(u.Name, u.Start, u.End)
		at = u.End
	}
	add("", at, len(f.Src))
	return out
}

// functions lists the outermost definitions that hold no members: functions,
// methods, constants, types without methods in them. None if the file's
// language has no grammar.
func functions(p *parse.Parser, f *File) ([]parse.Unit, error) {
	lang := langs.ByName(f.Language)
	if lang == nil {
		return nil, nil
	}
	o, err := p.Parse(lang, f.Src, func(int, int, bool) bool { return false })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	var out []parse.Unit
	for _, u := range o.Units {
		if n := len(out); !u.Members && (n == 0 || u.Start >= out[n-1].End) {
			out = append(out, u)
		}
	}
	return out, nil
}

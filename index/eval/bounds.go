package eval

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// Boundaries says how a chunker's cuts lie to the definitions of some files.
type Boundaries struct {
	Name   string  `json:"name"`
	Max    int     `json:"max,omitempty"`
	Chunks int     `json:"chunks"`
	Mean   float64 `json:"mean_tokens"`
	// Under and Over are the chunks under the least and over the most tokens
	// that a chunk should have: Options.Chunk's, or those the strategy was
	// given to match sizes.
	Under int `json:"under_min"`
	Over  int `json:"over_max"`
	// Fitting are the functions of at most three quarters of the maximum,
	// for a context may take the rest; Cut those of them that no chunk holds.
	Fitting int `json:"functions_that_fit"`
	Cut     int `json:"cut"`
	// Commented are the definitions with a comment before them that is no
	// longer than that, and CommentCut those of them that no chunk holds all
	// of it and the first line of; Marked and MarkCut the same for decorators
	// and attributes.
	Commented  int `json:"commented"`
	CommentCut int `json:"comment_cut_off"`
	Marked     int `json:"decorated"`
	MarkCut    int `json:"decorator_cut_off"`
	// Context is the share of tokens that are context.
	Context float64 `json:"context_share"`
	// Cover is how many tokens must be read to have all of a function, in
	// the mean; Own is how many it has.
	Cover float64 `json:"tokens_to_cover_a_function"`
	Own   float64 `json:"tokens_of_a_function"`
}

// Bounds measures strategies and tools on files, without a retriever.
// Options.Locate is not used.
func Bounds(ctx context.Context, files []*File, o Options) ([]Boundaries, []string, error) {
	cutters, err := newCutters(o.Strategies, o.Chunk)
	if err != nil {
		return nil, nil, err
	}
	if o.MatchSize {
		if err := matchSizes(ctx, cutters, files, o.Progress); err != nil {
			return nil, nil, err
		}
	}
	count := cutters[0].enc.NewCounter()
	all, err := definitionsOf(files, count)
	if err != nil {
		return nil, nil, err
	}
	var out []Boundaries
	for _, k := range cutters {
		list, err := k.cut(ctx, files)
		if err != nil {
			return nil, nil, err
		}
		chunks := map[string][]Chunk{}
		for i, f := range files {
			chunks[f.Path] = list[i]
		}
		b := Boundaries{Name: k.strategy, Max: k.most()}
		b.measure(all, chunks, k.options)
		out = append(out, b)
	}
	var problems []string
	for _, t := range o.Tools {
		list, why, err := t.place(&snapshot{}, byPath(files), count)
		if err != nil {
			return nil, nil, err
		}
		problems = append(problems, why...)
		chunks := map[string][]Chunk{}
		for _, c := range list {
			chunks[c.Path] = append(chunks[c.Path], c)
		}
		b := Boundaries{Name: t.Name}
		b.measure(all, chunks, o.Chunk)
		out = append(out, b)
	}
	return out, problems, nil
}

// definition is what cuts are held against.
type definition struct {
	path          string
	own           span // with marks, without comments
	comment       span // with the first byte of what it describes; empty without
	head          int  // where its signature begins
	marked        bool
	function      bool
	tokens        int
	commentTokens int
}

// definitionsOf lists the definitions in files of languages that have a grammar.
func definitionsOf(files []*File, count *tokens.Counter) ([]definition, error) {
	var p parse.Parser
	defer p.Close()
	var out []definition
	for _, f := range files {
		lang := langs.ByName(f.Language)
		if lang == nil {
			continue
		}
		o, err := p.Parse(lang, f.Src, func(int, int, bool) bool { return false })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		for _, u := range o.Units {
			out = append(out, newDefinition(f, u, count))
		}
	}
	return out, nil
}

func newDefinition(f *File, u parse.Unit, count *tokens.Counter) definition {
	d := definition{path: f.Path, own: span{u.Own, u.End}, head: u.Head,
		function: !u.Members && (u.Kind == "function" || u.Kind == "method" || u.Kind == "constructor")}
	if (spans{{u.Start, u.Own}}).weight(f.Src) > 0 {
		d.comment = span{u.Start, u.Own + 1}
		d.commentTokens = count.Count(f.Src[u.Start:u.Own])
	}
	d.marked = bytes.IndexByte(f.Src[u.Own:max(u.Own, u.Head)], '\n') >= 0 // else it is on the first line
	if d.function {
		d.tokens = count.Count(f.Src[u.Own:u.End])
	}
	return d
}

// measure sets the figures of chunks, given by path.
func (b *Boundaries) measure(all []definition, chunks map[string][]Chunk, o chunk.Options) {
	most := cmp.Or(o.Max, chunk.DefaultMax)
	least := cmp.Or(o.Min, most/2)
	sum, context := 0, 0
	for _, list := range chunks {
		for i := range list {
			c := &list[i]
			b.Chunks++
			sum += c.Tokens
			context += c.Context
			if c.Tokens < least {
				b.Under++
			}
			if c.Tokens > most {
				b.Over++
			}
		}
	}
	b.Mean, b.Context = round(float64(sum)/float64(max(1, b.Chunks))), round(float64(context)/float64(max(1, sum)))
	functions, own, cover := 0, 0, 0
	for i := range all {
		d := &all[i]
		list := chunks[d.path]
		if d.function {
			functions++
			own += d.tokens
			cover += covering(list, d.own)
			if d.tokens <= most*3/4 {
				b.Fitting++
				b.Cut += apart(list, d.own)
			}
		}
		if d.comment.end > 0 && d.commentTokens <= most*3/4 {
			b.Commented++
			b.CommentCut += apart(list, d.comment)
		}
		if d.marked {
			b.Marked++
			b.MarkCut += apart(list, span{d.own.start, d.head + 1})
		}
	}
	b.Cover, b.Own = round(float64(cover)/float64(max(1, functions))), round(float64(own)/float64(max(1, functions)))
}

// apart is 1 if no chunk holds all of s.
func apart(list []Chunk, s span) int {
	for i := range list {
		if list[i].Start <= s.start && s.end <= list[i].End {
			return 0
		}
	}
	return 1
}

// covering is how many tokens the fewest chunks have that hold all of s; of what
// no chunk holds, nothing. The chunks are in order.
func covering(list []Chunk, s span) int {
	sum := 0
	for at := s.start; at < s.end; {
		best := -1
		for i := range list {
			c := &list[i]
			if c.Start > at && (best >= 0 || c.Start >= s.end) {
				break
			}
			if c.End > at && (best < 0 || c.Start <= at && c.End > list[best].End) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		sum += list[best].Tokens
		at = list[best].End
	}
	return sum
}

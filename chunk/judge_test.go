package chunk

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// judge holds finished chunks against promises 3, 4 and 5 as a reader would: by
// the source, a parse of its own, and a count of its own. It knows nothing of
// layouts, seams or costs.
type judge struct {
	c       *Chunker
	opts    Options
	counter *tokens.Counter
	parser  parse.Parser
	slack   int // tokens below the maximum that may stay unused
}

func newJudge(c *Chunker) *judge {
	j := &judge{c: c, opts: c.opts, counter: c.enc.NewCounter(), slack: 4}
	if c.opts.Tokenizer == "p50k_base" || c.opts.Tokenizer == "r50k_base" { // counts add up at few seams
		j.slack = 10
	}
	return j
}

// verdict is what is wrong with a chunk: the index of it, and why.
type verdict struct {
	promise, chunk int
	why            string
}

func (j *judge) count(texts ...string) int {
	return j.counter.Count([]byte(strings.Join(texts, "")))
}

// file judges the chunks of a file of code.
func (j *judge) file(src []byte, f *File) (out []verdict) {
	lang := langs.ByName(f.Language)
	if f.Strategy != "code" || lang == nil {
		return nil
	}
	defer j.parser.Close()
	o, err := j.parser.Parse(lang, src, func(int, int, bool) bool { return true })
	if err != nil {
		return []verdict{{0, 0, err.Error()}}
	}
	out = append(out, j.whole(src, f, o)...)
	out = append(out, j.closers(src, f, o)...)
	return append(out, j.full(src, f, o)...)
}

// need is what a unit needs before it: the path and the signatures around.
func (j *judge) need(src []byte, f *File, o *parse.Outline, unit int) int {
	n := 0
	if n = j.count(comment(langs.ByName(f.Language), f.Path), "\n"); j.opts.NoPath || n > j.opts.Max/contextShare {
		n = 0 // too long a path is left out
	}
	for u := o.Units[unit].Parent; u >= 0; u = o.Units[u].Parent {
		un := &o.Units[u]
		n += j.count(string(src[lineStart(src, un.Head):un.Body])) + 8
	}
	return min(n, j.opts.Max/contextShare)
}

// whole: a unit that fits with what stands before it is in one chunk, with its
// comments if they fit beside it.
func (j *judge) whole(src []byte, f *File, o *parse.Outline) (out []verdict) {
	for u := range o.Units {
		un := &o.Units[u]
		before := j.need(src, f, o, u)
		first := -1
		for _, start := range []int{un.Start, un.Own} {
			if before+j.count(string(src[lineStart(src, start):lineEnd(src, un.End)])) <= j.opts.Max-j.slack {
				first = start
				break
			}
		}
		end := un.End
		if first < 0 {
			if before+j.count(string(src[un.Own:un.End])) <= j.opts.Max+j.slack {
				continue // it may be one or the other
			}
			if end = begun(src, f, o, u); end > un.End || before+j.count(string(src[un.Start:end])) > j.opts.Max-j.slack {
				continue
			}
			first, end = un.Start, lineStart(src, afterBlank(src, un.Body))+1
		}
		for i := range f.Chunks {
			if b := f.Chunks[i].StartByte; b > first && b < end {
				out = append(out, verdict{3, i, fmt.Sprintf("cuts %s %s, bytes %d-%d, at %d", un.Kind, un.Name, first, end, b)})
			}
		}
	}
	return out
}

// begun gives the end of what a unit that is cut should begin with: its
// comments, marks, header, and its first member, or the first line of its body:
// all of it where that is a comment, which belongs to more than can be told here.
func begun(src []byte, f *File, o *parse.Outline, u int) int {
	at := afterBlank(src, o.Units[u].Body)
	if src[at] == '{' {
		at = afterBlank(src, at+1)
	}
	for c := u + 1; c < len(o.Units) && o.Units[c].Start < o.Units[u].End; c++ {
		if o.Units[c].Start >= o.Units[u].Body && o.Units[c].Start <= at+1 { // not in the header
			return lineEnd(src, o.Units[c].End)
		}
	}
	if line := langs.ByName(f.Language).Line; bytes.HasPrefix(src[at:], []byte("/*")) || line != "" && bytes.HasPrefix(src[at:], []byte(line)) {
		return len(src)
	}
	return lineEnd(src, at) + 1
}

func lineEnd(src []byte, off int) int {
	if i := bytes.IndexByte(src[min(off, len(src)):], '\n'); i >= 0 {
		return off + i
	}
	return len(src)
}

func afterBlank(src []byte, off int) int {
	for off < len(src)-1 && strings.IndexByte(" \t\r\n", src[off]) >= 0 {
		off++
	}
	return off
}

// closing are lines that end something and say nothing.
var closing = regexp.MustCompile(`^[\s)\]};,]*$|^\s*(end|fi|done|esac|endif;|endforeach;|endwhile;|[)\]}]*\s*\bend[)\]};,]*)\s*[)\]};,]*\s*$|^\s*#\s*(endif|endregion|pragma endregion)\b.*$|^\s*(</[\w.:-]*>\s*)+[)\]};,]*$|^\s*\*/\s*$`)

func empty(text string) bool {
	for line := range strings.Lines(text) {
		if !closing.MatchString(strings.TrimRight(line, "\r\n")) {
			return false
		}
	}
	return true
}

// closers: no chunk is of closing lines only, if the line before could have
// been in it.
func (j *judge) closers(src []byte, f *File, o *parse.Outline) (out []verdict) {
	for i := 1; i < len(f.Chunks); i++ {
		a, b := &f.Chunks[i-1], &f.Chunks[i]
		if !empty(body(b)) || empty(body(a)) {
			continue
		}
		from := b.StartByte
		for from > a.StartByte && empty(string(src[from:b.StartByte])) {
			from = bytes.LastIndexByte(src[a.StartByte:from-1], '\n') + 1 + a.StartByte
		}
		if inside(o, a.StartByte, from, b.StartByte) {
			continue
		}
		before := 0
		if from == a.StartByte {
			before = j.count(importless(a))
		} else {
			before = j.opts.Max / contextShare
		}
		if n := before + j.count(string(src[from:b.EndByte])); n <= j.opts.Max-j.slack {
			out = append(out, verdict{4, i, fmt.Sprintf("nothing but %q, which would fit with the line before in %d", body(b), n)})
		}
	}
	return out
}

// inside reports whether off lies in a unit that is whole in [start, end).
func inside(o *parse.Outline, start, off, end int) bool {
	for u := range o.Units {
		if un := &o.Units[u]; start <= un.Own && un.Own < off && off < un.End && un.End <= end {
			return true
		}
	}
	return false
}

// importless is a context without its imports.
func importless(ch *Chunk) string {
	if i := strings.Index(ch.Context, "\n\n"); i >= 0 {
		head, _, _ := strings.Cut(ch.Context, "\n")
		return head + "\n" + ch.Context[i+2:]
	}
	return ch.Context
}

// full: a chunk under the minimum would be too large with either neighbour, or
// would mix pieces of two units.
func (j *judge) full(src []byte, f *File, o *parse.Outline) (out []verdict) {
	for i := 0; i+1 < len(f.Chunks); i++ {
		a, b := &f.Chunks[i], &f.Chunks[i+1]
		if a.Tokens >= j.opts.Min && b.Tokens >= j.opts.Min || pieces(o, a.StartByte, b.EndByte) {
			continue
		}
		if n := j.count(importless(a), body(a), body(b)); n <= j.opts.Max {
			out = append(out, verdict{5, i, fmt.Sprintf("%d tokens could stand with the next %d, in %d", a.Tokens, b.Tokens, n)})
		}
	}
	return out
}

// pieces reports whether [start, end) has the tail of one unit and the head of
// another, or no more of one than lines of its comment.
func pieces(o *parse.Outline, start, end int) bool {
	tail, head := false, false
	for u := range o.Units {
		un := &o.Units[u]
		tail = tail || un.Start < start && un.End > start && un.End <= end
		head = head || un.Start >= start && un.Start < end && un.End > end
		tail = tail || un.Start > start && un.Start < end && un.Own > end
	}
	return tail && head
}

// TestJudge holds goldens, the Go tree that builds this, and the module cache
// against the judge.
func TestJudge(t *testing.T) {
	var judges []*judge
	for _, o := range []Options{{}, {Max: 256}, {Max: 128, Tokenizer: "o200k_base"}, {Max: 64, Tokenizer: "p50k_base"}, {Max: 32}} {
		judges = append(judges, newJudge(newChunker(t, o)))
	}
	hold := func(path string, src []byte) {
		if len(src) > 200<<10 {
			return
		}
		for _, j := range judges {
			j.hold(t, path, src)
		}
	}
	goldens(t, hold)
	sources(t, 200, hold)
	cached(t, 60, []string{".c", ".h", ".cc", ".js", ".py", ".go", ".rb", ".sh"}, hold)
}

// What closes stands alone nowhere, whatever it closes and whatever the imports
// take of the room.
func TestClosers(t *testing.T) {
	for path, form := range map[string][4]string{
		"a.c":   {"#include <stdio.h>\n#include \"lib/store/keeper.h\"\n#include \"lib/store/index.h\"\n", "#ifdef STORE\n", "int f%d(int a) {\n  return keep(a);\n}\n", "#endif /* STORE */\n"},
		"a.h":   {"#ifndef STORE_H\n#define STORE_H\n", "", "/* Keeps.\n * For good, and\n * for all. */\nint keep%d(struct store *s,\n    int a);\n", "\n#endif /* STORE_H */\n"},
		"a.ml":  {"open Store\n", "", "(** Tells one from another, number %d. *)\ntype ('a, 'b) t%[1]d =\n| One : (int, string) t\n  (** And says what it is. *)\n\n", "\n"},
		"A.cs":  {"using System.Store.Keeper;\nusing K = Store.Keeper;\n", "#region One\n", "class C%d {\n  K k = new Keeper(1);\n}\n", "#endregion\n"},
		"a.sh":  {"source lib/keeper.sh\n", "if true; then\n", "  keeper %d one two\n", "fi\n"},
		"a.php": {"<?php\nuse Store\\Keeper;\nuse Store\\Index;\n", "if ($a):\n", "  Keeper::keep(%d, new Index(1));\n", "endif;\n"},
		"a.rb":  {"require \"keeper\"\n", "it \"keeps\" do\n", "  keeper.keep(%d)\n", "end\n"},
		"a.lua": {"local keeper = require \"keeper\"\n", "do\n", "  keeper.keep(%d)\n", "end\n"},
		"A.hs":  {"module A where\nimport Store.Keeper (keeper)\n", "#ifdef STORE\n", "f%d :: Int -> Int\nf%[1]d a = keeper a\n", "#endif\n"},
	} {
		for most := LeastMax; most <= 128; most += 12 {
			j := newJudge(newChunker(t, Options{Max: most}))
			for n := 1; n < 12; n++ {
				src := []byte(form[0] + "\n" + form[1] + repeat(n, form[2]) + form[3])
				check(t, j.c, path, src)
				j.hold(t, path, src)
			}
		}
	}
}

// hold cuts a file, and fails the test for what is wrong with its chunks.
func (j *judge) hold(t *testing.T, path string, src []byte) {
	t.Helper()
	f, err := j.c.File(path, src)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Chunks) == 0 || f.Chunks[0].Encoding != "" {
		return
	}
	for _, v := range j.file(src, f) {
		ch := &f.Chunks[v.chunk]
		t.Errorf("max %d %s, %s:%d-%d: promise %d: %s", j.opts.Max, j.opts.Tokenizer, path, ch.StartLine, ch.EndLine, v.promise, v.why)
	}
}

package chunk

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// contextShare is the part of the maximum that a context may take.
const contextShare = 4

// contexts writes what is put before the bodies of one file's chunks, and
// tells the planner how many tokens that takes.
type contexts struct {
	c          *Chunker
	l          *layout
	path       string // the path line, or ""
	pathTokens int
	chains     []chain // by unit, as far as asked for
	uses       uses
	laps       []lap // by seam; nil where chunks do not overlap
}

// chain is what stands before a chunk that begins inside a unit: the contexts
// of the units around it, outermost first.
type chain struct {
	text    string
	tokens  int
	imports int // offset in text where the imports go
	known   bool
}

// introduce gives a unit its context, and counts it.
func (c *Chunker) introduce(u *unit, text string) {
	u.context, u.tokens = text, c.counter.Count([]byte(text))
}

func (c *Chunker) contexts(path string, l *layout) *contexts {
	x := &contexts{c: c, l: l}
	if !c.opts.NoPath {
		x.path = comment(l.lang, printable(path)) + "\n"
		if x.pathTokens = c.counter.Count([]byte(x.path)); x.pathTokens > c.opts.Max/contextShare {
			x.path, x.pathTokens = "", 0
		}
	}
	return x
}

// chain gives what stands before a chunk that begins inside u. The units
// around u must be there, those after it need not.
func (x *contexts) chain(u int) *chain {
	if len(x.chains) < len(x.l.units) {
		x.chains = append(x.chains, make([]chain, len(x.l.units)-len(x.chains))...)
	}
	if !x.chains[u].known {
		x.chains[u] = x.join(u)
	}
	return &x.chains[u]
}

// comment writes text as a comment of a language.
func comment(lang *langs.Language, text string) string {
	switch {
	case lang == nil:
		return text
	case lang.Line != "":
		return lang.Line + " " + text
	case lang.Block[0] != "":
		return lang.Block[0] + " " + strings.ReplaceAll(text, strings.TrimSpace(lang.Block[1]), "") + " " + lang.Block[1]
	}
	return text
}

// printable makes one line of a path, whatever bytes it has: what is not UTF-8
// and what cannot be seen is written as %XX.
func printable(path string) string {
	text := percented(path)
	if strings.IndexFunc(text, unicode.IsControl) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unicode.IsControl(r) {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// join joins the contexts of u and of the units around it, from the inside
// out as long as they fit; one that does not is shortened. Imports stand
// before all of it, but inside the unit that holds code of another language.
func (x *contexts) join(u int) chain {
	budget := x.c.opts.Max/contextShare - x.pathTokens
	out := chain{known: true}
	hosted, after := false, 0
	for ; u >= 0 && budget > 0; u = x.l.units[u].parent {
		text, n := x.l.units[u].context, x.l.units[u].tokens
		if n > budget {
			text, n = x.shorten(text, x.l.units[u].name, budget)
		}
		if x.l.units[u].language != "" && !hosted {
			hosted, after = true, len(out.text)
		}
		out.text = text + out.text
		out.tokens += n
		budget -= n
	}
	if hosted {
		out.imports = len(out.text) - after
	}
	return out
}

// shorten cuts a context to its first lines, or parameters, or words, as many as
// budget tokens hold, and says that it did. The name stays: what stands before it
// and the word that introduces it gives way.
func (x *contexts) shorten(text, name string, budget int) (string, int) {
	elision := comment(x.l.lang, "...")
	text = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(text, "\n"), elision), " \t\n")
	fits := func(n int, gap string) (string, int) {
		s := strings.TrimRightFunc(strings.ToValidUTF8(text[:n], ""), unicode.IsSpace) + gap + elision + "\n"
		return s, x.c.counter.Count([]byte(s))
	}
	most := func() int {
		lo, hi := 0, min(len(text), 8*budget+1)
		for lo < hi {
			mid := (lo + hi + 1) / 2
			if _, n := fits(mid, " "); n <= budget {
				lo = mid
			} else {
				hi = mid - 1
			}
		}
		return lo
	}
	from, to := named(text, name)
	last := most()
	if last < to {
		indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
		text, to = indent+text[from:], len(indent)+to-from
		last = most()
	}
	if last < to {
		return "", 0
	}
	if n, gap := lastLine(text, to, last); n > 0 {
		if s, n := fits(n, gap); n <= budget {
			return s, n
		}
	}
	s, n := fits(lastPart(text, to, last), " ")
	if n > budget || s == " "+elision+"\n" {
		return "", 0
	}
	return s, n
}

// named gives where in a signature the name stands, with the word before it,
// if that is one; 0 if it does not.
func named(text, name string) (from, to int) {
	for i := 0; name != ""; i = to {
		k := strings.Index(text[i:], name)
		if k < 0 {
			return 0, 0
		}
		from, to = i+k, i+k+len(name)
		if before, _ := utf8.DecodeLastRuneInString(text[:from]); word([]byte(text[to:])) == 0 && !isWord(before) && before != '_' {
			break
		}
	}
	before := strings.TrimRight(text[:from], " \t\n")
	if last, _ := utf8.DecodeLastRuneInString(before); !isWord(last) && !strings.ContainsRune("_*&.:", last) {
		return from, to
	}
	return strings.LastIndexAny(before, " \t\n") + 1, to
}

// lastLine gives where the last of the whole lines ends that the first n bytes
// of text hold, and what stands between it and the next; 0 if they are less
// than a third of that, or than the first least bytes.
func lastLine(text string, least, n int) (end int, gap string) {
	end = strings.LastIndexByte(text[:n], '\n')
	if end < n/3 || end < least {
		return 0, ""
	}
	rest := text[end:]
	return end, rest[:len(rest)-len(strings.TrimLeft(rest, "\n \t"))]
}

// lastPart gives where the last parameter ends that the first n bytes of text
// hold, or what is before the first, or the last word, each unless that is less
// than a third, or than the first least bytes.
func lastPart(text string, least, n int) int {
	for _, marks := range []string{",", "(<", " "} {
		if i := strings.LastIndexAny(text[:n], marks); i > n/3 && i >= least {
			return i + 1
		}
	}
	return n
}

// around gives the innermost unit whose context a chunk needs that begins at
// seam i. A chunk that begins with a unit's own head does not need it.
func (x *contexts) around(i int) int {
	s := &x.l.seams[i]
	u := s.unit
	for u >= 0 && s.off <= x.l.units[u].head {
		u = x.l.units[u].parent
	}
	return u
}

// tokens is what a chunk needs before it that begins at seam i, besides
// imports: its context, and what it repeats of the chunk before.
func (x *contexts) tokens(i int) int {
	n := x.pathTokens
	if u := x.around(i); u >= 0 {
		n += x.chain(u).tokens
	}
	if x.laps != nil {
		n += x.laps[i].tokens
	}
	return n
}

// write gives the context of the chunk [i, j), whose body has so many tokens.
func (x *contexts) write(i, j, body int) string {
	left := min(x.c.opts.Max/contextShare, x.c.opts.Max-body) - x.tokens(i)
	imports := x.imports(i, j, left)
	u := x.around(i)
	if u < 0 {
		return x.path + imports
	}
	ch := x.chain(u)
	return x.path + ch.text[:ch.imports] + imports + ch.text[ch.imports:]
}

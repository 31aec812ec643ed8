package chunk

import (
	"strings"
	"unicode"
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
	chains     []chain // by unit
	uses       uses
}

// chain is what stands before a chunk that begins inside a unit: the contexts
// of the units around it, outermost first.
type chain struct {
	text   string
	tokens int
}

func (c *Chunker) contexts(path string, l *layout) *contexts {
	x := &contexts{c: c, l: l}
	if !c.opts.NoPath {
		x.path = l.comment(printable(path)) + "\n"
		if x.pathTokens = c.counter.Count([]byte(x.path)); x.pathTokens > c.opts.Max/contextShare {
			x.path, x.pathTokens = "", 0
		}
	}
	x.chains = make([]chain, len(l.units))
	for u := range l.units {
		x.chains[u] = x.chain(u)
	}
	x.uses = c.uses(l, c.opts.Max/contextShare-x.pathTokens)
	return x
}

// comment writes text as a comment of the file's language.
func (l *layout) comment(text string) string {
	switch {
	case l.lang == nil:
		return text
	case l.lang.Line != "":
		return l.lang.Line + " " + text
	case l.lang.Block[0] != "":
		return l.lang.Block[0] + " " + strings.ReplaceAll(text, strings.TrimSpace(l.lang.Block[1]), "") + " " + l.lang.Block[1]
	}
	return text
}

// printable makes one line of a path, whatever bytes it has.
func printable(path string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(path, "\uFFFD"))
}

// chain joins the contexts of u and of the units around it, from the inside
// out as long as they fit; one that does not is shortened.
func (x *contexts) chain(u int) chain {
	budget := x.c.opts.Max/contextShare - x.pathTokens
	var out chain
	for ; u >= 0 && budget > 0; u = x.l.units[u].parent {
		text, n := x.l.units[u].context, x.l.units[u].tokens
		if n > budget {
			text, n = x.shorten(text, budget)
		}
		out.text = text + out.text
		out.tokens += n
		budget -= n
	}
	return out
}

// shorten cuts a context to its first words, as many as budget tokens hold,
// and says that it did.
func (x *contexts) shorten(text string, budget int) (string, int) {
	line, _, _ := strings.Cut(text, "\n")
	tail := " " + x.l.comment("...") + "\n"
	fits := func(n int) (string, int) {
		s := strings.TrimRightFunc(strings.ToValidUTF8(line[:n], ""), unicode.IsSpace) + tail
		return s, x.c.counter.Count([]byte(s))
	}
	lo, hi := 0, min(len(line), 8*budget+1)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if _, n := fits(mid); n <= budget {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	if i := strings.LastIndexAny(line[:lo], " ,(<"); i > lo/2 {
		lo = i
	}
	s, n := fits(lo)
	if n > budget || strings.TrimSpace(line[:lo]) == "" {
		return "", 0
	}
	return s, n
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

// tokens is what a chunk needs before it that begins at seam i, besides imports.
func (x *contexts) tokens(i int) int {
	n := x.pathTokens
	if u := x.around(i); u >= 0 {
		n += x.chains[u].tokens
	}
	return n
}

// write gives the context of the chunk [i, j), whose body has so many tokens.
func (x *contexts) write(i, j, body int) string {
	var b strings.Builder
	b.WriteString(x.path)
	rest := ""
	left := min(x.c.opts.Max/contextShare, x.c.opts.Max-body) - x.tokens(i)
	if u := x.around(i); u >= 0 {
		rest = x.chains[u].text
	}
	b.WriteString(x.imports(i, j, left))
	b.WriteString(rest)
	return b.String()
}

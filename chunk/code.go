package chunk

import (
	"bytes"
	"sort"
	"strings"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// grainShare: a node of more than this part of the maximum is looked into for
// seams, so that what must be split can be split evenly.
const grainShare = 8

// code lays a file out by its syntax. A file that has none, or has nothing but
// comments, is text: it falls back to the recursive strategy.
func (c *Chunker) code(path string, l *layout) (*layout, error) {
	l.strategy = "code"
	l.cut(0, 0)
	o, err := c.part(l, 0, len(l.src), l.lang, -1)
	if err != nil {
		return nil, err
	}
	l.result = o.Result
	if len(l.src) == 0 && o.Result != parse.NoGrammar {
		return l, nil
	}
	if comments(o.Nodes) {
		return c.recursive(l), nil
	}
	c.codeSeams(c.contexts(path, l), l, o.Nodes, 0)
	c.settle(l)
	return l, nil
}

// comments reports whether there is nothing else.
func comments(nodes []parse.Node) bool {
	for i := range nodes {
		if nodes[i].Role != parse.Comment && nodes[i].Role != parse.Trailing {
			return false
		}
	}
	return true
}

// innermost finds the innermost unit that holds offset off, or -1.
func (l *layout) innermost(off int) int {
	u := sort.Search(len(l.units), func(i int) bool { return l.units[i].start > off }) - 1
	for u >= 0 && l.units[u].end <= off {
		u = l.units[u].parent
	}
	return u
}

// maxSignature bounds what is kept of a signature, in bytes.
const maxSignature = 4000

// signature writes a unit's signature with its own indentation, and a comment
// that stands for what is left out.
func signature(src []byte, lang *langs.Language, u parse.Unit, tab string) string {
	text := src[u.Head:min(u.Body, u.Head+maxSignature)]
	begin := lineStart(src, u.Head)
	indent := string(src[begin:u.Head])
	if strings.TrimSpace(indent) != "" {
		indent = indent[:len(indent)-len(strings.TrimLeft(indent, " \t"))]
	}
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(strings.TrimSpace(string(text)), "\r\n", "\n")) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			if b.Len() == 0 {
				line = indent + line
			}
			b.WriteString(line + "\n")
		}
	}
	head := strings.TrimSuffix(b.String(), "\n")
	for _, open := range []string{"{", "do"} { // that a body begins with
		if bytes.HasPrefix(src[u.Body:], []byte(open)) && word(src[u.Body:]) == word([]byte(open)) && !strings.HasSuffix(head, open) {
			head += " " + open
		}
	}
	return strings.ToValidUTF8(head, "\uFFFD") + "\n" + indent + tab + comment(lang, "...") + "\n"
}

// lineStart gives the start of off's line if only blanks stand before it
// there, else off.
func lineStart(src []byte, off int) int {
	i := off
	for i > 0 && (src[i-1] == ' ' || src[i-1] == '\t') {
		i--
	}
	if i == 0 || src[i-1] == '\n' || src[i-1] == '\r' {
		return i
	}
	return off
}

package chunk

import (
	"bytes"
	"strings"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// grainShare: a node of more than this part of the maximum is looked into for
// seams, so that what must be split can be split evenly.
const grainShare = 8

// code lays a file out by its syntax. A file that has none falls back to the
// recursive strategy, and says why.
func (c *Chunker) code(path string, l *layout) (*layout, error) {
	grain, most := uint32(c.opts.Max/grainShare), uint32(c.opts.Max-c.opts.Max/contextShare)
	o, err := c.parser.Parse(l.lang, l.src, func(start, end int, unit bool) bool {
		n := c.sums[end] - c.sums[start]
		return unit && n > most || !unit && n > grain
	})
	if err != nil {
		return nil, err
	}
	l.result = o.Result
	if len(o.Nodes) == 0 {
		return c.recursive(l), nil
	}
	l.strategy = "code"
	c.codeUnits(l, o)
	c.codeSeams(path, l, o.Nodes)
	return l, nil
}

// codeUnits takes over the outline's units and writes their signatures.
func (c *Chunker) codeUnits(l *layout, o *parse.Outline) {
	tab := "    "
	if bytes.Contains(l.src, []byte("\n\t")) {
		tab = "\t"
	}
	l.units = make([]unit, len(o.Units))
	for i, u := range o.Units {
		l.units[i] = unit{kind: u.Kind, name: u.Name, owner: u.Owner, start: u.Start, own: u.Own,
			head: u.Head, body: u.Body, end: u.End, parent: u.Parent, members: u.Members}
		text := signature(l, u, tab)
		l.units[i].context, l.units[i].tokens = text, c.counter.Count([]byte(text))
	}
	for _, s := range o.Imports {
		l.imports = append(l.imports, statement{Statement: s, unit: l.innermost(s.Start)})
	}
}

// innermost finds the innermost unit that holds offset off, or -1.
func (l *layout) innermost(off int) int {
	found := -1
	for i := range l.units {
		if l.units[i].start > off {
			break
		}
		if off < l.units[i].end {
			found = i
		}
	}
	return found
}

// maxSignature bounds what is kept of a signature, in bytes.
const maxSignature = 4000

// signature writes a unit's signature with its own indentation, and a comment
// that stands for what is left out.
func signature(l *layout, u parse.Unit, tab string) string {
	text := l.src[u.Head:min(u.Body, u.Head+maxSignature)]
	begin := lineStart(l.src, u.Head)
	indent := string(l.src[begin:u.Head])
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
	if u.Body < len(l.src) && l.src[u.Body] == '{' && !strings.HasSuffix(head, "{") {
		head += " {"
	}
	return strings.ToValidUTF8(head, "\uFFFD") + "\n" + indent + tab + l.comment("...") + "\n"
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

package chunk

import (
	"strings"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// AsciiDoc is read line by line as well: headings by their equals signs,
// blocks by their delimiters, attribute lists, anchors and captions as marks
// of the block that follows. What stands in an example, a sidebar or a quote
// is read too, and is never a section.

// asciidoc lays out AsciiDoc.
func (c *Chunker) asciidoc(path string, l *layout) (*layout, error) {
	l.strategy = "asciidoc"
	a := &asciidoc{newRuled(l.src)}
	return l, c.document(path, l, a.blocks(0, a.size()), unit{})
}

type asciidoc struct{ ruled }

func (a *asciidoc) blocks(i, end int) []block {
	var out []block
	attrs := ""
	for i < end {
		if a.line(i) == "" {
			i++
			continue
		}
		b, next := a.next(i, end, attrs)
		switch {
		case b.kind != mark:
			attrs = ""
		case a.line(i)[0] == '[':
			attrs = a.line(i)
		}
		out = append(out, b)
		i = next
	}
	return out
}

// next reads the block that begins with line i, and gives the line after it.
// attrs is the attribute list before it, or "".
func (a *asciidoc) next(i, end int, attrs string) (block, int) {
	line := a.line(i)
	signs := len(line) - len(strings.TrimLeft(line, "="))
	switch {
	case signs > 0 && signs < 7 && strings.HasPrefix(line[signs:], " "):
		b := a.block(heading, i, i+1)
		b.level, b.text = signs, plainTitle(line[signs:])
		return b, i + 1
	case a.underlined(i):
		b := a.block(heading, i, i+2)
		b.level, b.text = 1+strings.IndexByte("=-~^+", a.line(i + 1)[0]), plainTitle(line)
		return b, i + 2
	case line[0] == '[' && strings.HasSuffix(line, "]"),
		line[0] == '.' && len(line) > 1 && strings.IndexByte(". ", line[1]) < 0:
		return a.block(mark, i, i+1), i + 1
	case line == "'''" || line == "<<<":
		return a.block(rule, i, i+1), i + 1
	case delimiter(line):
		return a.delimited(i, end, attrs)
	case asciidocItem(line):
		j := i + 1
		for j < end && !(a.line(j) == "" && !a.goesOn(j)) && !a.ends(j) {
			j++
		}
		b := a.block(list, i, j)
		b.parts = a.items(i, j, asciidocItem)
		return b, j
	}
	j := i + 1
	for j < end && a.line(j) != "" && !a.ends(j) {
		j++
	}
	return a.block(paragraph, i, j), j
}

// underlined reports whether line i is a title with a line of its length below
// it: the older way to write a heading.
func (a *asciidoc) underlined(i int) bool {
	line, under := a.line(i), a.line(i+1)
	n := len([]rune(line)) - len(under)
	return len(under) > 3 && n >= -1 && n <= 1 && strings.IndexByte("=-~^+", under[0]) >= 0 &&
		strings.Trim(under, under[:1]) == "" && isWord([]rune(line)[0]) && a.line(i-1) == ""
}

// plainTitle is a title without marks of code and emphasis.
func plainTitle(s string) string {
	s = strings.NewReplacer("`", "", "*", "").Replace(s)
	return strings.ToValidUTF8(strings.TrimSpace(s), "\uFFFD")
}

// ends reports whether line i ends what is before it, without a blank line.
func (a *asciidoc) ends(i int) bool {
	line := a.line(i)
	return delimiter(line) && a.line(i-1) != "+" || line != "" && line[0] == '[' && strings.HasSuffix(line, "]") && a.line(i-1) != "+"
}

// goesOn reports whether a list goes on after the blank line i.
func (a *asciidoc) goesOn(i int) bool { return asciidocItem(a.line(a.nonblank(i))) }

// delimiter reports whether a line begins or ends a block.
func delimiter(line string) bool {
	switch {
	case line == "--", line == "|===", line == ",===", line == ":===", line == "!===", strings.HasPrefix(line, "```"):
		return true
	}
	return len(line) >= 4 && strings.IndexByte("-=.*_+/", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

// asciidocItem reports whether an item of a list begins on a line.
func asciidocItem(line string) bool {
	mark, rest, ok := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	if !ok || rest == "" || mark == "" {
		return strings.HasSuffix(line, "::") && !strings.HasPrefix(line, "include::")
	}
	return mark == "-" || strings.Trim(mark, "*") == "" || strings.Trim(mark, ".") == "" ||
		len(mark) > 1 && strings.Trim(mark, "0123456789") == "." || strings.HasSuffix(mark, "::")
}

// delimited reads a block between two lines that are the same.
func (a *asciidoc) delimited(i, end int, attrs string) (block, int) {
	open := a.line(i)
	closing := open
	if strings.HasPrefix(open, "```") {
		closing = "```"
	}
	j := i + 1
	for j < end && a.line(j) != closing {
		j++
	}
	stop := j
	j = min(j+1, end)
	b := a.block(plain, i, j)
	switch b.stop = a.at[stop]; open[0] {
	case '|':
		a.table(&b, i, stop, attrs)
	case '-', '.', '`':
		if open == "--" {
			break
		}
		b.kind, b.body = codeBlock, a.at[min(i+1, stop)]
		b.text = strings.TrimPrefix(open, "```")
		if rest, ok := strings.CutPrefix(attrs, "[source,"); ok {
			b.text = strings.TrimSpace(rest[:strings.IndexAny(rest, ",]")])
		}
		b.lang = langs.ByAlias(infoWord(b.text))
	case '=', '*', '_':
		b.kind = list
		b.parts = func(from, to int) []block { return a.inner(i, stop, from, to) }
	}
	return b, j
}

// table takes the first row as header where a blank line follows it or the
// attributes say so.
func (a *asciidoc) table(b *block, i, stop int, attrs string) {
	first := a.nonblank(i + 1)
	if first+1 < stop && (a.line(first+1) == "" || strings.Contains(attrs, "header")) {
		b.kind, b.body = table, a.at[first+1]
		b.border = '|'
	}
}

// inner gives the blocks between the delimiters of lines i and stop.
func (a *asciidoc) inner(i, stop, from, to int) []block {
	out := tile(a.blocks(i+1, stop), from, to)
	for k := range out {
		if out[k].kind == heading || out[k].kind == mark {
			out[k].kind, out[k].title = paragraph, true
		}
	}
	return out
}

package chunk

import (
	"bytes"
	"strings"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// reStructuredText is read line by line: headings by their adornment, whose
// styles are levels in the order they come; directives, comments and literal
// blocks by their indentation; grid and simple tables by their borders; lists
// by their marks. What a directive holds is not read, but for code.

// rst lays out reStructuredText.
func (c *Chunker) rst(path string, l *layout) (*layout, error) {
	l.strategy = "rst"
	r := &rst{ruled: newRuled(l.src)}
	return l, c.document(path, l, r.blocks(), unit{})
}

// ruled is a text by its lines.
type ruled struct {
	src []byte
	at  []int // where each line begins, and the end of the text
}

func newRuled(src []byte) ruled {
	r := ruled{src: src, at: []int{0}}
	for off := 0; off < len(src); {
		off = lineAfter(src, off)
		r.at = append(r.at, off)
	}
	return r
}

func (r *ruled) size() int { return len(r.at) - 1 }

// line gives line i without its end; "" beyond the last.
func (r *ruled) line(i int) string {
	if i < 0 || i >= r.size() {
		return ""
	}
	return string(bytes.TrimRight(r.src[r.at[i]:r.at[i+1]], " \t\r\n"))
}

func indented(line string) bool { return line != "" && (line[0] == ' ' || line[0] == '\t') }

// indentedEnd gives the first line from i on that is neither blank nor
// indented, less the blank lines before it.
func (r *ruled) indentedEnd(i int) int {
	end := i
	for ; i < r.size() && (r.line(i) == "" || indented(r.line(i))); i++ {
		if r.line(i) != "" {
			end = i + 1
		}
	}
	return end
}

// block makes a block of lines i to j.
func (r *ruled) block(kind blockKind, i, j int) block {
	return block{kind: kind, start: r.at[i], own: r.at[i], end: r.at[j], head: r.at[i], body: r.at[j], stop: r.at[j], last: r.at[j]}
}

// items gives the blocks of a list of lines i to j, one for each line that
// starts says an item begins on.
func (r *ruled) items(i, j int, starts func(line string) bool) func(start, end int) []block {
	return func(start, end int) []block {
		out := []block{{kind: paragraph, start: start, own: start}}
		for k := i + 1; k < j; k++ {
			if starts(r.line(k)) {
				out[len(out)-1].end = r.at[k]
				out = append(out, block{kind: paragraph, start: r.at[k], own: r.at[k]})
			}
		}
		out[len(out)-1].end = end
		return out
	}
}

type rst struct {
	ruled
	styles []string // of headings, in order of level
}

func (r *rst) blocks() []block {
	var out []block
	for i := 0; i < r.size(); {
		if r.line(i) == "" {
			i++
			continue
		}
		b, next := r.next(i)
		out = append(out, b)
		i = next
	}
	return out
}

// next reads the block that begins with line i, and gives the line after it.
func (r *rst) next(i int) (block, int) {
	line := r.line(i)
	if b, j := r.heading(i); j > 0 {
		return b, j
	}
	switch {
	case adornment(line) && r.line(i+1) == "":
		return r.block(rule, i, i+1), i + 1
	case strings.HasPrefix(line, ".. _") && strings.HasSuffix(line, ":"):
		return r.block(mark, i, i+1), i + 1
	case line == ".." || strings.HasPrefix(line, ".. "):
		return r.directive(i)
	case strings.HasPrefix(line, "+-"):
		return r.table(i, "+=")
	case strings.HasPrefix(line, "==") && strings.Trim(line, "= ") == "":
		return r.table(i, "==")
	case indented(line):
		j := r.indentedEnd(i)
		return r.block(plain, i, j), j
	case rstItem(line):
		j := i + 1
		for j < r.size() {
			if k := r.indentedEnd(j); k > j {
				j = k
			} else if next := r.nonblank(j); rstItem(r.line(next)) || next == j && r.line(j) != "" {
				j = next + 1
			} else {
				break
			}
		}
		b := r.block(list, i, min(j, r.size()))
		b.parts = r.items(i, min(j, r.size()), rstItem)
		return b, j
	}
	j := i + 1
	for j < r.size() && r.line(j) != "" {
		j++
	}
	return r.block(paragraph, i, j), j
}

func (r *ruled) nonblank(i int) int {
	for i < r.size() && r.line(i) == "" {
		i++
	}
	return i
}

// heading reads a title with a line below it, or above and below; 0 lines if
// there is none.
func (r *rst) heading(i int) (block, int) {
	title, over := i, ""
	if adornment(r.line(i)) && r.line(i+2) == r.line(i) {
		title, over = i+1, "over"
	}
	text, under := strings.TrimSpace(r.line(title)), r.line(title+1)
	if text == "" || !adornment(under) || over == "" && (indented(r.line(title)) || adornment(text)) ||
		len(under) < 4 && len(under) < len([]rune(text)) {
		return block{}, 0
	}
	style := over + under[:1]
	level := 1
	for level <= len(r.styles) && r.styles[level-1] != style {
		level++
	}
	if level > len(r.styles) {
		r.styles = append(r.styles, style)
	}
	b := r.block(heading, i, title+2)
	b.head = r.at[title]
	b.level, b.text = level, plainTitle(text)
	return b, title + 2
}

// adornment reports whether a line is one punctuation mark again and again.
func adornment(line string) bool {
	return len(line) >= 2 && strings.IndexByte("=-`:.'\"~^_*+#<>!$%&(),/;?@[\\]{|}", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

func rstItem(line string) bool {
	mark, rest, ok := strings.Cut(line, " ")
	if !ok || rest == "" {
		return false
	}
	if mark == "-" || mark == "*" || mark == "+" || mark == "•" || mark == "#." {
		return true
	}
	return len(mark) > 1 && len(mark) < 5 && strings.Trim(mark, "0123456789") == "."
}

// directive reads what follows two dots.
func (r *rst) directive(i int) (block, int) {
	j := max(r.indentedEnd(i+1), i+1)
	b := r.block(plain, i, j)
	name, arg, _ := strings.Cut(strings.TrimPrefix(r.line(i), ".. "), "::")
	if name != "code-block" && name != "code" && name != "sourcecode" {
		return b, j
	}
	k := i + 1
	for k < j && strings.HasPrefix(strings.TrimSpace(r.line(k)), ":") {
		k++
	}
	if k = min(r.nonblank(k), j); k < j {
		b.kind, b.text, b.body = codeBlock, strings.TrimSpace(arg), r.at[k]
		b.lang = langs.ByAlias(b.text)
	}
	return b, j
}

// table reads a table whose header ends in a line that begins so.
func (r *rst) table(i int, header string) (block, int) {
	j := i + 1
	for j < r.size() && r.line(j) != "" {
		j++
	}
	b := r.block(plain, i, j)
	for k := i + 1; k < j-1; k++ {
		if strings.HasPrefix(r.line(k), header) {
			b.kind, b.body = table, r.at[k+1]
			if header == "+=" {
				b.border = '+'
			}
			break
		}
	}
	return b, j
}

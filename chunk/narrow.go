package chunk

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// narrow writes a statement with only some of its items.
func narrow(src []byte, s parse.Statement, items []parse.Item) string {
	all := src[s.Start:s.End]
	if len(items) == len(s.Items) && (len(items) < 2 || bytes.IndexByte(all, '\n') < 0) || len(s.Items) < 2 {
		return verbatim(all)
	}
	comma, after, nested := true, false, brackets(src[s.Start:s.Items[0].Start]) > 1
	for k := 1; k < len(s.Items); k++ {
		between := src[s.Items[k-1].End:s.Items[k].Start]
		if bytes.ContainsAny(between, "{(") {
			after = k == 1 && bytes.HasPrefix(bytes.Join(bytes.Fields(between), nil), []byte(",{"))
			nested = nested || !after
		}
		nested = nested || bytes.ContainsAny(between, "})")
		comma = comma && bytes.IndexByte(between, ',') >= 0
	}
	if nested {
		return prune(src, s, items)
	}
	head := tidy(src[s.Start:s.Items[0].Start])
	tail := tidy(src[s.Items[len(s.Items)-1].End:s.End])
	if byPlace(src, s.Items, tail) {
		return verbatim(all)
	}
	texts := make([]string, len(items))
	for k, it := range items {
		texts[k] = string(src[it.Start:it.End])
	}
	if after {
		return listAfter(head, texts, items[0] == s.Items[0], tail)
	}
	if comma {
		head, tail = strings.Join(strings.Fields(head), " "), strings.TrimLeft(strings.Join(strings.Fields(tail), " "), ", ")
		tight := strings.HasSuffix(head, "(") || strings.HasSuffix(head, "{") && !strings.HasSuffix(head, " {")
		if !tight {
			head += " "
		}
		if !tight && tail != "" && tail != ";" && tail != "]" {
			tail = " " + tail
		}
		return strings.TrimLeft(head+strings.Join(texts, ", "), " ") + tail
	}
	keyword := strings.TrimRight(head, " \t\r\n(")
	return keyword + " " + strings.Join(texts, "\n"+keyword+" ")
}

var (
	assigned   = regexp.MustCompile(`^\s*\]?\s*=`)
	assignment = regexp.MustCompile(`=[^>]`) // no arrow
)

// byPlace reports whether what is imported goes to the names by their place:
// local a, b = require "a", require "b". An assignment then stands behind the last
// name, or in the item of one that is not the first.
func byPlace(src []byte, items []parse.Item, tail string) bool {
	assigns := func(it parse.Item) bool { return assignment.Match(src[it.Start:it.End]) }
	return assigned.MatchString(tail) || !assigns(items[0]) && slices.ContainsFunc(items, assigns)
}

var (
	lineComment  = regexp.MustCompile(`([\s({\[,;])(?:#|//|--)[^\n]*\n`)
	blockComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	continuation = regexp.MustCompile(`\\\r?\n`)
)

// tidy takes out of a part of a statement what can not stand on one line with the
// rest: comments, and marks that the line goes on.
func tidy(part []byte) string {
	text := lineComment.ReplaceAllString(string(part), "$1\n")
	return continuation.ReplaceAllString(blockComment.ReplaceAllString(text, ""), " ")
}

// listAfter writes a statement with names in braces, and one before them where
// first says that it is among them.
func listAfter(head string, names []string, first bool, tail string) string {
	var parts []string
	if first {
		parts, names = names[:1], names[1:]
	}
	if len(names) > 0 {
		parts = append(parts, "{ "+strings.Join(names, ", ")+" }")
	}
	_, tail, _ = strings.Cut(tail, "}")
	return strings.Join(strings.Fields(head+" "+strings.Join(parts, ", ")+" "+tail), " ")
}

// brackets counts the brackets that open in text.
func brackets(text []byte) int {
	return bytes.Count(text, []byte("{")) + bytes.Count(text, []byte("("))
}

// prune writes a statement that has lists in a list, a::{b::{c, d}, e}, with only
// some of its items. One that is no such list, or has comments in it, stays as
// it is.
func prune(src []byte, s parse.Statement, items []parse.Item) string {
	all := src[s.Start:s.End]
	open := bytes.IndexByte(all, '{')
	if open < 0 {
		open = bytes.IndexByte(all, '(')
	}
	for _, mark := range []string{"//", "/*", "#", "--"} {
		if bytes.Contains(all, []byte(mark)) {
			return verbatim(all)
		}
	}
	if open < 0 || s.Start+open > s.Items[0].Start {
		return verbatim(all)
	}
	p := pruner{text: all, at: open + 1, base: s.Start, items: items}
	list, ok := p.list()
	if !ok || list == "" || bytes.ContainsAny(all[p.at:], "{(,") {
		return verbatim(all)
	}
	return strings.Join(strings.Fields(string(all[:open+1])), " ") + list + strings.TrimSpace(string(all[p.at-1:]))
}

// pruner reads a list of names, some of them lists again.
type pruner struct {
	text  []byte
	at    int // what is next
	base  int // offset of the text in the file
	items []parse.Item
}

// list reads to the bracket that closes the list, and past it. It gives what is
// left of the list; false if it does not close.
func (p *pruner) list() (string, bool) {
	var parts []string
	from := p.at
	part := ""
	for p.at < len(p.text) {
		c := p.text[p.at]
		p.at++
		switch c {
		case '{', '(':
			head := strings.TrimSpace(string(p.text[from:p.at]))
			inner, ok := p.list()
			if !ok {
				return "", false
			}
			if inner != "" {
				part = head + inner + string(p.text[p.at-1])
			}
			from = len(p.text)
		case ',', '}', ')':
			if from < p.at && p.keeps(from, p.at-1) {
				part = strings.Join(strings.Fields(string(p.text[from:p.at-1])), " ")
			}
			if part != "" {
				parts = append(parts, part)
			}
			if part, from = "", p.at; c != ',' {
				return strings.Join(parts, ", "), true
			}
		}
	}
	return "", false
}

// keeps reports whether there is an item to keep in the text from start to end.
func (p *pruner) keeps(start, end int) bool {
	return slices.ContainsFunc(p.items, func(it parse.Item) bool {
		return p.base+start <= it.Start && it.End <= p.base+end
	})
}

// verbatim is a statement as it stands, without the white space after it.
func verbatim(text []byte) string {
	return strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r\n\t ")
}

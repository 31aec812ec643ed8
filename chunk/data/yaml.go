package data

import (
	"bytes"
	"strings"
)

// yaml scans YAML by its lines: indentation says what holds what. Block
// scalars, quoted strings and flow collections are passed over as they lie.
// What is no key and no item goes on from the record before it: the later
// lines of a plain scalar, a template's braces.
//
// If there are several documents each is a record, named like kubectl does by
// what it says it is; the only one is none.
func (t *Text) yaml() {
	if i := bytes.IndexFunc(t.Src, func(r rune) bool { return !strings.ContainsRune(" \t\r\n", r) }); i >= 0 &&
		(t.Src[i] == '[' || t.Src[i] == '{' && !bytes.HasPrefix(t.Src[i:], []byte("{{"))) {
		t.objects(true)
		return
	}
	y := yamlScanner{Text: t}
	y.many = y.documents() > 1
	for i := 0; i < len(t.Src); {
		i = y.line(i)
	}
	y.comments(-1)
	y.named()
}

type yamlScanner struct {
	*Text
	many    bool
	pending [][2]int // comments that may belong to the next entry
	loose   bool     // a quote or bracket was found that nothing closes
}

// documents counts the documents.
func (y *yamlScanner) documents() int {
	n, content := 0, false
	for i := 0; i < len(y.Src); i = nextLine(y.Src, i) {
		line := y.Src[i:lineEnd(y.Src, i)]
		switch {
		case divider(line):
			if content || n == 0 {
				n++
			}
			content = false
		case len(bytes.TrimSpace(line)) > 0 && line[0] != '#' && line[0] != '%':
			if n == 0 {
				n++
			}
			content = true
		}
	}
	return n
}

// divider reports whether a line begins a document.
func divider(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && (len(line) == 3 || line[3] == ' ' || line[3] == '\t')
}

// line reads the line that begins at i and what belongs to it, and gives the
// start of the next.
func (y *yamlScanner) line(i int) int {
	end := lineEnd(y.Src, i)
	pos := min(blanks(y.Src, i), end)
	switch {
	case pos == end:
	case divider(y.Src[i:end]):
		y.comments(-1)
		y.document(i, end)
	case y.Src[pos] == '#':
		y.pending = append(y.pending, [2]int{pos, end})
	case y.Src[i] == '%', bytes.Equal(y.Src[i:end], []byte("...")):
		y.comments(-1)
		y.extend(end)
	default:
		if y.many && y.parent() < 0 {
			start := pos
			if len(y.pending) > 0 {
				start = y.pending[0][0]
			}
			y.begin(Record{Kind: "document", Start: start, Head: start, Body: start, column: -1})
		}
		return y.entry(i, pos, end)
	}
	return nextLine(y.Src, i)
}

// document begins the document whose --- stands at i.
func (y *yamlScanner) document(i, end int) {
	y.closeTo(0)
	if !y.many {
		if y.lead < 0 && len(y.Records) == 0 {
			y.lead = i
		}
		return
	}
	y.begin(Record{Kind: "document", Start: i, Head: i, Body: i, End: end, column: -1})
}

// comments writes down the comments seen since the last entry. One that is
// indented deeper than the next entry, at column, belongs to what was before.
// There is no next entry where column is -1.
func (y *yamlScanner) comments(column int) {
	for len(y.pending) > 0 && column >= 0 {
		c := y.pending[0]
		if len(y.Records) == 0 || y.columnOf(c[0]) <= column {
			break
		}
		y.extend(c[1])
		y.pending = y.pending[1:]
	}
	if column >= 0 {
		y.shut(column, false)
	}
	for _, c := range y.pending {
		if column < 0 {
			y.shut(y.columnOf(c[0]), false)
		}
		y.add(Record{Kind: "comment", Start: c[0], Head: c[0], Body: c[0], End: c[1]})
	}
	y.pending = nil
}

func (y *yamlScanner) columnOf(off int) int { return off - 1 - bytes.LastIndexByte(y.Src[:off], '\n') }

// shut closes what an entry at column is not part of. The items of a list may
// stand as far left as its key.
func (y *yamlScanner) shut(column int, item bool) {
	for p := y.parent(); p >= 0; p = y.parent() {
		r := &y.Records[p]
		if r.column < column || r.column == column && item && r.Kind != "item" {
			return
		}
		y.end(y.last())
	}
}

// entry reads the items and the key that stand on a line.
func (y *yamlScanner) entry(line, pos, end int) int {
	for {
		column := pos - line
		switch k := y.colon(pos, end); {
		case y.Src[pos] == '-' && (pos+1 == end || y.Src[pos+1] == ' ') && len(y.open) < maxDepth:
			y.before(column, true)
			y.begin(Record{Kind: "item", Name: y.item(), Start: pos, Head: pos, Body: pos + 1, End: pos + 1, column: column})
			if pos = blanks(y.Src, pos+1); pos >= end {
				return nextLine(y.Src, line)
			}
			if y.Src[pos] == '#' {
				y.extend(end)
				return nextLine(y.Src, line)
			}
		case k >= 0:
			y.before(column, false)
			return y.pair(pos, k, end, column)
		default:
			return y.scalar(pos, end)
		}
	}
}

// before makes ready for an entry at column.
func (y *yamlScanner) before(column int, item bool) {
	if item {
		// The comments of an item may stand where its key does.
		y.shut(column, true)
		for _, c := range y.pending {
			y.add(Record{Kind: "comment", Start: c[0], Head: c[0], Body: c[0], End: c[1]})
		}
		y.pending = nil
		return
	}
	y.comments(column)
	y.shut(column, false)
}

// colon gives where the colon after the key at pos stands, or -1.
func (y *yamlScanner) colon(pos, end int) int {
	j := pos
	switch c := y.Src[pos]; c {
	case '"', '\'':
		stop, ok := quoted(y.Src, pos, end)
		if !ok {
			return -1
		}
		j = blanks(y.Src, stop)
		if j >= end || y.Src[j] != ':' {
			return -1
		}
	case '{', '[', '|', '>', '%', '@', '`', '#':
		return -1
	}
	for ; j < end; j++ {
		switch y.Src[j] {
		case ':':
			if j+1 == end || y.Src[j+1] == ' ' || y.Src[j+1] == '\t' {
				return j
			}
		case '#':
			if y.Src[j-1] == ' ' {
				return -1
			}
		}
	}
	return -1
}

// quoted gives the end of the string that begins at i, before end.
func quoted(src []byte, i, end int) (stop int, ok bool) {
	for j := i + 1; j < end; j++ {
		switch {
		case src[j] == '\\' && src[i] == '"':
			j++
		case src[j] == '\'' && src[i] == '\'' && j+1 < end && src[j+1] == '\'':
			j++ // two stand for one
		case src[j] == src[i]:
			return j + 1, true
		}
	}
	return end, false
}

// pair reads the key at pos whose colon is at k, and its value.
func (y *yamlScanner) pair(pos, k, end, column int) int {
	value := y.value(blanks(y.Src, k+1), end)
	r := Record{Kind: "key", Name: clean(y.Src[pos:k]), Start: pos, Head: pos, Body: min(value, end), End: end, column: column, value: min(value, end)}
	if value < end && y.Src[value] != '#' || len(y.open) >= maxDepth {
		next := nextLine(y.Src, pos)
		if value < end {
			r.End, next = y.valueEnd(value, end, column)
		}
		y.leaf(r)
		return next
	}
	y.TooDeep = y.TooDeep || len(y.open) >= maxDepth
	y.begin(r)
	return nextLine(y.Src, pos)
}

// value gives where the value begins after anchors and tags at i.
func (y *yamlScanner) value(i, end int) int {
	for i < end && (y.Src[i] == '&' || y.Src[i] == '!') {
		n := bytes.IndexAny(y.Src[i:end], " \t")
		if n < 0 {
			return end
		}
		i = blanks(y.Src, i+n)
	}
	return i
}

// scalar reads a value without a key: an item, or more of what was before.
func (y *yamlScanner) scalar(pos, end int) int {
	p := y.parent()
	if p < 0 || y.Records[p].Kind == "document" || y.Records[p].Next != len(y.Records) || y.Records[p].Body != y.Records[p].End {
		y.comments(-1)
		y.extend(end)
		if len(y.Records) == 0 {
			y.leaf(Record{Start: pos, Head: pos, Body: pos, value: pos, End: end})
		}
		return nextLine(y.Src, pos)
	}
	y.pending = nil // they stand inside the value
	stop, next := end, nextLine(y.Src, pos)
	if value := y.value(pos, end); value < end {
		stop, next = y.valueEnd(value, end, y.Records[p].column)
	}
	y.Records[p].End = stop
	return next
}

// valueEnd gives the end of the value at pos, in a line that ends at end, and
// the start of the line after it. column is that of its key.
func (y *yamlScanner) valueEnd(pos, end, column int) (stop, next int) {
	stop = end
	switch y.Src[pos] {
	case '|', '>':
		if len(bytes.Trim(y.Src[pos+1:end], "+-0123456789 \t")) == 0 || bytes.IndexByte(y.Src[pos:end], '#') >= 0 {
			return y.block(pos, end, column)
		}
	case '"', '\'':
		if at, ok := quoted(y.Src, pos, end); !ok || at > end {
			stop = y.across(pos, end)
		}
	case '{', '[':
		stop = y.across(pos, end)
	}
	return stop, nextLine(y.Src, stop)
}

// across gives the end of the last line of a value that spans several, if
// something closes it.
func (y *yamlScanner) across(pos, end int) int {
	if y.loose {
		return end
	}
	stop, ok := 0, false
	if c := y.Src[pos]; c == '{' || c == '[' {
		stop, ok = flow(y.Src, pos, false)
	} else {
		stop, ok = quoted(y.Src, pos, len(y.Src))
	}
	if !ok {
		y.loose, y.Broken = true, true
		return end
	}
	return max(lineEnd(y.Src, stop-1), end)
}

// block gives the end of the block scalar that begins on the line at pos: it
// has all that is indented deeper than its key.
func (y *yamlScanner) block(pos, end, column int) (stop, next int) {
	stop = end
	for i := nextLine(y.Src, pos); i < len(y.Src); i = nextLine(y.Src, i) {
		e := lineEnd(y.Src, i)
		p := min(blanks(y.Src, i), e)
		if p < e && p-i <= column {
			return stop, i
		}
		if p < e {
			stop = e
		}
	}
	return stop, len(y.Src)
}

// named gives the documents their names: kind and name of a Kubernetes object.
func (y *yamlScanner) named() {
	var kind, name string
	for _, r := range y.Records {
		if r.Kind == "document" {
			kind, name = "", ""
		}
		p := r.Parent
		if p < 0 || r.Holds || r.Kind != "key" {
			continue
		}
		doc := p
		switch {
		case y.Records[p].Kind == "document" && (r.Name == "kind" || r.Name == "name"):
			if r.Name == "kind" {
				kind = y.firstLine(&r)
			} else {
				name = y.firstLine(&r)
			}
		case y.Records[p].Name == "metadata" && r.Name == "name" && y.Records[p].Parent >= 0:
			name, doc = y.firstLine(&r), y.Records[p].Parent
		default:
			continue
		}
		if y.Records[doc].Kind == "document" {
			y.Records[doc].Name = strings.Trim(kind+"/"+name, "/")
		}
	}
}

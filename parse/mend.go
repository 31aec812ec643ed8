package parse

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"time"
)

// A half-written file.
//
// Where a bracket is missing, tree-sitter adds or skips what is cheapest, and that
// is often the class around, or all of the file. People go by the indentation. So
// where a tree has errors and its brackets do not pair, those that are missing are
// put where the indentation says, the text is read once more, and that is the
// outline if errors take less of it. Its offsets are those of the file as it is.

// maxMends is how many brackets a file may miss: one that misses more is not
// half-written, but something else.
const maxMends = 64

// mended gives the outline of src with the brackets that it misses; o, that of its
// tree t, where it misses none or errors take no less then.
func (p *Parser) mended(g *grammar, t tree, src []byte, o *Outline, until time.Duration, enter func(start, end int, unit bool) bool) *Outline {
	leaves := g.leaves(t)
	m := mender{src: src, slashes: g.lang.Line == "//"}
	m.brackets, m.lines = g.pairs(leaves, src)
	text, own := m.mend()
	if text == nil {
		return o
	}
	errors := g.broken(leaves)
	if t = g.parse(&p.arena, text, until); t == 0 || g.broken(g.leaves(t)) >= errors {
		return o
	}
	better := outline(g, t, text, nil, until, own, enter)
	if better.Result == Timeout {
		return o
	}
	better.Result = Errors
	return better
}

// bracket is one of ([{ or )]} in a file, or a word that does the same: def, end.
type bracket struct {
	kind     string // what closes it, or itself
	opens    bool
	at, line int // its offset, and the index of its line
}

// row is a line of a file. Its indent is in bytes. It is code where its indent
// tells something: not if it is blank, for a preprocessor, or begins in a string or
// a comment. other tells that it is after the #else of a preprocessor, and says the
// same once more, in another way.
type row struct {
	start, indent int
	code, other   bool
	opens         string // what closes the word that it begins with
}

// leaves reads off a tree what tells of brackets, lines and errors.
func (g *grammar) leaves(t tree) []leaf {
	defer g.tree.close()
	root, _ := t.root()
	return g.tree.leaves(root, g.brackets)
}

// broken counts the bytes that are errors, and the tokens that were added.
func (g *grammar) broken(leaves []leaf) (errors int) {
	end := uint32(0)
	for _, l := range leaves {
		if l.missing {
			errors++
		}
		if int(l.symbol) >= len(g.symbols) && l.end > end {
			errors += int(l.end - max(l.start, end))
			end = l.end
		}
	}
	return errors
}

// pairs gives what brackets and lines a file has.
func (g *grammar) pairs(leaves []leaf, src []byte) (brackets []bracket, lines []row) {
	lines = linesOf(src)
	at := 0
	for _, l := range leaves {
		start, stop := int(l.start), min(int(l.end), len(src))
		if start >= stop {
			continue
		}
		for at+1 < len(lines) && lines[at+1].start <= start {
			at++
		}
		if l.first && bytes.IndexByte([]byte("#\"'`"), src[start]) < 0 {
			lines[at].code = true
		}
		if int(l.symbol) < len(g.symbols) && g.brackets[l.symbol] && !lines[at].other {
			brackets = g.paired(brackets, src[start:stop], bracket{at: start, line: at}, &lines[at])
		}
	}
	return brackets, lines
}

// paired adds the brackets of a token to a list, b being where it stands.
func (g *grammar) paired(list []bracket, token []byte, b bracket, line *row) []bracket {
	first := line.code && b.at == line.start+line.indent
	switch closer, begins := g.lang.Pairs["^"+string(token)], g.lang.Pairs[string(token)]; {
	case closer != "" && first:
		line.opens = closer
		return append(list, bracket{closer, true, b.at, b.line})
	case begins != "" && begins != line.opens:
		return append(list, bracket{begins, true, b.at, b.line})
	case slices.Contains(g.lang.Closers, string(token)):
		return append(list, bracket{string(token), false, b.at, b.line})
	}
	for i, c := range token {
		if k := strings.IndexByte("([{", c); k >= 0 {
			list = append(list, bracket{")]}"[k : k+1], true, b.at + i, b.line})
		} else if k := strings.IndexByte(")]}", c); k >= 0 {
			list = append(list, bracket{")]}"[k : k+1], false, b.at + i, b.line})
		}
	}
	return list
}

func linesOf(src []byte) (lines []row) {
	other := 0 // how many conditions are open since an #else, with its own
	for start := 0; start < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		text := bytes.TrimLeft(src[start:end], " \t")
		r := row{start: start, indent: end - start - len(text)}
		if rest, ok := bytes.CutPrefix(text, []byte("#")); ok {
			other = afterDirective(bytes.TrimLeft(rest, " \t"), other)
		}
		r.other = other > 0
		lines = append(lines, r)
		start = end
	}
	return lines
}

func afterDirective(text []byte, other int) int {
	switch {
	case bytes.HasPrefix(text, []byte("el")): // else, elif, elseif
		return max(other, 1)
	case other > 0 && bytes.HasPrefix(text, []byte("if")):
		return other + 1
	case other > 0 && bytes.HasPrefix(text, []byte("endif")):
		return other - 1
	}
	return other
}

// mender finds the brackets that a file misses.
type mender struct {
	brackets []bracket
	lines    []row
	src      []byte
	open     []bracket      // those that are open, the innermost last
	left     map[string]int // how many more open than close, by kind
	added    []addition
	slashes  bool // comments are // and /* */, and strings end with their lines
}

// addition is text that stands before the offset at.
type addition struct {
	at   int
	text string
}

// mend gives the text with what is missing, and a function that gives an offset of
// it its place in the file; nil where nothing is missing, or too much.
func (m *mender) mend() (text []byte, own func(int) int) {
	m.left = make(map[string]int)
	for _, b := range m.brackets {
		if b.opens {
			m.left[b.kind]++
		} else {
			m.left[b.kind]--
		}
	}
	for _, b := range m.brackets {
		if b.opens {
			m.open = append(m.open, b)
		} else {
			m.closed(b)
		}
		if len(m.added) > maxMends {
			return nil, nil
		}
	}
	if end := len(bytes.TrimRight(m.src, " \t\r\n")); m.slashes && len(m.open) > 0 {
		if text := unfinished(m.src[:end]); text != "" {
			m.added = append(m.added, addition{end, text})
		}
	}
	m.closeTo(0, len(m.lines), len(m.src))
	if len(m.added) == 0 || len(m.added) > maxMends {
		return nil, nil
	}
	return m.text()
}

// unfinished gives what would end a comment or a string that a file breaks off in.
func unfinished(src []byte) string {
	if bytes.LastIndex(src, []byte("/*")) > bytes.LastIndex(src, []byte("*/")) {
		return "*/"
	}
	line := src[bytes.LastIndexByte(src, '\n')+1:]
	if (bytes.Count(line, []byte{'"'})-bytes.Count(line, []byte(`\"`)))%2 != 0 {
		return `"`
	}
	return ""
}

// closed goes by a bracket that closes.
func (m *mender) closed(b bracket) {
	indent := m.lines[b.line].indent
	first := m.lines[b.line].code && m.lines[b.line].start+indent == b.at
	same := -1 // the one that is open on a line as far in as this
	if first {
		same = m.last(func(a bracket) bool { return a.kind == b.kind && m.lines[a.line].indent == indent })
	}
	same = m.ended(same, b)
	switch n := len(m.open); {
	case first && m.left[b.kind] < 0 && (same >= 0 && m.headless(m.open[same], b) ||
		same < 0 && (n == 0 || m.lines[m.open[n-1].line].indent < indent)):
		m.left[b.kind]++
		m.openedBefore(b)
		return
	case same >= 0 && m.missing(same+1):
		m.closeTo(same+1, b.line, b.at)
	case n > 0 && m.open[n-1].kind != b.kind:
		near := m.last(func(a bracket) bool { return a.kind == b.kind })
		if near < 0 || !m.missing(near+1) {
			return
		}
		m.closeTo(near+1, b.line, b.at)
	}
	if n := len(m.open); n > 0 {
		m.open = m.open[:n-1]
	}
}

// ended closes those of the open brackets on lines as far in as b's, from i on,
// which ended before its line; i, or the one below that b then closes, is given.
// Functions stand as far in as the namespace around them, where nobody indents that.
func (m *mender) ended(i int, b bracket) int {
	for i > 0 && m.left[b.kind] > 0 && m.missing(i) {
		a := m.open[i]
		if end, within := m.outdent(a, b.line); end == b.line || !within {
			break
		}
		below := m.last(func(c bracket) bool {
			return c != a && c.kind == b.kind && m.lines[c.line].indent == m.lines[a.line].indent
		})
		if below < 0 {
			break
		}
		m.closeTo(i, b.line, b.at)
		i = below
	}
	return i
}

// outdent finds the first line of code, before another line, that is no further in
// than that of b, or the other. within tells that lines further in come first.
func (m *mender) outdent(b bracket, line int) (at int, within bool) {
	for i := b.line + 1; i < line; i++ {
		switch l := m.lines[i]; {
		case !l.code || m.label(i):
		case l.indent <= m.lines[b.line].indent:
			return i, within
		default:
			within = true
		}
	}
	return line, within
}

// head finds the last line of code before that of b which is as far in, or -1 where
// one that is less far in comes first.
func (m *mender) head(b bracket) int {
	indent := m.lines[b.line].indent
	for i := b.line - 1; i >= 0; i-- {
		switch l := m.lines[i]; {
		case !l.code || l.indent > indent:
		case l.indent == indent:
			return i
		default:
			return -1
		}
	}
	return -1
}

// headless reports whether what b closes seems to begin after the open bracket a: a
// line as far in stands between them, and lines further in after it.
func (m *mender) headless(a, b bracket) bool {
	i := m.head(b)
	return i > a.line && i < b.line-1 && strings.IndexByte(")]}", m.src[m.lines[i].start+m.lines[i].indent]) < 0
}

// last finds the innermost open bracket that is as asked for, or -1.
func (m *mender) last(is func(bracket) bool) int {
	for i := len(m.open) - 1; i >= 0; i-- {
		if is(m.open[i]) {
			return i
		}
	}
	return -1
}

// missing reports whether what would close the brackets from i on may be missing:
// there are fewer of them than are opened.
func (m *mender) missing(i int) bool {
	need := make(map[string]int)
	for _, b := range m.open[i:] {
		if need[b.kind]++; need[b.kind] > m.left[b.kind] {
			return false
		}
	}
	return true
}

// closeTo closes the open brackets from i on, before the offset end in a line.
func (m *mender) closeTo(i, line, end int) {
	at := 0
	for k := len(m.open) - 1; k >= i; k-- {
		b := m.open[k]
		m.left[b.kind]--
		at = max(at, m.ends(b, line, end))
		m.added = append(m.added, addition{at, "\n" + b.kind})
	}
	m.open = m.open[:i]
}

// ends gives the offset where what b opens should end, end in a line at the
// latest: after the last line that is further in than its own. A block whose first
// line is no further in, as those of namespaces, goes by nothing.
func (m *mender) ends(b bracket, line, end int) int {
	if at, within := m.outdent(b, line); at < line && (within || b.kind == ")" || b.kind == "]") {
		end = m.lines[at].start
	}
	return max(len(bytes.TrimRight(m.src[:end], " \t\r\n")), b.at+1)
}

// label reports whether line i is one: private: or default: stand where they want.
func (m *mender) label(i int) bool {
	end := len(m.src)
	if i+1 < len(m.lines) {
		end = m.lines[i+1].start
	}
	return bytes.HasSuffix(bytes.TrimSpace(m.src[m.lines[i].start:end]), []byte(":"))
}

// openedBefore adds the bracket that b closes, at the end of the line that is its
// head. What word is missing nobody knows.
func (m *mender) openedBefore(b bracket) {
	k, i := strings.Index(")]}", b.kind), m.head(b)
	if k < 0 || i < 0 {
		return
	}
	end := len(bytes.TrimRight(m.src[:m.lines[i+1].start], " \t\r\n"))
	m.added = append(m.added, addition{end, " " + "([{"[k:k+1]})
}

// text puts in what was added, where that can be.
func (m *mender) text() (text []byte, own func(int) int) {
	slices.SortStableFunc(m.added, func(a, b addition) int { return a.at - b.at })
	starts, lengths, last := make([]int, len(m.added)), make([]int, len(m.added)), 0
	for i, a := range m.added {
		if bytes.HasSuffix(m.src[:a.at], []byte("\\")) { // a macro that goes on in the next line
			return nil, nil
		}
		text = append(text, m.src[last:a.at]...)
		starts[i], last = len(text), a.at
		text = append(text, a.text...)
		lengths[i] = len(text) - a.at // added up to here
	}
	text = append(text, m.src[last:]...)
	return text, func(off int) int {
		i := sort.SearchInts(starts, off+1) - 1 // the last that starts at off or before
		if i < 0 {
			return off
		}
		return max(off-lengths[i], m.added[i].at)
	}
}

package chunk

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// Markdown is read by goldmark, blocks only: nothing inside a paragraph
// matters here but its sentences. Tables, display math and MDX's import and
// export statements are blocks of our own (mdblocks.go). YAML and TOML front
// matter is taken off first; a title in it is the context of all that follows,
// as many sites have no other.
//
// Not done: footnotes, definition lists and directives are paragraphs. A piece
// of code in a quote is cut at its lines, for the marks of the quote are not
// of its language.

// newMarkdown makes the parser for Markdown, or that for MDX, which has no
// indented code.
func newMarkdown(mdx bool) parser.Parser {
	blocks := []util.PrioritizedValue{util.Prioritized(mathParser{}, 650)}
	if mdx {
		blocks = append(blocks, util.Prioritized(moduleParser{}, 660))
	}
	for _, p := range parser.DefaultBlockParsers() {
		if mdx && p.Value == parser.NewCodeBlockParser() {
			continue
		}
		blocks = append(blocks, p)
	}
	return parser.NewParser(parser.WithBlockParsers(blocks...), parser.WithParagraphTransformers(
		util.Prioritized(parser.LinkReferenceParagraphTransformer, 100), util.Prioritized(tableTransformer{}, 200),
		util.Prioritized(proseTransformer{}, 900)))
}

// markdown lays out Markdown, MDX, R Markdown.
func (c *Chunker) markdown(path string, l *layout) (*layout, error) {
	l.strategy = "markdown"
	if nested(l.src) {
		l.result = parse.TooDeep
		return c.recursive(l), nil
	}
	kind := 0
	if l.language == "MDX" {
		kind = 1
	}
	if c.md[kind] == nil {
		c.md[kind] = newMarkdown(kind == 1)
	}
	end, page := frontMatter(l.src)
	c.introduce(&page, page.context)
	var blocks []block
	if end > 0 {
		blocks = append(blocks, block{kind: plain})
	}
	m := &markdown{src: l.src, base: end}
	root := c.md[kind].Parse(text.NewReader(l.src[end:]))
	return l, c.document(path, l, append(blocks, m.blocks(root, false)...), page)
}

// markdownPart lays out src[start:end] as Markdown, inside the unit parent. If
// it is whole, it only finds its sections.
func (c *Chunker) markdownPart(ctx *contexts, l *layout, start, end, parent int, whole bool) error {
	if nested(l.src[start:end]) {
		c.lines(l, start, end)
		return nil
	}
	if c.md[0] == nil {
		c.md[0] = newMarkdown(false)
	}
	m := &markdown{src: l.src[:end], base: start}
	root := c.md[0].Parse(text.NewReader(l.src[start:end]))
	d := &doc{c: c, l: l, ctx: ctx, unit: parent}
	return d.walk(gather(m.blocks(root, false), start, end), whole)
}

// maxNested is how deep quotes and lists may nest: goldmark goes through all
// that are open for each line.
const maxNested = 100

// nested reports whether more do, by the columns that their marks stand in.
func nested(src []byte) bool {
	var open []int // columns
	column := 0
	margin := true // no text has come yet on this line
	for i, c := range src {
		column++
		switch {
		case c == '\n':
			column, margin = 0, true
		case !margin || c == ' ' || '0' <= c && c <= '9':
		case c == '\t':
			column += 3
		case c == '>', bytes.IndexByte([]byte("-+*.)"), c) >= 0 && i+1 < len(src) && (src[i+1] == ' ' || src[i+1] == '\t'):
			for len(open) > 0 && open[len(open)-1] >= column {
				open = open[:len(open)-1]
			}
			if open = append(open, column); len(open) > maxNested {
				return true
			}
		default:
			margin = false
		}
	}
	return false
}

// frontMatter gives the end of the metadata that a file begins with, 0 if it
// has none, and what its title makes of the file.
func frontMatter(src []byte) (end int, page unit) {
	first, rest, _ := bytes.Cut(src, []byte("\n"))
	fence, sign := string(bytes.TrimRight(first, " \t\r")), ":"
	if fence == "+++" {
		sign = "="
	} else if fence != "---" {
		return 0, unit{}
	}
	keyed := false
	for len(rest) > 0 {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		at := string(bytes.TrimRight(line, " \t\r"))
		if at == fence || fence == "---" && at == "..." {
			end = len(src) - len(rest)
			page.body = end
			return end, page
		}
		key, value, ok := strings.Cut(at, sign)
		switch {
		case !keyed && at != "" && at[0] != '#' && !(ok && isKey(strings.TrimSpace(key))) && at[0] != '[':
			return 0, unit{}
		case strings.TrimSpace(key) == "title" && key[0] == 't' && page.name == "":
			page.kind, page.name = "page", strings.Trim(strings.TrimSpace(value), "\"'")
			page.context = strings.ToValidUTF8(at, "\uFFFD") + "\n"
		}
		keyed = keyed || at != "" && at[0] != '#'
	}
	return 0, unit{}
}

// isKey reports whether a key of front matter may be spelled so.
func isKey(s string) bool {
	for _, r := range s {
		if !isWord(r) && !strings.ContainsRune("_-. \"'", r) {
			return false
		}
	}
	return s != ""
}

// markdown turns goldmark's nodes into blocks.
type markdown struct {
	src  []byte
	base int // offset in src of what goldmark read
}

// blocks gives the blocks of a node's children. quoted is true in a quote.
func (m *markdown) blocks(parent ast.Node, quoted bool) []block {
	var out []block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		start := m.start(n)
		if len(out) > 0 && start <= out[len(out)-1].start {
			continue
		}
		b := block{start: start, own: start}
		m.fill(&b, n, quoted)
		if b.kind == heading && parent.Kind() != ast.KindDocument {
			b.kind, b.title = paragraph, true
		}
		out = append(out, b)
	}
	return out
}

// parts gives the blocks in a list, an item, a quote, which they tile.
func (m *markdown) parts(n ast.Node, quoted bool, start, end int) []block {
	return tile(m.blocks(n, quoted), start, end)
}

// start gives where the line begins that a node begins on.
func (m *markdown) start(n ast.Node) int {
	pos := n.Pos() + m.base
	return bytes.LastIndexByte(m.src[:max(min(pos, len(m.src)), m.base)], '\n') + 1
}

// line gives where the line ends that off lies on.
func (m *markdown) line(off int) int {
	if i := bytes.IndexByte(m.src[off:], '\n'); i >= 0 {
		return off + i + 1
	}
	return len(m.src)
}

// fill says of a block what its node is.
func (m *markdown) fill(b *block, n ast.Node, quoted bool) {
	switch n := n.(type) {
	case *ast.Heading:
		m.heading(b, n)
	case *proseNode, *ast.Paragraph:
		b.kind = paragraph
		if n.Lines().Len() == 1 && anchor(m.src[b.start:m.line(b.start)]) {
			b.kind = mark
		}
	case *ast.ThematicBreak:
		b.kind = rule
	case *ast.FencedCodeBlock:
		m.fence(b, n, quoted)
	case *tableNode:
		b.kind, b.head, b.body = table, b.start, n.Lines().At(1).Stop+m.base
		b.stop = n.Lines().At(n.Lines().Len()-1).Stop + m.base
		b.last = b.stop
	case *ast.List, *ast.ListItem, *ast.Blockquote:
		b.kind = list
		quoted = quoted || n.Kind() == ast.KindBlockquote
		b.parts = func(start, end int) []block { return m.parts(n, quoted, start, end) }
	}
}

// anchor reports whether a line is nothing but a place to link to.
func anchor(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("<a ")) && bytes.HasSuffix(line, []byte("></a>")) && bytes.Count(line, []byte("<")) == 2
}

func (m *markdown) heading(b *block, n *ast.Heading) {
	b.kind, b.level, b.head = heading, n.Level, b.start
	b.body = m.line(b.start)
	if lines := n.Lines(); lines.Len() > 0 {
		last := lines.At(lines.Len() - 1)
		b.text = plainText(string(lines.Value(m.src[m.base:])))
		b.body = m.line(min(max(last.Start+m.base, b.start), len(m.src)))
		if m.src[n.Pos()+m.base] != '#' || last.Start+m.base >= m.line(b.start) { // setext: the line below
			b.body = m.line(b.body)
		}
	}
}

// plainText is a heading's text without its links' addresses, marks of code
// and emphasis, and the attributes in braces after it.
func plainText(s string) string {
	if i := strings.LastIndex(s, " {"); i > 0 && strings.HasSuffix(s, "}") && strings.ContainsAny(s[i+2:], "#.") {
		s = s[:i]
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == '!' && i+1 < len(s) && s[i+1] == '[':
		case s[i] == ']' && i+1 < len(s) && s[i+1] == '(' && strings.IndexByte(s[i:], ')') > 0:
			i += strings.IndexByte(s[i:], ')')
		case strings.IndexByte("`*[]", s[i]) < 0:
			b.WriteByte(s[i])
		}
	}
	return strings.ToValidUTF8(strings.Join(strings.Fields(b.String()), " "), "\uFFFD")
}

func (m *markdown) fence(b *block, n *ast.FencedCodeBlock, quoted bool) {
	b.kind, b.head, b.body = codeBlock, b.start, m.line(b.start)
	b.stop = b.body
	if lines := n.Lines(); lines.Len() > 0 {
		b.stop = m.line(max(lines.At(lines.Len()-1).Start+m.base, b.body))
	}
	b.last = b.stop
	close := bytes.TrimLeft(m.src[b.stop:m.line(b.stop)], " \t>")
	if open := bytes.TrimLeft(m.src[b.start:b.body], " \t>"); len(open) > 0 && bytes.HasPrefix(close, bytes.Repeat(open[:1], 3)) {
		b.last = m.line(b.stop)
	}
	if n.Info == nil {
		return
	}
	b.text = infoWord(string(n.Info.Segment.Value(m.src[m.base:])))
	if !quoted {
		b.lang = langs.ByAlias(b.text)
	}
}

// infoWord gives the language that a fence's info string names: go,
// {r plot, echo=FALSE}, {.python}, rust,ignore, js{1,3}, tsx title="x".
func infoWord(info string) string {
	info = strings.TrimLeft(info, "{. ")
	if i := strings.IndexAny(info, " \t,{}:=("); i >= 0 {
		info = info[:i]
	}
	return strings.ToValidUTF8(info, "\uFFFD")
}

package chunk

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Blocks that goldmark itself does not read, or reads further than is needed.

var (
	kindTable  = ast.NewNodeKind("Table")
	kindOpaque = ast.NewNodeKind("Opaque")
	kindProse  = ast.NewNodeKind("Prose")
)

// tableNode is a table of GitHub's kind: its lines, of which the first two are
// the header.
type tableNode struct{ ast.BaseBlock }

func (n *tableNode) Kind() ast.NodeKind         { return kindTable }
func (n *tableNode) IsRaw() bool                { return true }
func (n *tableNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// tableTransformer finds tables in paragraphs. It leaves the cells alone:
// goldmark's own makes as many in every row as the header has, however short
// the row.
type tableTransformer struct{}

func (tableTransformer) Transform(p *ast.Paragraph, r text.Reader, _ parser.Context) {
	lines := p.Lines()
	for i := 1; i < lines.Len(); i++ {
		delim := lines.At(i)
		columns := delimiters(delim.Value(r.Source()))
		if columns == 0 {
			continue
		}
		header := lines.At(i - 1)
		if cells(header.Value(r.Source())) != columns {
			return
		}
		n := &tableNode{}
		n.SetPos(header.Start)
		n.SetBlankPreviousLines(i == 1 && p.HasBlankPreviousLines())
		n.Lines().AppendAll(lines.Sliced(i-1, lines.Len()))
		p.Parent().InsertAfter(p.Parent(), p, n)
		if i == 1 {
			p.Parent().RemoveChild(p.Parent(), p)
			return
		}
		lines.SetSliced(0, i-1)
		return
	}
}

// delimiters gives the columns of the row below a table's header, 0 if the
// line is not one.
func delimiters(line []byte) int {
	if !bytes.ContainsAny(line, "|:") || len(bytes.Trim(line, "|:- \t\r\n")) > 0 {
		return 0
	}
	n := 0
	for cell := range bytes.SplitSeq(trimRow(line), []byte("|")) {
		cell = bytes.TrimSpace(cell)
		cell = bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte(":")), []byte(":"))
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		n++
	}
	return n
}

// cells counts the cells of a row.
func cells(line []byte) int {
	row := trimRow(line)
	n := 1
	for i, c := range row {
		if c == '|' && (i == 0 || row[i-1] != '\\') {
			n++
		}
	}
	return n
}

// trimRow takes off the blanks and bars around a row.
func trimRow(line []byte) []byte {
	line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("|"))
	if bytes.HasSuffix(line, []byte("|")) && !bytes.HasSuffix(line, []byte(`\|`)) {
		line = line[:len(line)-1]
	}
	return line
}

// proseNode is a paragraph that goldmark does not read the inside of.
type proseNode struct{ ast.BaseBlock }

func (n *proseNode) Kind() ast.NodeKind         { return kindProse }
func (n *proseNode) IsRaw() bool                { return true }
func (n *proseNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// proseTransformer comes last and takes what is a paragraph. One that is no
// longer open is about to become a heading.
type proseTransformer struct{}

func (proseTransformer) Transform(p *ast.Paragraph, _ text.Reader, pc parser.Context) {
	for _, b := range pc.OpenedBlocks() {
		if b.Node != p {
			continue
		}
		n := &proseNode{}
		n.SetPos(p.Pos())
		n.SetLines(p.Lines())
		p.Parent().ReplaceChild(p.Parent(), p, n)
		return
	}
}

// opaqueNode is a block whose lines are not Markdown.
type opaqueNode struct{ ast.BaseBlock }

func (n *opaqueNode) Kind() ast.NodeKind         { return kindOpaque }
func (n *opaqueNode) IsRaw() bool                { return true }
func (n *opaqueNode) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// opaque is how a block goes on whose Open has counted its lines.
type opaque struct{}

// maxOpaque bounds how far ahead the end of a block is looked for, in bytes.
const (
	maxOpaque = 16 << 10
	maxMath   = 4 << 10
)

var opaqueLines = parser.NewContextKey()

// open makes the block of the text up to end, an offset in what is ahead.
func (opaque) open(r text.Reader, pc parser.Context, end int) (ast.Node, parser.State) {
	_, at := r.PeekLine()
	pc.Set(opaqueLines, bytes.Count(r.Source()[at.Start:at.Start+end], []byte("\n")))
	r.AdvanceToEOL()
	return &opaqueNode{}, parser.NoChildren
}

// lookahead is the text from a line on, as far as a block of ours may reach.
func lookahead(r text.Reader, at text.Segment) []byte {
	return r.Source()[at.Start:min(at.Start+maxOpaque, len(r.Source()))]
}

func (opaque) Continue(_ ast.Node, r text.Reader, pc parser.Context) parser.State {
	left, _ := pc.Get(opaqueLines).(int)
	if left <= 0 {
		return parser.Close
	}
	pc.Set(opaqueLines, left-1)
	r.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (opaque) Close(ast.Node, text.Reader, parser.Context) {}
func (opaque) CanAcceptIndentedLine() bool                 { return false }

// mathParser reads display math: from a line that begins with $$ to one that
// ends so, with no blank line between, as TeX has it.
type mathParser struct{ opaque }

func (mathParser) Trigger() []byte             { return []byte{'$'} }
func (mathParser) CanInterruptParagraph() bool { return true }

func (p mathParser) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := r.PeekLine()
	if pos := pc.BlockOffset(); pos < 0 || !bytes.HasPrefix(line[pos:], []byte("$$")) {
		return nil, parser.NoChildren
	}
	ahead := lookahead(r, at)
	ahead = ahead[:min(len(ahead), maxMath)]
	if closed(line) && bytes.Count(line, []byte("$$")) > 1 {
		return p.open(r, pc, 0)
	}
	off := 0
	for line := range bytes.Lines(ahead) {
		if off > 0 && closed(line) {
			return p.open(r, pc, off)
		}
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		off += len(line)
	}
	return nil, parser.NoChildren
}

func closed(line []byte) bool { return bytes.HasSuffix(bytes.TrimSpace(line), []byte("$$")) }

// moduleParser reads the import and export statements of MDX: up to a blank
// line with no bracket open.
type moduleParser struct{ opaque }

func (moduleParser) Trigger() []byte             { return []byte{'i', 'e'} }
func (moduleParser) CanInterruptParagraph() bool { return false }

func (p moduleParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := r.PeekLine()
	if parent.Kind() != ast.KindDocument || !bytes.HasPrefix(line, []byte("import ")) && !bytes.HasPrefix(line, []byte("export ")) {
		return nil, parser.NoChildren
	}
	off, depth := 0, 0
	for line := range bytes.Lines(lookahead(r, at)) {
		if len(bytes.TrimSpace(line)) == 0 && depth <= 0 {
			break
		}
		for _, c := range line {
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
		}
		off += len(line)
	}
	if depth > 0 { // the bracket was a word's: read what follows as Markdown
		off = len(line)
	}
	return p.open(r, pc, off-1)
}

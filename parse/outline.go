package parse

import (
	"bytes"
	"slices"
	"strings"
	"time"
)

// walker makes the outline in one walk, in preorder.
type walker struct {
	g     *grammar
	src   []byte
	end   int               // of the file in src: what is read after it is no part of it
	own   func(off int) int // where an offset lies in the file; nil: there
	enter func(start, end int, unit bool) bool
	out   *Outline
	level int           // of the tree
	seen  int           // nodes
	until time.Duration // on this thread's clock
	late  bool
	apart map[int]bool // starts of the comments that were shed
}

// outline gives the outline of a tree. own, if any, gives the offsets of src their
// places in the file that it was made of.
func outline(g *grammar, t tree, src []byte, f *frame, until time.Duration, own func(int) int, enter func(int, int, bool) bool) *Outline {
	if in := enter; own != nil {
		enter = func(start, end int, unit bool) bool { return in(own(start), own(end), unit) }
	}
	w := &walker{g: g, src: src, end: len(src), own: own, enter: enter, out: &Outline{Result: OK, Nodes: g.nodes[:0]}, until: until}
	defer g.tree.close()
	g.memo.forget()
	root, errors := t.root()
	if errors {
		w.out.Result = Errors
	}
	if f != nil {
		w.end -= len(f.After)
		if root, _ = f.inside.find(g, &root); root.none() {
			return nil
		}
	}
	w.children(root, place{unit: -1, block: true, body: -1, run: -1})
	if g.nodes = w.out.Nodes; cap(g.nodes) > maxKept {
		g.nodes = nil
	}
	w.out.Nodes = slices.Clone(w.out.Nodes)
	if w.late {
		return &Outline{Result: Timeout}
	}
	if own != nil {
		w.out.move(own)
	}
	return w.out
}

// place is where the children being walked stand.
type place struct {
	unit   int  // innermost unit around them, or -1
	depth  int  // below that unit's node
	block  bool // they are statements or members
	inner  bool // they are inside a function
	self   int  // 1 + the start of the declaration whose wrapper is being walked, or 0
	typ    string
	body   int  // where the body of the unit starts that they are the header of, or -1
	loose  bool // that body is not one node but all that starts there or later
	rest   bool // the same, and what starts there are the members
	many   bool // they are several units in one wrapper: let a = 1 and b = 2
	run    int  // start of the comments right before them, or -1
	runEnd int
}

// towards reports whether nd holds, or is, the body that is looked for.
func (at *place) towards(nd Node) bool {
	return nd.Start <= at.body && at.body < nd.End && !(at.rest && nd.Start == at.body)
}

// within reports whether nd is the body that is looked for, or of it.
func (at *place) within(nd Node) bool {
	return at.body >= 0 && !at.rest && (nd.Start == at.body || at.loose && nd.Start > at.body)
}

// states reports whether nd is a statement or a member.
func (at *place) states(nd Node) bool {
	return at.block || at.loose && at.within(nd) || at.rest && at.body >= 0 && nd.Start >= at.body
}

// siblings is what has been seen of one node's children.
type siblings struct {
	run     int // start of the unbroken run of comments and marks before here, or -1
	runEnd  int
	prev    int // index of the node before this one, not counting a run, or -1
	unit    int // index of the unit that node is, or -1
	params  int // how many that unit takes, where it counts
	reaches int // index of the node that takes in what follows, or -1
	outside place
	word    int // start of the keywords before here, in a wrapper of many, or -1
}

// children walks the children of n.
func (w *walker) children(n node, at place) {
	kids, mark := w.g.tree.children(n)
	defer w.g.tree.release(mark)
	if len(kids) == 0 {
		return
	}
	w.level++
	s := siblings{run: at.run, runEnd: at.runEnd, prev: -1, unit: -1, reaches: -1, word: -1}
	at.run = -1
	for i := range kids {
		w.node(&kids[i], &at, &s)
		if w.tooLate() {
			break
		}
	}
	w.close(&s, w.end)
	w.level--
}

// node writes n and what is to be seen below it.
func (w *walker) node(n *node, at *place, s *siblings) {
	sym := w.g.symbol(n)
	if !sym.named && !at.many {
		return // punctuation and keywords, half of all nodes: nobody cuts before them
	}
	nd := Node{Unit: at.unit, Depth: at.depth}
	nd.Start, nd.End = w.span(n)
	nd.Statement = at.states(nd)
	if !sym.shed {
		w.write(n, sym, nd, at, s)
		return
	}
	before, after := w.shed(n, &nd)
	w.comments(before, s)
	w.write(n, sym, nd, at, s)
	w.comments(after, s)
}

// write is node without the comments that do not belong in it.
func (w *walker) write(n *node, sym *symbol, nd Node, at *place, s *siblings) {
	switch {
	case nd.Start >= nd.End || sym.comment && w.apart[nd.Start]:
		// missing, or an empty rule, or written already
	case !sym.named:
		if !isName(w.src[nd.Start:]) {
			s.word = -1
		} else if s.word < 0 && at.many {
			s.word = nd.Start
		}
	case sym.tail && w.tail(n, nd, s):
	case sym.comment:
		w.comment(nd, s)
	case nd.Statement && w.leads(n, sym) || sym.mark && w.marked(sym, nd):
		nd.Role = Mark
		w.leaf(nd, s)
		w.extendRun(s, nd)
	case w.docstring(n, at, s):
		nd.Role = Mark // it stays with what follows, but is no part of that
		w.leaf(nd, s)
		w.settle(s, -1)
	default:
		if rule := w.importing(n, sym, at); rule != nil {
			w.imports(rule, n, nd)
			nd.Role = Import
			w.leaf(nd, s)
			w.settle(s, -1)
			return
		}
		w.branch(n, sym, nd, at, s)
	}
}

// span gives n's range without the white space that some grammars put into
// their nodes: preprocessor lines, Rust's doc comments, all of Lua.
func (w *walker) span(n *node) (start, end int) {
	start, end = min(int(n.start), w.end), min(int(n.end), w.end)
	for end > start && isSpace(w.src[end-1]) {
		end--
	}
	for start < end && isSpace(w.src[start]) {
		start++
	}
	if w.own != nil && w.own(start) == w.own(end) { // added, and not there
		return start, start
	}
	return start, end
}

func (w *walker) start(n *node) int {
	start, _ := w.span(n)
	return start
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// tooLate reports whether the deadline has passed, looking at the clock now
// and then. Trees of a million nodes take longer to walk than to parse.
func (w *walker) tooLate() bool {
	w.seen++
	if w.seen%512 == 0 && clock() > w.until {
		w.late = true
	}
	return w.late
}

// docstring reports whether n documents the unit whose body it begins, or the
// file.
func (w *walker) docstring(n *node, at *place, s *siblings) bool {
	if w.g.doc == nil || s.prev >= 0 || !at.block || at.depth > 0 {
		return false
	}
	doc, _ := w.g.doc.find(w.g, n)
	return !doc.none()
}

// leaf appends a node without anything below it.
func (w *walker) leaf(nd Node, s *siblings) int {
	i := len(w.out.Nodes)
	nd.Next = i + 1
	w.out.Nodes = append(w.out.Nodes, nd)
	if nd.Role == Plain || nd.Role == Def || nd.Role == Import {
		s.prev = i
	}
	return i
}

// settle ends the run of comments: what follows starts anew.
func (w *walker) settle(s *siblings, unit int) { s.run, s.unit, s.word = -1, unit, -1 }

func (w *walker) leads(n *node, sym *symbol) bool {
	return slices.ContainsFunc(sym.lead, func(r leadRule) bool { return w.applies(n, r.only, nil, nil) })
}

func (w *walker) marked(sym *symbol, nd Node) bool {
	text := w.src[nd.Start:nd.End]
	for _, p := range sym.prefix {
		if bytes.HasPrefix(text, []byte(p)) {
			return true
		}
	}
	return false
}

// comment decides whom a comment belongs to: the node before it when it
// shares its line or is indented below it, else the one that follows.
func (w *walker) comment(nd Node, s *siblings) {
	nd.Role = Comment
	if s.prev >= 0 && s.run < 0 {
		prev := w.out.Nodes[s.prev]
		between := w.src[prev.End:max(nd.Start, prev.End)]
		if !bytes.ContainsRune(between, '\n') || w.indented(nd.Start, prev) {
			nd.Role = Trailing
			if s.unit >= 0 {
				w.out.Units[s.unit].End = max(w.out.Units[s.unit].End, nd.End)
			}
		}
	}
	w.leaf(nd, s)
	if nd.Role == Comment {
		w.extendRun(s, nd)
	}
}

// indented reports whether the line of off is indented deeper than that of a
// node before it which spans lines: a comment at the end of a Python body. What a
// preprocessor leaves out or in stands where it wants.
func (w *walker) indented(off int, prev Node) bool {
	return w.src[prev.Start] != '#' && bytes.IndexByte(w.src[prev.Start:prev.End], '\n') >= 0 && w.column(off) > w.column(prev.Start)
}

func (w *walker) column(off int) int {
	return off - 1 - bytes.LastIndexByte(w.src[:off], '\n')
}

// extendRun adds a comment or mark to the run, or begins one after a blank
// line. Marks belong to what follows whatever the lines between.
func (w *walker) extendRun(s *siblings, nd Node) {
	if s.run < 0 || blankLine(w.src[min(s.runEnd, nd.Start):nd.Start]) {
		s.run = nd.Start
	}
	s.runEnd = nd.End
}

// attach gives the start of what belongs to the node that starts at start.
func (w *walker) attach(s *siblings, start int) int {
	if s.run < 0 {
		return start
	}
	last := w.out.Nodes[len(w.out.Nodes)-1]
	if last.Role != Mark && blankLine(w.src[min(s.runEnd, start):start]) {
		return start
	}
	return s.run
}

func blankLine(gap []byte) bool {
	newlines := 0
	for i, c := range gap {
		if c == '\n' || c == '\r' && (i+1 == len(gap) || gap[i+1] != '\n') {
			newlines++
		}
	}
	return newlines > 1
}

// applies tells whether a rule's conditions hold for n.
func (w *walker) applies(n *node, only, word path, kinds map[string]string) bool {
	if word != nil {
		if _, ok := kinds[w.text(n, word)]; !ok {
			return false
		}
	}
	if only != nil {
		at, _ := only.find(w.g, n)
		return !at.none()
	}
	return true
}

// text gives what a path points at, on one line, without quotes.
func (w *walker) text(n *node, p path) string {
	at, head := p.find(w.g, n)
	if at.none() {
		return ""
	}
	text := w.src[at.start:at.end]
	if head {
		if i := bytes.IndexAny(text, "{\n"); i >= 0 {
			text = text[:i]
		}
	}
	return clean(bytes.TrimPrefix(text, w.g.symbol(&at).sigil))
}

// maxName bounds a name: one that a broken parse stretches over half a file
// helps nobody.
const maxName = 200

func clean(text []byte) string {
	if len(text) > 4*maxName {
		text = text[:4*maxName]
	}
	name := strings.Join(strings.Fields(strings.ToValidUTF8(string(text), "\uFFFD")), " ")
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "")
	}
	if len(name) > 1 && strings.ContainsRune("\"'`", rune(name[0])) && name[len(name)-1] == name[0] {
		name = name[1 : len(name)-1]
	}
	return name
}

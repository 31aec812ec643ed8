// Package parse turns bytes into syntax: it is the only importer of the
// tree-sitter runtime. Parse returns a flat outline of offsets, so the tree,
// which lives in C memory, never escapes.
//
// The outline holds the nodes somebody may want to cut at, in preorder, and
// the units the language's tables name. The walk goes down only where the
// caller's enter function asks for it, where a table says that units may lie
// deeper, and nowhere else: children are slow to reach through the binding,
// and most of a tree is inside functions that fit into a chunk whole.
package parse

import (
	"bytes"
	"fmt"
	"runtime"
	"time"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// Result says how a parse went; it is what stands in a record's "parse".
type Result string

const (
	OK        Result = "ok"
	Errors    Result = "errors"     // the tree has error or missing nodes
	Timeout   Result = "timeout"    // parse or walk stopped at the deadline of its size, or at the limit of memory; no nodes
	TooDeep   Result = "too-deep"   // more open brackets than can be; not parsed
	NoGrammar Result = "no-grammar" // the language has no grammar here
	None      Result = "none"       // nobody asked for syntax; never of Parse
)

const (
	// What the syntax of a file may take, in processor time: so much for any
	// file, and so much more for each of its bytes, but no more than the last.
	// The slowest grammars take 0.7 µs a byte, where the tables do not explode
	// over what is half written.
	timeoutBase = time.Second
	timeoutByte = 20 * time.Microsecond
	timeoutMost = 10 * time.Second
	// maxDepth is how many levels of the tree are followed. Real code stays
	// under 200; beyond it a node is taken whole.
	maxDepth = 500
)

// Role says what part a node plays among its siblings.
type Role uint8

const (
	Plain    Role = iota
	Comment       // belongs to the sibling that follows, if no blank line does
	Trailing      // a comment that belongs to the sibling before it
	Mark          // an attribute or decorator: belongs to the sibling that follows
	Import        // one of Outline.Imports
	Def           // a unit: Node.Unit is its index
)

// Node is a node of the syntax tree. Offsets are bytes, half-open.
type Node struct {
	Start, End int
	Next       int // index of the node that follows this one's subtree
	Unit       int // innermost unit it lies in, or that it is; -1 for none
	Depth      int // levels below that unit's node, or below the root
	Role       Role
	Statement  bool // a child of a block, a body, the file: not of an expression
}

// Unit is a definition of the file. Offsets are bytes, half-open.
type Unit struct {
	Kind, Name string
	Owner      string // the type it belongs to where that does not enclose it
	Start      int    // with the comments and marks before it
	Own        int    // without the comments, with wrappers and marks
	Head       int    // where its signature begins
	Body       int    // where its body begins: the signature is [Head,Body)
	End        int    // with a comment on its last line
	Parent     int    // index of the unit around it, -1 for none
	Members    bool   // holds units of its own: a class, a module
}

// Outline is what Parse found in one file.
type Outline struct {
	Result  Result
	Nodes   []Node // in preorder
	Units   []Unit // in preorder
	Imports []Statement
}

// Parser parses files of any language. It is not safe for concurrent use:
// give each worker its own. Its zero value is ready.
type Parser struct {
	// Timeout bounds one parse with the walk of its tree, in processor time; 0
	// means a second and 20 µs a byte, of at most 10 s.
	Timeout  time.Duration
	left     time.Duration // of the time of the file begun
	begun    bool
	grammars map[*langs.Language]*grammar
	arena    arena
}

// Parse reads src as lang. The walk enters the nodes for which enter, given a
// node's byte range and whether it is a unit, says true. A parse that cannot
// be had gives an Outline without nodes that says so in Result; the error is
// for a language whose tables cannot be used at all.
func (p *Parser) Parse(lang *langs.Language, src []byte, enter func(start, end int, unit bool) bool) (*Outline, error) {
	if lang == nil || lang.Grammar == nil {
		return &Outline{Result: NoGrammar}, nil
	}
	g, err := p.grammar(lang)
	if err != nil {
		return nil, err
	}
	if tooDeep(src) {
		return &Outline{Result: TooDeep}, nil
	}
	runtime.LockOSThread() // whose clock tells when it is late
	defer runtime.UnlockOSThread()
	start := clock()
	defer func() { p.left -= clock() - start }()
	until := start + p.timeout(len(src))
	if g.frame.around(src) {
		if o := p.framed(g, src, until, enter); o != nil {
			return o, nil
		}
	}
	o, t := p.read(g, src, nil, until, nil, enter)
	if o.Result == Errors {
		o = p.mended(g, t, src, o, until, enter)
	}
	return o, nil
}

// Begin makes all parses up to the next Begin share the time of one file of n
// bytes: a document has as many as it has fences.
func (p *Parser) Begin(n int) { p.left, p.begun = allowed(n), true }

// read gives the outline of a text, or of what is inside its frame, and the tree;
// no outline where the tree does not have that.
func (p *Parser) read(g *grammar, src []byte, f *frame, until time.Duration, own func(int) int, enter func(start, end int, unit bool) bool) (*Outline, tree) {
	t := g.parse(&p.arena, src, until)
	if t == 0 {
		return &Outline{Result: Timeout}, t
	}
	return outline(g, t, src, f, until, own, enter), t
}

// Close frees the C memory. The Parser may be used again.
func (p *Parser) Close() {
	p.arena.close()
	p.grammars = nil
}

// timeout is how long a parse of n bytes may take now.
func (p *Parser) timeout(n int) time.Duration {
	switch {
	case p.Timeout > 0:
		return p.Timeout
	case p.begun:
		return p.left
	}
	return allowed(n)
}

func allowed(n int) time.Duration {
	return min(timeoutBase+time.Duration(n)*timeoutByte, timeoutMost)
}

func (p *Parser) grammar(lang *langs.Language) (*grammar, error) {
	if g := p.grammars[lang]; g != nil {
		return g, nil
	}
	g, err := newGrammar(lang)
	if err != nil {
		return nil, fmt.Errorf("language %s: %w", lang.Name, err)
	}
	if p.grammars == nil {
		p.grammars = make(map[*langs.Language]*grammar)
	}
	p.grammars[lang] = g
	return g, nil
}

// maxBrackets is how deep brackets may nest for a file to be parsed at all:
// some scanners recurse on the C stack, or take quadratic time.
const maxBrackets = 2000

// tooDeep reports whether src opens more brackets than it closes, by far,
// anywhere. Brackets in strings and comments count too: good enough, for no
// text that people write comes near the limit.
func tooDeep(src []byte) bool {
	opened := 0
	for _, c := range "([{" {
		opened += bytes.Count(src, []byte{byte(c)})
	}
	if opened <= maxBrackets { // as in nearly all files
		return false
	}
	depth := 0
	for _, c := range src {
		switch c {
		case '(', '[', '{':
			if depth++; depth > maxBrackets {
				return true
			}
		case ')', ']', '}':
			if depth > 0 {
				depth--
			}
		}
	}
	return false
}

func load(source any) (*sitter.Language, error) {
	switch f := source.(type) {
	case func() *sitter.Language:
		return f(), nil
	case func() unsafe.Pointer:
		return sitter.NewLanguage(f()), nil
	}
	return nil, fmt.Errorf("grammar is a %T, not a func() *sitter.Language or func() unsafe.Pointer", source)
}

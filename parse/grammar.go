package parse

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// grammar is a language made ready: its tables by symbol number.
type grammar struct {
	lang    *langs.Language
	ts      *sitter.Language
	tree    reader
	nodes   []Node // the memory of an outline in the making
	memo    memo
	hide    []hidden
	frame   frame
	symbols []symbol
	doc     path
	// brackets are the symbols of tokens that may open or close something.
	brackets []bool
}

// symbol is what the tables say of one node type. Several numbers may share a
// name: an alias has one of its own.
type symbol struct {
	name    string
	named   bool
	comment bool
	mark    bool
	prefix  []string // of a mark's text; any one will do
	wrap    bool
	open    bool
	lead    []leadRule
	tail    bool
	shed    bool
	sigil   []byte        // what its text begins with that is no part of a name
	block   bool          // its children are statements or members
	units   []*unitRule   // the first that applies
	imports []*importRule // the first that applies
}

// hidden is what a grammar does not see: the first group of a match.
type hidden struct {
	*regexp.Regexp
	instead string
}

type leadRule struct {
	only path // nil: always
}

type unitRule struct {
	langs.Unit
	name, owner, body, only, word, params path
}

type importRule struct {
	langs.Import
	only, word, target path
}

func newGrammar(lang *langs.Language) (*grammar, error) {
	ts, err := load(lang.Grammar)
	if err != nil {
		return nil, err
	}
	g := &grammar{lang: lang, ts: ts}
	ns := numbered(ts)
	if err := ns.compile(&g.doc, lang.Docstring); err != nil {
		return nil, fmt.Errorf("docstring: %w", err)
	}
	for _, h := range lang.Hide {
		re, err := regexp.Compile(h[0])
		if err != nil {
			return nil, fmt.Errorf("hide: %w", err)
		}
		g.hide = append(g.hide, hidden{re, h[1]})
	}
	if g.frame, err = ns.frame(lang.Frame); err != nil {
		return nil, fmt.Errorf("frame: %w", err)
	}
	g.symbols = make([]symbol, ts.SymbolCount())
	g.brackets = make([]bool, ts.SymbolCount())
	for i := range g.symbols {
		s := sitter.Symbol(i)
		if err := g.fill(ns, &g.symbols[i], ts.SymbolName(s), ts.SymbolType(s)); err != nil {
			return nil, err
		}
		g.brackets[i] = !g.symbols[i].named && (len(lang.Pairs) > 0 || strings.ContainsAny(g.symbols[i].name, "()[]{}"))
	}
	return g, nil
}

// numbered reads a grammar's names. Fields are numbered from 1.
func numbered(ts *sitter.Language) *numbers {
	ns := &numbers{fields: make(map[string]uint16), symbols: map[string][]uint16{errorSymbol.name: {errorNumber}}}
	for i := range ts.SymbolCount() {
		name := ts.SymbolName(sitter.Symbol(i))
		ns.symbols[name] = append(ns.symbols[name], uint16(i))
	}
	for i := 1; ts.FieldName(i) != ""; i++ {
		ns.fields[ts.FieldName(i)] = uint16(i)
	}
	return ns
}

func (g *grammar) fill(ns *numbers, s *symbol, name string, kind sitter.SymbolType) error {
	s.name, s.named = name, kind == sitter.SymbolTypeRegular
	if !s.named {
		return nil
	}
	s.block = isBlock(name)
	s.comment = slices.Contains(g.lang.Comments, name)
	s.wrap = slices.Contains(g.lang.Wraps, name)
	s.open = slices.Contains(g.lang.Opens, name)
	s.tail = slices.Contains(g.lang.Tails, name)
	s.shed = slices.Contains(g.lang.Sheds, name)
	s.sigil = []byte(g.lang.Sigils[name])
	for _, m := range g.lang.Marks {
		typ, prefix, _ := strings.Cut(m, " ")
		if typ == name {
			s.mark = true
			s.prefix = append(s.prefix, prefix)
		}
	}
	for _, l := range g.lang.Leads {
		typ, only, _ := strings.Cut(l, " ")
		if typ != name {
			continue
		}
		var r leadRule
		if err := ns.compile(&r.only, only); err != nil {
			return fmt.Errorf("lead %s: %w", name, err)
		}
		s.lead = append(s.lead, r)
	}
	if u, ok := g.lang.Units[name]; ok {
		var err error
		if s.units, err = ns.units(nil, u); err != nil {
			return fmt.Errorf("unit %s: %w", name, err)
		}
	}
	if imp, ok := g.lang.Imports[name]; ok {
		var err error
		if s.imports, err = ns.imports(nil, imp); err != nil {
			return fmt.Errorf("import %s: %w", name, err)
		}
	}
	return nil
}

// units adds a rule and what stands in its Else to rules.
func (ns *numbers) units(rules []*unitRule, u langs.Unit) ([]*unitRule, error) {
	r := &unitRule{Unit: u}
	if err := ns.compile(&r.name, u.Name, &r.owner, u.Owner, &r.body, u.Body, &r.only, u.Only, &r.word, u.Word, &r.params, u.Params); err != nil {
		return nil, err
	}
	rules = append(rules, r)
	for _, e := range u.Else {
		var err error
		if rules, err = ns.units(rules, e); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

func (ns *numbers) imports(rules []*importRule, imp langs.Import) ([]*importRule, error) {
	r := &importRule{Import: imp}
	if err := ns.compile(&r.only, imp.Only, &r.word, imp.Word, &r.target, imp.Target); err != nil {
		return nil, err
	}
	rules = append(rules, r)
	for _, e := range imp.Else {
		var err error
		if rules, err = ns.imports(rules, e); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

// blockWords are the words in a node type's name which tell that its children
// are statements, members or entries. All grammars follow this habit.
var blockWords = []string{"block", "body", "statements", "statement_list", "compound_statement", "declaration_list",
	"suite", "program", "source_file", "translation_unit", "compilation_unit", "module", "chunk", "do", "members",
	"section", "document", "stylesheet", "class_declarations", "declarations"}

func isBlock(name string) bool {
	for _, w := range blockWords {
		if name == w || strings.HasSuffix(name, "_"+w) || strings.HasPrefix(name, w+"_") && !strings.Contains(name, "comment") {
			return true
		}
	}
	return false
}

// errorSymbol is what the runtime gives ERROR nodes, and errorNumber is its
// number: no grammar lists it.
var errorSymbol = symbol{name: "ERROR", named: true, open: true, block: true}

const errorNumber = 1<<16 - 1

func (g *grammar) symbol(n *node) *symbol {
	if i := int(n.symbol); i < len(g.symbols) {
		return &g.symbols[i]
	}
	return &errorSymbol
}

// visible gives what the grammar is to see of src: all of it, or a copy of the
// same length with something else for what is hidden.
func (g *grammar) visible(src []byte) []byte {
	out := src
	for _, h := range g.hide {
		for _, m := range h.FindAllSubmatchIndex(src, -1) {
			if &out[0] == &src[0] {
				out = bytes.Clone(src)
			}
			n := copy(out[m[2]:m[3]], h.instead)
			for i := m[2] + n; i < m[3]; i++ {
				out[i] = ' '
			}
		}
	}
	return out
}

// parse gives 0 when it is past until. The runtime looks at its own
// deadline between tokens only, and some scanners read to the end of the file
// in search of one, again and again from every character that is none: so the
// file is handed out in pieces, and when the time is up the rest seems blank.
func (g *grammar) parse(a *arena, src []byte, until time.Duration) tree {
	if g.lang.Reset != "" {
		shared.Lock()
		defer shared.Unlock()
		a.parse(g.ts, []byte(g.lang.Reset), until)
	}
	return a.parse(g.ts, g.visible(src), until)
}

// shared is held while a scanner reads that keeps what it knows in global
// variables of C: one file after another would change how the next is read, and
// two at once each other.
var shared sync.Mutex

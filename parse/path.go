package parse

import (
	"fmt"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
)

// path is a compiled path of package langs: alternatives, each of steps.
type path [][]step

type step struct {
	op    stepOp
	field string
	types []string
	test  *step // of maybe and unless
	word  string
	// shared is set in the first step of an alternative: how many steps it
	// has in common with the alternative before.
	shared int
}

type stepOp uint8

const (
	toField stepOp = iota
	toFields
	toChild
	toLast
	toDescendant
	stay
	toFirst
	toNext
	toHead
	andOn
	maybe  // stay if the test arrives
	unless // stay if it does not
)

// maxSteps bounds an alternative of a path.
const maxSteps = 10

// maxSearch bounds how many descendants a // step looks at.
const maxSearch = 300

// compile reads pairs of *path and string.
func compile(pairs ...any) error {
	for i := 0; i < len(pairs); i += 2 {
		p, err := compilePath(pairs[i+1].(string))
		if err != nil {
			return err
		}
		*pairs[i].(*path) = p
	}
	return nil
}

func compilePath(s string) (path, error) {
	if s == "" {
		return nil, nil
	}
	var p path
	for _, alt := range strings.Split(s, " or ") {
		var steps []step
		for _, word := range strings.Fields(alt) {
			st, err := compileStep(word)
			if err != nil {
				return nil, fmt.Errorf("path %q: %w", s, err)
			}
			st.word = word
			steps = append(steps, st)
		}
		if len(steps) == 0 || len(steps) > maxSteps {
			return nil, fmt.Errorf("path %q: an alternative without steps, or with too many", s)
		}
		if len(p) > 0 {
			steps[0].shared = common(p[len(p)-1], steps)
		}
		p = append(p, steps)
	}
	return p, nil
}

// common counts the steps that two alternatives begin with alike.
func common(a, b []step) int {
	n := 0
	for n < min(len(a), len(b)) && a[n].word == b[n].word {
		n++
	}
	return n
}

func compileStep(word string) (step, error) {
	switch {
	case word == "^":
		return step{op: toHead}, nil
	case word == "*":
		return step{op: toFirst}, nil
	case word == ">":
		return step{op: toNext}, nil
	case word == "+":
		return step{op: andOn}, nil
	case strings.HasPrefix(word, "?") || strings.HasPrefix(word, "!"):
		test, err := compileStep(word[1:])
		if word[0] == '?' {
			return step{op: maybe, test: &test}, err
		}
		return step{op: unless, test: &test}, err
	case strings.Contains(word, ":*"):
		field, types, _ := strings.Cut(word, ":*")
		st := step{op: toFields, field: field}
		if types != "" {
			st.types = strings.Split(types, "|")
		}
		return st, nil
	case strings.HasSuffix(word, ":"):
		return step{op: toField, field: strings.TrimSuffix(word, ":")}, nil
	case strings.HasPrefix(word, "//"):
		return step{op: toDescendant, types: strings.Split(word[2:], "|")}, nil
	case strings.HasPrefix(word, "="):
		return step{op: stay, types: strings.Split(word[1:], "|")}, nil
	case strings.HasPrefix(word, "-"):
		return step{op: toLast, types: strings.Split(word[1:], "|")}, nil
	case word == "" || strings.ContainsAny(word, ":=/^?!"):
		return step{}, fmt.Errorf("step %q is not of a known form", word)
	}
	return step{op: toChild, types: strings.Split(word, "|")}, nil
}

// find follows the path from n; nil when no alternative arrives. more is true
// when it ended in ^ or +. Alternatives go on from where the steps they share
// with the one before have led.
func (p path) find(g *grammar, probe *sitter.TreeCursor, n *sitter.Node) (at *sitter.Node, more bool) {
	var trail [maxSteps]*sitter.Node // where each step arrived
	done := 0
	for _, alt := range p {
		shared := alt[0].shared
		if shared > done {
			continue // it fails where the one before did
		}
		if at = n; shared > 0 {
			at = trail[shared-1]
		}
		for done = shared; done < len(alt); done++ {
			if st := &alt[done]; done == 0 {
				at, more = g.memo.take(g, probe, n, st)
			} else {
				at, more = take(g, probe, at, st)
			}
			if at == nil || more {
				break
			}
			trail[done] = at
		}
		if at != nil {
			return at, more
		}
	}
	return nil, false
}

// memo remembers where first steps from one node led: the rules of a node
// type begin alike, and each step is a way into C and back.
type memo struct {
	from *sitter.Node
	led  []arrival
	kids []kid // of from, when counted
	full bool  // kids are all its children
}

type kid struct {
	name string
	node *sitter.Node
}

// maxKids bounds how many children are remembered.
const maxKids = 6

type arrival struct {
	word string
	at   *sitter.Node
	more bool
}

func (m *memo) take(g *grammar, probe *sitter.TreeCursor, n *sitter.Node, st *step) (*sitter.Node, bool) {
	if m.from != n {
		m.from, m.led, m.kids, m.full = n, m.led[:0], m.kids[:0], false
	}
	for _, a := range m.led {
		if a.word == st.word {
			return a.at, a.more
		}
	}
	var at *sitter.Node
	var more bool
	if (st.op == toChild || st.op == toLast) && m.children(g, probe) {
		at = m.child(st)
	} else {
		at, more = take(g, probe, n, st)
	}
	m.led = append(m.led, arrival{st.word, at, more})
	return at, more
}

// children remembers the children of the node, unless they are many.
func (m *memo) children(g *grammar, probe *sitter.TreeCursor) bool {
	if m.full || len(m.kids) > 0 {
		return m.full
	}
	probe.Reset(m.from)
	ok := probe.GoToFirstChild()
	for ; ok && len(m.kids) < maxKids; ok = probe.GoToNextSibling() {
		c := probe.CurrentNode()
		m.kids = append(m.kids, kid{g.symbol(c).name, c})
	}
	m.full = !ok
	return m.full
}

func (m *memo) child(st *step) (found *sitter.Node) {
	for _, k := range m.kids {
		if has(st.types, k.name) {
			found = k.node
			if st.op == toChild {
				break
			}
		}
	}
	return found
}

// take takes one step; nil when it leads nowhere.
func take(g *grammar, probe *sitter.TreeCursor, n *sitter.Node, st *step) (at *sitter.Node, more bool) {
	switch st.op {
	case toField:
		if at = n.ChildByFieldName(st.field); at == nil || at.IsMissing() {
			return nil, false
		}
		return at, false
	case toFields:
		return g.down(n, st), false
	case stay:
		if !has(st.types, g.symbol(n).name) {
			return nil, false
		}
	case toChild, toLast:
		return child(g, probe, n, st), false
	case toDescendant:
		return descendant(g, probe, n, st.types), false
	case maybe, unless:
		if at, _ := take(g, probe, n, st.test); (at != nil) != (st.op == maybe) {
			return nil, false
		}
	case toFirst:
		return n.NamedChild(0), false
	case toNext:
		return n.NextSibling(), false
	case toHead, andOn:
		return n, true
	}
	return n, false
}

// down follows a field for as long as it leads to a node of the step's types.
func (g *grammar) down(n *sitter.Node, st *step) *sitter.Node {
	for {
		next := n.ChildByFieldName(st.field)
		if next == nil || st.types != nil && !has(st.types, g.symbol(next).name) {
			return n
		}
		n = next
	}
}

func child(g *grammar, probe *sitter.TreeCursor, n *sitter.Node, st *step) (found *sitter.Node) {
	probe.Reset(n)
	for ok := probe.GoToFirstChild(); ok; ok = probe.GoToNextSibling() {
		c := probe.CurrentNode()
		if has(st.types, g.symbol(c).name) {
			found = c
			if st.op == toChild {
				break
			}
		}
	}
	return found
}

func descendant(g *grammar, probe *sitter.TreeCursor, n *sitter.Node, types []string) *sitter.Node {
	probe.Reset(n)
	depth := 0
	for range maxSearch {
		switch {
		case probe.GoToFirstChild():
			depth++
		default:
			for !probe.GoToNextSibling() {
				if depth == 0 || !probe.GoToParent() {
					return nil
				}
				depth--
			}
		}
		if depth <= 0 {
			return nil
		}
		c := probe.CurrentNode()
		if has(types, g.symbol(c).name) {
			return c
		}
	}
	return nil
}

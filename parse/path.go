package parse

import (
	"fmt"
	"slices"
	"strings"
)

// path is a compiled path of package langs: alternatives, each of steps.
type path [][]step

type step struct {
	op      stepOp
	field   string
	types   []string
	test    *step // of maybe and unless
	word    string
	fieldID uint16   // of field
	symbols []uint16 // those that types name; a name may have several
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

// numbers are those that a grammar gives to what paths call by name.
type numbers struct {
	fields  map[string]uint16
	symbols map[string][]uint16
}

// compile reads pairs of *path and string.
func (ns *numbers) compile(pairs ...any) error {
	for i := 0; i < len(pairs); i += 2 {
		p, err := compilePath(pairs[i+1].(string))
		if err != nil {
			return err
		}
		for _, alt := range p {
			for k := range alt {
				ns.number(&alt[k])
			}
		}
		*pairs[i].(*path) = p
	}
	return nil
}

// number looks up what a step names.
func (ns *numbers) number(st *step) {
	st.fieldID = ns.fields[st.field]
	for _, t := range st.types {
		st.symbols = append(st.symbols, ns.symbols[t]...)
	}
	if st.test != nil {
		ns.number(st.test)
	}
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

// is reports whether a step is of n's type.
func (st *step) is(n *node) bool { return slices.Contains(st.symbols, n.symbol) }

// find follows the path from n; none when no alternative arrives. more is true
// when it ended in ^ or +. Alternatives go on from where the steps they share
// with the one before have led.
func (p path) find(g *grammar, n *node) (at node, more bool) {
	var trail [maxSteps]node // where each step arrived
	done := 0
	for _, alt := range p {
		shared := alt[0].shared
		if shared > done {
			continue // it fails where the one before did
		}
		if at = *n; shared > 0 {
			at = trail[shared-1]
		}
		for done = shared; done < len(alt); done++ {
			if st := &alt[done]; done == 0 {
				at, more = g.memo.take(g, n, st)
			} else {
				at, more = g.take(&at, st)
			}
			if at.none() || more {
				break
			}
			trail[done] = at
		}
		if !at.none() {
			return at, more
		}
	}
	return node{}, false
}

// memo remembers where first steps from one node led, and its children: the
// rules of a node type begin alike, and each step is a way into C and back.
type memo struct {
	from node
	led  []arrival
	kids []node
	full bool // kids are there
}

type arrival struct {
	word string
	at   node
	more bool
}

// forget is for when another tree comes: it may use the same addresses.
func (m *memo) forget() {
	m.from = node{}
	if cap(m.kids) > maxKept {
		m.kids = nil
	}
}

func (m *memo) take(g *grammar, n *node, st *step) (node, bool) {
	if m.from != *n {
		m.from, m.led, m.kids, m.full = *n, m.led[:0], m.kids[:0], false
	}
	for i := range m.led {
		if m.led[i].word == st.word {
			return m.led[i].at, m.led[i].more
		}
	}
	var at node
	var more bool
	if st.op == toChild || st.op == toLast {
		if !m.full {
			m.kids, m.full = g.tree.add(m.kids, *n), true
		}
		at = st.among(m.kids)
	} else {
		at, more = g.take(n, st)
	}
	m.led = append(m.led, arrival{st.word, at, more})
	return at, more
}

// among gives the first child, or the last, of a step's types.
func (st *step) among(kids []node) (found node) {
	for i := range kids {
		if st.is(&kids[i]) {
			found = kids[i]
			if st.op == toChild {
				break
			}
		}
	}
	return found
}

// take takes one step; none when it leads nowhere.
func (g *grammar) take(n *node, st *step) (at node, more bool) {
	switch st.op {
	case toField:
		if at = n.field(st.fieldID); at.missing {
			return node{}, false
		}
		return at, false
	case toFields:
		return down(n, st), false
	case stay:
		if !st.is(n) {
			return node{}, false
		}
	case toChild, toLast:
		kids, mark := g.tree.children(*n)
		defer g.tree.release(mark)
		return st.among(kids), false
	case toDescendant:
		return g.tree.descendant(*n, st.symbols, maxSearch), false
	case maybe, unless:
		if at, _ := g.take(n, st.test); at.none() == (st.op == maybe) {
			return node{}, false
		}
	case toFirst:
		return n.named(), false
	case toNext:
		return n.next(), false
	case toHead, andOn:
		return *n, true
	}
	return *n, false
}

// down follows a field for as long as it leads to a node of the step's types.
func down(n *node, st *step) node {
	at := *n
	for {
		next := at.field(st.fieldID)
		if next.none() || st.types != nil && !st.is(&next) {
			return at
		}
		at = next
	}
}

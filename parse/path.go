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
			steps = append(steps, st)
		}
		if len(steps) == 0 {
			return nil, fmt.Errorf("path %q: an alternative without steps", s)
		}
		p = append(p, steps)
	}
	return p, nil
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
// when it ended in ^ or +.
func (p path) find(g *grammar, probe *sitter.TreeCursor, n *sitter.Node) (at *sitter.Node, more bool) {
	for _, alt := range p {
		if at, more = follow(g, probe, n, alt); at != nil {
			return at, more
		}
	}
	return nil, false
}

func follow(g *grammar, probe *sitter.TreeCursor, n *sitter.Node, steps []step) (*sitter.Node, bool) {
	for _, st := range steps {
		switch st.op {
		case toField:
			n = n.ChildByFieldName(st.field)
		case toFields:
			n = g.down(n, st)
		case stay:
			if !has(st.types, g.symbol(n).name) {
				return nil, false
			}
		case toChild, toLast:
			n = child(g, probe, n, st)
		case toDescendant:
			n = descendant(g, probe, n, st.types)
		case maybe, unless:
			if at, _ := follow(g, probe, n, []step{*st.test}); (at != nil) != (st.op == maybe) {
				return nil, false
			}
		case toFirst:
			n = n.NamedChild(0)
		case toNext:
			n = n.NextSibling()
		case toHead, andOn:
			return n, true
		}
		if n == nil {
			return nil, false
		}
	}
	return n, false
}

// down follows a field for as long as it leads to a node of the step's types.
func (g *grammar) down(n *sitter.Node, st step) *sitter.Node {
	for {
		next := n.ChildByFieldName(st.field)
		if next == nil || st.types != nil && !has(st.types, g.symbol(next).name) {
			return n
		}
		n = next
	}
}

func child(g *grammar, probe *sitter.TreeCursor, n *sitter.Node, st step) (found *sitter.Node) {
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

package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestTables asks each grammar for every node type and field that its
// language's tables name.
func TestTables(t *testing.T) {
	for _, lang := range langs.All() {
		t.Run(lang.Name, func(t *testing.T) {
			ts, err := load(lang.Grammar)
			if err != nil {
				t.Fatal(err)
			}
			c := checker{t: t, types: map[string]bool{}, keywords: map[string]bool{}, fields: map[string]bool{}}
			c.read(ts)
			c.language(lang)
		})
	}
}

// TestSorted holds the list in order of name, without doubles among names.
func TestSorted(t *testing.T) {
	seen := map[string]string{}
	names := []string{}
	for _, lang := range langs.All() {
		names = append(names, lang.Name)
		for _, name := range append([]string{lang.Name}, lang.Also...) {
			if seen[name] != "" {
				t.Errorf("%s stands for both %s and %s", name, seen[name], lang.Name)
			}
			seen[name] = lang.Name
		}
	}
	if !slices.IsSorted(names) {
		for i := 1; i < len(names); i++ {
			if names[i-1] > names[i] {
				t.Errorf("langs/list.go: %s stands before %s; the order is that of bytes", names[i-1], names[i])
			}
		}
	}
}

type checker struct {
	t        *testing.T
	types    map[string]bool
	keywords map[string]bool
	fields   map[string]bool
}

func (c *checker) read(ts *sitter.Language) {
	for i := range ts.SymbolCount() {
		s := sitter.Symbol(i)
		if ts.SymbolType(s) == sitter.SymbolTypeRegular {
			c.types[ts.SymbolName(s)] = true
		} else {
			c.keywords[ts.SymbolName(s)] = true
		}
	}
	for i := 1; ts.FieldName(i) != ""; i++ {
		c.fields[ts.FieldName(i)] = true
	}
}

func (c *checker) language(lang *langs.Language) {
	c.nodes("Comments", lang.Comments...)
	c.nodes("Wraps", lang.Wraps...)
	c.nodes("Opens", lang.Opens...)
	c.nodes("Tails", lang.Tails...)
	c.nodes("Sheds", lang.Sheds...)
	for _, m := range lang.Marks {
		typ, _, _ := strings.Cut(m, " ")
		c.nodes("Marks", typ)
	}
	for _, l := range lang.Leads {
		typ, only, _ := strings.Cut(l, " ")
		c.nodes("Leads", typ)
		c.path("Leads", only)
	}
	for typ := range lang.Sigils {
		c.nodes("Sigils", typ)
	}
	for open, closer := range lang.Pairs {
		if !slices.Contains(lang.Closers, closer) {
			c.t.Errorf("Pairs: %q is none of Closers", closer)
		}
		for _, word := range []string{strings.TrimPrefix(open, "^"), closer} {
			if !c.keywords[word] {
				c.t.Errorf("Pairs: no keyword %q", word)
			}
		}
	}
	c.path("Docstring", lang.Docstring)
	c.path("Frame", lang.Frame.Inside)
	for typ, u := range lang.Units {
		c.nodes("Units", typ)
		c.unit("unit "+typ, u)
	}
	for typ, imp := range lang.Imports {
		c.nodes("Imports", typ)
		c.imports("import "+typ, imp)
	}
}

func (c *checker) unit(where string, u langs.Unit) {
	c.path(where+": Name", u.Name)
	c.path(where+": Owner", u.Owner)
	c.path(where+": Body", u.Body)
	c.path(where+": Only", u.Only)
	c.path(where+": Word", u.Word)
	if u.Kind == "" && u.Kinds == nil {
		c.t.Errorf("%s: no kind", where)
	}
	for i, e := range u.Else {
		c.unit(fmt.Sprintf("%s: Else[%d]", where, i), e)
	}
}

func (c *checker) imports(where string, imp langs.Import) {
	c.path(where+": Only", imp.Only)
	c.path(where+": Word", imp.Word)
	c.path(where+": Target", imp.Target)
	for i, e := range imp.Else {
		c.imports(fmt.Sprintf("%s: Else[%d]", where, i), e)
	}
}

func (c *checker) nodes(where string, types ...string) {
	for _, typ := range types {
		if !c.types[typ] {
			c.t.Errorf("%s: the grammar has no node %q", where, typ)
		}
	}
}

func (c *checker) path(where, text string) {
	p, err := compilePath(text)
	if err != nil {
		c.t.Errorf("%s: %v", where, err)
	}
	for _, steps := range p {
		for _, st := range steps {
			c.step(where, st)
		}
	}
}

func (c *checker) step(where string, st step) {
	if st.test != nil {
		c.step(where, *st.test)
	}
	if st.field != "" && !c.fields[st.field] {
		c.t.Errorf("%s: the grammar has no field %q", where, st.field)
	}
	for _, typ := range st.types {
		if !c.types[typ] && !c.keywords[typ] {
			c.t.Errorf("%s: the grammar has no node %q", where, typ)
		}
	}
}

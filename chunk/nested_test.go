package chunk

import (
	"strings"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// Blocks that are closed by words, tags or indentation nest without a bracket
// that could be counted: ten thousand deep, no stack is the worse for it.
func TestNestedBlocks(t *testing.T) {
	const deep = 10_000
	var indented strings.Builder
	for i := range 400 { // each line is as long as it is deep
		indented.WriteString(strings.Repeat(" ", i) + "if a:\n")
	}
	blocks := func(open, body, end string) string {
		return strings.Repeat(open, deep) + body + strings.Repeat(end, deep)
	}
	c := newChunker(t, Options{Strategy: "code"})
	c.parser.Timeout = 2 * time.Second
	for path, src := range map[string]string{
		"a.rb":     blocks("begin\n", "x\n", "end\n"),
		"b.rb":     blocks("if a\n", "x\n", "end\n"),
		"a.lua":    blocks("do\n", "x()\n", "end\n"),
		"a.exs":    blocks("if a do\n", "x\n", "end\n"),
		"a.jl":     blocks("begin\n", "x\n", "end\n"),
		"a.sh":     blocks("if a; then\n", "x\n", "fi\n"),
		"a.sql":    blocks("BEGIN\n", "SELECT 1;\n", "END;\n"),
		"a.ml":     blocks("begin\n", "x\n", "end\n"),
		"a.html":   blocks("<div>\n", "x\n", "</div>\n"),
		"a.svelte": blocks("<div>\n", "x\n", "</div>\n"),
		"a.tsx":    "const x = " + blocks("<a>", "x", "</a>") + ";\n",
		"a.py":     indented.String() + strings.Repeat(" ", 400) + "x\n",
		"b.py":     strings.Repeat("not ", deep) + "x\n",
		"a.c":      "int f() { " + strings.Repeat("if (a) ", deep) + "x; }\n",
		"b.c":      "int x = " + strings.Repeat("-", deep) + "1;\n",
		"a.js":     strings.Repeat("if (a) ", deep) + "x;\n",
		"b.js":     strings.Repeat("a => ", 300) + "x;\n",
		"a.java":   "class A { void f() { " + strings.Repeat("if (a) ", deep) + "x(); } }\n",
		"a.hs":     "x = " + strings.Repeat("\\a -> ", deep) + "a\n",
		"a.rs":     "fn f() { let x = " + strings.Repeat("!", deep) + "a; }\n",
		"a.go":     "package p\n\nvar x = " + strings.Repeat("!", deep) + "a\n",
		"A.kt":     "val x = " + strings.Repeat("!", deep) + "a\n",
		"A.swift":  "let x = " + strings.Repeat("!", deep) + "a\n",
		"A.scala":  "val x = " + strings.Repeat("!", deep) + "a\n",
		"A.cs":     "class A { void F() { " + strings.Repeat("if (a) ", deep) + "x(); } }\n",
		"a.php":    "<?php " + strings.Repeat("if ($a) ", deep) + "x();\n",
	} {
		start := used(t)
		f, err := c.File(path, []byte(src))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		requireTiled(t, f, src)
		if f.Parse == parse.NoGrammar {
			t.Errorf("%s: parse is %s", path, f.Parse)
		}
		if took := used(t) - start; took > 10*time.Second {
			t.Errorf("%s: took %v", path, took)
		}
		requireSound(t, c, path)
	}
}

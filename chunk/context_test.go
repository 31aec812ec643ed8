package chunk

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// A signature over its share of the context keeps its name and the parameters
// that fit, each whole, whether they stand on a line each or all on one.
func TestLongSignature(t *testing.T) {
	chunkers := []*Chunker{newChunker(t, Options{Max: 96}), newChunker(t, Options{Max: 160}), newChunker(t, Options{Max: 256})}
	for path, form := range map[string]struct{ head, param, tail, statement, end, elision string }{
		"a.py":    {"def assemble(", "part%d: int", ") -> dict:", "    step(%d)\n", "", "# ..."},
		"a.rb":    {"def assemble(", "part%d", ")", "  step(%d)\n", "end\n", "# ..."},
		"a.js":    {"export function assemble(", "part%d", ") {", "  step(%d);\n", "}\n", "// ..."},
		"a.ts":    {"export function assemble(", "part%d: number", "): void {", "  step(%d);\n", "}\n", "// ..."},
		"a.go":    {"func Assemble(", "part%d int", ") {", "\tstep(%d)\n", "}\n", "// ..."},
		"a.rs":    {"pub fn assemble(", "part%d: u8", ") -> u8 {", "    step(%d);\n", "    1\n}\n", "// ..."},
		"a.c":     {"static int assemble(", "int part%d", ") {", "  step(%d);\n", "}\n", "// ..."},
		"A.kt":    {"fun assemble(", "part%d: Int", "): Int {", "    step(%d)\n", "}\n", "// ..."},
		"A.swift": {"func assemble(", "part%d: Int", ") -> Int {", "    step(%d)\n", "}\n", "// ..."},
		"A.scala": {"def assemble(", "part%d: Int", "): Int = {", "  step(%d)\n", "}\n", "// ..."},
		"a.php":   {"function assemble(", "$part%d", ") {", "  step(%d);\n", "}\n", "// ..."},
		"a.lua":   {"function assemble(", "part%d", ")", "  step(%d)\n", "end\n", "-- ..."},
	} {
		for _, between := range []string{", ", ",\n    "} {
			var params []string
			for i := range 40 {
				params = append(params, fmt.Sprintf(form.param, i))
			}
			open := map[string]string{"a.php": "<?php\n", "a.go": "package p\n\n"}[path]
			src := open + form.head + strings.Join(params, between) + form.tail + "\n" + repeat(300, form.statement) + form.end
			for _, c := range chunkers {
				f, max := check(t, c, path, []byte(src)), c.opts.Max
				ch := &f.Chunks[len(f.Chunks)-1]
				lines := strings.SplitN(strings.TrimSuffix(ch.Context, "\n"), "\n", 2)
				given, ok := strings.CutSuffix(lines[1], form.elision)
				given = strings.TrimRight(given, " \n")
				if !ok || !strings.HasPrefix(form.head+strings.Join(params, between), given) || !strings.HasSuffix(given, ",") {
					t.Errorf("%s max %d: the context is\n%s", path, max, ch.Context)
				}
				if ch.ContextTokens < max/contextShare*2/3 {
					t.Errorf("%s max %d: the context takes %d tokens only:\n%s", path, max, ch.ContextTokens, ch.Context)
				}
			}
		}
	}
}

// Whatever stands before the name of a unit gives way to it.
func TestNameKept(t *testing.T) {
	for path, form := range map[string]struct{ before, param, after, statement, end string }{
		"a.cpp":  {"template <", "typename Part%d", ">\nclass Keeper : public Base<Part0, Part1, Part2, Part3> {\n public:\n", "  void step%d();\n", "};\n"},
		"b.cpp":  {"template <", "class Keeper%d", "> static bool Keeper(int count, int* parts) {\n", "  step(%d);\n", "}\n"},
		"c.cpp":  {"std::map<", "Part%d", ">\nKeeper(int count) {\n", "  step(%d);\n", "}\n"},
		"a.rs":   {"pub fn Keeper<", "Part%d: Clone", ">(count: u8) {\n", "    step(%d);\n", "}\n"},
		"A.kt":   {"fun <", "Part%d", "> Keeper(count: Int) {\n", "    step(%d)\n", "}\n"},
		"A.java": {"class A { <", "Part%d", "> void Keeper(int count) {\n", "    step(%d);\n", "} }\n"},
		"a.ts":   {"export class Keeper<", "Part%d", "> extends Base {\n", "  step%d() { return 1; }\n", "}\n"},
		"a.ml":   {"type (", "'part%d", ") keeper =\n", "  | Step%d of int\n", ""},
	} {
		for _, n := range []int{3, 9, 27} {
			var params []string
			for i := range n {
				params = append(params, fmt.Sprintf(form.param, i))
			}
			src := form.before + strings.Join(params, ", ") + form.after + repeat(120, form.statement) + form.end
			for most := 64; most <= 512; most += 64 {
				f := check(t, newChunker(t, Options{Max: most, NoPath: true}), path, []byte(src))
				ch := &f.Chunks[len(f.Chunks)-1]
				if !regexp.MustCompile(`(?i)\bkeeper\b`).MatchString(ch.Context) {
					t.Errorf("%s max %d: the context is\n%s", path, most, ch.Context)
				}
			}
		}
	}
}

// No two paths stand in records as the same text, which is always UTF-8.
func TestPathText(t *testing.T) {
	of := make(map[string]string)
	var look func(path string)
	look = func(path string) {
		if text, raw := PathText(path); of[text] != "" || !utf8.ValidString(text) || (raw != nil) != (text != path) {
			t.Fatalf("%q is %q, as %q is", path, text, of[text])
		} else if of[text] = path; len(path) >= 5 {
			return
		}
		for _, b := range []byte("aF25%.\xff\xc3\xa9") {
			look(path + string([]byte{b}))
		}
	}
	look("")
}

// A path that cannot stand in a line, or is not UTF-8, is told with %XX.
func TestPathLine(t *testing.T) {
	for path, want := range map[string]string{"a/b c.py": "a/b c.py", "a\xff/é.py": "a%FF/é.py", "a\nb\u0085.py": "a%0Ab%C2%85.py"} {
		f := cut(t, Options{}, path, "x = 1\n")
		if got := f.Chunks[0].Context; got != "# "+want+"\n" {
			t.Errorf("%q: the context is %q", path, got)
		}
	}
}

// An import statement is narrowed to the names that a body uses, in the syntax
// of its language.
func TestNarrow(t *testing.T) {
	for _, test := range []struct{ path, statement, used, want string }{
		{"a.ts", "import base, { a as b, type T, open } from \"x\";", "b()", "import { a as b } from \"x\";"},
		{"a.ts", "import base, { a as b, type T, open } from \"x\";", "base()", "import base from \"x\";"},
		{"a.ts", "import base, {\n  a as b,\n  type T,\n  open,\n} from \"x\";", "base(open as T)", "import base, { T, open } from \"x\";"},
		{"a.tsx", "import React, { type FC, useState } from 'react'", "useState()", "import { useState } from 'react'"},
		{"a.js", "import {\n  a,\n  b,\n} from \"x\"", "a()", "import { a } from \"x\""},
		{"a.js", "import base, * as all from \"x\"", "all.a()", "import * as all from \"x\""},
		{"a.py", "from x import (\n    a,\n    b as c,\n)", "c()", "from x import (b as c)"},
		{"a.rs", "use a::{\n    b,\n    c as d,\n};", "d()", "use a::{c as d};"},
		{"a.php", "use A\\B\\{One, Two as Three};", "new Three()", "use A\\B\\{Two as Three};"},
		{"a.scala", "import a.b.{One, Two => Three}", "Three(1)", "import a.b.{Two => Three}"},
	} {
		open := map[string]string{"a.php": "<?php\n"}[test.path]
		filler := map[string]string{"a.py": "def f():\n    return %s\n", "a.rs": "fn f() {\n    %s;\n}\n", "a.scala": "def f() = {\n  %s\n}\n"}[test.path]
		if filler == "" {
			filler = "function f() {\n  return %s;\n}\n"
		}
		src := open + test.statement + "\n\n" + repeat(30, fmt.Sprintf(filler, "other(%d, 1, 2, 3, 4, 5)")) + fmt.Sprintf(filler, test.used)
		f := cut(t, Options{Max: 128, NoPath: true}, test.path, src)
		if got := f.Chunks[len(f.Chunks)-1].Context; !strings.HasPrefix(got, test.want+"\n\n") {
			t.Errorf("%s, %s: the context is %q", test.path, test.statement, got)
		}
	}
}

// A signature that has no room keeps the name, or is left out.
func TestNoRoom(t *testing.T) {
	src := "private[store] final object GuardianStartupBehavior extends Behavior with Guardian {\n" + repeat(30, "  def step%d(one: Int): Int = one + 1\n") + "}\n"
	for most := LeastMax; most <= 160; most += 8 {
		f := cut(t, Options{Max: most, NoPath: true}, "a.scala", src)
		got := f.Chunks[len(f.Chunks)-1].Context
		if got != "" && !strings.Contains(got, "object GuardianStartupBehavior ") {
			t.Errorf("max %d: the context is %q", most, got)
		}
	}
}

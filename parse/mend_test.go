package parse

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestMended gives the units of files that miss a bracket or two, indented below
// the unit around, with their lines.
func TestMended(t *testing.T) {
	var p Parser
	defer p.Close()
	for _, test := range []struct{ name, lang, src, want string }{
		{"a method is not closed", "Java",
			"class A {\n  void a() {\n    x();\n\n  // b does.\n  void b() {\n    y();\n  }\n}\n",
			"class A 1-9\n method a 2-3\n method b 5-8\n"},
		{"a statement is not closed", "TypeScript",
			"class A {\n  a() {\n    if (x) {\n      y();\n  }\n\n  b() {}\n}\nfunction f() {}\n",
			"class A 1-8\n method a 2-5\n method b 7-7\nfunction f 9-9\n"},
		{"a call is not closed", "Kotlin",
			"class A {\n  fun a() {\n    x(1,\n      2\n  }\n\n  fun b() {\n    y()\n  }\n}\n",
			"class A 1-10\n method a 2-5\n method b 7-9\n"},
		{"a method is not opened", "Java",
			"class A {\n  void a()\n    x();\n  }\n\n  void b() {\n    y();\n  }\n}\n",
			"class A 1-9\n method a 2-4\n method b 6-8\n"},
		{"a class is not opened", "Kotlin",
			"class A : B()\n  fun a() {\n    x()\n  }\n\n  fun b() {\n    y()\n  }\n}\n",
			"class A 1-9\n method a 2-4\n method b 6-8\n"},
		{"it breaks off", "PHP",
			"<?php\nclass A {\n  function a() {\n    x();\n  }\n\n  function b() {\n    if (x) {\n      y();\n",
			"class A 2-9\n method a 3-5\n method b 7-9\n"},
		{"it breaks off in a call", "Kotlin",
			"class A {\n\tfun a() {\n\t\tx()\n\t}\n\n\tfun b() {\n\t\ty(1,\n",
			"class A 1-7\n method a 2-4\n method b 6-7\n"},
		{"labels, and a namespace that nobody indents", "C++",
			"namespace n {\nclass A {\npublic:\n  void a() {\n    x();\n  }\nprivate:\n  void b() {\n    y();\n\n  void c() {\n    z();\n  }\n};\n}\n",
			"namespace n 1-15\n class A 2-14\n  method a 3-6\n  method b 7-9\n  method c 11-13\n"},
		{"braces in lines of their own", "C#",
			"class A\n{\n    void a()\n    {\n        x();\n\n    void b()\n    {\n        y();\n    }\n}\n",
			"class A 1-11\n method a 3-5\n method b 7-10\n"},
		{"what looks like code in a string", "TypeScript",
			"class A {\n  a() {\n    x(`\n}\nfoo {\n`);\n\n  b() {\n    y();\n  }\n}\n",
			"class A 1-11\n method a 2-6\n method b 8-10\n"},
		{"a function in a namespace that nobody indents is not closed", "C++",
			"namespace n {\n\nclass H {\n public:\n  void a();\n};\n\nvoid H::a() {\n  x = 1;\n\nvoid H::b() {\n  while (x) {\n    x++;\n  }\n}\n\nvoid H::c() {\n  x = 2;\n}\n\n}  // namespace n\n",
			"namespace n 1-21\n class H 3-6\n  method a 4-5\n method a 8-9\n method b 11-15\n method c 17-19\n"},
		{"a class in a namespace that nobody indents is not opened", "C++",
			"namespace n {\n\nclass H\n public:\n  void a();\n};\n\nvoid H::a() {\n  x = 1;\n}\n\n}  // namespace n\n",
			"namespace n 1-12\n class H 3-6\n  method a 4-5\n method a 8-10\n"},
		{"it breaks off in a string", "Java",
			"class A {\n  int a() {\n    return 1;\n  }\n\n  int b() {\n    return f(\"abc",
			"class A 1-7\n method a 2-4\n method b 6-7\n"},
		{"it breaks off in a comment", "Java",
			"class A {\n  int a() {\n    return 1;\n  }\n\n  /** B is\n   * not",
			"class A 1-7\n method a 2-4\n"},
		{"a method has no end", "Ruby",
			"class A\n  def a\n    x if y\n    while z do\n      x\n    end\n\n  def b\n    y { |q| q }\n  end\nend\n",
			"class A 1-11\n method a 2-6\n method b 8-10\n"},
		{"it breaks off in a block", "Elixir",
			"defmodule A do\n  def a(x) do\n    x\n  end\n\n  def b(x) do\n    y(fn q -> q end)\n    if x do\n",
			"module A 1-8\n function a 2-4\n function b 6-8\n"},
		{"nothing is missing: a preprocessor says it twice", "C",
			"#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n  return 1;\n}\nint g(void) { return 2; }\n",
			"function f 4-7\nfunction g 8-8\n"},
	} {
		o := mustParse(t, &p, langs.ByName(test.lang), []byte(test.src), true)
		sound(t, o, []byte(test.src))
		got := unitsOf(o, []byte(test.src))
		if o.Result != Errors || got != test.want {
			t.Errorf("%s: %s, units are\n%swant\n%s", test.name, o.Result, got, test.want)
		}
	}
}

// unitsOf lists units, indented below the one around.
func unitsOf(o *Outline, src []byte) string {
	var b strings.Builder
	for _, u := range o.Units {
		for parent := u.Parent; parent >= 0; parent = o.Units[parent].Parent {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s %s %d-%d\n", u.Kind, u.Name, line(src, u.Start), line(src, u.End-1))
	}
	return b.String()
}

// TestMembersKept takes each brace that ends a line or begins one off each file in
// testdata, and cuts each off: nearly all members still know what they are in.
func TestMembersKept(t *testing.T) {
	var p Parser
	defer p.Close()
	members, kept := 0, 0
	for _, dir := range []string{"cpp", "csharp", "go", "java", "javascript", "kotlin", "php", "rust", "scala", "swift", "tsx", "typescript"} {
		files, err := filepath.Glob("../testdata/" + dir + "/*")
		if err != nil {
			t.Fatal(err)
		}
		before := members
		for _, file := range files {
			src, err := os.ReadFile(file)
			lang := langs.ByName(langs.Detect(file, src))
			if err != nil || lang == nil || lang.Grammar == nil {
				continue
			}
			good := mustParse(t, &p, lang, src, true)
			if good.Result != OK {
				continue
			}
			for i, c := range src {
				if c != '{' && c != '}' || !alone(src, i) {
					continue
				}
				for _, broken := range [][]byte{slices.Delete(bytes.Clone(src), i, i+1), src[:i]} {
					o := mustParse(t, &p, lang, broken, true)
					sound(t, o, broken)
					now := membersOf(o, len(broken))
					for _, m := range membersOf(good, len(broken)) {
						members++
						if slices.Contains(now, m) {
							kept++
						}
					}
				}
			}
		}
		if members == before {
			t.Errorf("no members in testdata/%s", dir)
		}
	}
	t.Logf("%d of %d members", kept, members)
	if kept*100 < members*95 {
		t.Errorf("%d of %d members know what they are in", kept, members)
	}
}

// alone reports whether a brace begins its line or ends it.
func alone(src []byte, i int) bool {
	before, after := src[bytes.LastIndexByte(src[:i], '\n')+1:i], src[i+1:]
	if end := bytes.IndexByte(after, '\n'); end >= 0 {
		after = after[:end]
	}
	return len(bytes.TrimSpace(before)) == 0 || len(bytes.TrimSpace(after)) == 0
}

// membersOf names the units within others that end before an offset.
func membersOf(o *Outline, end int) (names []string) {
	for _, u := range o.Units {
		if u.Parent >= 0 && u.End <= end {
			names = append(names, o.Units[u.Parent].Name+"."+u.Name)
		}
	}
	return names
}

package chunk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Where cuts are made: faults 11 to 17.

func TestAttached(t *testing.T) {
	t.Run("11 a class and its first member", func(t *testing.T) {
		for _, test := range []struct{ path, head, doc, member, statement, tail string }{
			{"a.py", "class Store:\n", "    \"\"\"Keeps things, and finds them.\"\"\"\n\n", "    def load(self):\n", "        self.step(%d)\n", ""},
			{"A.java", "/** Keeps things. */\nclass Store {\n", "  // what it has\n", "  void load() {\n", "    step(%d);\n", "  }\n}\n"},
			{"a.ts", "/** Keeps things. */\nexport class Store {\n", "", "  load() {\n", "    step(%d);\n", "  }\n}\n"},
			{"a.rb", "# Keeps things.\nclass Store\n", "", "  def load\n", "    step(%d)\n", "  end\nend\n"},
			{"A.cs", "/// Keeps things.\nclass Store {\n", "", "  void Load() {\n", "    Step(%d);\n", "  }\n}\n"},
			{"a.cpp", "// Keeps things.\nclass Store {\n", " public:\n", "  void load() {\n", "    step(%d);\n", "  }\n};\n"},
		} {
			src := test.head + test.doc + test.member + repeat(20, test.statement) + test.tail
			for _, max := range []int{100, 150} {
				f := cut(t, Options{Max: max, Min: max / 3}, test.path, src)
				together(t, f, test.head+test.doc+test.member)
			}
		}
	})
	t.Run("12 comments before exports and decorators", func(t *testing.T) {
		filler := func(format string) string { return repeat(12, format) }
		for path, parts := range map[string][]string{
			"a.js": {filler("f(%d);\n") + "\n", "// why\nexport function g() {\n  return 1;\n}\n", "// how\nconst x = () => {\n  return 2;\n};\n", "/** doc */\nexport default class Z {\n  m() {}\n}\n"},
			"a.ts": {filler("f(%d);\n") + "\n", "// why\nexport async function g(): Promise<void> {\n}\n", "// how\n@Component({a: 1})\nexport class K {\n  m() {}\n}\n"},
			"a.py": {filler("f(%d)\n") + "\n", "# why\n@cache\n@other(1)\ndef g():\n    return 1\n", "# how\n@dataclass\nclass K:\n    a: int\n"},
		} {
			for _, max := range []int{48, 64, 128} {
				f := cut(t, Options{Max: max, Min: 1}, path, strings.Join(parts, "\n"))
				for _, p := range parts[1:] {
					holding(t, f, p)
				}
			}
		}
	})
	t.Run("13 and 17c marks", func(t *testing.T) {
		files := map[string][]string{
			"a.rs":    {"/// Says one.\n#[derive(Debug, Clone)]\npub struct One {\n    a: u8,\n}\n", "/// Says two.\n/// At length.\n#[inline]\n#[must_use]\npub fn two() -> u8 {\n    2\n}\n"},
			"a.py":    {"class A:\n    @classmethod\n    def make(cls):\n        return cls()\n", "@wraps(f)\ndef two():\n    return 2\n"},
			"A.java":  {"@Deprecated\n@Named(\"a\")\nclass A {\n  @Override\n  public String toString() { return \"\"; }\n}\n"},
			"a.cpp":   {"template <typename T>\nT most(T a, T b) {\n  return a < b ? b : a;\n}\n", "// Holds one.\ntemplate <typename T>\nclass Box {\n  T t;\n};\n"},
			"A.kt":    {"/** Says. */\n@Serializable\ndata class A(val a: Int)\n", "@Test\nfun two() {\n    check(true)\n}\n"},
			"B.kt":    {"import a.b\n", "/** Says. */\n@JvmName(\"one\")\nfun String.one() {\n    check(true)\n}\n", "/** Says. */\n@JvmOverloads\n@Throws(IOException::class)\nfun two() {\n    check(true)\n}\n", "/** Says. */\n@A\n@B\n@C(\"x\") // why\nval three = 3\n"},
			"A.cs":    {"[Serializable]\nclass A {\n  int a;\n}\n", "/// <summary>Says.</summary>\n[Obsolete]\nclass B {\n  int b;\n}\n"},
			"a.php":   {"<?php\n/** Says. */\n#[Route('/a')]\nfunction a() {\n  return 1;\n}\n"},
			"A.swift": {"/// Says.\n@available(iOS 13, *)\nfunc two() -> Int {\n    return 2\n}\n", "@objc\nclass A {\n    var a = 1\n}\n"},
			"a.ex":    {"@doc \"Says.\"\n@spec two() :: integer\ndef two do\n  2\nend\n"},
		}
		for max := LeastMax; max <= 96; max += 4 {
			c := newChunker(t, Options{Max: max, Min: 1, NoPath: true})
			for path, items := range files {
				f := check(t, c, path, []byte(strings.Join(items, "\n")))
				for _, item := range items {
					if c.counter.Count([]byte(item))+2*slackTokens <= max {
						holding(t, f, item)
					}
				}
			}
		}
	})
	t.Run("12 members that are all documented", func(t *testing.T) {
		c := newChunker(t, Options{Max: 160, Min: 80})
		for path, form := range map[string][3]string{
			"a.php":   {"<?php\ninterface Store\n{\n", "    /**\n     * Loads the document of this name, number %[1]d.\n     *\n     * @param string $name what it is called\n     */\n    public function load%[1]d(string $name);\n", "}\n"},
			"A.java":  {"class Store {\n", "  /**\n   * Loads the document of this name, number %[1]d.\n   *\n   * @param name what it is called\n   */\n  Document load%[1]d(String name) { return get(name); }\n", "}\n"},
			"a.ts":    {"export class Store {\n", "  /**\n   * Loads the document of this name, number %[1]d.\n   *\n   * @param name what it is called\n   */\n  load%[1]d(name: string) { return this.get(name); }\n", "}\n"},
			"A.cs":    {"class Store {\n", "  /// <summary>\n  /// Loads the document of this name, number %[1]d.\n  /// It is kept for the next time.\n  /// </summary>\n  Document Load%[1]d(string name) { return Get(name); }\n", "}\n"},
			"a.rs":    {"impl Store {\n", "    /// Loads the document of this name, number %[1]d.\n    ///\n    /// It is kept for the next time.\n    #[inline]\n    fn load%[1]d(&self, name: &str) -> Document { self.get(name) }\n", "}\n"},
			"A.swift": {"class Store {\n", "    /// Loads the document of this name, number %[1]d.\n    ///\n    /// It is kept for the next time.\n    func load%[1]d(name: String) -> Document { return get(name) }\n", "}\n"},
			"a.rb":    {"class Store\n", "  # Loads the document of this name, number %[1]d.\n  #\n  # It is kept for the next time.\n  def load%[1]d(name)\n    get(name)\n  end\n", "end\n"},
			"A.scala": {"class Store {\n", "  /**\n   * Loads the document of this name, number %[1]d.\n   * It is kept for the next time.\n   */\n  def load%[1]d(name: String): Document = get(name)\n", "}\n"},
			"B.scala": {"class Store {\n", "  /**\n   * Loads the document of this name, number %[1]d.\n   * It is kept for the next time.\n   */\n  def load%[1]d(name: String): Document =\n    get(name)\n", "}\n"},
		} {
			for _, between := range []string{"", "\n"} {
				var members []string
				for i := range 12 {
					members = append(members, fmt.Sprintf(form[1], i))
				}
				f := check(t, c, path, []byte(form[0]+strings.Join(members, between)+form[2]))
				for _, m := range members {
					holding(t, f, m)
				}
			}
		}
	})
	t.Run("decorators that are too long together", func(t *testing.T) {
		mark := "@option(\n    \"--name%d\",\n    default=\"127.0.0.1\",\n    help=\"What this is good for.\",\n)\n"
		for _, most := range []int{96, 128, 256} {
			f := cut(t, Options{Max: most}, "a.py", repeat(30, mark)+"def run(name0):\n"+repeat(30, "    step(name0, %d)\n"))
			for i := range 30 {
				holding(t, f, fmt.Sprintf(mark, i))
			}
			together(t, f, fmt.Sprintf(mark, 29), "def run(name0):", "    step(name0, 0)\n")
		}
	})
	t.Run("14 comments in and after a body", func(t *testing.T) {
		src := "def f():\n    # why\n    return 1\n    # tail\ndef g():\n    return " + strings.Repeat("2 + ", 12) + "2\n"
		f := cut(t, Options{Max: 40, Min: 1}, "a.py", src)
		together(t, f, "def f():", "# why", "# tail")
		if holding(t, f, "# tail") == holding(t, f, "def g():") {
			t.Error("f and g are one chunk: the case shows nothing")
		}
	})
}

func TestGathered(t *testing.T) {
	t.Run("15 members once", func(t *testing.T) {
		src := "class Store:\n" + repeat(3, "    def m%d(self):\n        return self.value\n\n")
		for _, max := range []int{32, 64, 512} {
			f := cut(t, Options{Max: max, Min: 1}, "a.py", src)
			for i := range 3 {
				holding(t, f, fmt.Sprintf("def m%d", i))
			}
		}
		if f := cut(t, Options{}, "a.py", src); len(f.Chunks) != 1 {
			t.Errorf("%d chunks", len(f.Chunks))
		}
	})
	t.Run("16 many small functions", func(t *testing.T) {
		for path, format := range map[string]string{
			"a.py": "def f%d(a):\n    b = a + 1\n    return b\n\n\n", "a.go": "func f%d(a int) int {\n\treturn a + 1\n}\n\n", "a.js": "function f%d(a) {\n  return a + 1;\n}\n\n", "a.rs": "fn f%d(a: u8) -> u8 {\n    a + 1\n}\n\n",
		} {
			head := ""
			if path == "a.go" {
				head = "package p\n\n"
			}
			f := cut(t, Options{}, path, head+repeat(100, format))
			for i := range f.Chunks {
				if n := f.Chunks[i].Tokens; n < 256 && len(f.Chunks) > 1 {
					t.Errorf("%s: chunk %d has %d tokens", path, i, n)
				}
			}
			if len(f.Chunks) > 10 {
				t.Errorf("%s: %d chunks", path, len(f.Chunks))
			}
		}
	})
}

func TestSplitUnits(t *testing.T) {
	t.Run("17 what later members are given", func(t *testing.T) {
		src := "package shop;\n\nimport java.util.List;\nimport java.util.Map;\nimport java.io.File;\n\npublic class X extends Y {\n"
		for i := range 12 {
			use := []string{"List", "Map"}[i%2]
			src += fmt.Sprintf("  %s m%d() {\n    %s a = make(%d);\n%s    return a;\n  }\n\n", use, i, use, i, strings.Repeat("    a.add(one, two, three, four);\n", 6))
		}
		f := cut(t, Options{Max: 140, Min: 70}, "X.java", src+"}\n")
		if len(f.Chunks) != 13 && len(f.Chunks) != 12 {
			t.Fatalf("%d chunks", len(f.Chunks))
		}
		for i := range f.Chunks[1:] {
			ch := &f.Chunks[1+i]
			if !strings.Contains(ch.Context, "public class X extends Y {\n") {
				t.Errorf("context of %s is %q", ch.Name, ch.Context)
			}
			for _, name := range []string{"List", "Map", "File"} {
				given := strings.Contains(ch.Context, "."+name+";")
				if held := strings.Contains(body(ch), "."+name+";"); given != (strings.Contains(body(ch), name+" ") && !held) {
					t.Errorf("%s: import of %s in its context: %v", ch.Name, name, given)
				}
			}
		}
	})
	t.Run("17a a comment that is too long", func(t *testing.T) {
		for path, test := range map[string][2]string{
			"a.go": {"package p\n\n" + repeat(20, "// Load says a good deal about itself, and more of it, line %d.\n"), "func Load() int {\n\tx := 1\n\ty := 2\n\treturn x + y\n}\n"},
			"a.py": {repeat(20, "# load says a good deal about itself, and more of it, line %d.\n"), "def load():\n    x = 1\n    y = 2\n    return x + y\n"},
			"a.js": {"/**\n" + repeat(20, " * Says a good deal about itself, and more of it, line %d.\n") + " */\n", "export function load() {\n  const x = 1;\n  const y = 2;\n  return x + y;\n}\n"},
			"a.rs": {repeat(20, "/// Says a good deal about itself, and more of it, line %d.\n"), "pub fn load() -> u8 {\n    let x = 1;\n    let y = 2;\n    x + y\n}\n"},
		} {
			for _, max := range []int{64, 100, 200} {
				holding(t, cut(t, Options{Max: max}, path, test[0]+test[1]), test[1])
			}
		}
	})
	t.Run("17a no line of it is left with the unit before", func(t *testing.T) {
		for path, form := range map[string][5]string{
			"a.ts":    {"export function first() {\n%s  return 1;\n}\n\n", "/**\n * Loads all of them.\n *\n", " * Says a good deal about itself, line %d.\n", " */\n", "export function load() {\n%s  return 2;\n}\n"},
			"A.swift": {"func first() -> Int {\n%s  return 1\n}\n\n", "/// Loads all of them.\n///\n", "/// Says a good deal about itself, line %d.\n", "", "func load() {\n%s}\n"},
			"A.java":  {"class A {\n  int first() {\n%s    return 1;\n  }\n\n", "/**\n * Loads all of them.\n *\n", " * Says a good deal about itself, line %d.\n", " */\n", "  void load() {\n%s  }\n}\n"},
		} {
			for lines := 20; lines < 60; lines += 3 {
				src := fmt.Sprintf(form[0], repeat(20, "    step(%d);\n")) + form[1] + repeat(lines, form[2]) + form[3] + fmt.Sprintf(form[4], repeat(40, "    step(%d);\n"))
				f := check(t, newChunker(t, Options{Max: 360}), path, []byte(src))
				together(t, f, form[1]+fmt.Sprintf(form[2], 0))
				together(t, f, form[3]+strings.SplitAfter(form[4], "\n")[0])
				for i := range f.Chunks {
					b := body(&f.Chunks[i])
					if strings.Contains(b, "first") && strings.Contains(b, "Loads") && len(f.Chunks) > 2 {
						t.Errorf("%s, %d lines: of the comment and the unit before is\n%s", path, lines, b)
					}
				}
			}
		}
	})
	t.Run("17b two long functions", func(t *testing.T) {
		for path, format := range map[string]string{"a.py": "def %s():\n%s\n\n", "a.js": "function %s() {\n%s}\n\n", "a.go": "func %s() {\n%s}\n\n"} {
			statement := map[string]string{"a.py": "    one(%d, a)\n", "a.js": "  one(%d, a);\n", "a.go": "\tone(%d, a)\n"}[path]
			for _, n := range []int{30, 41, 57} {
				src := fmt.Sprintf(format, "f", repeat(n, statement)) + fmt.Sprintf(format, "g", strings.ReplaceAll(repeat(n, statement), "one", "two"))
				f := cut(t, Options{Max: 128, Min: 100}, path, map[string]string{"a.go": "package p\n\n"}[path]+src)
				for i := range f.Chunks {
					if b := body(&f.Chunks[i]); strings.Contains(b, "one(") && strings.Contains(b, "two(") {
						t.Errorf("%s: lines %d-%d hold pieces of both", path, f.Chunks[i].StartLine, f.Chunks[i].EndLine)
					}
				}
			}
		}
	})
}

// A few imports stay together where a seam before or after them would do.
func TestImportBlock(t *testing.T) {
	for path, form := range map[string][4]string{
		"A.hs":    {"-- What this module is for, line %d.\n", "\nmodule A where\n\n", "import Store.Part%d (part%[1]d)\n\n", "f%d :: Int -> Int\nf%[1]d a = a + %[1]d\n\n"},
		"a.lua":   {"-- What this module is for, line %d.\n", "\n", "local part%d = require(\"store.part%[1]d\")\n\n", "function f%d(a)\n  return a + %[1]d\nend\n\n"},
		"A.scala": {"// What this file is for, line %d.\n", "\npackage store\n\n", "import store.parts.Part%d\n\n", "class F%d(a: Int) {\n  def get: Int = a + %[1]d\n}\n\n"},
	} {
		c := newChunker(t, Options{Max: 256})
		for lines := 2; lines < 24; lines++ {
			imports := repeat(5, form[2])
			f := check(t, c, path, []byte(repeat(lines, form[0])+form[1]+imports+repeat(40, form[3])))
			holding(t, f, strings.TrimSpace(imports))
		}
	}
}

// TestStable: promise 8. Lines put in at the top change no hash; an edit of one
// function changes few.
func TestStable(t *testing.T) {
	filler := func(name string, k int) string {
		return fmt.Sprintf("def %s(a):\n", name) + repeat(6+k%9, "    a = step(a, %d)\n") + "    return a\n\n\n"
	}
	var parts []string
	for i := range 40 {
		parts = append(parts, filler(fmt.Sprintf("f%d", i), i))
	}
	src := strings.Join(parts, "")
	before := cut(t, Options{Max: 160}, "a.py", src)
	if len(before.Chunks) < 12 {
		t.Fatalf("%d chunks", len(before.Chunks))
	}
	t.Run("lines at the top", func(t *testing.T) {
		after := cut(t, Options{Max: 160}, "a.py", "# one\n# two\n\n"+src)
		if n := changed(before, after); n > 1 {
			t.Errorf("%d of %d hashes are new", n, len(after.Chunks))
		}
		last, moved := before.Chunks[len(before.Chunks)-1], after.Chunks[len(after.Chunks)-1]
		if moved.ID != last.ID || moved.StartLine != last.StartLine+3 || moved.StartByte != last.StartByte+13 {
			t.Errorf("the last chunk was %s at %d, is %s at %d", last.ID, last.StartLine, moved.ID, moved.StartLine)
		}
	})
	t.Run("an edit", func(t *testing.T) {
		for _, i := range []int{0, 7, 20, 39} {
			for edit, text := range map[string]string{
				"a word": strings.Replace(parts[i], "step(a, 3)", "stop(a, 3)", 1), "gone": "", "longer": strings.Replace(parts[i], "    return", "    a = step(a, 77)\n    a = step(a, 78)\n    return", 1),
			} {
				edited := slices.Clone(parts)
				edited[i] = text
				after := cut(t, Options{Max: 160}, "a.py", strings.Join(edited, ""))
				if n := changed(before, after); n > 4 || n == 0 && edit != "gone" {
					t.Errorf("f%d %s: %d of %d hashes are new", i, edit, n, len(after.Chunks))
				}
			}
		}
	})
}

// changed counts the chunks of after whose hash before has not.
func changed(before, after *File) (n int) {
	for i := range after.Chunks {
		if !slices.ContainsFunc(before.Chunks, func(c Chunk) bool { return c.Hash == after.Chunks[i].Hash }) {
			n++
		}
	}
	return n
}

// TestHeredoc: what a heredoc holds is of the constant it is given to.
func TestHeredoc(t *testing.T) {
	var src strings.Builder
	src.WriteString("class M\n")
	for _, name := range []string{"A", "B"} {
		src.WriteString("  # doc " + name + "\n  " + name + " = <<~SQL\n" + strings.Repeat("    select col from a where a = 0\n", 12) + "  SQL\n\n")
	}
	src.WriteString("end\n")
	f, err := newChunker(t, Options{Max: 128}).File("m.rb", []byte(src.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range f.Chunks {
		for _, u := range ch.Units {
			if u.Name != "M" && u.EndLine-u.StartLine != 14 {
				t.Errorf("%s is lines %d to %d", u.Name, u.StartLine, u.EndLine)
			}
		}
	}
	if a, b := "# doc A", "# doc B"; !strings.HasPrefix(strings.TrimSpace(body(&f.Chunks[len(f.Chunks)/2])), b) {
		t.Errorf("no chunk in the middle begins with %q, after %q: %q", b, a, body(&f.Chunks[len(f.Chunks)/2]))
	}
}

// TestOpens: a signature keeps the word that opens what is left out.
func TestOpens(t *testing.T) {
	src := "defmodule A.B do\n  def f(a) do\n" + strings.Repeat("    IO.puts(a)\n", 60) + "  end\nend\n"
	f, err := newChunker(t, Options{Max: 128}).File("a.ex", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	last := f.Chunks[len(f.Chunks)-1]
	if !strings.Contains(last.Context, "defmodule A.B do\n") || !strings.Contains(last.Context, "  def f(a) do\n") {
		t.Errorf("the context is\n%s", last.Context)
	}
}

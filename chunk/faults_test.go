package chunk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// The faults that users of other tools met, each with its whole kind. All cut
// through check, so the promises hold for each of these files besides.

// cut cuts src under the promises.
func cut(t testing.TB, o Options, path, src string) *File {
	t.Helper()
	return check(t, newChunker(t, o), path, []byte(src))
}

func body(ch *Chunk) string { return ch.Text[len(ch.Context):] }

// holding gives the one chunk whose body has text in it.
func holding(t testing.TB, f *File, text string) *Chunk {
	t.Helper()
	var found []*Chunk
	for i := range f.Chunks {
		if strings.Contains(body(&f.Chunks[i]), text) {
			found = append(found, &f.Chunks[i])
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s: %d chunks hold %q", f.Path, len(found), text)
	}
	return found[0]
}

// together requires that one chunk holds all of the texts.
func together(t testing.TB, f *File, texts ...string) {
	t.Helper()
	first := holding(t, f, texts[0])
	for _, text := range texts[1:] {
		if ch := holding(t, f, text); ch != first {
			t.Errorf("%s: %q is in lines %d-%d, %q in %d-%d", f.Path, texts[0], first.StartLine, first.EndLine, text, ch.StartLine, ch.EndLine)
		}
	}
}

// unitNames lists the units of a file, each once.
func unitNames(f *File) (out []string) {
	for i := range f.Chunks {
		for _, u := range f.Chunks[i].Units {
			if s := u.Kind + " " + u.Name; !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

func requireUnits(t testing.TB, f *File, want ...string) {
	t.Helper()
	if got := unitNames(f); !slices.Equal(got, want) {
		t.Errorf("%s: units are %q, want %q", f.Path, got, want)
	}
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestLostText(t *testing.T) {
	t.Run("01 a string over the maximum", func(t *testing.T) {
		for path, open := range map[string]string{"a.py": "x = \"", "a.go": "package p\n\nvar x = \"", "a.js": "x = \"", "a.c": "char *x = \"", "a.rb": "x = \"", "a.txt": "", "a.json": "\""} {
			for _, max := range []int{32, 100, 512} {
				for _, r := range []string{"A", "é", "あ", "ab ", "9", "/"} {
					f := cut(t, Options{Max: max, Min: 16}, path, open+strings.Repeat(r, 800)+"\"\n")
					n := 0
					for i := range f.Chunks {
						n += strings.Count(body(&f.Chunks[i]), strings.TrimSpace(r))
					}
					if want := 800 + strings.Count(open, r); r != "ab " && n != want {
						t.Errorf("%s max %d: %d of %d %s", path, max, n, want, r)
					}
				}
			}
		}
	})
	t.Run("02 a function over the maximum", func(t *testing.T) {
		src := "def compute(values, *, start: int = 0) -> int:\n" + repeat(100, "    total_%d = values[1] + 1\n")
		f := cut(t, Options{Max: 128}, "a.py", src)
		if len(f.Chunks) < 5 {
			t.Fatalf("only %d chunks", len(f.Chunks))
		}
		for i := range 100 {
			holding(t, f, fmt.Sprintf("    total_%d = ", i))
		}
		for i := range f.Chunks[1:] {
			ch := &f.Chunks[1+i]
			if want := "# a.py\ndef compute(values, *, start: int = 0) -> int:\n    # ...\n"; ch.Context != want {
				t.Errorf("context is %q, want %q", ch.Context, want)
			}
			if want := [2]int{i + 2, len(f.Chunks)}; ch.Part == nil || *ch.Part != want {
				t.Errorf("part is %v, want %v", ch.Part, want)
			}
		}
	})
	t.Run("03 exported arrow functions", func(t *testing.T) {
		src := "export const h = async (req: Request) => {\n" + repeat(40, "  await step(%d);\n") + "};\n\n" +
			"export interface Reply {\n" + repeat(30, "  field%d: string;\n") + "}\n\n" + repeat(40, "const C%d = 1;\n")
		f := cut(t, Options{Max: 100}, "a.ts", src)
		names := unitNames(f)
		for _, want := range []string{"function h", "interface Reply"} {
			if !slices.Contains(names, want) {
				t.Errorf("no unit %q among %q", want, names)
			}
		}
		for i := range 40 {
			holding(t, f, fmt.Sprintf("step(%d)", i))
			holding(t, f, fmt.Sprintf("const C%d = 1;\n", i))
		}
	})
	t.Run("04 what stands between functions", func(t *testing.T) {
		src := "import a from 'a';\nconst FIRST = 1;\nfunction f() { return FIRST; }\nconst SECOND = 2;\nfunction g() { return SECOND; }\n"
		for _, max := range []int{32, 64, 512} {
			f := cut(t, Options{Max: max, Min: 1}, "a.js", src)
			for _, text := range []string{"import a from", "const FIRST", "function f", "const SECOND", "function g"} {
				holding(t, f, text)
			}
		}
	})
	t.Run("05 JSX", func(t *testing.T) {
		for _, path := range []string{"a.tsx", "a.jsx"} {
			f := cut(t, Options{}, path, "export const X = () => <div>Hi</div>\n")
			if f.Parse != parse.OK {
				t.Errorf("%s: parse is %s", path, f.Parse)
			}
			requireUnits(t, f, "function X")
		}
	})
	t.Run("06 a preprocessor that breaks the grammar", func(t *testing.T) {
		src := "#ifdef A\nint f(int a){\n#else\nint f(void){\n#endif\nreturn 1;}\nint g(void){return 2;}\n"
		f := cut(t, Options{}, "a.c", src)
		if f.Parse != parse.Errors {
			t.Errorf("parse is %s", f.Parse)
		}
		if names := unitNames(f); !slices.Contains(names, "function g") {
			t.Errorf("no function g among %q", names)
		}
		for i := range f.Chunks {
			if f.Chunks[i].Parse != parse.Errors {
				t.Errorf("chunk %d says its parse is %s", i, f.Chunks[i].Parse)
			}
		}
	})
}

func TestSize(t *testing.T) {
	t.Run("07 a minified line", func(t *testing.T) {
		for path, unit := range map[string]string{"a.js": "function f%d(a){return a+1};", "a.css": ".c%d{color:red}", "a.json": `{"k":%d},`, "a.html": "<p>%d</p>", "a.sql": "SELECT %d;"} {
			src := repeat(100_000/len(unit), unit)
			for _, max := range []int{64, 512} {
				if f := cut(t, Options{Max: max}, path, src); len(f.Chunks) < 40 {
					t.Errorf("%s: %d chunks of %d bytes", path, len(f.Chunks), len(src))
				}
			}
		}
	})
	t.Run("08 a context over its share", func(t *testing.T) {
		src := repeat(60, "import module_%d\n") + "\n\ndef f(\n" + repeat(40, "    parameter_%d: int = 0,\n") + "):\n" +
			repeat(60, "    module_%d.run(parameter_1)\n") + "    return 1\n"
		for _, o := range []Options{{Max: 32, Min: 16}, {Max: 64}, {Max: 128, Imports: "all"}, {Max: 512}} {
			f := cut(t, o, "a.py", src)
			last := &f.Chunks[len(f.Chunks)-1]
			if o.Max >= 128 && !strings.Contains(last.Context, "\ndef f") {
				t.Errorf("max %d: context of the last part is %q", o.Max, last.Context)
			}
		}
	})
	t.Run("09 dense text", func(t *testing.T) {
		for path, src := range map[string]string{
			"hex.c":     "unsigned char t[] = {\n" + strings.Repeat("0x9f, 0xe3, 0x01, 0xb7, 0xc8, 0x44, 0x0a, 0xff,\n", 200) + "};\n",
			"prose.txt": strings.Repeat("我们在海边等了很久，但是船没有来。", 200),
			"prose.md":  strings.Repeat("船は朝の霧の中を静かに進んだ。\n", 200),
			"base64.py": "KEY = '" + strings.Repeat("q8Zr+/0Lk3Vx", 400) + "'\n",
		} {
			for _, name := range []string{"cl100k_base", "o200k_base", "p50k_base", "r50k_base"} {
				count := truth(t, name)
				for _, max := range []int{32, 256} {
					f := cut(t, Options{Max: max, Tokenizer: name}, path, src)
					for i := range f.Chunks {
						if n := count(f.Chunks[i].Text); n > max || n != f.Chunks[i].Tokens {
							t.Fatalf("%s %s max %d: %d tokens, says %d", path, name, max, n, f.Chunks[i].Tokens)
						}
					}
				}
			}
		}
	})
	t.Run("10 and 20 graphemes", func(t *testing.T) {
		family := "👨‍👩‍👧‍👦"
		for path, src := range map[string]string{
			"a.txt": strings.Repeat("船来了", 400), "b.txt": strings.Repeat(family, 60), "c.py": "x = '" + strings.Repeat(family+"é", 60) + "'\n", "d.md": strings.Repeat("**船**👍🏽", 100),
		} {
			for _, max := range []int{64, 128} {
				f := cut(t, Options{Max: max}, path, src)
				for i := range f.Chunks[1:] {
					if b := f.Chunks[i+1].StartByte; !graphemeStarts([]byte(src), b) {
						t.Errorf("%s max %d: byte %d is inside a grapheme", path, max, b)
					}
				}
				if len(f.Chunks) < 3 {
					t.Errorf("%s max %d: %d chunks", path, max, len(f.Chunks))
				}
			}
		}
	})
}

func TestPositions(t *testing.T) {
	t.Run("18 CRLF", func(t *testing.T) {
		f := cut(t, Options{Max: 32, Min: 1}, "a.py", strings.Repeat("value = compute(1)\r\n", 20))
		if len(f.Chunks) < 3 {
			t.Fatalf("%d chunks", len(f.Chunks))
		}
		for i := range f.Chunks {
			if ch := &f.Chunks[i]; ch.StartByte != (ch.StartLine-1)*20 || !strings.HasSuffix(ch.Text, "\r\n") {
				t.Errorf("chunk %d begins at byte %d, line %d: %q", i, ch.StartByte, ch.StartLine, ch.Text)
			}
		}
	})
	t.Run("19 the last line", func(t *testing.T) {
		for src, want := range map[string]int{"a = 1\nb = 2\n": 2, "a = 1\nb = 2": 2, "a = 1\n\n\n": 3, "\n": 1, "a": 1} {
			f := cut(t, Options{}, "a.py", src)
			if got := f.Chunks[len(f.Chunks)-1].EndLine; got != want {
				t.Errorf("%q ends on line %d, want %d", src, got, want)
			}
		}
	})
	t.Run("21 equal pieces", func(t *testing.T) {
		line := "function a(){} function b(){}\n"
		f := cut(t, Options{Max: 32, Min: 1}, "a.js", strings.Repeat(line, 24))
		ids, hashes := map[string]bool{}, map[string]bool{}
		for i := range f.Chunks {
			ids[f.Chunks[i].ID], hashes[f.Chunks[i].Hash] = true, true
		}
		if len(ids) != len(f.Chunks) || len(hashes) >= len(ids) {
			t.Errorf("%d chunks have %d ids, %d hashes", len(f.Chunks), len(ids), len(hashes))
		}
		requireUnits(t, cut(t, Options{}, "b.js", line), "function a", "function b")
	})
	t.Run("ids and hashes", func(t *testing.T) {
		f := cut(t, Options{}, "a.js", "let a;\n")
		if ok, _ := regexp.MatchString(`^[0-9a-f]{32}$`, f.Chunks[0].ID); !ok || f.Chunks[0].ID == f.Chunks[0].Hash {
			t.Errorf("id %s, hash %s", f.Chunks[0].ID, f.Chunks[0].Hash)
		}
		g := cut(t, Options{NoPath: true}, "a.js", "let a;\n")
		h := cut(t, Options{NoPath: true}, "b.js", "let a;\n")
		if g.Chunks[0].Hash != h.Chunks[0].Hash || g.Chunks[0].ID == h.Chunks[0].ID {
			t.Error("a hash is of the text alone, an id of the path too")
		}
	})
}

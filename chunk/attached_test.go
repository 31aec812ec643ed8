package chunk

import (
	"fmt"
	"strings"
	"testing"
)

// TestDescribed: what a comment tells of begins in the chunk that the comment ends
// in, and is not torn after its first words, whatever the maximum.
func TestDescribed(t *testing.T) {
	doc := "  /**\n" + strings.Repeat("   * Some words about this field.\n", 5) + "   */\n"
	calls := strings.Repeat("  call(argc, 1);\n", 5)
	table := "@pytest.mark.parametrize(\n    (\"options\", \"want\"),\n    [\n" +
		strings.Repeat("        # As classes, the type is to be given.\n        # It is not guessed.\n        (\n            {\"value\": One},\n            One,\n        ),\n", 12) +
		"    ],\n)\ndef test_options(options, want):\n    check(options, want)\n"
	for path, src := range map[string]string{
		"A.java": "class A {\n" + doc + "  private final ThreadLocal<Map<TypeToken, Adapter>> results = new ThreadLocal<>();\n\n  int y;\n}\n",
		"A.cs":   "class A {\n" + doc + "  private readonly ThreadLocal<Map<TypeToken, Adapter>> results = new ThreadLocal();\n\n  int y;\n}\n",
		"a.ts":   "class A {\n" + doc + "  private readonly results: ThreadLocal<Map<TypeToken, Adapter>> = new ThreadLocal();\n\n  y = 1;\n}\n",
		"a.cc":   "int main(int argc) {\n#if HAVE\n" + calls + "#endif\n\n  // All tests run with the same limits.\n  SetLimits(kReadOnly,\n            kMap);\n\n" + calls + "}\n",
		"b.c":    "int main(int argc) {\n#if HAVE\n" + calls + "#endif\n\n  /* All tests run with the same limits. */\n  set_limits(READ_ONLY,\n             MAP);\n\n" + calls + "}\n",
		"t.py":   table,
	} {
		for max := 64; max <= 200; max += 3 {
			c := newChunker(t, Options{Max: max, Min: max / 2})
			f := check(t, c, path, []byte(src))
			for _, ch := range f.Chunks[1:] {
				before := src[:ch.StartByte]
				last := strings.TrimSpace(before[strings.LastIndexByte(strings.TrimRight(before, "\n"), '\n')+1:])
				if !strings.HasSuffix(before, "\n") || strings.HasPrefix(last, "#") && !strings.HasPrefix(last, "#if") && !strings.HasPrefix(last, "#endif") || strings.HasPrefix(last, "//") {
					t.Errorf("%s at %d is cut after %q", path, max, last)
				}
			}
		}
	}
}

// TestRemark: a word on what a bracket closes stands beside it, and nothing after it
// is told to be in what has ended.
func TestRemark(t *testing.T) {
	var inside strings.Builder
	for i := range 6 {
		fmt.Fprintf(&inside, "int f%d(int a) { return a + %d; }\n", i, i)
	}
	src := "namespace n {\n" + inside.String() + "}  // namespace n\n\nint main(int argc, char** argv) {\n  usage(argc, argv);\n  return 1;\n}\n"
	for max := 40; max <= 200; max++ {
		c := newChunker(t, Options{Max: max, Min: max / 2})
		for _, ch := range check(t, c, "a.cc", []byte(src)).Chunks {
			body := ch.Text[len(ch.Context):]
			if strings.HasPrefix(strings.TrimSpace(body), "// namespace") {
				t.Errorf("at %d a chunk begins %q", max, body)
			}
		}
	}
}

// TestImportOnce: an import that a file has twice is told once.
func TestImportOnce(t *testing.T) {
	src := "#ifdef A\n#include <vector>\n#else\n#include <vector>\n#endif\n" + strings.Repeat("int x;\n", 40) +
		"int f() {\n  std::vector<int> v;\n  return v.size();\n}\n"
	chunks := check(t, newChunker(t, Options{Max: 96, Min: 32}), "a.cc", []byte(src)).Chunks
	last := chunks[len(chunks)-1]
	if n := strings.Count(last.Context, "#include <vector>"); n != 1 {
		t.Errorf("%d times in %q", n, last.Context)
	}
}

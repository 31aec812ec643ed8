package eval

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSlide: what is added between two definitions, or taken from there, is one
// whole definition. A + marks the lines that are to be the group.
func TestSlide(t *testing.T) {
	for name, marked := range map[string]string{
		"function":           "func a() {\n\tx()\n}\n\n+func b() {\n+\ty()\n+}\n+\nfunc c() {\n\tz()\n}\n",
		"the same function":  "func a() {\n\tx()\n}\n\n+func b() {\n+\tx()\n+}\n+\nfunc c() {\n\tx()\n}\n",
		"last function":      "func a() {\n\tx()\n}\n+\n+func b() {\n+\ty()\n+}\n",
		"first function":     "+func a() {\n+\tx()\n+}\n+\nfunc b() {\n\ty()\n}\n",
		"with a comment":     "func a() {\n\tx()\n}\n\n+// b is.\n+func b() {\n+\ty()\n+}\n+\n// c is.\nfunc c() {\n\tz()\n}\n",
		"method":             "class A:\n    def a(self):\n        return x\n\n+    def b(self):\n+        return x\n+\n    def c(self):\n        return x\n",
		"without blank line": "class A {\n  a() {\n    x();\n  }\n+  b() {\n+    y();\n+  }\n  c() {\n    z();\n  }\n}\n",
		"end of a class":     "class A {\n  a() {\n    x();\n  }\n+\n+  b() {\n+    y();\n+  }\n}\n",
		"block":              "def f():\n    if a:\n        x()\n    end\n+    if b:\n+        y()\n+    end\n    if c:\n        z()\n    end\n",
		"same first line":    "/**\n * a\n */\nint a() {\n  x();\n}\n\n+/**\n+ * b\n+ */\n+int b() {\n+  y();\n+}\n+\n/**\n * c\n */\nint c() {\n  z();\n}\n",
		"same decorator":     "class A:\n    @property\n    def a(self):\n        return x\n\n+    @property\n+    def b(self):\n+        return y\n+\n    @property\n    def c(self):\n        return z\n",
		"same test":          "def f():\n    if a:\n        x()\n    if a:\n        y()\n+    if a:\n+        u()\n    if a:\n        z()\n",
		"same call":          "\tif err := a(); err != nil {\n\t\treturn err\n\t}\n+\tif err := b(); err != nil {\n+\t\treturn err\n+\t}\n\treturn nil\n",
		"equal lines":        "a\na\n+a\n",
		"a blank line":       "a\n\n+\nb\n",
	} {
		t.Run(name, func(t *testing.T) {
			with, without, from, to := "", "", -1, 0
			for i, line := range strings.SplitAfter(marked, "\n") {
				text, added := strings.CutPrefix(line, "+")
				with += text
				switch {
				case !added:
					without += text
				case from < 0:
					from, to = i, i+1
				default:
					to = i + 1
				}
			}
			added, deleted := diffLines(without, with), diffLines(with, without)
			if want := fmt.Sprintf("[{{%d %d} {%d %d}}]", from, from, from, to); fmt.Sprint(added) != want {
				t.Errorf("added as %v, want %s", added, want)
			}
			if want := fmt.Sprintf("[{{%d %d} {%d %d}}]", from, to, from, from); fmt.Sprint(deleted) != want {
				t.Errorf("deleted as %v, want %s", deleted, want)
			}
		})
	}
}

// sources are the files of this package, to be edited.
func sources(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	var out []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// edited gives text with lines deleted, or lines of its own added elsewhere.
func edited(t *rapid.T, text string) string {
	lines := strings.SplitAfter(text, "\n")
	from := rapid.IntRange(0, len(lines)-1).Draw(t, "from")
	to := rapid.IntRange(from, min(from+30, len(lines))).Draw(t, "to")
	if rapid.Bool().Draw(t, "delete") {
		return strings.Join(lines[:from], "") + strings.Join(lines[to:], "")
	}
	at := rapid.IntRange(0, len(lines)-1).Draw(t, "at")
	return strings.Join(lines[:at], "") + strings.Join(lines[from:to], "") + strings.Join(lines[at:], "")
}

// TestSlideEdits: whatever is edited, the hunks make the one text of the other.
func TestSlideEdits(t *testing.T) {
	files := sources(t)
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SampledFrom(files).Draw(t, "file")
		after := before
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			after = edited(t, after)
		}
		checkDiff(t, before, after)
	})
}

// TestSlideAsGit: one edit is where git has it. Of more, git may choose other
// lines as those that both have.
func TestSlideAsGit(t *testing.T) {
	files, dir := sources(t), t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SampledFrom(files).Draw(t, "file")
		after := edited(t, before)
		write("before", before)
		write("after", after)
		// With less context git looks at a part of the files alone.
		c := exec.Command("git", "diff", "--no-index", "--no-color", "--no-ext-diff", "-U1000000", "before", "after")
		c.Dir, c.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, _ := c.Output() // it fails where there is a difference
		_, body, _ := strings.Cut(string(out), "\n@@")
		_, body, _ = strings.Cut(body, "\n")
		var want, got strings.Builder
		for line := range strings.Lines(body) {
			want.WriteByte(line[0])
		}
		at := 0
		for _, h := range diffLines(before, after) {
			got.WriteString(strings.Repeat(" ", h.old.from-at) + strings.Repeat("-", h.old.to-h.old.from) + strings.Repeat("+", h.new.to-h.new.from))
			at = h.old.to
		}
		if before != after {
			got.WriteString(strings.Repeat(" ", strings.Count(before, "\n")-at))
		}
		if got.String() != want.String() {
			t.Fatalf("got\n%s\ngit has\n%s", got.String(), want.String())
		}
	})
}

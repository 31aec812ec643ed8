package chunk

import (
	"fmt"
	"strings"
	"testing"
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

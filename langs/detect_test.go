package langs

import (
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-enry/go-enry/v2"
)

// TestDetect holds the shortcut around modelines against go-enry's own answer,
// but for families, over real files and made-up modelines.
func TestDetect(t *testing.T) {
	root := filepath.Join(build.Default.GOROOT, "src")
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if n++; n%20 != 0 {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		src = src[:min(len(src), sample)]
		got, want := Detect(p, src), enry.GetLanguage(p, src)
		if family := families[filepath.Ext(p)]; got != want && (family == "" || got != family) {
			t.Errorf("%s: %q, go-enry says %q", p, got, want)
		}
		return nil
	})
	if err != nil || n < 1000 {
		t.Fatal(n, err)
	}
	for text, want := range map[string]string{
		"# vim: set ft=ruby:\n":         "Ruby",
		"/* vim7: set filetype=c: */\n": "C",
		"# vi : ft=python\n":            "Python",
		" ex: syntax=perl\n":            "Perl",
		"; -*- mode: Lisp -*-\n":        "Common Lisp",
		"-*- go -*-":                    "Go",
		"index: ft=ruby\n":              "Ruby",
	} {
		if got := enry.GetLanguage("a.txt", []byte(text)); got != want {
			t.Errorf("go-enry reads %q as %q, not %q", text, got, want)
		}
		if got := Detect("a.txt", []byte(text)); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// Where go-enry only guesses, a language with a grammar here that the extension
// is for wins, and no other; bytes are what their name says.
func TestDetectGuesses(t *testing.T) {
	for _, test := range []struct{ path, src, want string }{
		{"cue.mod/module.cue", "module: \"example.com/m\"\n", "CUE"},
		{"a.cue", "FILE \"a.wav\" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n", "CUE"}, // no rule tells
		{"src/table.ml", "open! Import\n\ntype ('i, 'o) t =\n  { spec : ('i, 'o) Spec.t\n  }\n", "OCaml"},
		{"src/table.ml", "fun f x = case x of 1 => 2\n", "Standard ML"}, // a rule does
		{"a.ex", "Demo.run()\n", "Elixir"},
		{"a.ex", "procedure p()\nend procedure\n", "Euphoria"},
		{"a.ml", "let f x = x\n", "OCaml"},
		{"a.py", "x = '\x00'\n", "Python"},
		{"a.c", "\x00\x01", "C"},
		{"a.mo", "\xde\x12\x04\x95\x00", ""},
		{"libc.so.6", "\x7fELF\x00", ""},
		{"add.s", "TEXT ·add(SB), NOSPLIT, $0-24\n\tMOVQ a+0(FP), AX\n\tRET\n", "Assembly"}, // no rule tells
		{"add.S", "// see add.s\n#include \"textflag.h\"\n", "Assembly"},
		{"add.s", "\t.globl add\nadd:\n\tmove.l d0,d1\n\trts\n", "Motorola 68K Assembly"}, // a rule does
		{"build.gradle.kts", "plugins {}\n", "Gradle Kotlin DSL"},
	} {
		if got := Detect(test.path, []byte(test.src)); got != test.want {
			t.Errorf("%s, %q: %q, want %q", test.path, test.src, got, test.want)
		}
	}
	for path, src := range map[string]string{"a.inc": "Hello\n", "a.re": "let f = 1;\n", "a.spec": "Name: x\n", "a.q": "return {}\n"} {
		if got, want := Detect(path, []byte(src)), enry.GetLanguage(path, []byte(src)); got != want {
			t.Errorf("%s: %q, go-enry says %q", path, got, want)
		}
	}
}

// What a table says it parses is a language that can be detected.
func TestNames(t *testing.T) {
	for _, l := range All() {
		for _, name := range append([]string{l.Name}, l.Also...) {
			if _, err := enry.GetLanguageInfo(name); err != nil {
				t.Errorf("%s: %v", l.Name, err)
			}
			if ByName(name) != l {
				t.Errorf("%s is not read as %s", name, l.Name)
			}
		}
	}
}

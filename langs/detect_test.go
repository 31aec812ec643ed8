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
// over real files and made-up modelines.
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
		if got, want := Detect(p, src), enry.GetLanguage(p, src); got != want {
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

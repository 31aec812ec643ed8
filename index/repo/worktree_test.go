package repo

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	genName = rapid.SampledFrom([]string{
		"a", "b", "ab", "a.o", "b.o", "foo", "bar", "a b", "a ", " a", "!a", "#a", `a\b`, "[a]", "a*",
		".x", "Zed", "foo.c", "a-b", "a.b", "q\"q", "n\nn", "\xff\xfe", "é", "-",
	})
	genPattern = rapid.Custom(func(t *rapid.T) string {
		part := rapid.SampledFrom([]string{
			"a", "b", "o", "foo", "bar", "*", "**", "?", "/", "/", "**/", "/**", "/**/", "*.o", ".", "[ab]", "[!a]",
			"[^b]", "[a-c]", "[[:alpha:]]", "[[:upper:]]", "[[:bogus:]]", "[]a]", "[a", `\`, `\a`, `\*`, `\ `,
			" ", "!", "#", "é", "\xff", "-", "\t", "[a-", "[[:alpha:", "[\\]]", "\"", "zED", "FOO",
		})
		line := strings.Join(rapid.SliceOfN(part, 1, 5).Draw(t, "parts"), "")
		if rapid.IntRange(0, 3).Draw(t, "negate") == 0 {
			line = "!" + line
		}
		return line + rapid.SampledFrom([]string{"", "", "/", " ", `\ `, "\r", "/ "}).Draw(t, "tail")
	})
	genIgnore = rapid.Custom(func(t *rapid.T) string {
		bom := rapid.SampledFrom([]string{"", "", "", "\ufeff"}).Draw(t, "bom")
		end := rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		return bom + strings.Join(rapid.SliceOfN(genPattern, 1, 6).Draw(t, "lines"), "\n") + end
	})
	genPath = rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(genName, 1, 4).Draw(t, "names"), "/")
	})
)

// plant writes a random tree with ignore files; names that collide are passed over.
func plant(t *rapid.T, dir string) {
	put := func(path, body string) {
		full := filepath.Join(dir, path)
		if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
			if info, err := os.Lstat(full); err != nil || !info.IsDir() {
				os.WriteFile(full, []byte(body), 0o644)
			}
		}
	}
	paths := rapid.SliceOfN(genPath, 1, 25).Draw(t, "paths")
	for _, p := range paths {
		put(p, p)
	}
	for range rapid.IntRange(1, 3).Draw(t, "ignore files") {
		at := filepath.Dir(rapid.SampledFrom(paths).Draw(t, "near"))
		put(filepath.Join(at, ".gitignore"), genIgnore.Draw(t, "ignore"))
	}
}

// The work tree is exactly what git says it is.
func TestWorkTreeEqualsGit(t *testing.T) {
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		dir := filepath.Join(base, fmt.Sprint(n))
		files(t, dir, map[string]string{"x": ""})
		defer os.RemoveAll(dir)
		git(t, dir, "init", "-q")
		plant(t, dir)
		all := gitFiles(t, dir)
		for _, p := range all {
			if rapid.IntRange(0, 3).Draw(t, "track") == 0 {
				git(t, dir, "--literal-pathspecs", "add", "-f", "--", p)
			}
		}
		if rapid.Bool().Draw(t, "again") { // some of what is tracked is now ignored
			plant(t, dir)
		}
		if rapid.Bool().Draw(t, "exclude") {
			files(t, dir, map[string]string{".git/info/exclude": genIgnore.Draw(t, "exclude")})
		}
		if rapid.Bool().Draw(t, "fold") {
			git(t, dir, "config", "core.ignoreCase", "true")
		}
		if want, got := gitFiles(t, dir), paths(entries(t, dir, Options{})); !slices.Equal(want, got) {
			t.Fatalf("git %q\ngot %q", want, got)
		}
		// And so is every directory in it, asked about by itself.
		for _, sub := range all {
			if i := strings.LastIndexByte(sub, '/'); i > 0 {
				at := filepath.Join(dir, sub[:i])
				if info, err := os.Lstat(at); err != nil || !info.IsDir() {
					continue
				}
				if want, got := gitFiles(t, at), paths(entries(t, at, Options{})); !slices.Equal(want, got) {
					t.Fatalf("in %q:\ngit %q\ngot %q", sub[:i], want, got)
				}
				break
			}
		}
	})
}

package langs

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2"
)

// sample is how many bytes tell a language: GitHub's own rules read no more.
const sample = 16 << 10

// Detect names the language of a file by Linguist's rules: its name, its
// extension, a shebang or modeline, its first bytes. "" when it cannot tell.
// Where those leave several it prefers the one here that the extension is for;
// and a file of bytes is what its name says, if it has a grammar here.
func Detect(path string, src []byte) string {
	src = src[:min(len(src), sample)]
	strategies := enry.DefaultStrategies
	switch {
	case enry.IsBinary(src):
		if found := detect(names, path, nil); len(found) != 1 {
			return owner(path, found)
		} else if ByName(found[0]) != nil {
			return found[0]
		}
		return ""
	case !modeline(src):
		strategies = strategies[1:]
	}
	family := families[strings.ToLower(filepath.Ext(path))]
	if family != "" {
		strategies = strategies[:len(strategies)-1] // the classifier
	}
	switch found := detect(strategies, path, src); {
	case len(found) == 0:
		return ""
	case len(found) > 1 && family != "":
		return family
	case len(found) > 1 && ByName(found[0]) == nil:
		return cmp.Or(owner(path, found), found[0])
	default:
		return found[0]
	}
}

// families has the extensions whose languages are dialects of one, which stands
// here for those that neither a name nor a pattern tells apart: a classifier by
// words takes three milliseconds a file to call a third of Go's own assembly
// that of the Motorola 68000.
var families = map[string]string{".s": "Assembly"}

// names are the strategies that do not look into the file.
var names = []enry.Strategy{enry.GetLanguagesByFilename, enry.GetLanguagesByExtension}

// detect gives the languages that a file may be in, the likeliest first.
func detect(strategies []enry.Strategy, path string, src []byte) (found []string) {
	for _, strategy := range strategies {
		if languages := strategy(path, src, found); len(languages) > 0 {
			found = languages
		}
		if len(found) == 1 {
			break
		}
	}
	return found
}

// owner gives the language that has a grammar of its own here and whose first
// extension, by Linguist, is the file's: .ml is OCaml's, and .inc not PHP's.
// "" where none of the languages is so.
func owner(path string, languages []string) string {
	ext := strings.ToLower(filepath.Ext(path))
	for _, name := range languages {
		if l := ByName(name); l != nil && l.Name == name && slices.Index(enry.GetLanguageExtensions(name), ext) == 0 {
			return name
		}
	}
	return ""
}

// modeline reports whether src may have a line that tells an editor its
// language: to search for one, which go-enry does first of all, takes longer
// than all else. It begins with -*- or has vi:, vim:, vim7: or ex: in it.
func modeline(src []byte) bool {
	if bytes.Contains(src, []byte("-*-")) {
		return true
	}
	for i, c := range src {
		if c != ':' {
			continue
		}
		word := bytes.TrimRight(src[max(0, i-32):i], " \t\r\n\f\v")
		word = bytes.TrimRight(word, "0123456789<=>")
		if bytes.HasSuffix(word, []byte("vi")) || bytes.HasSuffix(word, []byte("vim")) || bytes.HasSuffix(word, []byte("ex")) || i > 32 && len(word) == 0 {
			return true
		}
	}
	return false
}

// ByAlias finds a language by a name that people call it by, such as a
// fence's info string gives: golang, js, c++. nil when there is none.
func ByAlias(name string) *Language {
	if l := ByName(name); l != nil || name == "" {
		return l
	}
	return ByName(Canonical(name))
}

// Canonical gives Linguist's own spelling of a language, known here or not, by
// its name in any case or one of its aliases; name itself if there is none.
func Canonical(name string) string {
	if full, ok := enry.GetLanguageByAlias(name); ok {
		return full
	}
	if l := ByName(name); l != nil {
		return l.Name
	}
	return name
}

package langs

import "github.com/go-enry/go-enry/v2"

// sample is how many bytes tell a language: GitHub's own rules read no more.
const sample = 16 << 10

// Detect names the language of a file by Linguist's rules: its name, its
// extension, a shebang or modeline, its first bytes. "" when it cannot tell.
func Detect(path string, src []byte) string {
	return enry.GetLanguage(path, src[:min(len(src), sample)])
}

// ByAlias finds a language by a name that people call it by, such as a
// fence's info string gives: golang, js, c++. nil when there is none.
func ByAlias(name string) *Language {
	if l := ByName(name); l != nil || name == "" {
		return l
	}
	full, _ := enry.GetLanguageByAlias(name)
	return ByName(full)
}

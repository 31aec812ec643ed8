package langs

import "github.com/go-enry/go-enry/v2"

// sample is how many bytes tell a language: GitHub's own rules read no more.
const sample = 16 << 10

// Detect names the language of a file by Linguist's rules: its name, its
// extension, a shebang or modeline, its first bytes. "" when it cannot tell.
func Detect(path string, src []byte) string {
	return enry.GetLanguage(path, src[:min(len(src), sample)])
}

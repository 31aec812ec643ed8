package index

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// What a search finds are words. A run of letters, digits and underscores is a
// word, in lower case; and where it is made of several, each of those too: they
// begin at an underscore, where lower case turns to upper, where letters turn
// to digits, and before the last of several capitals that a small letter
// follows. HTTPServer2 is httpserver2, http, server and 2; a number is one word,
// whatever letters are in it. Of scripts that leave no space between words (Han,
// kana, Thai and the like), every letter is a word.
//
// A word of one ASCII letter or digit is left out of the body: a quarter of all
// words are such, and nobody is helped by finding them.

// words are those of one chunk, by column, with a space between two.
type words struct {
	body, path, name, scope string
}

// wordsOf gives the words of a chunk.
func wordsOf(ch *chunk.Chunk) words {
	var names []string
	for _, u := range ch.Units {
		names = append(names, u.Name)
	}
	return words{
		body:  wordsIn(ch.Text[len(ch.Context):], 2),
		path:  wordsIn(ch.Path, 1),
		name:  wordsIn(ch.Name+" "+strings.Join(names, " "), 1),
		scope: wordsIn(strings.Join(ch.Scope, " "), 1),
	}
}

func wordsIn(s string, least int) string {
	return string(appendWords(make([]byte, 0, len(s)+len(s)/2), s, least))
}

// appendWords appends the words of s that have at least so many bytes, a space
// after each.
func appendWords(b []byte, s string, least int) []byte {
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case !inWord(r):
			i += n
		case dense(r):
			b = append(append(b, s[i:i+n]...), ' ')
			i += n
		default:
			end := wordEnd(s, i+n)
			if end-i >= least {
				b = appendParts(b, s[i:end])
			}
			i = end
		}
	}
	return b
}

func wordEnd(s string, i int) int {
	for i < len(s) {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if !inWord(r) || dense(r) {
			break
		}
		i += n
	}
	return i
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// dense reports whether a letter is of a script without spaces.
func dense(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// appendParts appends a word, and what it is made of if that is several.
func appendParts(b []byte, word string) []byte {
	word = strings.Trim(word, "_")
	if word == "" {
		return b
	}
	b = append(append(b, strings.ToLower(word)...), ' ')
	if class(word[0]) == digit {
		return b
	}
	start, prev := 0, class(word[0])
	for i := 1; i < len(word); i++ {
		c := class(word[i])
		cut := c != prev && !(prev == upper && c == lower) ||
			prev == upper && c == upper && i+1 < len(word) && class(word[i+1]) == lower
		if cut {
			b = appendPart(b, word[start:i])
			start = i
		}
		prev = c
	}
	if start > 0 {
		b = appendPart(b, word[start:])
	}
	return b
}

func appendPart(b []byte, part string) []byte {
	if part = strings.Trim(part, "_"); part == "" {
		return b
	}
	return append(append(b, strings.ToLower(part)...), ' ')
}

// The classes of a byte in a word. Every letter beyond ASCII is a small one:
// what camel case there is is ASCII's.
const (
	lower = iota
	upper
	digit
	under
)

func class(c byte) int {
	switch {
	case c == '_':
		return under
	case '0' <= c && c <= '9':
		return digit
	case 'A' <= c && c <= 'Z':
		return upper
	}
	return lower
}

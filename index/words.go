package index

import (
	"iter"
	"slices"
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

// bodyLeast is how many bytes a word of a body has at least.
const bodyLeast = 2

// wordsOf gives the words of a chunk.
func wordsOf(ch *chunk.Chunk) words {
	return words{
		body:  wordsIn(ch.Text[len(ch.Context):], bodyLeast),
		path:  wordsIn(ch.Path, 1),
		name:  wordsIn(strings.Join(slices.Collect(namesOf(ch)), " "), 1),
		scope: wordsIn(strings.Join(ch.Scope, " "), 1),
	}
}

// namesOf gives the names of a chunk. The headings of its sections are none: they
// stand in the body, and as names documents would stand before the code that they
// are about.
func namesOf(ch *chunk.Chunk) iter.Seq[string] {
	return func(yield func(string) bool) {
		if ch.Kind != section && !yield(ch.Name) {
			return
		}
		for _, u := range ch.Units {
			if u.Kind != section && !yield(u.Name) {
				return
			}
		}
	}
}

// section is the kind of the units of documents.
const section = "section"

func wordsIn(s string, least int) string {
	return string(appendWords(make([]byte, 0, len(s)+len(s)/2), s, least))
}

// appendWords appends the words of s that have at least so many bytes, a space
// after each.
func appendWords(b []byte, s string, least int) []byte {
	for start, end := nextRun(s, 0); start < len(s); start, end = nextRun(s, end) {
		if end-start >= least {
			b = appendParts(b, strings.Trim(s[start:end], "_"))
		}
	}
	return b
}

// nextRun finds the first run of s from i on: letters, digits and underscores,
// or one letter of a script without spaces. Both offsets are len(s) if there is
// none.
func nextRun(s string, i int) (start, end int) {
	for start = i; start < len(s); {
		if c := s[start]; c < utf8.RuneSelf {
			if wordByte(c) {
				return start, runEnd(s, start+1)
			}
			start++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[start:])
		switch {
		case !inWord(r):
			start += n
		case dense(r):
			return start, start + n
		default:
			return start, runEnd(s, start+n)
		}
	}
	return len(s), len(s)
}

func runEnd(s string, i int) int {
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if !wordByte(c) {
				break
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !inWord(r) || dense(r) {
			break
		}
		i += n
	}
	return i
}

// wordByte reports whether a byte of ASCII stands in words: one that is a letter,
// a digit or an underscore.
func wordByte(c byte) bool {
	const low, high = 0x03ff000000000000, 0x07fffffe87fffffe
	if c < 64 {
		return low>>c&1 != 0
	}
	return uint64(high)>>(c-64)&1 != 0
}

// inWord reports whether a rune beyond ASCII stands in words.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// dense reports whether a letter is of a script without spaces.
func dense(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// appendParts appends a run, and what it is made of if that is several.
func appendParts(b []byte, run string) []byte {
	b = appendWord(b, run)
	end := partEnd(run, 0)
	if end == len(run) {
		return b
	}
	for i := 0; i < len(run); i, end = end, partEnd(run, end) {
		b = appendWord(b, strings.Trim(run[i:end], "_"))
	}
	return b
}

func appendWord(b []byte, word string) []byte {
	if word == "" {
		return b
	}
	start := len(b)
	for i := range len(word) {
		c := word[i]
		if c >= utf8.RuneSelf {
			return append(append(b[:start], strings.ToLower(word)...), ' ')
		}
		if class(c) == upper {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return append(b, ' ')
}

// partEnd gives the end of the part of a run that begins at i.
func partEnd(run string, i int) int {
	if i == len(run) || i == 0 && class(run[0]) == digit {
		return len(run)
	}
	prev := class(run[i])
	for i++; i < len(run); i++ {
		c := class(run[i])
		if c != prev && !(prev == upper && c == lower) ||
			prev == upper && c == upper && i+1 < len(run) && class(run[i+1]) == lower {
			break
		}
		prev = c
	}
	return i
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

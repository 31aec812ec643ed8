package data

import (
	"bytes"
	"regexp"
)

func (t *Text) toml() {
	t.Between = "\n"
	t.lines(tables)
}

// flow gives where the array or inline table of TOML, or the flow collection
// of YAML, ends that opens at i. ok is false where nothing closes it, or not
// the bracket that should.
func flow(src []byte, i int, toml bool) (stop int, ok bool) {
	var open []byte
	for ; i < len(src); i++ {
		apart := toml || i == 0 || bytes.IndexByte([]byte(" \t\n[{,:"), src[i-1]) >= 0
		switch c := src[i]; {
		case c == '[' || c == '{':
			open = append(open, c+2) // ] and } come two after [ and {
		case c == ']' || c == '}':
			if c != open[len(open)-1] {
				return i, false
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, true
			}
		case (c == '"' || c == '\'') && apart:
			if toml {
				stop, ok = tomlString(src, i)
			} else {
				stop, ok = quoted(src, i, len(src))
			}
			if !ok {
				return i, false
			}
			i = stop - 1
		case c == '#' && apart:
			i = lineEnd(src, i) - 1
		}
	}
	return len(src), false
}

// tomlString gives where the string ends that begins at i.
func tomlString(src []byte, i int) (stop int, ok bool) {
	q := src[i : i+1]
	if triple := bytes.Repeat(q, 3); bytes.HasPrefix(src[i:], triple) {
		q = triple
	} else {
		src = src[:lineEnd(src, i)]
	}
	for j := i + len(q); j < len(src); j++ {
		switch {
		case src[j] == '\\' && q[0] == '"':
			j++
		case bytes.HasPrefix(src[j:], q):
			for j += len(q); len(q) == 3 && j < len(src) && src[j] == q[0]; j++ { // quotes before the three
			}
			return j, true
		}
	}
	return len(src), false
}

// tomlKey gives where the key that text begins with meets the byte after it;
// -1 if it does not, or is no key.
func tomlKey(text []byte, after byte) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == after:
			key := bytes.TrimSpace(text[:i])
			if len(key) == 0 || bytes.IndexByte(key, ' ') > 0 && bytes.IndexAny(key, `."'`) < 0 {
				return -1
			}
			return i
		case c == '"' || c == '\'':
			stop, ok := quoted(text, i, len(text))
			if !ok {
				return -1
			}
			i = stop - 1
		case c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || bytes.IndexByte([]byte("_-. \t"), c) >= 0:
		default:
			return -1
		}
	}
	return -1
}

// tomlHeader reports whether a line is a table's header.
func tomlHeader(line []byte) bool {
	double := bytes.HasPrefix(line, []byte("[["))
	if line = line[1:]; double {
		line = line[1:]
	}
	i := tomlKey(line, ']')
	if i < 0 {
		return false
	}
	if line = line[i+1:]; double {
		if !bytes.HasPrefix(line, []byte("]")) {
			return false
		}
		line = line[1:]
	}
	return tomlRest(line)
}

// tomlRest reports whether no more than a comment is left of a line.
func tomlRest(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r")
	return len(line) == 0 || line[0] == '#'
}

// tomlValue reports whether text may be a value, with what is left of its line.
func tomlValue(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	switch text[0] {
	case '[', '{':
		stop, ok := flow(text, 0, true)
		return ok && tomlRest(text[stop:])
	case '"', '\'':
		stop, ok := tomlString(text, 0)
		return ok && tomlRest(text[stop:])
	}
	word, _, _ := bytes.Cut(text, []byte("#"))
	return tomlScalar.Match(bytes.TrimSpace(word))
}

// tomlScalar is a constant, a number, a date or a time.
var tomlScalar = regexp.MustCompile(`^(?:true|false|[+-]?(?:inf|nan)` +
	`|[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?` +
	`|0x[\da-fA-F](?:_?[\da-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*` +
	`|\d{4}-\d\d-\d\d(?:[Tt ]` + tomlTime + `(?:[Zz]|[+-]\d\d:\d\d)?)?|` + tomlTime + `)$`)

const tomlTime = `\d\d:\d\d(?::\d\d(?:\.\d+)?)?`

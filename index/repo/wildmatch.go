package repo

import "strings"

// This is git's wildmatch, oddities included: `a**/b` behaves differently after a
// literal prefix was matched apart, a malformed class matches nothing. Equality
// with git is what counts, so the shape of the original is kept: a recursive
// matcher that can give up at two levels, which is what keeps it from exploding.

type wild int

const (
	wildMatch wild = iota
	wildNo
	wildAbort         // no text is left: nothing to the left can help
	wildAbortStarStar // ... unless it can match a slash
)

// matcher holds what stays the same through the recursion.
type matcher struct {
	pathname bool // `*`, `?` and classes do not match a slash
	fold     bool // ASCII case is ignored
}

// wildmatch reports whether text matches pattern by git's rules.
func wildmatch(pattern, text string, pathname, fold bool) bool {
	m := matcher{pathname, fold}
	return m.do(pattern, text) == wildMatch
}

// at returns s[i], or 0 past the end: patterns and names hold no NUL.
func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func (m matcher) lower(c byte) byte {
	if m.fold && c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func (m matcher) do(pattern, text string) wild {
	p, t := 0, 0
	for ; p < len(pattern); p, t = p+1, t+1 {
		pc, tc := m.lower(pattern[p]), m.lower(at(text, t))
		if t >= len(text) && pc != '*' {
			return wildAbort
		}
		switch pc {
		case '\\':
			p++
			if tc != at(pattern, p) {
				return wildNo
			}
		case '?':
			if m.pathname && tc == '/' {
				return wildNo
			}
		case '[':
			end, matched := m.class(pattern, p+1, tc)
			if end < 0 {
				return wildAbort
			}
			if !matched || m.pathname && tc == '/' {
				return wildNo
			}
			p = end
		case '*':
			end, slash := m.stars(pattern, p)
			rest := pattern[end:]
			if end-p > 1 && slash && m.pathname && at(rest, 0) == '/' && m.do(rest[1:], text[t:]) == wildMatch {
				return wildMatch // `**/` matching nothing
			}
			if !slash && at(rest, 0) == '/' { // `*/`: the rest of this element
				i := strings.IndexByte(text[t:], '/')
				if i < 0 {
					return wildNo
				}
				p, t = end, t+i
				continue
			}
			return m.star(rest, text[t:], slash)
		default:
			if tc != pc {
				return wildNo
			}
		}
	}
	if t < len(text) {
		return wildNo
	}
	return wildMatch
}

// stars returns where the run of asterisks at p ends, and whether it matches slashes.
func (m matcher) stars(pattern string, p int) (end int, slash bool) {
	for end = p + 1; at(pattern, end) == '*'; end++ {
	}
	if !m.pathname {
		return end, true
	}
	if end == p+1 {
		return end, false
	}
	before := p == 0 || pattern[p-1] == '/'
	after := end == len(pattern) || pattern[end] == '/' || pattern[end] == '\\' && at(pattern, end+1) == '/'
	return end, before && after
}

// star matches an asterisk followed by rest.
func (m matcher) star(rest, text string, slash bool) wild {
	if rest == "" {
		if !slash && strings.IndexByte(text, '/') >= 0 {
			return wildNo
		}
		return wildMatch
	}
	for t := 0; t < len(text); t++ {
		if !special(rest[0]) { // skip to where the literal is
			pc := m.lower(rest[0])
			for t < len(text) && m.lower(text[t]) != pc && (slash || text[t] != '/') {
				t++
			}
			if m.lower(at(text, t)) != pc {
				return wildNo
			}
		}
		got := m.do(rest, text[t:])
		if got != wildNo {
			if !slash || got != wildAbortStarStar {
				return got
			}
		} else if !slash && text[t] == '/' {
			return wildAbortStarStar
		}
	}
	return wildAbort
}

// class matches c against the bracket expression whose inside starts at p. It
// returns where the closing bracket is, or -1 if the expression is malformed.
func (m matcher) class(pattern string, p int, c byte) (end int, matched bool) {
	negated := at(pattern, p) == '!' || at(pattern, p) == '^'
	if negated {
		p++
	}
	var prev byte
	for first := true; first || at(pattern, p) != ']'; p++ {
		first = false
		pc := at(pattern, p)
		switch {
		case pc == 0:
			return -1, false
		case pc == '\\':
			p++
			if pc = at(pattern, p); pc == 0 {
				return -1, false
			}
			matched = matched || c == pc
		case pc == '-' && prev != 0 && at(pattern, p+1) != 0 && pattern[p+1] != ']':
			p++
			if pattern[p] == '\\' {
				p++
			}
			hi := at(pattern, p)
			if hi == 0 {
				return -1, false
			}
			matched = matched || prev <= c && c <= hi || m.fold && 'a' <= c && c <= 'z' && prev <= c-32 && c-32 <= hi
			pc = 0
		case pc == '[' && at(pattern, p+1) == ':':
			i := strings.IndexByte(pattern[p+2:], ']')
			if i < 0 {
				return -1, false
			}
			name := pattern[p+2 : p+2+i]
			if !strings.HasSuffix(name, ":") { // no `:]`: an ordinary set
				matched = matched || c == '['
				break
			}
			in, known := m.named(name[:len(name)-1], c)
			if !known {
				return -1, false
			}
			matched = matched || in
			p, pc = p+2+i, 0
		default:
			matched = matched || c == pc
		}
		prev = pc
	}
	return p, matched != negated
}

// named reports whether c is in the POSIX class, and whether there is such a class.
func (m matcher) named(class string, c byte) (in, known bool) {
	lower, upper, digit := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	graph := 0x21 <= c && c <= 0x7e
	switch class {
	case "alnum":
		return lower || upper || digit, true
	case "alpha":
		return lower || upper, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < 0x20 || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !lower && !upper && !digit, true
	case "space":
		return c == ' ' || c == '\t' || c == '\n' || c == '\r', true
	case "upper":
		return upper || m.fold && lower, true
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F', true
	}
	return false, false
}

// special reports whether c has a meaning in patterns.
func special(c byte) bool { return c == '*' || c == '?' || c == '[' || c == '\\' }

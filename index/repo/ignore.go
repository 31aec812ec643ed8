package repo

import (
	"bytes"
	"strings"
)

// Ignore rules, as gitignore(5) has them. A rules value is one file's patterns;
// the last that matches decides. The files that apply to a path are asked from
// the deepest directory outwards, then .git/info/exclude, then the user's file;
// the first that has an opinion wins. What lies below an ignored directory is
// never asked about: the walk carries that down.

type verdict int8

const (
	undecided verdict = iota
	ignore
	keep
)

// rule is one line of an ignore file.
type rule struct {
	pattern string // without `!`, the leading slash of an anchor and the trailing slash
	literal int    // length of the part before the first special character
	keep    bool   // `!`
	dir     bool   // trailing slash: only directories
	name    bool   // no other slash: matched against the last element
	suffix  bool   // `*` and then a literal
}

// rules are the lines of one ignore file, with the length of the directory they
// are relative to, trailing slash included.
type rules struct {
	base int
	list []rule
	fold bool
}

// parseRules reads an ignore file. Like git it never fails: a line that makes no
// sense matches nothing.
func parseRules(src []byte, base int, fold bool) *rules {
	rs := &rules{base: base, fold: fold}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	for len(src) > 0 {
		line, rest, _ := bytes.Cut(src, []byte("\n"))
		src, line = rest, bytes.TrimSuffix(line, []byte("\r"))
		if i := bytes.IndexByte(line, 0); i >= 0 {
			line = line[:i]
		}
		if len(line) > 0 && line[0] != '#' {
			rs.list = append(rs.list, parseRule(trimSpaces(string(line))))
		}
	}
	return rs
}

func parseRule(p string) rule {
	var r rule
	p, r.keep = strings.CutPrefix(p, "!")
	p, r.dir = strings.CutSuffix(p, "/")
	r.name = !strings.Contains(p, "/")
	p = strings.TrimPrefix(p, "/")
	r.pattern, r.literal = p, literalLen(p)
	r.suffix = strings.HasPrefix(p, "*") && literalLen(p[1:]) == len(p)-1
	return r
}

// literalLen returns the length of p before its first special character.
func literalLen(p string) int {
	for i := range len(p) {
		if special(p[i]) {
			return i
		}
	}
	return len(p)
}

// trimSpaces drops trailing spaces that are not escaped.
func trimSpaces(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
			continue
		case '\\':
			i++
			if i == len(s) {
				return s
			}
		}
		end = -1
	}
	if end >= 0 {
		return s[:end]
	}
	return s
}

// match gives the opinion of these rules on path, whose last element starts at name.
func (rs *rules) match(path string, name int, dir bool) verdict {
	for i := len(rs.list) - 1; i >= 0; i-- {
		r := &rs.list[i]
		if r.dir && !dir {
			continue
		}
		var ok bool
		if r.name {
			ok = r.matchName(path[name:], rs.fold)
		} else {
			ok = r.matchPath(path[rs.base:], rs.fold)
		}
		if ok && r.keep {
			return keep
		}
		if ok {
			return ignore
		}
	}
	return undecided
}

func (r *rule) matchName(name string, fold bool) bool {
	switch {
	case r.literal == len(r.pattern):
		return same(name, r.pattern, fold)
	case r.suffix:
		lit := r.pattern[1:]
		return len(name) >= len(lit) && same(name[len(name)-len(lit):], lit, fold)
	}
	return wildmatch(r.pattern, name, false, fold)
}

// matchPath matches the literal part apart, as git does: it is faster, and what a
// `**` right after it means depends on it.
func (r *rule) matchPath(path string, fold bool) bool {
	if r.literal > len(path) || !same(path[:r.literal], r.pattern[:r.literal], fold) {
		return false
	}
	return wildmatch(r.pattern[r.literal:], path[r.literal:], true, fold)
}

// same compares as the file system does.
func same(a, b string, fold bool) bool {
	if !fold {
		return a == b
	}
	if len(a) != len(b) {
		return false
	}
	m := matcher{fold: true}
	for i := range len(a) {
		if m.lower(a[i]) != m.lower(b[i]) {
			return false
		}
	}
	return true
}

// chain is the ignore files that apply in one directory, innermost first.
type chain struct {
	*rules
	outer *chain
}

// match gives the first opinion along the chain.
func (c *chain) match(path string, name int, dir bool) verdict {
	for ; c != nil; c = c.outer {
		if v := c.rules.match(path, name, dir); v != undecided {
			return v
		}
	}
	return undecided
}

// with returns the chain with the rules in src put in front, if there are any.
func (c *chain) with(src []byte, base int, fold bool) *chain {
	if rs := parseRules(src, base, fold); len(rs.list) > 0 {
		return &chain{rs, c}
	}
	return c
}

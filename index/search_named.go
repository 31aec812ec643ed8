package index

import (
	"slices"
	"strings"
)

// # A name alone
//
// Whoever types nothing but a name wants what has it. BM25 does not tell: of a
// class the methods have its name in their scope, and longer names have it as a
// part. So for a query of one word, the chunks in which a unit of that very name
// begins come first, those with the same letters in another case next. More of the
// best are looked at then.

// namedEffort is how many chunks are looked at for one with a name.
const namedEffort = 300

// nameOf gives the one word that a query is, or "".
func nameOf(query string) string {
	name := strings.Trim(query, " \t\r\n\"")
	if start, end := nextRun(name, 0); start > 0 || end < len(name) {
		return ""
	}
	return name
}

// How a chunk has a name.
const (
	otherName = iota
	foldedName
	exactName
)

// named tells how the units that begin in the chunk have a name, of some kinds or, if
// there are none of these, any. What a test is called after is not it.
func (p *packed) named(name string, kinds []string) (how int, err error) {
	r, err := p.decode()
	if err != nil {
		return otherName, err
	}
	for _, u := range r.Units {
		switch {
		case u.Kind == section || u.StartLine < r.StartLine || len(kinds) > 0 && !slices.Contains(kinds, u.Kind):
		case u.Name == name && u.Kind != "suite" && u.Kind != "test":
			return exactName, nil
		case strings.EqualFold(u.Name, name):
			how = foldedName
		}
	}
	return how, nil
}

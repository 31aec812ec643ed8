package chunk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// fewOpaque is how many imports that tell no names (C's #include, a wildcard)
// a file may have for all of them to count as used everywhere. Where there are
// more, one counts as used by a body that has a word like its last part.
const fewOpaque = 4

// statement is an import statement of the file, and the unit it stands in.
type statement struct {
	parse.Statement
	unit   int
	tokens int // of all but its items
}

// uses knows which imports each atom uses.
type uses struct {
	items  []item
	byAtom [][]int32 // indices of items
	seen   []int     // by item: the chunk that had it last, of those counted
	stmts  []int     // likewise by statement
	chunk  int       // the one at hand, from 1
	start  int       // the seam that it begins at
	budget int       // tokens that imports may take there
	total  int
}

type item struct {
	parse.Item
	stmt   int
	tokens int
}

// uses reads the words of every atom. Comments and strings count as well: an
// import too many costs less than a parse of every body.
func (c *Chunker) uses(l *layout) uses {
	var u uses
	if c.opts.Imports == "none" || len(l.imports) == 0 {
		return u
	}
	names, stems := u.index(c, l)
	u.byAtom = make([][]int32, len(l.seams))
	if c.opts.Imports == "all" {
		every := make([]int32, len(u.items))
		for k := range every {
			every[k] = int32(k)
		}
		for a := range u.byAtom {
			u.byAtom[a] = every
		}
		return u
	}
	u.scan(l, names, stems)
	return u
}

// index lists the items, and finds them by the names they bind, or by the
// folded name of what they open.
func (u *uses) index(c *Chunker, l *layout) (names, stems map[string][]int32) {
	opaque := 0
	for _, s := range l.imports {
		for _, it := range s.Items {
			if it.Opaque {
				opaque++
				break
			}
		}
	}
	names, stems = make(map[string][]int32), make(map[string][]int32)
	for k := range l.imports {
		s := &l.imports[k]
		s.tokens = c.count(l.src, s.Start, s.End)
		items := s.Items
		if c.opts.Imports == "all" && len(items) == 0 {
			items = []parse.Item{{Start: s.Start, End: s.End}}
		}
		for _, it := range items {
			id := int32(len(u.items))
			n := c.count(l.src, it.Start, it.End) + 1
			s.tokens = max(s.tokens-n, 1)
			u.items = append(u.items, item{Item: it, stmt: k, tokens: n})
			switch {
			case it.Opaque && opaque <= fewOpaque:
				enter(stems, "", id)
			case it.Opaque:
				enter(stems, fold(it.Name), id)
			case it.Name != "":
				enter(names, it.Name, id)
			}
		}
	}
	u.seen = make([]int, len(u.items))
	u.stmts = make([]int, len(l.imports))
	return names, stems
}

// maxNamesakes is how many imports of one name are told apart. A file with more
// is none that people wrote, and every atom would list them all.
const maxNamesakes = 64

func enter(index map[string][]int32, name string, id int32) {
	if ids := index[name]; len(ids) < maxNamesakes {
		index[name] = append(ids, id)
	}
}

// scan finds the items each atom uses.
func (u *uses) scan(l *layout, names, stems map[string][]int32) {
	everywhere := stems[""]
	delete(stems, "")
	var known [256]uint64 // by first byte the lengths that names have: no other word is one
	for n := range names {
		known[n[0]] |= 1 << min(len(n), 63)
	}
	last := make([]int, len(u.items)) // 1 + the atom that has it already
	for a := range l.seams {
		found := append([]int32(nil), everywhere...)
		end := len(l.src)
		if a+1 < len(l.seams) {
			end = l.seams[a+1].off
		}
		note := func(ids []int32) {
			for _, id := range ids {
				if last[id] != a+1 {
					last[id] = a + 1
					found = append(found, id)
				}
			}
		}
		for i := l.seams[a].off; i < end; {
			w := word(l.src[i:end])
			if w == 0 {
				if i++; l.src[i-1] >= utf8.RuneSelf {
					_, n := utf8.DecodeRune(l.src[i-1 : end])
					i += n - 1
				}
				continue
			}
			text := l.src[i : i+w]
			if known[text[0]]>>min(w, 63)&1 > 0 {
				note(names[string(text)])
			}
			if len(stems) > 0 {
				note(stems[fold(string(text))])
			}
			i += w
		}
		u.byAtom[a] = found
	}
}

// word gives the length of the identifier that b begins with, or 0.
func word(b []byte) int {
	i := 0
	for i < len(b) {
		if c := b[i]; c < utf8.RuneSelf {
			if c != '_' && c != '$' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
				break
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i += n
	}
	return i
}

// fold makes file_name, FileName and filename the same.
func fold(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}

// begin starts counting for a chunk that begins at seam i, and has so many
// tokens before it besides imports.
func (x *contexts) begin(i, mandatory int) {
	x.uses.start, x.uses.total = i, 0
	x.uses.chunk++
	x.uses.budget = max(x.c.opts.Max/contextShare-mandatory, 0)
}

// take takes items into the chunk, as far as they fit, and gives the tokens of
// its imports so far.
func (x *contexts) take(items []int32) int {
	u := &x.uses
	for _, id := range items {
		if u.seen[id] == u.chunk {
			continue
		}
		u.seen[id] = u.chunk
		it := &u.items[id]
		if !x.visible(it.stmt, u.start) {
			continue
		}
		n := it.tokens
		if u.stmts[it.stmt] != u.chunk {
			n += x.l.imports[it.stmt].tokens + 1
		}
		if u.total == 0 {
			n++ // the blank line after them
		}
		if u.total+n <= u.budget {
			u.stmts[it.stmt] = u.chunk
			u.total += n
		}
	}
	return u.total
}

// visible reports whether an import stands before a chunk that begins at seam
// i, in a scope that the chunk is in. One that stands later is in its body.
func (x *contexts) visible(stmt, i int) bool {
	s := &x.l.imports[stmt]
	at := &x.l.seams[i]
	return s.Start < at.off && (s.unit < 0 || at.unit >= 0 && x.l.encloses(s.unit, at.unit))
}

// imports writes the imports that the chunk [i, j) uses, as many as fit into
// so many tokens, each text once, and a blank line.
func (x *contexts) imports(i, j, budget int) string {
	u := &x.uses
	if u.byAtom == nil || budget <= 1 {
		return ""
	}
	var used []int32
	for a := i; a < j; a++ {
		for _, id := range u.byAtom[a] {
			if x.visible(u.items[id].stmt, i) {
				used = append(used, id)
			}
		}
	}
	slices.Sort(used)
	used = slices.Compact(used)
	var b strings.Builder
	left := budget - 1
	for len(used) > 0 && left > 0 {
		stmt := u.items[used[0]].stmt
		var items []parse.Item
		for len(used) > 0 && u.items[used[0]].stmt == stmt {
			items = append(items, u.items[used[0]].Item)
			used = used[1:]
		}
		text := narrow(x.l.src, x.l.imports[stmt].Statement, items) + "\n"
		if strings.Contains("\n"+b.String(), "\n"+text) { // as local ones repeat it, or those of an #if
			continue
		}
		if n := x.c.counter.Count([]byte(text)); n <= left {
			left -= n
			b.WriteString(text)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + "\n"
}

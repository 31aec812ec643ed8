package tokens

import "unicode"

// A class is a set of the properties the expressions ask for.
type class uint8

const (
	lower    class = 1 << iota // \p{Ll}
	upper                      // \p{Lu}\p{Lt}
	caseless                   // \p{Lm}\p{Lo}
	mark                       // \p{M}
	number                     // \p{N}
	space                      // \s
	newline                    // [\r\n]
	other                      // [^\s\p{L}\p{N}], marks among them

	letter = lower | upper | caseless
)

// classes gives the class of every rune.
type classes [unicode.MaxRune + 1]class

func newClasses() *classes {
	t := new(classes)
	for r := range t {
		t[r] = other
	}
	t.set(lower, unicode.Ll)
	t.set(upper, unicode.Lu, unicode.Lt)
	t.set(caseless, unicode.Lm, unicode.Lo)
	t.set(mark|other, unicode.M)
	t.set(number, unicode.N)
	t.set(space, unicode.White_Space)
	t['\r'] |= newline
	t['\n'] |= newline
	return t
}

func (t *classes) set(c class, tables ...*unicode.RangeTable) {
	for _, table := range tables {
		for _, r := range table.R16 {
			for x := rune(r.Lo); x <= rune(r.Hi); x += rune(r.Stride) {
				t[x] = c
			}
		}
		for _, r := range table.R32 {
			for x := rune(r.Lo); x <= rune(r.Hi); x += rune(r.Stride) {
				t[x] = c
			}
		}
	}
}

package tokens

import "unicode/utf8"

// at returns the class of the rune of b at i and its width in bytes; nothing at the end of b.
func (t *classes) at(b []byte, i int) (class, int) {
	if i < len(b) && b[i] < utf8.RuneSelf {
		return t[b[i]], 1
	}
	return t.atRune(b, i)
}

func (t *classes) atRune(b []byte, i int) (class, int) {
	if i >= len(b) {
		return 0, 0
	}
	r, width := utf8.DecodeRune(b[i:])
	return t[r], width
}

// run returns the end of the run of runes of b at i that are in any of the classes of set.
func (t *classes) run(b []byte, i int, set class) int {
	for {
		for i < len(b) && b[i] < utf8.RuneSelf {
			if t[b[i]]&set == 0 {
				return i
			}
			i++
		}
		c, width := t.atRune(b, i)
		if c&set == 0 {
			return i
		}
		i += width
	}
}

// nextCL100K returns the end of the piece of b that starts at i.
func nextCL100K(t *classes, b []byte, i int) int {
	c, width := t.at(b, i)
	if c&letter != 0 {
		return t.run(b, i+width, letter)
	}
	if b[i] == '\'' {
		if n := contraction(b[i:], true); n > 0 {
			return i + n
		}
	}
	if c&number != 0 {
		return t.upTo3Numbers(b, i)
	}
	after, afterWidth := t.at(b, i+width)
	if after&letter != 0 && c&newline == 0 {
		return t.run(b, i+width+afterWidth, letter)
	}
	if c&other != 0 || b[i] == ' ' && after&other != 0 {
		return t.run(b, t.run(b, i+width, other), newline)
	}
	return t.spaces(b, i, true)
}

// nextO200K returns the end of the piece of b that starts at i.
func nextO200K(t *classes, b []byte, i int) int {
	c, width := t.at(b, i)
	if c&number != 0 {
		return t.upTo3Numbers(b, i)
	}
	if end := t.word(b, i, c, width); end > i {
		return end + contraction(b[end:], true)
	}
	after, _ := t.at(b, i+width)
	if c&other != 0 || b[i] == ' ' && after&other != 0 {
		end := t.run(b, i+width, other)
		for end < len(b) && (b[end] == '\r' || b[end] == '\n' || b[end] == '/') {
			end++
		}
		return end
	}
	return t.spaces(b, i, true)
}

// word matches the two letter alternatives of o200k_base, without their contraction, at i, where a
// rune of class c and the given width stands. It returns i where neither matches.
func (t *classes) word(b []byte, i int, c class, width int) int {
	if c&(letter|newline) == 0 {
		if end := t.lowerWord(b, i+width); end > 0 {
			return end
		}
	}
	if c&(letter|mark) != 0 {
		if end := t.lowerWord(b, i); end > 0 {
			return end
		}
	}
	// The second alternative has only capitals left to match: with anything else in reach the first
	// would have matched.
	start := i
	if c&(letter|newline) == 0 {
		start += width
	}
	if end := t.run(b, start, upper); end > start {
		return end
	}
	return i
}

// lowerWord returns the end of [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+ at i, or 0.
func (t *classes) lowerWord(b []byte, i int) int {
	both := 0 // the end of the last rune that is in both sets
	for {
		c, width := t.at(b, i)
		if c&(upper|caseless|mark) == 0 {
			break
		}
		i += width
		if c&upper == 0 {
			both = i
		}
	}
	if end := t.run(b, i, lower|caseless|mark); end > i {
		return end
	}
	return both // the first set gives back the capitals at its end
}

// nextGPT2 returns the end of the piece of b that starts at i, for p50k_base and r50k_base.
func nextGPT2(t *classes, b []byte, i int) int {
	if b[i] == '\'' {
		if n := contraction(b[i:], false); n > 0 {
			return i + n
		}
	}
	start := i
	if b[i] == ' ' {
		start++
	}
	c, width := t.at(b, start)
	for _, set := range [...]class{letter, number, other} {
		if c&set != 0 {
			return t.run(b, start+width, set)
		}
	}
	return t.spaces(b, i, false)
}

// spaces returns the end of \s+(?!\S)|\s+ at i, and before these of \s*[\r\n]+ if newlines is true.
func (t *classes) spaces(b []byte, i int, newlines bool) int {
	start, last, lines := i, i, i // last: where the last rune begins; lines: the end of the last newline
	for i < len(b) {
		c, width := t.at(b, i)
		if c&space == 0 {
			break
		}
		last = i
		i += width
		if c&newline != 0 {
			lines = i
		}
	}
	switch {
	case newlines && lines > start:
		return lines
	case i < len(b) && last > start:
		return last // the last space goes with what follows
	}
	return i
}

// upTo3Numbers returns the end of \p{N}{1,3} at i.
func (t *classes) upTo3Numbers(b []byte, i int) int {
	for range 3 {
		c, width := t.at(b, i)
		if c&number == 0 {
			break
		}
		i += width
	}
	return i
}

// contraction returns the length of 's|'t|'re|'ve|'m|'ll|'d at the start of b, or 0. With fold,
// capitals match too.
func contraction(b []byte, fold bool) int {
	if len(b) < 2 || b[0] != '\'' {
		return 0
	}
	first, second := b[1], byte(0)
	if len(b) > 2 {
		second = b[2]
	}
	if fold {
		first, second = toLower(first), toLower(second)
	}
	switch first {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v':
		if second == 'e' {
			return 3
		}
	case 'l':
		if second == 'l' {
			return 3
		}
	}
	return 0
}

func toLower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

package tokens

import "unicode/utf8"

// Clean reports whether b may be cut at off with counts adding up: where it does,
//
//	Count(b[x:off]) + Count(b[off:y]) == Count(b[x:y])
//
// for all x <= off <= y, any byte offsets, inside runes too. It never says so wrongly; where it says
// no, counts may still happen to add up. It looks at off's line only as far as its first character
// that is not white space, and back over newlines at most.
//
// 0 and len(b) are clean. Any other clean offset follows a '\n', or a '\r' that no '\n' follows, and
//
//   - for cl100k_base, off's line is not blank, or is the last and has no newline;
//   - for o200k_base, besides, where the line begins with '/', the newlines before it follow an
//     ASCII letter, digit, space or tab, or begin b;
//   - for p50k_base and r50k_base, the line begins with a character that is not white space, and the
//     newline is the only white space before it.
//
// White space is unicode.IsSpace; a line that has only that is blank. U+0085, U+2028, form feeds and
// vertical tabs are white space but end no line.
func (c *Counter) Clean(b []byte, off int) bool {
	if off == 0 || off == len(b) {
		return true
	}
	if b[off-1] != '\n' && b[off-1] != '\r' {
		return false
	}
	return c.enc.clean(c.enc.classes, b, off)
}

// cleanCL100K: a piece with a newline in it ends after the last newline of the white space around
// it, whether or not anything follows.
func cleanCL100K(t *classes, b []byte, off int) bool {
	for off < len(b) {
		c, width := t.at(b, off)
		if c&newline != 0 {
			return false
		}
		if c&space == 0 {
			break
		}
		off += width
	}
	return true
}

// cleanO200K: besides, a '/' goes with the punctuation before the newlines. The rune there must be
// ASCII, for a later rune's last bytes are U+FFFD, punctuation, to a count that begins among them.
func cleanO200K(t *classes, b []byte, off int) bool {
	if b[off] != '/' {
		return cleanCL100K(t, b, off)
	}
	for off > 0 && t[b[off-1]]&newline != 0 {
		off--
	}
	return off == 0 || b[off-1] < utf8.RuneSelf && t[b[off-1]]&other == 0
}

// cleanGPT2: white space before a character is one piece without its last rune, and one piece with
// it at the end of the text, so only a single newline is the same in both.
func cleanGPT2(t *classes, b []byte, off int) bool {
	if c, _ := t.at(b, off); c&space != 0 {
		return false
	}
	r, _ := utf8.DecodeLastRune(b[:off-1])
	return off == 1 || t[r]&space == 0
}

package data

import (
	"bytes"
	"strconv"
	"strings"
)

// csv scans rows. If the first holds names they are the head of a table that
// the others are in.
func (t *Text) csv(comma byte) {
	s := csvScanner{Text: t, comma: comma}
	for i := 0; i < len(t.Src); {
		end := s.rowEnd(i)
		text := end
		for text > i && (t.Src[text-1] == '\n' || t.Src[text-1] == '\r') {
			text--
		}
		switch {
		case text == i:
		case len(t.Records) == 0 && header(t.Src[i:text], comma):
			t.begin(Record{Kind: "table", Name: t.table, Start: i, Head: i, Body: text, End: text, rank: noLabel})
		default:
			t.add(Record{Kind: "row", Start: i, Head: i, Body: i, End: text})
		}
		i = end
	}
}

type csvScanner struct {
	*Text
	comma byte
	open  bool // a quote was found that nothing closes
}

// rowEnd gives the start of the row after the one that begins at i. A quote
// counts where a field begins.
func (s *csvScanner) rowEnd(i int) int {
	for field := true; i < len(s.Src); i++ {
		switch c := s.Src[i]; {
		case c == '\n':
			return i + 1
		case c == '"' && field && !s.open:
			stop, ok := s.quoteEnd(i)
			if !ok {
				s.open, s.Broken = true, true
				continue
			}
			i = stop - 1
		}
		field = s.Src[i] == s.comma
	}
	return len(s.Src)
}

// quoteEnd gives the end of the quoted field that begins at i.
func (s *csvScanner) quoteEnd(i int) (stop int, ok bool) {
	for i++; i < len(s.Src); i++ {
		if s.Src[i] != '"' {
			continue
		}
		if i+1 < len(s.Src) && s.Src[i+1] == '"' {
			i++
			continue
		}
		return i + 1, true
	}
	return i, false
}

// header reports whether a row holds names: no field of it is empty or a
// number.
func header(row []byte, comma byte) bool {
	for field := range bytes.SplitSeq(row, []byte{comma}) {
		text := strings.Trim(string(field), " \"\r\n")
		if _, err := strconv.ParseFloat(text, 64); err == nil || text == "" {
			return false
		}
	}
	return true
}

package eval

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

// span is a range of bytes, half-open.
type span struct{ start, end int }

// spans are disjoint, in order, and none is empty.
type spans []span

// union makes spans of any ranges.
func union(list ...span) spans {
	list = slices.DeleteFunc(slices.Clone(list), func(s span) bool { return s.start >= s.end })
	slices.SortFunc(list, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	var out spans
	for _, s := range list {
		if n := len(out); n > 0 && s.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}

// and is what s and t have in common.
func (s spans) and(t spans) spans {
	var out spans
	for len(s) > 0 && len(t) > 0 {
		if c := (span{max(s[0].start, t[0].start), min(s[0].end, t[0].end)}); c.start < c.end {
			out = append(out, c)
		}
		if s[0].end < t[0].end {
			s = s[1:]
		} else {
			t = t[1:]
		}
	}
	return out
}

// minus is what s has and t has not.
func (s spans) minus(t spans) spans {
	var out spans
	for _, a := range s {
		for _, b := range t {
			if b.end <= a.start {
				continue
			}
			if b.start >= a.end {
				break
			}
			if a.start < b.start {
				out = append(out, span{a.start, b.start})
			}
			a.start = b.end
		}
		if a.start < a.end {
			out = append(out, a)
		}
	}
	return out
}

// weight counts the characters in s that are not white space.
func (s spans) weight(src []byte) int {
	n := 0
	for _, a := range s {
		for b := src[a.start:a.end]; len(b) > 0; {
			r, size := utf8.DecodeRune(b)
			if !unicode.IsSpace(r) {
				n++
			}
			b = b[size:]
		}
	}
	return n
}

// lineSpan gives the bytes of lines of src, their newlines included; false if
// src has no such lines.
func lineSpan(starts []int, size int, l Lines) (span, bool) {
	if l[0] < 1 || l[1] < l[0] || l[1] > len(starts) {
		return span{}, false
	}
	end := size
	if l[1] < len(starts) {
		end = starts[l[1]]
	}
	return span{starts[l[0]-1], end}, true
}

// lineStarts gives where the lines of src begin; a newline at the end begins
// none.
func lineStarts(src []byte) []int {
	var out []int
	for i := range src {
		if i == 0 || src[i-1] == '\n' {
			out = append(out, i)
		}
	}
	return out
}

// lineOf gives the line, from 1, that byte off is on.
func lineOf(starts []int, off int) int {
	i, found := slices.BinarySearch(starts, off)
	if found {
		i++
	}
	return i
}

package eval

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// hunk says that the old lines from..to-1 became the new ones; counted from 0.
type hunk struct{ old, new struct{ from, to int } }

// diffLines compares two texts line by line. A hunk has lines on one side at
// least, and between two hunks is a line that both have.
func diffLines(before, after string) []hunk {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // else the result would depend on the clock
	a, b, _ := d.DiffLinesToRunes(before, after)
	old := side{slices.Collect(strings.Lines(before)), []int{0}}
	now := side{slices.Collect(strings.Lines(after)), []int{0}}
	for _, part := range d.DiffMainRunes(a, b, false) {
		n := utf8.RuneCountInString(part.Text)
		switch part.Type {
		case diffmatchpatch.DiffDelete:
			old.gaps[len(old.gaps)-1] += n
		case diffmatchpatch.DiffInsert:
			now.gaps[len(now.gaps)-1] += n
		default:
			old.gaps = append(old.gaps, make([]int, n)...)
			now.gaps = append(now.gaps, make([]int, n)...)
		}
	}
	old.compact(&now)
	now.compact(&old)
	var out []hunk
	var h hunk
	for i := range old.gaps {
		h.old.to, h.new.to = h.old.from+old.gaps[i], h.new.from+now.gaps[i]
		if h.lines() > 0 {
			out = append(out, h)
		}
		h.old.from, h.new.from = h.old.to+1, h.new.to+1
	}
	return out
}

// lines is how many lines a hunk changes: those of its longer side.
func (h *hunk) lines() int { return max(h.old.to-h.old.from, h.new.to-h.new.from) }

// unchanged maps the lines of the new text that the old one has as well to
// theirs; counted from 0.
func unchanged(before, after string, size int) map[int]int {
	out := make(map[int]int, size)
	old, now := 0, 0
	until := func(h hunk) {
		for ; now < h.new.from; old, now = old+1, now+1 {
			out[now] = old
		}
		old, now = h.old.to, h.new.to
	}
	for _, h := range diffLines(before, after) {
		until(h)
	}
	var rest hunk
	rest.new.from = size
	until(rest)
	return out
}

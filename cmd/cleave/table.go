package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// share is one language's part of a run, or all of it.
type share struct {
	Files  int   `json:"files"`
	Bytes  int64 `json:"bytes"`
	Chunks int   `json:"chunks"`
	Tokens int   `json:"tokens"`
}

// byShare lists the languages of a run, the one of most tokens first.
func (s *summary) byShare() []string {
	return slices.SortedFunc(maps.Keys(s.langs), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.langs[b].Tokens, s.langs[a].Tokens), cmp.Compare(a, b))
	})
}

func (s *summary) total() share {
	var t share
	for _, l := range s.langs {
		t.Files, t.Bytes, t.Chunks, t.Tokens = t.Files+l.Files, t.Bytes+l.Bytes, t.Chunks+l.Chunks, t.Tokens+l.Tokens
	}
	return t
}

// table writes a line for each language and one for all; with their cost where
// there is a price.
func (s *summary) table(price float64) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', tabwriter.AlignRight)
	head := "FILES\tBYTES\tCHUNKS\tTOKENS\t"
	if price > 0 {
		head += "COST\t"
	}
	// The names come after the table is set: they stand left, numbers right.
	fmt.Fprintln(w, head)
	names := []string{"LANGUAGE"}
	row := func(name string, l share) {
		names = append(names, name)
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t", l.Files, l.Bytes, l.Chunks, l.Tokens)
		if price > 0 {
			fmt.Fprintf(w, "%s\t", money(l.Tokens, price))
		}
		fmt.Fprintln(w)
	}
	for _, name := range s.byShare() {
		row(languageName(name), *s.langs[name])
	}
	row("total", s.total())
	w.Flush()
	width := 0
	for _, n := range names {
		width = max(width, len([]rune(n)))
	}
	var out strings.Builder
	for line := range strings.Lines(b.String()) {
		fmt.Fprintf(&out, "%-*s%s", width, names[0], line)
		names = names[1:]
	}
	return out.String()
}

// money is what tokens cost at the price of a million, to four digits or more
// where it is little.
func money(tokens int, price float64) string {
	return fmt.Sprintf("%.4f", float64(tokens)/1e6*price)
}

func languageName(name string) string {
	if name == "" {
		return "(unknown)"
	}
	return name
}

// passedOver writes a line for each reason.
func (s *summary) passedOver() string {
	var b strings.Builder
	for _, why := range slices.Sorted(maps.Keys(s.reasons)) {
		fmt.Fprintf(&b, "passed over, %s: %s\n", why, count(s.reasons[why], "file"))
	}
	return b.String()
}

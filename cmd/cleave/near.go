package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// checkNames makes sure that the languages and kinds of a search are such: of a
// mistyped one nothing can be found, which says nothing of the index.
func checkNames(ctx context.Context, x *index.Index, o *index.SearchOptions) error {
	unknown := func(names []string, known func(string) bool) []string {
		return slices.DeleteFunc(slices.Clone(names), known)
	}
	oddLangs := unknown(o.Languages, func(name string) bool {
		_, known := enry.GetLanguageByAlias(name)
		return known || langs.ByName(name) != nil
	})
	oddKinds := unknown(o.Kinds, func(name string) bool {
		return slices.ContainsFunc(langs.All(), func(l *langs.Language) bool { return slices.Contains(recognised(l), name) })
	})
	if len(oddLangs)+len(oddKinds) == 0 {
		return nil
	}
	languages, kinds, err := x.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range unknown(oddLangs, func(name string) bool { return slices.Contains(languages, name) }) {
		for _, l := range langs.All() {
			languages = append(languages, l.Name)
		}
		return fmt.Errorf("no language is called %q; %s", name, hint(name, languages, "see cleave langs"))
	}
	for _, name := range unknown(oddKinds, func(name string) bool { return slices.Contains(kinds, name) }) {
		return fmt.Errorf("no kind of chunk is called %q; %s", name, hint(name, kinds, "the index has "+strings.Join(kinds, ", ")))
	}
	return nil
}

// hint names what may have been meant, at most three; else it is other.
func hint(name string, among []string, other string) string {
	among = slices.Compact(slices.Sorted(slices.Values(among)))
	var near []string
	for most := range 1 + (len(name)+1)/3 {
		for _, a := range among {
			if distance(strings.ToLower(name), strings.ToLower(a)) == most && len(near) < 3 {
				near = append(near, a)
			}
		}
	}
	if len(near) == 0 {
		return other
	}
	return "is it " + strings.Join(near, " or ") + "?"
}

// distance is how many bytes have to be put in, taken out or replaced to make one
// word of the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := corner
			if a[i] != b[j] {
				next = 1 + min(corner, row[j], row[j+1])
			}
			corner, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

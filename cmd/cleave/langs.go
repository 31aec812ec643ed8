package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/go-enry/go-enry/v2"
	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/langs"
)

func langsCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "langs",
		Short:   "List the languages, their extensions, and what is recognised in each",
		Example: "  cleave langs\n  cleave langs | grep -i python",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "LANGUAGE\tRECOGNISED\tEXTENSIONS")
			for _, l := range langs.All() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", l.Name, strings.Join(recognised(l), " "), strings.Join(extensions(l), " "))
			}
			return w.Flush()
		},
	}
}

func extensions(l *langs.Language) []string {
	var out []string
	for _, name := range append([]string{l.Name}, l.Also...) {
		for _, e := range enry.GetLanguageExtensions(name) {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// recognised lists the kinds of units a table names, and its imports.
func recognised(l *langs.Language) []string {
	kinds, holds := make(map[string]bool), false
	for _, u := range l.Units {
		for _, u := range append([]langs.Unit{u}, u.Else...) {
			kinds[u.Kind] = true
			for _, k := range u.Kinds {
				kinds[k] = true
			}
			holds = holds || u.Members
		}
	}
	if holds && kinds["function"] {
		kinds["method"] = true // what a function in a class is called
	}
	delete(kinds, "")
	out := slices.Sorted(maps.Keys(kinds))
	if len(l.Imports) > 0 {
		out = append(out, "imports")
	}
	return out
}

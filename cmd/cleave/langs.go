package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/go-enry/go-enry/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/seed5e9d5dd4/cleave/langs"
)

func langsCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "langs",
		Short:   "List the languages, their extensions, and what is recognised in each",
		Example: "  cleave langs\n  cleave langs | grep -i python",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var b bytes.Buffer
			if width := terminalWidth(os.Stdout); width > 0 {
				listLanguages(&b, width)
				return printOut(b.Bytes())
			}
			w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "LANGUAGE\tRECOGNISED\tEXTENSIONS")
			for _, l := range langs.All() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", l.Name, strings.Join(recognised(l), " "), strings.Join(extensions(l), " "))
			}
			w.Flush()
			return printOut(b.Bytes())
		},
	}
}

// terminalWidth gives the columns of a terminal, 0 where there is none.
func terminalWidth(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// listLanguages writes for a terminal of so many columns: a line with the name,
// and below it, wrapped, what is recognised and the extensions.
func listLanguages(b *bytes.Buffer, width int) {
	for _, l := range langs.All() {
		b.WriteString(l.Name + "\n")
		for _, words := range [][]string{recognised(l), extensions(l)} {
			wrap(b, words, "    ", width)
		}
	}
}

// wrap writes words in lines of at most so many columns, but for a longer word.
func wrap(b *bytes.Buffer, words []string, indent string, width int) {
	column := 0
	for _, word := range words {
		switch {
		case column == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+len(word) > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	if column > 0 {
		b.WriteString("\n")
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

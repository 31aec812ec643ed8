package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

type statsFlags struct {
	options chunk.Options
	source  sourceFlags
	json    bool
	quiet   bool
}

func statsCommand() *cobra.Command {
	var f statsFlags
	c := &cobra.Command{
		Use:   "stats [PATH|URL]...",
		Short: "Print how large the chunks are, and how many of each language",
		Long: `Print a histogram of the chunks' sizes in tokens, a table of the languages, and
how many files were passed over for which reason, of files, directories and
repositories, the current directory by default.

The exit status is 0 if all could be read, 1 if a file or PATH could not (the
rest is counted), 2 for wrong usage.`,
		Example: `  cleave stats
  cleave stats --max 256 --include '**/*.go' src
  cleave stats --json https://example.org/org/repo | jq .sizes`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), args) },
	}
	fs := c.Flags()
	optionFlags(fs, &f.options)
	f.source.register(fs)
	fs.BoolVar(&f.json, "json", false, "print one JSON object")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "show no progress")
	return c
}

func (f *statsFlags) run(ctx context.Context, args []string) error {
	reading, err := newReading(f.options, &f.source, args)
	if err != nil {
		return err
	}
	defer reading.close()
	s := newSummary()
	reading.bar = newProgress(f.quiet, nil)
	reading.result = func(_ *repo.Source, res index.Result) error {
		s.add(res)
		return nil
	}
	if err := reading.run(ctx); err != nil {
		return err
	}
	text := []byte(s.statistics(f.options.Max))
	if f.json {
		if text, err = jsonText(s.object(f.options.Max), ""); err != nil {
			return err
		}
	}
	if err := printOut(text); err != nil {
		return err
	}
	if reading.failed {
		return errTold
	}
	return nil
}

// statistics is what people read.
func (s *summary) statistics(most int) string {
	var b strings.Builder
	z := s.spread()
	fmt.Fprintf(&b, "%s, %s, %s", count(s.files, "file"), count(len(s.sizes), "chunk"), count(s.tokens, "token"))
	if len(s.sizes) > 0 {
		fmt.Fprintf(&b, "; tokens a chunk: least %d, median %d, mean %.0f, most %d", z.Min, z.Median, z.Mean, z.Max)
	}
	b.WriteString("\n\n")
	b.WriteString(bars(s.histogram(most)))
	b.WriteByte('\n')
	b.WriteString(s.table(0))
	b.WriteString(s.passedOver())
	return b.String()
}

// spread is how large the chunks are, in tokens.
type spread struct {
	Min    int     `json:"min"`
	Median int     `json:"median"`
	Mean   float64 `json:"mean"`
	Max    int     `json:"max"`
}

func (s *summary) spread() spread {
	n := len(s.sizes)
	if n == 0 {
		return spread{}
	}
	slices.Sort(s.sizes)
	return spread{s.sizes[0], s.sizes[n/2], math.Round(10*float64(s.tokens)/float64(n)) / 10, s.sizes[n-1]}
}

// column is a part of a histogram: the chunks of From to To tokens.
type column struct {
	From   int `json:"from"`
	To     int `json:"to"`
	Chunks int `json:"chunks"`
}

const columns = 16

// histogram counts the chunks by size, up to the most tokens one may have.
func (s *summary) histogram(most int) []column {
	most = cmp.Or(most, chunk.DefaultMax)
	width := (most + columns - 1) / columns
	var out []column
	for from := 1; from <= most; from += width {
		out = append(out, column{From: from, To: min(from+width-1, most)})
	}
	for _, n := range s.sizes {
		out[min(max(n-1, 0)/width, len(out)-1)].Chunks++
	}
	return out
}

// bars draws a histogram, with a mark at least for what is not nothing.
func bars(list []column) string {
	const width = 50
	most := 1
	for _, c := range list {
		most = max(most, c.Chunks)
	}
	var b strings.Builder
	last := len(fmt.Sprint(list[len(list)-1].To))
	for _, c := range list {
		n := (c.Chunks*width + most - 1) / most
		line := fmt.Sprintf("%*d-%-*d %7d  %s", last, c.From, last, c.To, c.Chunks, strings.Repeat("█", n))
		fmt.Fprintln(&b, strings.TrimRight(line, " "))
	}
	return b.String()
}

// object is what programs read.
func (s *summary) object(most int) any {
	type language struct {
		Language string `json:"language"`
		share
	}
	list := []language{}
	for _, name := range s.byShare() {
		list = append(list, language{name, *s.langs[name]})
	}
	return struct {
		share
		Sizes     spread         `json:"sizes"`
		Histogram []column       `json:"histogram"`
		Languages []language     `json:"languages"`
		Parses    map[string]int `json:"parse"`
		Reasons   map[string]int `json:"passed_over"`
	}{s.total(), s.spread(), s.histogram(most), list, s.parses, s.reasons}
}

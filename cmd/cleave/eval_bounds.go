package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/eval"
)

// evalFlags are those that the measuring commands have in common.
type evalFlags struct {
	options eval.Options
	chunks  []string
	json    bool
	quiet   bool
}

func (f *evalFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&f.options.Strategies, "strategies", nil, "what to measure, the baseline first (default "+strings.Join(eval.Strategies(), ",")+")")
	fs.BoolVar(&f.options.MatchSize, "match-size", false, "choose each strategy's max so that mean sizes agree")
	fs.BoolVar(&f.json, "json", false, "print one JSON object")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "do not say what is being done")
	optionFlags(fs, &f.options.Chunk)
	for _, name := range []string{"strategy", "parents", "parent-max"} {
		fs.Lookup(name).Hidden = true // they change nothing here
	}
}

// prepare checks what is asked for, and reads other tools' chunks.
func (f *evalFlags) prepare() error {
	if !f.quiet {
		f.options.Progress = func(what string) { fmt.Fprintln(os.Stderr, printable(what)) }
	}
	for i, s := range f.options.Strategies {
		if slices.Contains(f.options.Strategies[:i], s) {
			return usageError{fmt.Errorf("strategy %s is named twice", s)}
		}
		if !slices.Contains(eval.Strategies(), s) {
			return usageError{fmt.Errorf("no strategy is called %q; %s", s,
				hint(s, eval.Strategies(), "there are "+strings.Join(eval.Strategies(), ", ")))}
		}
	}
	chunker, err := chunk.New(f.options.Chunk)
	if err != nil {
		return usageError{err}
	}
	chunker.Close()
	for _, arg := range f.chunks {
		name, path, _ := strings.Cut(arg, "=")
		if name == "" || path == "" {
			return usageError{fmt.Errorf("chunks is %q; it must be NAME=FILE", arg)}
		}
		if slices.Contains(eval.Strategies(), name) || slices.ContainsFunc(f.options.Tools, func(t eval.Tool) bool { return t.Name == name }) {
			return usageError{fmt.Errorf("chunks is %q; the name %s is taken: give another", arg, name)}
		}
		err := readFrom(path, func(r io.Reader) error {
			t, err := eval.ReadChunks(name, r)
			f.options.Tools = append(f.options.Tools, t)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// print prints an object for programs, or tables for people.
func (f *evalFlags) print(object any, tables func() string) error {
	var text []byte
	if f.json {
		var err error
		if text, err = jsonText(object, " "); err != nil {
			return err
		}
	} else {
		text = []byte(tables())
	}
	return printOut(text)
}

// tell reports what was left out.
func tell(problems []string) error {
	for _, p := range problems {
		fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(p))
	}
	if len(problems) > 0 {
		return errTold
	}
	return nil
}

func evalBoundsCommand() *cobra.Command {
	var f evalFlags
	var rev string
	c := &cobra.Command{
		Use:   "bounds [PATH]",
		Short: "Measure how cuts lie to definitions, without queries",
		Long: `Print how each strategy's cuts lie to the definitions in the files of a
repository or directory, by default the current one. Of each strategy:

  <MIN, >MAX  chunks under the least and over the most tokens
  CUT         functions of at most three quarters of max that no chunk holds
              whole, of all that are so small
  COMMENT     definitions whose comment is not in the chunk of their first line,
              of all that have one
  MARK        the same for decorators, attributes and annotations
  CONTEXT     the share of tokens that are context
  COVER       tokens to read to have all of a function, in the mean, and how
              many it has`,
		Example: `  cleave eval bounds
  cleave eval bounds --strategies auto,recursive --match-size ../project
  cleave eval bounds --chunks other=chunks.jsonl --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return f.bounds(c.Context(), append(args, ".")[0], rev)
		},
	}
	f.register(c.Flags())
	c.Flags().StringVar(&rev, "rev", "", "read this `REVISION`, not what lies there")
	c.Flags().StringArrayVar(&f.chunks, "chunks", nil, "measure another tool's chunks too: `NAME=FILE` (repeatable)")
	return c
}

func (f *evalFlags) bounds(ctx context.Context, location, rev string) error {
	if err := f.prepare(); err != nil {
		return err
	}
	files, _, err := eval.ReadFiles(ctx, location, rev)
	if err != nil {
		return err
	}
	list, problems, err := eval.Bounds(ctx, files, f.options)
	if err != nil {
		return err
	}
	err = f.print(list, func() string {
		rows := [][]string{{"STRATEGY", "MAX", "MEAN", "CHUNKS", "<MIN", ">MAX", "CUT", "COMMENT", "MARK", "CONTEXT", "COVER"}}
		for _, b := range list {
			rows = append(rows, []string{b.Name, limit(b.Max), fmt.Sprintf("%.0f", b.Mean), fmt.Sprint(b.Chunks),
				fmt.Sprint(b.Under), fmt.Sprint(b.Over), of(b.Cut, b.Fitting), of(b.CommentCut, b.Commented), of(b.MarkCut, b.Marked),
				fraction(b.Context), fmt.Sprintf("%.0f/%.0f", b.Cover, b.Own)})
		}
		return aligned(rows)
	})
	if err != nil {
		return err
	}
	return tell(problems)
}

func of(part, all int) string { return fmt.Sprintf("%d/%d", part, all) }

// limit is a maximum, or a dash where there is none.
func limit(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func evalEditsCommand() *cobra.Command {
	var f evalFlags
	var rev string
	history := 200
	c := &cobra.Command{
		Use:   "edits [PATH|URL]",
		Short: "Measure how much has to be embedded again after edits",
		Long: `Replay the newest commits of a repository, along first parents, and print what
each strategy would embed again of the files they changed: chunks whose text the
files before the commit did not have, their tokens, both by changed line, and
the share of the files' chunks that survived, by commits in the mean.`,
		Example: `  cleave eval edits
  cleave eval edits --history 500 --strategies auto,fixed --match-size ../project`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return f.edits(c.Context(), append(args, ".")[0], rev, history)
		},
	}
	f.register(c.Flags())
	c.Flags().StringVar(&rev, "rev", "", "the newest commit to replay (default HEAD)")
	c.Flags().IntVar(&history, "history", history, "how many commits to replay")
	return c
}

func (f *evalFlags) edits(ctx context.Context, location, rev string, history int) error {
	if history < 1 {
		return usageError{fmt.Errorf("history is %d; it must be 1 or more", history)}
	}
	if err := f.prepare(); err != nil {
		return err
	}
	r, err := eval.Edits(ctx, location, rev, history, f.options)
	if err != nil {
		return err
	}
	return f.print(r, func() string {
		rows := [][]string{{"STRATEGY", "MAX", "MEAN", "CHUNKS", "TOKENS", "CHUNKS/LINE", "TOKENS/LINE", "SURVIVED"}}
		for _, s := range r.Strategies {
			rows = append(rows, []string{s.Name, limit(s.Max), fmt.Sprintf("%.0f", s.Mean), fmt.Sprint(s.Chunks), fmt.Sprint(s.Tokens),
				fmt.Sprintf("%.3f", s.PerLine), fmt.Sprintf("%.1f", s.TokensPerLine), fraction(s.Survived)})
		}
		return fmt.Sprintf("commits %d, changed files %d, not all here to read %d, changed lines %d\n\n%s",
			r.Commits, r.Files, r.Unread, r.Lines, aligned(rows))
	})
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index/eval"
)

type evalRunFlags struct {
	options eval.Options
	queries []string
	repos   []string
	chunks  []string
	plot    string
	json    bool
	seed    uint64
	quiet   bool
}

func evalRunCommand() *cobra.Command {
	var f evalRunFlags
	c := &cobra.Command{
		Use:   "run",
		Short: "Measure strategies on queries",
		Long: `Chunk the snapshots of the queries with each strategy, rank the chunks for each
query by BM25, and print how well the gold is found. The first strategy is the
baseline that the others are compared with, query by query; the interval of a
difference is of 95%, by bootstrap over repositories.

hit@1 to hit@10, mrr and ndcg look at ranks; recall@5, precision@5, iou@5 at
the text of the first five chunks, weighed by its characters that are not white
space; precision_omega is the iou if all chunks with gold came and no others;
recall@1k to hit@8k look at what fits into so many tokens.

Queries of one repository need --repo PATH, by default the current directory;
those of several --repo NAME=PATH for each. Chunks of other tools are lines with
path, text, and start_byte and end_byte or start_line and end_line; what is not
in the file is reported and left out.

The exit status is 0 if every query was measured, 1 if some were left out (the
rest is printed), 2 for wrong usage.`,
		Example: `  cleave eval run --queries queries.jsonl
  cleave eval run --queries queries.jsonl --strategies auto,recursive,fixed --match-size
  cleave eval run --queries a.jsonl --queries b.jsonl --repo org/a=../a --repo org/b=../b --json
  cleave eval run --queries queries.jsonl --chunks other=chunks.jsonl --plot recall.html`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c.Context()) },
	}
	fs := c.Flags()
	fs.StringSliceVar(&f.queries, "queries", nil, "files of queries, as cleave eval mine makes them (repeatable; - is standard input)")
	fs.StringSliceVar(&f.options.Strategies, "strategies", nil, "what to measure, the baseline first (default "+strings.Join(eval.Strategies(), ",")+")")
	fs.StringArrayVar(&f.repos, "repo", []string{"."}, "where the repository lies: `[NAME=]PATH` (repeatable)")
	fs.StringArrayVar(&f.chunks, "chunks", nil, "measure another tool's chunks too: `NAME=FILE` (repeatable)")
	fs.BoolVar(&f.options.MatchSize, "match-size", false, "choose each strategy's max so that mean sizes agree")
	fs.StringVar(&f.plot, "plot", "", "draw recall against budget into `FILE`, a page for the browser")
	fs.BoolVar(&f.json, "json", false, "print one JSON object")
	fs.Uint64Var(&f.seed, "seed", 1, "of the bootstrap")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "do not say what is being done")
	optionFlags(fs, &f.options.Chunk)
	fs.Lookup("strategy").Hidden = true
	return c
}

func (f *evalRunFlags) run(ctx context.Context) error {
	if err := f.check(); err != nil {
		return usageError{err}
	}
	set, err := readQueries(f.queries)
	if err != nil {
		return err
	}
	for _, arg := range f.chunks {
		name, path, _ := strings.Cut(arg, "=")
		err := readFrom(path, func(r io.Reader) error {
			t, err := eval.ReadChunks(name, r)
			f.options.Tools = append(f.options.Tools, t)
			return err
		})
		if err != nil {
			return err
		}
	}
	f.options.Locate = locate(f.repos)
	if !f.quiet {
		f.options.Progress = func(what string) { fmt.Fprintln(os.Stderr, printable(what)) }
	}
	run, err := eval.Measure(ctx, set, f.options)
	if err != nil {
		return err
	}
	report := run.Report(len(set.Queries), f.seed)
	if err := f.print(report); err != nil {
		return err
	}
	for _, p := range report.Problems {
		fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(p))
	}
	if len(report.Problems) > 0 {
		return errTold
	}
	return nil
}

func (f *evalRunFlags) check() error {
	if len(f.queries) == 0 {
		return errors.New("no queries: give --queries FILE, as cleave eval mine makes them")
	}
	for _, arg := range f.chunks {
		if name, path, _ := strings.Cut(arg, "="); name == "" || path == "" {
			return fmt.Errorf("chunks is %q; it must be NAME=FILE", arg)
		}
	}
	return nil
}

func (f *evalRunFlags) print(report *eval.Report) error {
	text := []byte(evalTables(report))
	if f.json {
		var err error
		if text, err = json.MarshalIndent(report, "", " "); err != nil {
			return err
		}
		text = append(text, '\n')
	}
	if _, err := os.Stdout.Write(text); err != nil {
		return fmt.Errorf("writing output: %w", err)
	}
	return nil
}

// readQueries reads files of queries into one set.
func readQueries(paths []string) (*eval.Set, error) {
	set := &eval.Set{}
	for _, path := range paths {
		if err := readFrom(path, set.Read); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// readFrom gives read the file at path, or standard input for "-".
func readFrom(path string, read func(io.Reader) error) error {
	in := os.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w", path, cause(err))
		}
		defer f.Close()
		in = f
	}
	if err := read(in); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// locate gives where a repository lies, by what --repo says.
func locate(repos []string) func(string) (string, error) {
	named, other := map[string]string{}, ""
	for _, r := range repos {
		name, path, ok := strings.Cut(r, "=")
		if !ok {
			name, path = "", r
			other = path
		}
		named[name] = path
	}
	return func(name string) (string, error) {
		if path := named[name]; path != "" {
			return path, nil
		}
		if other == "" {
			return "", fmt.Errorf("no repository: give --repo %s=PATH", name)
		}
		return other, nil
	}
}

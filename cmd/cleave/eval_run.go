package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index/eval"
)

type evalRunFlags struct {
	evalFlags
	queries []string
	repos   []string
	plot    string
	seed    uint64
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
those of several --repo NAME=PATH for each; those without one are left out. A
PATH may be the URL of a remote, which is cloned with its history each time.

Chunks of other tools are lines with path, text, and start_byte and end_byte or
start_line and end_line; kind, name, scope and units, as cleave chunk prints
them, count in the ranking. They must be made from the revisions that are measured:
those that the queries name as snapshot, which are not the newest. Check each
out, chunk it, and give the revision in every line, as snapshot; without it, a
line is tried in every snapshot. Where there is more than one repository, lines
give its name as repo. cleave eval mine --snapshots 1 makes queries that need one
revision alone. Chunks that are not in their file, or of no revision that is
measured, are reported and left out; if
all are, or a snapshot has none, it is an error.

The exit status is 0 if every query was measured, 1 if some were left out (the
rest is printed), 2 for wrong usage.`,
		Example: `  cleave eval run --queries queries.jsonl
  cleave eval run --queries queries.jsonl --strategies auto,recursive,fixed --match-size
  cleave eval run --queries a.jsonl --queries b.jsonl --repo org/a=../a --repo org/b=../b --json
  cleave eval run --queries queries.jsonl --repo https://example.org/org/project
  cleave eval run --queries queries.jsonl --chunks other=chunks.jsonl --plot recall.html`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c.Context()) },
	}
	fs := c.Flags()
	fs.StringSliceVar(&f.queries, "queries", nil, "files of queries, as cleave eval mine makes them (repeatable; - is standard input)")
	fs.StringArrayVar(&f.repos, "repo", nil, "where the repository lies: `[NAME=]PATH|URL` (repeatable; default .)")
	fs.StringArrayVar(&f.chunks, "chunks", nil, "measure another tool's chunks too: `NAME=FILE` (repeatable)")
	fs.StringVar(&f.plot, "plot", "", "draw recall against budget into `FILE`, a page for the browser")
	fs.Uint64Var(&f.seed, "seed", 1, "of the bootstrap")
	f.register(fs)
	return c
}

func (f *evalRunFlags) run(ctx context.Context) error {
	if len(f.queries) == 0 {
		return usageError{errors.New("no queries: give --queries FILE, as cleave eval mine makes them")}
	}
	if f.plot == standard {
		return usageError{errors.New("plot is a page, and standard output has the tables; give it a FILE")}
	}
	if err := f.prepare(); err != nil {
		return err
	}
	set, err := readQueries(f.queries)
	if err != nil {
		return err
	}
	if f.options.Locate, err = locate(f.repos, set); err != nil {
		return err
	}
	run, err := eval.Measure(ctx, set, f.options)
	if err != nil {
		return err
	}
	report := run.Report(len(set.Queries), f.seed)
	if err := f.draw(report); err != nil {
		return err
	}
	if err := f.print(report, func() string { return evalTables(report) }); err != nil {
		return err
	}
	return tell(report.Problems)
}

// draw writes the page that --plot asks for.
func (f *evalRunFlags) draw(report *eval.Report) error {
	if f.plot == "" {
		return nil
	}
	out, err := openOutput(f.plot)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := plotPage(out, report); err != nil {
		return err
	}
	return out.Commit()
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
	if path != standard {
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

// locate gives where a repository lies, by what --repo says. A path without a
// name is that of the one repository of the queries that has no other.
func locate(repos []string, set *eval.Set) (func(string) (string, error), error) {
	named, other := map[string]string{}, ""
	for _, r := range repos {
		name, path, ok := strings.Cut(r, "=")
		switch {
		case ok && !strings.Contains(name, "://"):
			named[name] = path
		case other != "":
			return nil, usageError{fmt.Errorf("two --repo without a name, %s and %s: give --repo NAME=PATH for each", other, r)}
		default:
			other = r
		}
	}
	var unnamed []string
	for _, q := range set.Queries {
		if named[q.Repo] == "" && !slices.Contains(unnamed, q.Repo) {
			unnamed = append(unnamed, q.Repo)
		}
	}
	if len(repos) == 0 {
		if other = "."; len(unnamed) > 1 {
			return nil, usageError{fmt.Errorf("queries of %d repositories, %q: give --repo NAME=PATH for each", len(unnamed), unnamed)}
		}
	}
	return func(name string) (string, error) {
		if path := named[name]; path != "" {
			return path, nil
		}
		if other == "" || len(unnamed) > 1 {
			return "", fmt.Errorf("no repository: give --repo %s=PATH", name)
		}
		return other, nil
	}, nil
}

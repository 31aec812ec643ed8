package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index/eval"
)

type evalMineFlags struct {
	options eval.MineOptions
	history int
	docs    bool
	output  string
	quiet   bool
}

func evalMineCommand() *cobra.Command {
	var f evalMineFlags
	c := &cobra.Command{
		Use:   "mine [PATH|URL]",
		Short: "Make queries of a repository's history",
		Long: `Print queries with the lines that answer them, one JSON object a line, made of
the commits of a repository, by default the current one.

A commit's message, without trailers, issue numbers and URLs, is the query. The
gold are the lines it changed, as they stand in one of a few earlier revisions,
the snapshots, as far as nobody touched them in between. Where lines were only
added, inside of a definition, the line before them is gold.

Left out are merges, bots, version bumps, reverts, formatting; messages of under
5 words; commits to documents and tests alone, to more than 5 source files or 80
lines, to imports and comments only. leak marks a query that names a file of its
gold. How many were left out, and why, is on standard error.

With --documents the commits are those to documents and to no source, but not to
lists of changes, and the gold is in the documents.

With --docstrings the first sentence of a doc comment is the query, without the
name, and the function under it the gold. The first line then says which lines
to blank in what is indexed: those of all doc comments.`,
		Example: `  cleave eval mine > queries.jsonl
  cleave eval mine --history 500 --snapshots 3 -o queries.jsonl ../project
  cleave eval mine --docstrings > docs.jsonl
  cleave eval mine --name org/project https://example.org/org/project`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("history") {
				f.options.History = f.history
			}
			return f.run(c.Context(), append(args, ".")[0])
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.options.Rev, "rev", "", "the newest commit to look at (default HEAD)")
	fs.IntVar(&f.history, "history", 2000, "how many commits to go back, along first parents; if not given, fewer where that makes more queries")
	fs.IntVar(&f.options.Snapshots, "snapshots", 6, "how many revisions the queries share")
	fs.StringVar(&f.options.Repo, "name", "", "what the queries call the repository (default its last path element)")
	fs.BoolVar(&f.options.Documents, "documents", false, "make queries of commits to documents instead")
	fs.BoolVar(&f.docs, "docstrings", false, "make queries of the newest commit's doc comments instead")
	fs.StringVarP(&f.output, "output", "o", "", outputUsage)
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "do not say what was left out")
	return c
}

func (f *evalMineFlags) run(ctx context.Context, location string) error {
	if f.history < 1 || f.options.Snapshots < 1 {
		return usageError{fmt.Errorf("history is %d and snapshots %d; both must be 1 or more", f.history, f.options.Snapshots)}
	}
	if f.docs && f.options.Documents {
		return usageError{errors.New("--documents and --docstrings exclude each other: give one")}
	}
	if f.options.Repo == "" {
		f.options.Repo = repoName(location)
	}
	out, err := openOutput(f.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	mine := eval.Mine
	if f.docs {
		mine = eval.MineDocs
	}
	set, left, err := mine(ctx, location, f.options)
	if err != nil {
		return err
	}
	if err := set.Write(out); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if !f.quiet {
		fmt.Fprintf(os.Stderr, "queries: %d\n", len(set.Queries))
		for _, why := range slices.Sorted(maps.Keys(left)) {
			fmt.Fprintf(os.Stderr, "left out, %s: %d\n", why, left[why])
		}
	}
	return nil
}

// repoName is what a repository at a path or URL is called.
func repoName(location string) string {
	if abs, err := filepath.Abs(location); err == nil && !strings.Contains(location, ":") {
		location = filepath.ToSlash(abs)
	}
	name := strings.TrimSuffix(location[strings.LastIndexAny(strings.TrimRight(location, "/"), "/:")+1:], "/")
	return strings.TrimSuffix(name, ".git")
}

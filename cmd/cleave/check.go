package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index"
)

func checkCommand() *cobra.Command {
	var file string
	var deep bool
	c := &cobra.Command{
		Use:   "check",
		Short: "Check that an index is whole and keeps what is promised",
		Long: `Check the index of this repository: that the database is whole, that the chunks
of every file tile it and fit, by a new count of their tokens, that every word is
found where it stands, and that views, files and chunks belong to each other.
Problems are printed one a line, and make the exit status 1.

With --deep the files that are as the index has them are chunked anew too, and
compared; those of remotes are not.`,
		Example: `  cleave check
  cleave check --deep
  cleave check --index all.db`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return check(c.Context(), file, deep) },
	}
	indexFlag(c.Flags(), &file)
	c.Flags().BoolVar(&deep, "deep", false, "chunk anew what can be read, and compare")
	return c
}

func check(ctx context.Context, file string, deep bool) error {
	path, err := indexPath(ctx, file, ".")
	if err != nil {
		return err
	}
	x, err := index.Open(path)
	if err != nil {
		return err
	}
	defer x.Close()
	out, err := openOutput("")
	if err != nil {
		return err
	}
	var failed error
	done, err := x.Check(ctx, deep, func(text string) {
		if failed == nil {
			_, failed = fmt.Fprintln(out, printable(text))
		}
	})
	if failed != nil {
		return failed
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %s, %s, %s, %d compared: %s\n", printable(path), count(done.Views, "view"),
		count(done.Files, "file"), count(done.Chunks, "chunk"), done.Compared, count(done.Problems, "problem"))
	if done.Problems > 0 {
		return errTold
	}
	return nil
}

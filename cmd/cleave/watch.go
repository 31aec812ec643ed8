package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index"
)

type watchFlags struct {
	file    string
	changes bool
	quiet   bool
	jobs    int
}

func watchCommand() *cobra.Command {
	var f watchFlags
	c := &cobra.Command{
		Use:   "watch [PATH]",
		Short: "Refresh the index whenever something changes",
		Long: `Build or refresh the index of the work tree that PATH lies in (the current
directory by default), and again whenever something in it changes, until
interrupted. One line on standard error tells of each refresh that found
anything. The options are those the index was made with.

With --changes it tells what its own refreshes did. What another one did, such as
a hook's or that of cleave index, is not told: follow with one of them alone, or
compare with cleave export.`,
		Example: `  cleave watch
  cleave watch --changes | my-vector-store`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), args) },
	}
	fs := c.Flags()
	indexFlag(fs, &f.file)
	fs.BoolVar(&f.changes, "changes", false, "print what changed, as cleave index --changes does")
	fs.IntVar(&f.jobs, "jobs", 0, "files to chunk at once (default: one a core)")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "tell of errors only")
	return c
}

func (f *watchFlags) run(ctx context.Context, args []string) error {
	where := "."
	if len(args) > 0 {
		where = args[0]
	}
	out, err := openOutput("")
	if err != nil {
		return err
	}
	path, err := indexPath(ctx, f.file, where)
	if err != nil {
		return err
	}
	for {
		if err := f.watch(ctx, path, where, out); !errors.Is(err, index.ErrReplaced) {
			return err
		}
		if now, err := indexPath(ctx, f.file, where); err != nil || now != path {
			return cmp.Or(err, fmt.Errorf("%s: the repository is gone, and the index with it", where))
		}
		fmt.Fprintf(os.Stderr, "cleave: %s: deleted or replaced; going on with what is there\n", printable(path))
	}
}

// watch watches with the index as it is, until it is another.
func (f *watchFlags) watch(ctx context.Context, path, where string, out *output) error {
	x, err := createIndex(path)
	if err != nil {
		return err
	}
	o := index.WatchOptions{Refresh: index.RefreshOptions{Jobs: f.jobs, Wait: 5 * time.Second}}
	var written error
	if f.changes {
		o.Refresh.Changes = func(c index.Change) error {
			written = printChange(out, c)
			return written
		}
	}
	o.Refreshed = func(done *index.Refreshed, err error) error {
		if written != nil {
			return written // nobody reads any more
		}
		f.tell(done, err)
		return nil
	}
	end := make(chan error, 1)
	go func() { end <- x.Watch(ctx, where, o) }()
	select {
	case err = <-end:
	case <-ctx.Done():
		select {
		case <-end:
		case <-time.After(patience):
			return nil // what is half done is rolled back
		}
	}
	if ctx.Err() != nil {
		err = nil // that is how a watch ends
	}
	x.Close()
	return err
}

// tell tells of a refresh.
func (f *watchFlags) tell(done *index.Refreshed, err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
	}
	if done == nil {
		return
	}
	for _, err := range done.Errors {
		fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
	}
	moved := done.Was == nil || done.Was.Commit != done.View.Commit
	if !f.quiet && (moved || done.Added+done.Changed+done.Removed > 0) {
		printRefreshed(done, time.Since(done.View.Refreshed))
	}
}

package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

type indexFlags struct {
	options chunk.Options
	source  sourceFlags
	file    string
	changes bool
	reset   bool
	gc      bool
	drop    []string
	wait    time.Duration
	quiet   bool
}

func indexCommand() *cobra.Command {
	var f indexFlags
	c := &cobra.Command{
		Use:   "index [PATH|URL]",
		Short: "Build or refresh the index of a repository",
		Long: `Build the index of the repository that PATH lies in (the current directory by
default), or refresh it: the same command does both, and reads only what changed.

An index is one file, in the git directory of the repository, where all its work
trees share it, or in .cleave below a directory that is no repository. It holds
views: a work tree, what is staged (--staged), revisions (--rev), remotes.

The options that say how to cut, and which files to take, are kept with the
index: later runs need not repeat them. If they change, all files are chunked
anew. An option that is given replaces what was kept, all globs of --include or
--exclude together; --reset forgets what was kept and is not given.

With --changes each line has an op and a record. add: it is new. delete: the one
with this id is gone. move: it takes the place of the one whose id stands in "was";
its id may be another, its embedding need not be. A run tells what it did itself. What a hook or a watch did, or a
run whose output was lost, is not told again: follow with one of them alone, or
compare with cleave export, which has all there is.`,
		Example: `  cleave index
  cleave index --staged
  cleave index --max 256 --exclude vendor/
  cleave index --changes > changes.jsonl
  cleave index --index all.db https://example.org/org/repo@v1.2.0
  cleave index --gc
  cleave index --drop v1.1.0`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), c.Flags(), args) },
	}
	fs := c.Flags()
	optionFlags(fs, &f.options)
	f.source.registerFiles(fs)
	f.source.registerPlace(fs)
	indexFlag(fs, &f.file)
	fs.BoolVar(&f.changes, "changes", false, "print what changed, one JSON object a line: the op (add, delete, move) and the record")
	fs.BoolVar(&f.reset, "reset", false, "forget the options kept with the index: those that are not given are as by default")
	fs.BoolVar(&f.gc, "gc", false, "drop the views whose work tree or revision is gone, and delete what none holds any more;\nrefreshes nothing")
	fs.StringArrayVar(&f.drop, "drop", nil, "drop this `VIEW`, as --view of cleave search names it, or as cleave status does, and\ndelete what none holds any more; refreshes nothing (repeatable)")
	fs.DurationVar(&f.wait, "wait", time.Minute, "longest time to wait for another refresh to end")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "print no summary and no progress")
	return c
}

func indexFlag(fs *pflag.FlagSet, file *string) {
	fs.StringVar(file, "index", "", "the index `FILE` (default: in the git directory, or .cleave/index.db)")
}

func (f *indexFlags) run(ctx context.Context, fs *pflag.FlagSet, args []string) error {
	where := "."
	if len(args) > 0 {
		where = args[0]
	}
	if err := f.source.check(); err != nil {
		return usageError{err}
	}
	path, err := indexPath(ctx, f.file, where)
	if err != nil {
		return err
	}
	if f.gc || len(f.drop) > 0 {
		return f.collect(ctx, fs, path)
	}
	x, err := createIndex(path)
	if err != nil {
		return err
	}
	defer x.Close()
	o, err := f.refresh(ctx, fs, x)
	if err != nil {
		return err
	}
	out, err := openOutput("")
	if err != nil {
		return err
	}
	if f.changes {
		o.Changes = func(c index.Change) error { return printChange(out, c) }
	}
	start := time.Now()
	done, err := x.Refresh(ctx, where, o)
	if err != nil {
		return err
	}
	for _, err := range done.Errors {
		fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
	}
	if !f.quiet {
		printRefreshed(done, time.Since(start))
	}
	if len(done.Errors) > 0 {
		return errTold
	}
	return nil
}

// createIndex opens an index to refresh it, or makes it.
func createIndex(path string) (*index.Index, error) {
	x, err := index.Create(path)
	if err == nil && x.Rebuilt != nil {
		fmt.Fprintf(os.Stderr, "cleave: %s: %s\n", printable(path), printable(rebuilt(x.Rebuilt)))
	}
	return x, err
}

// rebuilt says what became of an index in an older format.
func rebuilt(was *index.Rebuilt) string {
	text := fmt.Sprintf("was of an older format (%d); it is built anew", was.Format)
	if was.Forgotten == nil {
		text += " with the options it had"
	} else {
		text += fmt.Sprintf("; its options are forgotten, for they cannot be read: %s", was.Forgotten)
	}
	if len(was.Views) == 0 {
		return text
	}
	views := make([]string, len(was.Views))
	for i, v := range was.Views {
		views[i] = v.String()
	}
	return text + "; its views are made anew when they are asked for: " + strings.Join(views, ", ")
}

// indexPath gives where the index is: as asked for, or that of the repository.
// That of a remote is the one of the current directory.
func indexPath(ctx context.Context, file, where string) (string, error) {
	if file != "" {
		return file, nil
	}
	if repo.IsRemote(where) {
		where = "."
	}
	src, err := index.OpenSource(ctx, where, repo.Options{}, index.Settings{})
	if err != nil {
		return "", err
	}
	defer src.Close()
	return index.Path(src), nil
}

// refresh gives the options of the refresh. Settings that the command line does
// not name are those of the index.
func (f *indexFlags) refresh(ctx context.Context, fs *pflag.FlagSet, x *index.Index) (index.RefreshOptions, error) {
	o := index.RefreshOptions{Source: f.source.options, Jobs: f.source.jobs, Wait: f.wait}
	o.Source.MaxRepoSize = int64(f.source.maxRepoSize)
	kept, any, err := x.Settings(ctx)
	if err != nil {
		return o, err
	}
	asked := index.Settings{Chunk: f.options, All: f.source.all, MaxFileSize: f.source.limit(f.source.all),
		Include: f.source.include, Exclude: f.source.exclude}
	if any && !f.reset && !merge(fs, &asked, kept) {
		return o, nil // by the index's own, as they are when it is this run's turn
	}
	o.Settings = &asked
	chunker, err := chunk.New(asked.Chunk)
	if err != nil {
		return o, usageError{err}
	}
	chunker.Close()
	return o, nil
}

// merge takes from kept what the command line does not name. It is false where
// that is all.
func merge(fs *pflag.FlagSet, s *index.Settings, kept index.Settings) (asked bool) {
	keep := map[string]func(){
		"max":           func() { s.Chunk.Max = kept.Chunk.Max },
		"min":           func() { s.Chunk.Min = kept.Chunk.Min },
		"tokenizer":     func() { s.Chunk.Tokenizer = kept.Chunk.Tokenizer },
		"imports":       func() { s.Chunk.Imports = kept.Chunk.Imports },
		"no-path":       func() { s.Chunk.NoPath = kept.Chunk.NoPath },
		"strategy":      func() { s.Chunk.Strategy = kept.Chunk.Strategy },
		"overlap":       func() { s.Chunk.Overlap = kept.Chunk.Overlap },
		"parents":       func() { s.Chunk.Parents = kept.Chunk.Parents },
		"parent-max":    func() { s.Chunk.ParentMax = kept.Chunk.ParentMax },
		"lang":          func() { s.Chunk.Language = kept.Chunk.Language },
		"all":           func() { s.All = kept.All },
		"max-file-size": func() { s.MaxFileSize = kept.MaxFileSize },
		"include":       func() { s.Include = kept.Include },
		"exclude":       func() { s.Exclude = kept.Exclude },
	}
	// Two have a default that goes by another's; one that was asked for is kept.
	follows := map[string]bool{
		"min":           fs.Changed("max") && kept.Chunk.Min == kept.Chunk.Max/2,
		"max-file-size": fs.Changed("all") && kept.MaxFileSize == new(sourceFlags).limit(kept.All),
	}
	for name, take := range keep {
		asked = asked || fs.Changed(name)
		if !fs.Changed(name) && !follows[name] {
			take()
		}
	}
	return asked
}

// collect drops views, and deletes what no view holds any more.
func (f *indexFlags) collect(ctx context.Context, fs *pflag.FlagSet, path string) error {
	var other error
	fs.Visit(func(flag *pflag.Flag) {
		if !slices.Contains([]string{"gc", "drop", "index", "quiet"}, flag.Name) {
			other = usageError{fmt.Errorf("gc and drop refresh nothing: --%s does not go with them", flag.Name)}
		}
	})
	if other != nil {
		return other
	}
	x, err := index.Open(path)
	if err != nil {
		return err
	}
	defer x.Close()
	views, err := x.Views(ctx)
	if err != nil {
		return err
	}
	drop := make(map[*index.View]string) // and why
	at, _ := openHere(ctx, path)
	for _, name := range f.drop {
		v, err := at.named(views, name)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		drop[v] = "dropped"
	}
	for _, v := range views {
		if drop[v] == "" && f.gc && v.Gone(ctx) {
			drop[v] = "gone, and dropped"
		}
		if drop[v] == "" {
			continue
		}
		if err := x.Forget(ctx, v); err != nil {
			return err
		}
		if !f.quiet {
			fmt.Fprintf(os.Stderr, "%s: %s\n", printable(v.String()), drop[v])
		}
	}
	return x.Collect(ctx)
}

// printChange prints a change, its record as cleave chunk prints it.
func printChange(out *output, c index.Change) error {
	c.Path, c.PathBytes = chunk.PathText(c.Path)
	b, err := jsonText(c, "")
	if err == nil {
		_, err = out.Write(b)
	}
	return err
}

func printRefreshed(r *index.Refreshed, took time.Duration) {
	v := r.View
	fmt.Fprintf(os.Stderr, "%s%s: %s, %s, %s; ", printable(v.String()), at(v.Commit),
		count(v.Summary.Files, "file"), count(v.Summary.Chunks, "chunk"), count(v.Summary.Tokens, "token"))
	if r.Resettled() {
		fmt.Fprintf(os.Stderr, "options changed, all built anew; ")
	}
	fmt.Fprintf(os.Stderr, "%d added, %d changed, %d removed, %d chunked, %.2f s\n",
		r.Added, r.Changed, r.Removed, r.Chunked, took.Seconds())
}

// at names a commit for people.
func at(commit string) string {
	if commit == "" {
		return ""
	}
	return " at " + commit[:min(len(commit), 10)]
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
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
	gc      bool
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
anew. An option that is given replaces what was kept: --exclude '' takes back
what was excluded, --all=false what was taken besides.`,
		Example: `  cleave index
  cleave index --staged
  cleave index --max 256 --exclude vendor/
  cleave index --changes > changes.jsonl
  cleave index --index all.db https://example.org/org/repo@v1.2.0
  cleave index --gc`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), c.Flags(), args) },
	}
	fs := c.Flags()
	optionFlags(fs, &f.options)
	f.source.registerFiles(fs)
	f.source.registerPlace(fs)
	indexFlag(fs, &f.file)
	fs.BoolVar(&f.changes, "changes", false, "print what changed, one JSON object a line: the op (add, delete, move) and the record")
	fs.BoolVar(&f.gc, "gc", false, "delete what no view holds any more, and refresh nothing")
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
	if f.gc && (f.changes || f.source.options.Staged || f.source.options.Rev != "") {
		return usageError{errors.New("gc refreshes nothing: it goes with no option but index")}
	}
	if f.gc {
		return collect(ctx, path)
	}
	x, err := index.Create(path)
	if err != nil {
		return err
	}
	defer x.Close()
	if x.Rebuilt > 0 {
		fmt.Fprintf(os.Stderr, "cleave: %s: was of an older format (%d); it is built anew\n", path, x.Rebuilt)
	}
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
	if any && !merge(fs, &asked, kept) {
		return o, nil // by the index's own, as they are when it is this run's turn
	}
	blank := func(glob string) bool { return glob == "" }
	asked.Include = slices.DeleteFunc(slices.Clone(asked.Include), blank)
	asked.Exclude = slices.DeleteFunc(slices.Clone(asked.Exclude), blank)
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
	for name, take := range keep {
		asked = asked || fs.Changed(name)
		if by := follows[name]; !fs.Changed(name) && !(by != "" && fs.Changed(by)) {
			take()
		}
	}
	return asked
}

// follows tells which options have a default that goes by another's.
var follows = map[string]string{"min": "max", "max-file-size": "all"}

func collect(ctx context.Context, path string) error {
	x, err := index.Open(path)
	if err != nil {
		return err
	}
	defer x.Close()
	return x.Collect(ctx)
}

// printChange prints a change, its record as cleave chunk prints it.
func printChange(out *output, c index.Change) error {
	c.Path, c.PathBytes = chunk.PathText(c.Path)
	b, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = out.Write(append(b, '\n'))
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

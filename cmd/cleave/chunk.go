package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

type chunkFlags struct {
	options chunk.Options
	source  sourceFlags
	output  string
	format  string
	report  string
	list    string
	quiet   bool
}

func chunkCommand() *cobra.Command {
	var f chunkFlags
	c := &cobra.Command{
		Use:   "chunk [PATH|URL]...",
		Short: "Print the chunks of files, directories and repositories",
		Long: `Print the chunks of files and directories, the current one by default: one JSON
object a chunk, in path order, then by offset. Paths in the records are relative
to the current directory; below an absolute PATH elsewhere, to that.

In a git repository the files are those that git would track, less what
.cleaveignore leaves out. A URL (https, ssh, git@host:org/repo, file; @REF for a
branch or tag) is cloned to a depth of one, without a work tree; CLEAVE_GIT_TOKEN
or .netrc give access. Its records carry the repository and the commit.

The exit status is 0 if every file was chunked or passed over with a reason, 1
if a file or PATH could not be read (the rest is printed), 2 for wrong usage.`,
		Example: `  cleave chunk . > chunks.jsonl
  cleave chunk --max 256 --include '**/*.go' src
  cleave chunk --format text README.md | less
  cleave chunk --staged
  cleave chunk https://example.org/org/repo@v1.2.0`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), args) },
	}
	f.register(c)
	return c
}

func (f *chunkFlags) register(c *cobra.Command) {
	fs := c.Flags()
	optionFlags(fs, &f.options)
	f.source.register(fs)
	fs.StringVarP(&f.output, "output", "o", "", "write to `FILE`, whole or not at all")
	fs.StringVar(&f.format, "format", "jsonl", "jsonl, json, langchain or text")
	fs.StringVar(&f.list, "from-file", "", "take the PATHs and URLs in `FILE` too, one a line; # begins a comment")
	fs.StringVar(&f.report, "report", "", "write what became of each file to `FILE`, one JSON object a line")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "print no summary")
}

func (f *chunkFlags) run(ctx context.Context, args []string) error {
	chunker, err := chunk.New(f.options)
	if err != nil {
		return usageError{err}
	}
	defer chunker.Close()
	format, err := newFormat(f.format)
	if err != nil {
		return usageError{err}
	}
	if err := f.check(); err != nil {
		return usageError{err}
	}
	out, err := openOutput(f.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	report, err := openOutput(f.report)
	if err != nil {
		return err
	}
	defer report.Discard()
	s := newSummary()
	run := &chunkRun{flags: f, chunker: chunker, format: format, out: out, report: report, summary: s}
	if err := run.until(ctx, args); err != nil {
		return err
	}
	if f.report != "" {
		if err := report.Commit(); err != nil {
			return err
		}
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if !f.quiet {
		s.print(os.Stderr)
	}
	if s.failed {
		return errTold
	}
	return nil
}

// check says what cannot be asked for, before anything is opened.
func (f *chunkFlags) check() error {
	if f.output != "" && filepath.Clean(f.output) == filepath.Clean(f.report) {
		return fmt.Errorf("output and report are both %s; they must be two files", f.output)
	}
	return f.source.check()
}

// chunkRun is one run of the command.
type chunkRun struct {
	flags   *chunkFlags
	chunker *chunk.Chunker
	format  *format
	out     *output
	report  *output
	summary *summary
	listed  int // arguments from this one on came out of --from-file
}

// patience is how long an interrupted run waits for the files at hand.
const patience = time.Second

// until runs to the end, or to shortly after ctx is done: a file may take its
// time.
func (r *chunkRun) until(ctx context.Context, args []string) error {
	end := make(chan error, 1)
	go func() { end <- r.all(ctx, args) }()
	select {
	case err := <-end:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-end:
		return err
	case <-time.After(patience):
		return ctx.Err()
	}
}

func (r *chunkRun) all(ctx context.Context, args []string) error {
	listed, err := readList(r.flags.list)
	if err != nil {
		return err
	}
	r.listed = len(args)
	if args = append(args, listed...); len(args) == 0 && r.flags.list == "" {
		args, r.listed = []string{"."}, 1
	}
	if _, err := r.out.Write(r.format.begin()); err != nil {
		return err
	}
	seen := newSeen(len(args))
	for i, arg := range args {
		err := r.source(ctx, arg, i >= r.listed, seen)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var write writeError
		if errors.As(err, &write) {
			return err
		}
		if err != nil {
			r.fail(err)
		}
	}
	_, err = r.out.Write(r.format.end())
	return err
}

// fail reports what could not be done; the rest goes on.
func (r *chunkRun) fail(err error) {
	r.summary.failed = true
	fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
}

func (r *chunkRun) source(ctx context.Context, arg string, listed bool, seen seen) error {
	src, err := r.flags.source.open(ctx, arg, listed)
	if err != nil {
		return err
	}
	defer src.Close()
	name := naming(arg, src)
	s := index.Stream{Jobs: r.flags.source.jobs, Name: name, All: r.flags.source.all || named(arg), Skip: func(e repo.Entry) string {
		if r.out.Is(src, e) || r.report.Is(src, e) {
			return ownOutput
		}
		return ""
	}}
	return s.Run(ctx, src, r.chunker, func(res index.Result) error {
		if seen.has(src, res.Entry) {
			return nil
		}
		return r.result(res)
	})
}

// ownOutput is the reason to pass over what is being written.
const ownOutput = "output of this run"

func (r *chunkRun) result(res index.Result) error {
	if res.Reason == ownOutput && strings.HasPrefix(path.Base(res.Path), temporary) {
		return nil // nobody else knows of it
	}
	if res.Err != nil {
		r.fail(res.Err)
	}
	r.summary.add(res)
	if r.flags.report != "" {
		if _, err := r.report.Write(reportLine(res)); err != nil {
			return err
		}
	}
	if res.File == nil {
		return nil
	}
	b, err := r.format.file(res.File)
	if err != nil {
		return err
	}
	_, err = r.out.Write(b)
	return err
}

// readList reads a --from-file list; none for "".
func readList(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out, nil
}

// printable keeps a message on one line of text, whatever a path holds.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

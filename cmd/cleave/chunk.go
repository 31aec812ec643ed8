package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

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
	quiet   bool
}

func chunkCommand() *cobra.Command {
	var f chunkFlags
	c := &cobra.Command{
		Use:   "chunk [PATH]...",
		Short: "Print the chunks of files and directories",
		Long: `Print the chunks of files and directories, the current one by default: one JSON
object a chunk, in path order, then by offset. Paths in the records are relative
to the current directory; below an absolute PATH elsewhere, to that.

The exit status is 0 if every file was chunked or passed over with a reason, 1
if a file or PATH could not be read (the rest is printed), 2 for wrong usage.`,
		Example: `  cleave chunk . > chunks.jsonl
  cleave chunk --max 256 --include '**/*.go' src
  cleave chunk --format text README.md | less`,
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
	if err := run.all(ctx, args); err != nil {
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

// chunkRun is one run of the command.
type chunkRun struct {
	flags   *chunkFlags
	chunker *chunk.Chunker
	format  *format
	out     *output
	report  *output
	summary *summary
}

func (r *chunkRun) all(ctx context.Context, args []string) error {
	if len(args) == 0 {
		args = []string{"."}
	}
	if _, err := r.out.Write(r.format.begin()); err != nil {
		return err
	}
	seen := newSeen(len(args))
	for _, arg := range args {
		err := r.source(ctx, arg, seen)
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
	_, err := r.out.Write(r.format.end())
	return err
}

// fail reports what could not be done; the rest goes on.
func (r *chunkRun) fail(err error) {
	r.summary.failed = true
	fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
}

func (r *chunkRun) source(ctx context.Context, arg string, seen seen) error {
	src, err := r.flags.source.open(ctx, arg)
	if err != nil {
		return err
	}
	defer src.Close()
	name := naming(arg, src)
	s := index.Stream{Jobs: r.flags.source.jobs, Name: name, All: r.flags.source.all || named(arg), Skip: func(e repo.Entry) string {
		if r.out.Is(src, e) || r.report.Is(src, e) {
			return "output of this run"
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

func (r *chunkRun) result(res index.Result) error {
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

// printable keeps a message on one line of text, whatever a path holds.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

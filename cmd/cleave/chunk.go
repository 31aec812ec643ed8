package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
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
	dryRun  bool
	price   float64
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
branch or tag) is cloned to a depth of one, without a work tree; file is read in
place. CLEAVE_GIT_TOKEN or .netrc give access; the token goes over https, to
CLEAVE_GIT_TOKEN_HOST alone if that is set, and without it to no URL of a
--from-file list. Records of a URL carry the repository and the commit, those of
--rev the commit. With --staged and --rev a PATH may be gone from disk.

A PATH of - is standard input, as one file of the path that --stdin-path says.

The report has a line for each file, and one for each PATH or URL that could not
be read to its end: its source and the error.

A path that is not UTF-8 stands in the records with ./ before it, as no other
does, its odd bytes and each % as %XX, and whole, in base64, as path_bytes.

The exit status is 0 if every file was chunked or passed over with a reason, 1
if a file or PATH could not be read (the rest is printed), 2 for wrong usage.`,
		Example: `  cleave chunk . > chunks.jsonl
  cleave chunk --max 256 --include '**/*.go' src
  cleave chunk --format text README.md | less
  cleave chunk --staged
  git show v1.2.0:main.go | cleave chunk --stdin-path main.go -
  cleave chunk --rev HEAD~3 --report files.jsonl > chunks.jsonl
  cleave chunk https://example.org/org/repo@v1.2.0
  cleave chunk --from-file repos.txt --cache ~/.cache/cleave > chunks.jsonl
  cleave chunk --dry-run --price 0.02 .`,
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
	fs.StringVarP(&f.output, "output", "o", "", outputUsage)
	fs.StringVar(&f.format, "format", "jsonl", "jsonl, json, langchain or text")
	fs.StringVar(&f.report, "report", "", "write what became of each file to `FILE`, one JSON object a line; - is standard output")
	fs.BoolVar(&f.dryRun, "dry-run", false, "print how many files, chunks and tokens there are of each language, and no chunks")
	fs.Float64Var(&f.price, "price", 0, "with --dry-run: the cost too, at this price of a `MILLION` tokens")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "print no summary and no progress")
}

func (f *chunkFlags) run(ctx context.Context, args []string) error {
	reading, err := newReading(f.options, &f.source, args)
	if err != nil {
		return err
	}
	defer reading.close()
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
	if out.same(report) {
		return usageError{fmt.Errorf("output and report are both %s; they must be two files", out.path)}
	}
	if err := cmp.Or(f.source.apart(args, out), f.source.apart(args, report)); err != nil {
		return usageError{err}
	}
	s := newSummary()
	reading.bar = newProgress(f.quiet || f.report == standard, out.shown())
	run := &chunkRun{flags: f, format: format, out: out, report: report, summary: s}
	if err := run.all(ctx, reading); err != nil {
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
	if !f.quiet && !f.dryRun {
		s.print(os.Stderr)
	}
	if reading.failed {
		return errTold
	}
	return nil
}

// check says what cannot be asked for, before anything is opened.
func (f *chunkFlags) check() error {
	if f.price != 0 && !f.dryRun {
		return errors.New("price is for --dry-run, which prints what a run would cost")
	}
	if f.report == standard && (f.output == "" || f.output == standard) {
		return errors.New("output and report are both standard output; give one of them a FILE")
	}
	if !(f.price >= 0 && f.price < 1e12) {
		return fmt.Errorf("price is %g; it must be what a million tokens cost", f.price)
	}
	return nil
}

// chunkRun is one run of the command.
type chunkRun struct {
	flags   *chunkFlags
	format  *format
	out     *output
	report  *output
	summary *summary
}

// all prints what reading gives.
func (r *chunkRun) all(ctx context.Context, reading *reading) error {
	reading.skip, reading.result, reading.lost = r.skip, r.result, r.lost
	if !r.flags.dryRun {
		if _, err := r.out.Write(r.format.begin()); err != nil {
			return err
		}
	}
	if err := reading.run(ctx); err != nil {
		return err
	}
	end := r.format.end()
	if r.flags.dryRun {
		end = []byte(r.summary.table(r.flags.price) + r.summary.passedOver())
	}
	_, err := r.out.Write(end)
	return err
}

func (r *chunkRun) skip(src *repo.Source, e repo.Entry) string {
	if r.out.Is(src, e) || r.report.Is(src, e) {
		return ownOutput
	}
	return ""
}

// ownOutput is the reason to pass over what is being written.
const ownOutput = "output of this run"

// lost reports what could not be read to its end.
func (r *chunkRun) lost(source string, err error) error {
	if r.flags.report == "" {
		return nil
	}
	_, err = r.report.Write(lostLine(source, err))
	return err
}

func (r *chunkRun) result(src *repo.Source, res index.Result) error {
	if res.Reason == ownOutput && strings.HasPrefix(path.Base(res.Path), temporary) {
		return nil // nobody else knows of it
	}
	r.summary.add(res)
	if r.flags.report != "" {
		if _, err := r.report.Write(reportLine(src, res)); err != nil {
			return err
		}
	}
	if res.File == nil || r.flags.dryRun {
		return nil
	}
	b, err := r.format.file(res.File)
	if err != nil {
		return err
	}
	_, err = r.out.Write(b)
	return err
}

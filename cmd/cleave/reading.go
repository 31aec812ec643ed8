package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// reading reads and chunks all that a command line names. A source that cannot
// be read is reported, and the rest goes on.
type reading struct {
	flags   *sourceFlags
	args    []string
	chunker *chunk.Chunker
	bar     *progress
	failed  bool
	listed  int // arguments from this one on came out of --from-file

	// skip gives a reason to pass over a file; may be nil.
	skip func(src *repo.Source, e repo.Entry) string
	// result is given what became of each file, in order.
	result func(src *repo.Source, res index.Result) error
	// lost is given what could not be read to its end, and why; may be nil.
	lost func(source string, err error) error
}

// newReading checks what is asked for. close it.
func newReading(o chunk.Options, f *sourceFlags, args []string) (*reading, error) {
	if err := cmp.Or(f.check(), f.checkInput(args)); err != nil {
		return nil, usageError{err}
	}
	chunker, err := chunk.New(o)
	if err != nil {
		return nil, usageError{err}
	}
	return &reading{flags: f, args: args, chunker: chunker}, nil
}

func (r *reading) close() { r.chunker.Close() }

// patience is how long an interrupted run waits for the files at hand.
const patience = time.Second

// run reads to the end, or to shortly after ctx is done: a file may take its
// time.
func (r *reading) run(ctx context.Context) error {
	defer r.bar.done()
	end := make(chan error, 1)
	go func() { end <- r.all(ctx) }()
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

func (r *reading) all(ctx context.Context) error {
	listed, err := readList(ctx, r.flags.list)
	if err != nil {
		return err
	}
	args := append(r.args[:len(r.args):len(r.args)], listed...)
	if r.listed = len(r.args); len(args) == 0 && r.flags.list == "" {
		args, r.listed = []string{"."}, 1
	}
	seen := newSeen(len(args))
	for i, arg := range args {
		var err error
		if arg == standard && i < r.listed {
			err = r.input(ctx)
		} else {
			err = r.source(ctx, arg, i >= r.listed, seen)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var write writeError
		if errors.As(err, &write) {
			return err
		}
		if err != nil {
			if err := r.lose(arg, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// lose reports an argument that could not be read to its end.
func (r *reading) lose(arg string, err error) error {
	r.fail(err)
	if r.lost == nil {
		return nil
	}
	return r.lost(repo.Redact(arg), err)
}

// fail reports what could not be done; the rest goes on.
func (r *reading) fail(err error) {
	r.failed = true
	r.bar.clear()
	fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
}

func (r *reading) source(ctx context.Context, arg string, listed bool, seen seen) error {
	src, err := r.flags.open(ctx, arg, listed, r.bar)
	if err != nil {
		return err
	}
	defer src.Close()
	asked := r.flags.all || src.File != ""
	s := index.Stream{Jobs: r.flags.jobs, Name: naming(arg, src), All: asked}
	if r.skip != nil {
		s.Skip = func(e repo.Entry) string { return r.skip(src, e) }
	}
	defer r.bar.chunking(ctx, src)()
	return s.Run(ctx, src, r.chunker, func(res index.Result) error {
		r.bar.file(res)
		if seen.has(src, res.Entry) {
			return nil
		}
		return r.became(src, res, asked)
	})
}

// became reports what became of a file; asked tells that it was asked for
// whatever it is.
func (r *reading) became(src *repo.Source, res index.Result, asked bool) error {
	if err := cmp.Or(res.Err, r.flags.tooLarge(res, asked)); err != nil {
		r.fail(err)
	}
	return r.result(src, res)
}

// readList reads a --from-file list; none for "", standard input for "-".
func readList(ctx context.Context, path string) ([]string, error) {
	var in io.Reader = os.Stdin
	switch path {
	case "":
		return nil, nil
	case standard:
	default:
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%s: list cannot be read: %w", path, cause(err))
		}
		defer f.Close()
		in = f
	}
	src, err := readAll(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("%s: list cannot be read: %w", path, cause(err))
	}
	var out []string
	for line := range strings.Lines(strings.TrimPrefix(string(src), "\ufeff")) {
		if line = strings.TrimSpace(uncomment(line)); line != "" {
			out = append(out, line)
		}
	}
	return out, nil
}

// uncomment cuts off a comment: a # and what follows, where it begins a word.
func uncomment(line string) string {
	for i := range line {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return line[:i]
		}
	}
	return line
}

// printable keeps a message on one line of text, whatever a path holds.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || 0x7f <= r && r < 0xa0 {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// standard is standard input where something is read, and standard output where
// something is written.
const standard = "-"

// checkInput says why standard input cannot be read as asked for.
func (f *sourceFlags) checkInput(args []string) error {
	at := slices.Index(args, standard)
	switch {
	case at < 0 && f.stdinPath != "":
		return errors.New("stdin-path is for what comes on standard input; give - as a PATH")
	case at < 0:
		return nil
	case slices.Contains([]string{".", "..", "/"}, filepath.Base(f.stdinPath)) && f.stdinPath != "":
		return fmt.Errorf("stdin-path is %q; it must name a file", f.stdinPath)
	case f.list == standard || slices.Contains(args[at+1:], standard):
		return errors.New("standard input can be read once only")
	case f.options.Staged || f.options.Rev != "":
		return errors.New("- is standard input, which is neither staged nor in a revision; name the file")
	}
	return nil
}

// apart says that a file is both to be read and to be written, if so.
func (f *sourceFlags) apart(args []string, o *output) error {
	for _, arg := range append(args[:len(args):len(args)], f.list) {
		if o.path != "" && arg != "" && o.replaces(arg) {
			return fmt.Errorf("%s is to be read and to be written; they must be two files", arg)
		}
	}
	return nil
}

// input chunks what comes on standard input, as a file that was named.
func (r *reading) input(ctx context.Context) error {
	res := index.Result{Path: cmp.Or(r.flags.stdinPath, "stdin")}
	if name := naming(res.Path, &repo.Source{File: filepath.Base(res.Path)}); name != nil {
		res.Path = name("")
	}
	limit := r.flags.limit(true)
	src, err := readAll(ctx, io.LimitReader(os.Stdin, limit+1))
	if err != nil {
		return fmt.Errorf("standard input: cannot be read: %w", cause(err))
	}
	res.Bytes = len(src)
	res.Entry = repo.Entry{Path: res.Path, Size: int64(len(src))}
	if res.Entry.Size > limit {
		res.Entry.Reason, res.Reason = repo.TooLarge, string(repo.TooLarge)
	} else if res.File, err = r.chunker.File(res.Path, src); err != nil {
		res.Err, res.Reason = fmt.Errorf("%s: %w", res.Path, err), string(repo.Unreadable)
	}
	return r.became(new(repo.Source), res, true)
}

// readAll reads to the end, or until ctx is done: a terminal or a pipe may have
// none.
func readAll(ctx context.Context, in io.Reader) ([]byte, error) {
	type read struct {
		src []byte
		err error
	}
	end := make(chan read, 1)
	go func() {
		src, err := io.ReadAll(in)
		end <- read{src, err}
	}()
	select {
	case r := <-end:
		return r.src, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// output is standard output, a file that appears only when it is complete, or
// a pipe or device, which cannot wait.
type output struct {
	file  *os.File
	path  string // where file goes in the end; "" if it is there already
	infos []os.FileInfo
}

// writeError is a failure to write what was asked for: there is no going on.
type writeError struct{ error }

func (e writeError) Unwrap() error { return e.error }

// outputUsage is what --output does, wherever it is.
const outputUsage = "write to `FILE`, whole or not at all; - is standard output"

// openOutput opens path; "" and - are standard output.
func openOutput(path string) (*output, error) {
	o := &output{file: os.Stdout}
	if path != "" && path != standard {
		if err := o.open(path); err != nil {
			return nil, fmt.Errorf("%s: cannot be written: %w", path, cause(err))
		}
	}
	if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
		o.infos = append(o.infos, info)
	}
	return o, nil
}

// open makes a temporary file beside the one that path means in the end.
func (o *output) open(path string) (err error) {
	real, lost := filepath.EvalSymlinks(path)
	mode := os.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if real, err = target(path); err != nil {
			return err
		}
	case err != nil:
		return err
	case err == nil && lost != nil: // /dev/stdout, where that is a file without a name
		o.infos = append(o.infos, info)
		o.file, err = os.OpenFile(path, os.O_WRONLY, 0)
		return err
	case err == nil && info.IsDir():
		return errors.New("it is a directory")
	case err == nil && !info.Mode().IsRegular():
		o.file, err = os.OpenFile(path, os.O_WRONLY, 0)
		return err
	case err == nil:
		o.infos = append(o.infos, info)
		mode = info.Mode().Perm() | 0o200
	}
	for o.path = real; ; {
		name := filepath.Join(filepath.Dir(real), fmt.Sprintf("%s%08x", temporary, rand.Uint32()))
		o.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// target follows links to a file that is not there yet.
func target(path string) (string, error) {
	for range 40 { // as far as systems go
		next, err := os.Readlink(path)
		if err != nil {
			return path, nil
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", syscall.ELOOP
}

// same reports whether two outputs are to be one file.
func (o *output) same(other *output) bool {
	a, err := filepath.Abs(o.path)
	b, err2 := filepath.Abs(other.path)
	return o.path != "" && other.path != "" && err == nil && err2 == nil && a == b
}

// temporary begins the names of files that are not complete yet.
const temporary = ".cleave-"

// cause is what went wrong, without the name of a file the user never heard of.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// Is reports whether an entry is the file that is being written: to read it
// would never end.
func (o *output) Is(src *repo.Source, e repo.Entry) bool {
	if len(o.infos) == 0 || src.Kind != repo.WorkTree {
		return false
	}
	info, err := os.Lstat(filepath.Join(src.Root, filepath.FromSlash(e.Path)))
	return err == nil && o.among(info)
}

// replaces reports whether o is written to a file that path names, or that is
// standard input where that is -.
func (o *output) replaces(path string) bool {
	stat := func() (os.FileInfo, error) { return os.Stat(path) }
	if path == standard {
		stat = os.Stdin.Stat
	}
	info, err := stat()
	return err == nil && info.Mode().IsRegular() && o.among(info)
}

func (o *output) among(info os.FileInfo) bool {
	return slices.ContainsFunc(o.infos, func(own os.FileInfo) bool { return os.SameFile(own, info) })
}

// shown is where the output can be seen while it is written; nil for a file.
func (o *output) shown() *os.File {
	if o.path != "" {
		return nil
	}
	return o.file
}

// Write writes whole lines, in one call: an interrupted run leaves no half.
func (o *output) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, err := o.file.Write(b)
	if err != nil {
		return n, writeError{fmt.Errorf("%s: cannot be written: %w", cmp.Or(o.path, "standard output"), cause(err))}
	}
	return n, nil
}

// printOut writes text to standard output.
func printOut(text []byte) error {
	out, err := openOutput("")
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// Commit puts a file in its place.
func (o *output) Commit() error {
	if o.path == "" {
		return nil
	}
	name := o.file.Name()
	err := o.file.Close()
	if err == nil {
		err = os.Rename(name, o.path)
	}
	o.file = nil
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("%s: cannot be written: %w", o.path, cause(err))
	}
	return nil
}

// Discard removes a file that was not committed.
func (o *output) Discard() {
	if o.path != "" && o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
		o.file = nil
	}
}

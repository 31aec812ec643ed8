package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// output is standard output, or a file that appears only when it is complete.
type output struct {
	file  *os.File
	path  string // where it goes in the end; "" for standard output
	infos []os.FileInfo
}

// writeError is a failure to write what was asked for: there is no going on.
type writeError struct{ error }

func (e writeError) Unwrap() error { return e.error }

// openOutput opens path; "" is standard output.
func openOutput(path string) (*output, error) {
	o := &output{file: os.Stdout, path: path}
	if path != "" {
		f, err := os.CreateTemp(filepath.Dir(path), ".cleave-*")
		if err != nil {
			return nil, fmt.Errorf("%s: cannot write there: %w", path, err)
		}
		o.file = f
		if info, err := os.Stat(path); err == nil {
			if info.IsDir() {
				o.Discard()
				return nil, fmt.Errorf("%s: is a directory", path)
			}
			o.infos = append(o.infos, info)
		}
	}
	if info, err := o.file.Stat(); err == nil && info.Mode().IsRegular() {
		o.infos = append(o.infos, info)
	}
	return o, nil
}

// Is reports whether an entry is the file that is being written: to read it
// would never end.
func (o *output) Is(src *repo.Source, e repo.Entry) bool {
	if len(o.infos) == 0 || src.Kind != repo.WorkTree {
		return false
	}
	info, err := os.Lstat(filepath.Join(src.Root, filepath.FromSlash(e.Path)))
	if err != nil {
		return false
	}
	for _, own := range o.infos {
		if os.SameFile(own, info) {
			return true
		}
	}
	return false
}

// Write writes whole lines, in one call: an interrupted run leaves no half.
func (o *output) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, err := o.file.Write(b)
	if err != nil {
		return n, writeError{fmt.Errorf("writing output: %w", err)}
	}
	return n, nil
}

// Commit puts a file in its place.
func (o *output) Commit() error {
	if o.path == "" {
		return nil
	}
	name := o.file.Name()
	err := o.file.Chmod(0o644)
	if e := o.file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(name, o.path)
	}
	o.file = nil
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("%s: %w", o.path, err)
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

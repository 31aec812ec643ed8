//go:build !unix

package repo

import (
	"io"
	"os"
)

// mapFile returns a file's bytes, and what gives them back.
func mapFile(name string) ([]byte, func() error, error) {
	b, err := os.ReadFile(name)
	return b, func() error { return nil }, err
}

// mapOpen is mapFile for an open file.
func mapOpen(f *os.File) ([]byte, func() error, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, nil, err
	}
	b, err := io.ReadAll(f)
	return b, func() error { return nil }, err
}

//go:build !unix

package repo

import (
	"errors"
	"io"
	"os"
)

// readRegular reads a regular file into buf's memory: a link in its place is
// refused, and one over limit (if not 0) is not read.
func readRegular(name string, limit int64, buf []byte) ([]byte, error) {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, errNotRegular)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if limit > 0 && info.Size() > limit {
		return nil, ErrTooLarge
	}
	if int64(cap(buf)) < info.Size() {
		buf = make([]byte, info.Size())
	}
	n, err := io.ReadFull(f, buf[:info.Size()])
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil // it shrank
	}
	return buf[:n], err
}

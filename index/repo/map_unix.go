//go:build unix

package repo

import (
	"errors"
	"os"
	"syscall"
)

// mapFile returns a file's bytes without reading them yet, and what gives them back.
func mapFile(name string) ([]byte, func() error, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	return mapOpen(f)
}

// mapOpen is mapFile for an open file; the bytes outlive it and its name.
func mapOpen(f *os.File) ([]byte, func() error, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 || int64(int(info.Size())) != info.Size() {
		return nil, nil, &os.PathError{Op: "map", Path: f.Name(), Err: errors.New("empty, or too large for this machine")}
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "map", Path: f.Name(), Err: err}
	}
	return b, func() error { return syscall.Munmap(b) }, nil
}

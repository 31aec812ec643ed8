package repo

import (
	"bufio"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// looseObject is an object in a file of its own, its header read.
type looseObject struct {
	*os.File
	r    *bufio.Reader
	name string
	kind kind
	size int
}

var errBadLoose = errors.New("damaged loose object")

// openLoose looks for an object in a file of its own.
func (o *objects) openLoose(h hash) (*looseObject, error) {
	if len(h) != o.hashLen {
		return nil, os.ErrNotExist
	}
	name := h.String()
	for _, dir := range o.dirs {
		f, err := os.Open(filepath.Join(dir, name[:2], name[2:]))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		l := &looseObject{File: f, name: name}
		if err := l.header(); err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		return l, nil
	}
	return nil, os.ErrNotExist
}

// header reads `type size NUL`.
func (l *looseObject) header() error {
	z, err := zlib.NewReader(bufio.NewReader(l.File))
	if err != nil {
		return errBadLoose
	}
	l.r = bufio.NewReader(z)
	head, err := l.r.Peek(32)
	if err != nil && err != io.EOF {
		return errBadLoose
	}
	text, _, ok := strings.Cut(string(head), "\x00")
	word, number, _ := strings.Cut(text, " ")
	for l.kind = commitObject; l.kind <= tagObject && l.kind.String() != word; l.kind++ {
	}
	if l.size, err = strconv.Atoi(number); !ok || l.kind > tagObject || err != nil || l.size < 0 {
		return errBadLoose
	}
	l.r.Discard(len(text) + 1)
	return nil
}

// read reads the object, and closes it.
func (l *looseObject) read(o *objects, buf []byte) (kind, []byte, error) {
	defer l.Close()
	if err := o.allowed(l.size); err != nil {
		return 0, nil, err
	}
	info, err := l.Stat()
	if err != nil {
		return 0, nil, err
	}
	if int64(l.size) > maxRatio*info.Size()+maxRatio {
		return 0, nil, fmt.Errorf("%s: %w", l.name, errBadLoose)
	}
	if cap(buf) < l.size {
		buf = make([]byte, l.size)
	}
	buf = buf[:l.size]
	if _, err := io.ReadFull(l.r, buf); err != nil {
		return 0, nil, fmt.Errorf("%s: %w", l.name, errBadLoose)
	}
	if _, err := l.r.ReadByte(); err != io.EOF { // also checks the checksum
		return 0, nil, fmt.Errorf("%s: %w", l.name, errBadLoose)
	}
	return l.kind, buf, nil
}

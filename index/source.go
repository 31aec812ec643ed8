package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// OpenSource opens what a refresh of location reads: all of the work tree that
// it lies in.
func OpenSource(ctx context.Context, location string, o repo.Options, s Settings) (*repo.Source, error) {
	o.Include, o.Exclude = s.Include, s.Exclude
	o.MaxFileSize = cmp.Or(s.MaxFileSize, langs.DefaultMaxFileSize)
	o.Whole = true
	switch info, err := os.Stat(location); {
	case repo.IsRemote(location):
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("%s: it is a file; an index is of a directory or a repository", location)
	case errors.Is(err, fs.ErrNotExist): // it may be in what git stores
		return nil, fmt.Errorf("%s: no such file or directory", location)
	}
	return repo.Open(ctx, location, o)
}

// placeOf gives the place of the view that is of a source.
func placeOf(src *repo.Source) string {
	switch {
	case src.Kind == repo.Remote:
		return src.Repo
	case src.Kind == repo.Revision:
		return src.CommonDir
	case src.Top != "":
		return src.Top
	}
	return src.Root
}

// revOf gives the revision of the view that is of a source.
func revOf(src *repo.Source) string {
	if src.Kind == repo.Revision && src.Rev == "" {
		return "HEAD"
	}
	return src.Rev
}

// below gives the paths in a work tree of the files that the index is kept in:
// they are no part of it.
func (x *Index) below(src *repo.Source) []string {
	abs, err := x.place()
	if err != nil || src.Kind != repo.WorkTree {
		return nil
	}
	rel, err := filepath.Rel(src.Root, abs)
	if err != nil {
		return nil
	}
	rel = filepath.ToSlash(rel)
	return []string{rel, rel + "-wal", rel + "-shm", rel + "-journal"}
}

// place gives the path of the index without links in its directory, as the files
// of a work tree are named.
func (x *Index) place() (string, error) {
	abs, err := filepath.Abs(x.path)
	if err != nil {
		return "", err
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		abs = filepath.Join(dir, filepath.Base(abs))
	}
	return abs, nil
}

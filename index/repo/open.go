package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Open prepares to read from location: a directory, a single file, or the URL of
// a remote repository, which is cloned here and now. Paths are yielded relative
// to the directory given; for a file, to the one it is in.
func Open(ctx context.Context, location string, opts Options) (*Source, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if isRemote(location) {
		return openRemote(ctx, location, opts)
	}
	s, err := openLocal(location, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", location, err)
	}
	return s, nil
}

func (o *Options) check() error {
	if o.Staged && o.Rev != "" {
		return errors.New("either what is staged or a revision can be read, not both")
	}
	for _, p := range append(o.Include[:len(o.Include):len(o.Include)], o.Exclude...) {
		if !doublestar.ValidatePattern(p) {
			return fmt.Errorf("pattern %q is malformed", p)
		}
	}
	return nil
}

func openLocal(location string, opts Options) (*Source, error) {
	root, err := filepath.Abs(location)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, errors.New("no such file or directory")
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file or directory")
	}
	s := &Source{Kind: WorkTree, opts: opts}
	root = realPath(root)
	if !info.IsDir() {
		root, s.only = filepath.Split(root)
		root = filepath.Clean(root)
	}
	s.Root = root
	if s.repo, err = discover(root); err != nil {
		return nil, err
	}
	return s, s.locate()
}

// locate settles what is read, once the repository is known.
func (s *Source) locate() error {
	r := s.repo
	if r == nil {
		if s.opts.Staged || s.opts.Rev != "" {
			return errors.New("not in a git repository: nothing staged and no revisions to read")
		}
		return nil
	}
	s.GitDir, s.CommonDir, s.Top = r.gitDir, r.commonDir, r.top
	inside := r.top != "" && below(s.Root, r.top)
	if inside {
		if rel, err := filepath.Rel(r.top, s.Root); err == nil && rel != "." {
			s.Prefix = filepath.ToSlash(rel) + "/"
		}
	}
	switch {
	case s.opts.Staged:
		s.Kind = Staged
	case s.opts.Rev != "":
		s.Kind = Revision
	case !inside:
		s.Kind, s.opts.Rev = Revision, "HEAD"
	}
	return s.openObjects()
}

// admit applies the options to an entry.
func (s *Source) admit(e Entry) Entry {
	if e.Reason == "" && !s.opts.wants(e.Path) {
		e.Reason = Excluded
	}
	if e.Reason == "" && s.opts.MaxFileSize > 0 && e.Size > s.opts.MaxFileSize {
		e.Reason = TooLarge
	}
	return e
}

// wants reports whether Include and Exclude let path through.
func (o *Options) wants(path string) bool {
	return (len(o.Include) == 0 || anyMatch(o.Include, path)) && !anyMatch(o.Exclude, path)
}

// anyMatch matches path against patterns. One without a slash is matched
// against the last element, one ending in a slash against what lies below it.
func anyMatch(patterns []string, path string) bool {
	for _, p := range patterns {
		target := path
		switch {
		case strings.HasSuffix(p, "/"):
			p += "**"
		case !strings.Contains(p, "/"):
			target = path[strings.LastIndexByte(path, '/')+1:]
		}
		if ok, _ := doublestar.Match(p, target); ok {
			return true
		}
	}
	return false
}

var errNotRegular = errors.New("not a regular file any more")

// readFile reads a file of the work tree.
func (s *Source) readFile(e Entry, buf []byte) ([]byte, error) {
	return readRegular(s.Root+string(filepath.Separator)+filepath.FromSlash(e.Path), s.opts.MaxFileSize, buf)
}

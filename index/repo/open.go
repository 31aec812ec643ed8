package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	if IsRemote(location) {
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
	path, err := filepath.Abs(location)
	if err != nil {
		return nil, err
	}
	if opts.Staged || opts.Rev != "" {
		return openStored(path, opts)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, errors.New("no such file or directory")
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s, not a file or directory", specialKind(info.Mode()))
	}
	s := &Source{Kind: WorkTree, Root: realPath(path), opts: opts}
	if !info.IsDir() {
		s.single()
	}
	return s, s.locate()
}

// specialKind names a file that is neither regular nor a directory.
func specialKind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// openStored prepares to read what git stores at path, which may be gone from
// disk. What is a link on disk may be a file there, and is one if git says so.
func openStored(path string, opts Options) (*Source, error) {
	named := filepath.Join(realPath(filepath.Dir(path)), filepath.Base(path))
	s := &Source{Root: named, opts: opts}
	err := s.locate()
	if real := realPath(path); err != nil && real != named {
		s = &Source{Root: real, opts: opts}
		err = s.locate()
	}
	return s, err
}

// single makes the Source one of the file that Root is. It was asked for, and
// has a limit of its own.
func (s *Source) single() {
	s.Root, s.File = filepath.Dir(s.Root), filepath.Base(s.Root)
	s.opts.MaxFileSize = s.opts.MaxNamedSize
}

// locate finds the repository, and what is read of it.
func (s *Source) locate() (err error) {
	if s.repo, err = discover(s.Root); err != nil {
		return err
	}
	stored := s.opts.Staged || s.opts.Rev != ""
	r := s.repo
	if r == nil {
		return s.outside(stored, ErrNoRepository)
	}
	s.GitDir, s.CommonDir, s.Top = r.gitDir, r.commonDir, r.top
	path := "" // of Root below the top
	switch inside := r.top != "" && below(s.Root, r.top); {
	case inside && s.opts.Whole:
		s.Root = r.top
	case inside:
		if rel, err := filepath.Rel(r.top, s.Root); err == nil && rel != "." {
			path = filepath.ToSlash(rel)
		}
	case s.File != "" || !isDir(s.Root):
		return s.outside(true, errors.New("in a git directory, whose files are not read"))
	case s.opts.Staged && !exists(r.index):
		return errors.New("a bare repository: it has nothing staged")
	case !stored:
		s.opts.Rev = "HEAD"
	}
	switch {
	case s.opts.Staged:
		s.Kind = Staged
	case s.opts.Rev != "":
		s.Kind = Revision
	}
	s.Rev = s.opts.Rev
	if err := s.openObjects(); err != nil {
		return err
	}
	if s.Kind == WorkTree {
		s.setPrefix(path)
		return nil
	}
	if err := s.find(path); err != nil {
		s.objects.close()
		return err
	}
	return nil
}

// ErrNoRepository is returned where what git stores is asked for, and there is no
// repository.
var ErrNoRepository = errors.New("not in a git repository: nothing staged and no revisions to read")

// outside is the error where no repository has Root; nil if none is needed.
func (s *Source) outside(stored bool, err error) error {
	if stored && !exists(s.Root) {
		err = errors.New("no such file or directory")
	}
	if !stored {
		return nil
	}
	return err
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func (s *Source) setPrefix(path string) {
	if s.Prefix = path; path != "" {
		s.Prefix += "/"
	}
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
	return (len(o.Include) == 0 || Match(o.Include, path)) && !Match(o.Exclude, path)
}

// Match reports whether a path matches one of the patterns. One without a slash
// is matched against the last element, one ending in a slash against what lies
// below it. A slash at its beginning, or ./, makes it one of the whole path.
func Match(patterns []string, path string) bool {
	for _, p := range patterns {
		target := path
		p, whole := rooted(p)
		switch {
		case p == "" || strings.HasSuffix(p, "/"):
			p += "**"
		case !whole && !strings.Contains(p, "/"):
			target = path[strings.LastIndexByte(path, '/')+1:]
		}
		if ok, _ := doublestar.Match(p, target); ok {
			return true
		}
	}
	return false
}

// rooted takes off what says that a pattern begins at the top.
func rooted(p string) (rest string, is bool) {
	if p == "." {
		return "", true
	}
	if rest, is = strings.CutPrefix(p, "./"); !is {
		rest, is = strings.CutPrefix(p, "/")
	}
	return rest, is
}

var errNotRegular = errors.New("not a regular file any more")

// readFile reads a file of the work tree.
func (s *Source) readFile(e Entry, buf []byte) ([]byte, error) {
	return readRegular(s.Root+string(filepath.Separator)+filepath.FromSlash(e.Path), s.opts.MaxFileSize, buf)
}

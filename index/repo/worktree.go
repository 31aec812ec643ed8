package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Reading a work tree: one walk over the directories, in step with the sorted
// index, so that tracked and untracked files come out in one order. A directory
// is sorted as if its subdirectories' names ended in a slash, which makes the
// whole walk bytewise by path.

// walker is one walk.
type walker struct {
	s     *Source
	index *gitIndex
	fold  bool
	emit  func(Entry) bool
	visit func(dir string) // may be nil
	ahead *ahead
}

// Dirs lists the directories that a listing of the work tree looks into: those
// where a change may change the listing.
func (s *Source) Dirs(ctx context.Context) ([]string, error) {
	var out []string
	err := s.walkTree(func(Entry) bool { return ctx.Err() == nil }, func(dir string) { out = append(out, dir) })
	return out, errors.Join(err, ctx.Err())
}

// Governing lists the files outside the work tree by which a listing of it goes, or
// the commit that it is at: git's HEAD and index, its configuration, the ignore
// files of the repository and the user. They need not be there.
func (s *Source) Governing() []string {
	config, top := loadConfig("", ""), s.Root
	if s.repo != nil {
		config, top = s.repo.config, s.Top
	}
	out := append(userConfigs(), config.excludesFile(top))
	if s.repo != nil {
		at := func(dir string, names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
		out = append(out, s.repo.index, at(s.GitDir, "HEAD"), at(s.GitDir, "logs", "HEAD"), at(s.GitDir, "config.worktree"),
			at(s.GitDir, "info", "sparse-checkout"), at(s.CommonDir, "config"), at(s.CommonDir, "info", "exclude"))
	}
	out = slices.DeleteFunc(out, func(name string) bool { return name == "" || name == os.DevNull })
	for _, name := range out { // what a link stands for changes without it
		if real := realPath(name); real != name {
			out = append(out, real)
		}
	}
	return out
}

// walkTree emits the files of the work tree, and shows the directories it enters.
func (s *Source) walkTree(emit func(Entry) bool, visit func(dir string)) error {
	w := &walker{s: s, index: &gitIndex{}, emit: emit, visit: visit}
	top, config := s.Root, loadConfig("", "")
	at := place{}
	if s.repo != nil {
		var err error
		if w.index, err = s.readIndex(); err != nil {
			return err
		}
		top, config = s.Top, s.repo.config
	}
	w.fold = truth(config["core.ignorecase"])
	at.dir = top
	at.git = w.chainFile(at.git, config.excludesFile(top))
	if s.repo != nil {
		at.git = w.chainFile(at.git, filepath.Join(s.repo.commonDir, "info", "exclude"))
	}
	rest := s.Prefix
	for rest != "" { // the directories above the root have their say
		name, tail, _ := strings.Cut(rest, "/")
		at = w.rulesOf(at, func(string) bool { return true })
		at, rest = w.enter(at, name), tail
	}
	if s.File != "" {
		return w.single(at)
	}
	if at.ignored { // being named outweighs being ignored, by the rules above
		at.git, at.ignored = nil, false
	}
	tracked := w.index.below(s.Prefix)
	w.ahead = newAhead(top, s.Prefix, tracked)
	defer w.ahead.stop()
	_, err := w.dir(at, tracked)
	return err
}

// dir walks one directory and the index entries below it. It returns false when
// the walk is to stop.
func (w *walker) dir(at place, tracked []indexEntry) (bool, error) {
	if w.visit != nil {
		w.visit(at.dir)
	}
	l := w.ahead.take(at.path, tracked)
	if err := l.err; err != nil {
		if at.path == w.s.Prefix {
			return false, err
		}
		e := Entry{Path: at.path[len(w.s.Prefix):], Mode: ModeDir, Size: -1, Reason: Unreadable, Err: err}
		return w.emit(e) && w.gone(tracked, Unreadable, err), nil
	}
	at = w.rulesOf(at, func(name string) bool { return hasName(l.items, name) })
	for _, it := range l.items {
		ok, err := true, error(nil)
		if strings.HasSuffix(it.name, "/") {
			ok, err = w.subdir(at, it)
		} else {
			ok = w.file(at, it)
		}
		if !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// single emits the one file that was named. Being named outweighs being ignored.
func (w *walker) single(at place) error {
	at = w.rulesOf(at, func(string) bool { return true })
	at.git, at.cleave, at.ignored, at.left = nil, nil, false, false
	info, err := os.Lstat(filepath.Join(at.dir, w.s.File))
	if err != nil {
		return err
	}
	it := item{name: w.s.File, disk: fs.FileInfoToDirEntry(info)}
	path := at.path + it.name
	for _, e := range w.index.below(path) {
		if e.path == path {
			it.entries = append(it.entries, e)
		}
	}
	w.file(at, it)
	return nil
}

// subdir walks a directory that is on disk, in the index, or both.
func (w *walker) subdir(at place, it item) (bool, error) {
	name := strings.TrimSuffix(it.name, "/")
	if it.disk == nil {
		return w.gone(it.entries, Deleted, nil), nil
	}
	path := at.path + name
	if len(it.entries) == 0 {
		if w.isSubmodule(path) {
			return true, nil
		}
		sub := w.enter(at, name)
		if sub.ignored {
			return true, nil
		}
		if isRepository(sub.dir) {
			e := Entry{Path: sub.path[len(w.s.Prefix):], Mode: ModeDir, Size: -1, Reason: NestedRepo}
			return w.emit(e), nil
		}
		return w.dir(sub, nil)
	}
	return w.dir(w.enter(at, name), it.entries)
}

// isSubmodule reports whether the index has another repository's commit at path.
func (w *walker) isSubmodule(path string) bool {
	x, ok := w.index.at(path)
	return ok && x.mode == ModeSubmodule
}

// isRepository reports whether dir is the top of a work tree of its own. A `.git`
// that leads nowhere makes it none, as in git.
func isRepository(dir string) bool {
	gitDir, err := gitDirOf(dir)
	return err == nil && gitDir != ""
}

// gone emits entries of the index that have no file on disk.
func (w *walker) gone(tracked []indexEntry, why Reason, err error) bool {
	for i, e := range tracked {
		if i > 0 && tracked[i-1].path == e.path {
			continue // another stage of the same conflict
		}
		if !w.emit(w.absent(e, why, err)) {
			return false
		}
	}
	return true
}

// absent is the entry of a tracked file that is not on disk.
func (w *walker) absent(e indexEntry, why Reason, err error) Entry {
	out := Entry{Path: e.path[len(w.s.Prefix):], Mode: e.mode, Size: -1, Tracked: true, Reason: why, Err: err}
	switch {
	case e.mode == ModeSubmodule:
		out.Reason, out.Err = Submodule, nil
	case e.skip && why == Deleted:
		out.Reason = Sparse
	}
	return out
}

// file emits one file.
func (w *walker) file(at place, it item) bool {
	tracked := len(it.entries) > 0
	if tracked && (it.disk == nil || it.entries[0].mode == ModeSubmodule) {
		return w.gone(it.entries, Deleted, nil)
	}
	path := at.path + it.name
	ignored, left := w.judge(&at, path, len(at.path), false)
	if ignored && !tracked {
		return true
	}
	e := Entry{Path: path[len(w.s.Prefix):], Size: -1, Tracked: tracked}
	st, err := it.status(at.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist): // it went away under us
		if !tracked {
			return true
		}
		return w.gone(it.entries, Deleted, nil)
	case err != nil:
		e.Reason, e.Err = Unreadable, err
		return w.emit(e)
	}
	switch {
	case st.mode.IsRegular():
		e.Mode, e.Size, e.Stamp = fileMode(st.mode), st.size, st.stamp
	case st.mode&fs.ModeSymlink != 0:
		e.Mode, e.Size, e.Reason = ModeSymlink, st.size, Symlink
	case tracked:
		e.Mode, e.Reason, e.Err = it.entries[0].mode, Unreadable, fmt.Errorf("not a regular file: %s", st.mode.Type())
	default: // git does not see it
		e.Reason = Special
	}
	if left && e.Reason == "" {
		e.Reason = Ignored
	}
	return w.emit(e)
}

func fileMode(m fs.FileMode) Mode {
	if m&0o100 != 0 {
		return ModeExec
	}
	return ModeFile
}

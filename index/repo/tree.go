package repo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Listing what git stores: the tree of a revision, and what is staged.

// openObjects opens the object store and resolves the commit to read.
func (s *Source) openObjects() error {
	hashLen := 20
	if s.repo.sha256 {
		hashLen = 32
	}
	var err error
	if s.objects, err = newObjects(s.repo.objects, hashLen, 0); err != nil {
		return err
	}
	if s.Kind == Revision || s.Kind == Remote {
		err = s.openRevision(s.opts.Rev)
	} else if h, headErr := s.resolve("HEAD"); headErr == nil {
		s.Commit = h.String() // a repository without commits has none
	}
	if err != nil {
		s.objects.close()
	}
	return err
}

// openRevision settles the tree to read.
func (s *Source) openRevision(rev string) error {
	h, err := s.resolve(rev)
	if err != nil {
		return err
	}
	if h, _, err = s.peel(h, 0); err != nil {
		return err
	}
	if c, _, err := s.peel(h, commitObject); err == nil {
		s.Commit = c.String()
	}
	s.tree, _, err = s.peel(h, treeObject)
	return err
}

// Bounds on a tree: trees that hold each other's ids many times over can spell
// out more paths than any machine can list.
const (
	maxTreeDepth     = 2048
	maxTreeEntries   = 20_000_000
	maxRemoteEntries = 1_000_000
)

var errTreeBomb = errors.New("tree has more entries than any repository: not listed further")

// treeWalk is one listing of a tree.
type treeWalk struct {
	s     *Source
	emit  func(Entry) bool
	count int
	most  int
}

// find settles what path below the top of the work tree is in what is stored: a
// directory, which becomes Prefix, or a file in one.
func (s *Source) find(path string) error {
	if path == "" {
		return nil
	}
	find := s.findTree
	if s.Kind == Staged {
		find = s.findStaged
	}
	dir, err := find(path)
	if err != nil {
		return err
	}
	if dir {
		s.setPrefix(path)
		return nil
	}
	s.single()
	s.setPrefix(path[:max(strings.LastIndexByte(path, '/'), 0)])
	return nil
}

// findTree makes tree the one at path, or the one that holds the file at path.
func (s *Source) findTree(path string) (dir bool, err error) {
	for rest := path; rest != ""; {
		name, tail, _ := strings.Cut(rest, "/")
		list, err := s.readTree(s.tree)
		if err != nil {
			return false, err
		}
		i := slices.IndexFunc(list, func(e treeEntry) bool { return e.name == name && (tail == "" || e.mode == ModeDir) })
		if i < 0 {
			return false, fmt.Errorf("not in revision %s", s.opts.Rev)
		}
		if list[i].mode != ModeDir {
			return false, nil
		}
		s.tree, rest = list[i].hash, tail
	}
	return true, nil
}

// findStaged looks a path up in the index.
func (s *Source) findStaged(path string) (dir bool, err error) {
	index, err := s.readIndex()
	if err != nil {
		return false, err
	}
	if _, ok := index.at(path); ok {
		return false, nil
	}
	if len(index.below(path+"/")) == 0 {
		return false, errors.New("not staged: git has no such path in its index")
	}
	return true, nil
}

// walkRevision emits the files of the revision's tree.
func (s *Source) walkRevision(emit func(Entry) bool) error {
	w := &treeWalk{s: s, emit: emit, most: maxTreeEntries}
	if s.Kind == Remote { // a few objects can name any number of files
		w.most = maxRemoteEntries
	}
	list, err := s.readTree(s.tree)
	if err != nil {
		return err
	}
	_, err = w.tree(list, "", 0)
	return err
}

// treeEntry is one line of a tree.
type treeEntry struct {
	name string
	mode Mode
	hash hash
}

// readTree reads a tree, in path order whatever order it claims.
func (s *Source) readTree(h hash) ([]treeEntry, error) {
	b, err := s.objects.readType(h, treeObject, nil)
	if err != nil {
		return nil, err
	}
	src := string(b)
	list := make([]treeEntry, 0, len(src)/34)
	for src != "" {
		head, rest, ok := strings.Cut(src, "\x00")
		mode, name, _ := strings.Cut(head, " ")
		if !ok || len(rest) < s.objects.hashLen {
			return nil, fmt.Errorf("tree %s is damaged", h)
		}
		list = append(list, treeEntry{name, parseMode(mode), hash(rest[:s.objects.hashLen])})
		src = rest[s.objects.hashLen:]
	}
	order := func(a, b treeEntry) int {
		return compareNames(a.name, a.mode == ModeDir, b.name, b.mode == ModeDir)
	}
	if !slices.IsSortedFunc(list, order) {
		slices.SortStableFunc(list, order)
	}
	return list, nil
}

// parseMode reads an octal mode; old trees hold modes git no longer writes, which
// it reads as the nearest of those it does.
func parseMode(s string) Mode {
	var m Mode
	for i := range len(s) {
		m = m<<3 | Mode(s[i]&7)
	}
	switch m & 0o170000 {
	case 0o040000:
		return ModeDir
	case 0o120000:
		return ModeSymlink
	case 0o160000:
		return ModeSubmodule
	}
	if m&0o100 != 0 {
		return ModeExec
	}
	return ModeFile
}

// tree emits the entries of a tree and of those below it.
func (w *treeWalk) tree(list []treeEntry, path string, depth int) (bool, error) {
	for i, te := range list {
		if w.s.File != "" && te.name != w.s.File {
			continue
		}
		if w.count++; w.count > w.most {
			return false, errTreeBomb
		}
		e := Entry{Path: path + te.name, Blob: te.hash.String(), Mode: te.mode, Size: -1, Tracked: true}
		twice := i > 0 && list[i-1].name == te.name && (list[i-1].mode == ModeDir) == (te.mode == ModeDir)
		switch {
		case twice || !safeName(te.name) || depth > maxTreeDepth:
			e.Reason = Unsafe
		case te.mode == ModeDir:
			below, err := w.s.readTree(te.hash)
			if err == nil {
				if ok, err := w.tree(below, e.Path+"/", depth+1); !ok || err != nil {
					return false, err
				}
				continue
			}
			e.Reason, e.Err, e.Path = Unreadable, err, e.Path+"/"
		default:
			w.s.stored(&e, te.hash)
		}
		if !w.emit(e) {
			return false, nil
		}
	}
	return true, nil
}

// safeName reports whether an element of a path is one git would check out.
func safeName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.EqualFold(name, ".git") && !strings.Contains(name, "/")
}

// stored completes the entry of an object in the store: its size, or why it is
// not to be read.
func (s *Source) stored(e *Entry, h hash) {
	switch e.Mode {
	case ModeSymlink:
		e.Reason = Symlink
	case ModeSubmodule:
		e.Reason = Submodule
		return
	}
	if s.opts.Known != nil && e.Reason == "" && s.opts.Known(e.Path, e.Blob) {
		return
	}
	k, size, err := s.objects.size(h)
	if err == nil && k != blobObject {
		err = fmt.Errorf("object %s is a %s, not a blob", h, k)
	}
	if err != nil {
		e.Reason, e.Err = Unreadable, err
		return
	}
	e.Size = int64(size)
}

// walkStaged emits the entries of the index below Prefix.
func (s *Source) walkStaged(emit func(Entry) bool) error {
	index, err := s.readIndex()
	if err != nil {
		return err
	}
	list := index.below(s.Prefix)
	for i, x := range list {
		e := Entry{Path: x.path[len(s.Prefix):], Mode: x.mode, Size: -1, Tracked: true}
		switch {
		case s.File != "" && e.Path != s.File, i > 0 && list[i-1].path == x.path:
			continue // not asked for, or another stage of the same conflict
		case x.stage > 0:
			e.Reason = Unmerged
		case x.intentToAdd:
			e.Reason = IntentToAdd
		default:
			e.Blob = x.hash.String()
			s.stored(&e, x.hash)
		}
		if !emit(e) {
			return nil
		}
	}
	return nil
}

// readIndex reads the git index and spells out the directories of a sparse one.
func (s *Source) readIndex() (*gitIndex, error) {
	index, err := readIndex(s.repo)
	if err != nil || !slices.ContainsFunc(index.entries, isSparseDir) {
		return index, err
	}
	var all []indexEntry
	for _, x := range index.entries {
		if !isSparseDir(x) {
			all = append(all, x)
		} else if all, err = s.spellOut(all, x.path, x.hash, 0); err != nil {
			return nil, err
		}
	}
	index.entries = all
	return index, nil
}

func isSparseDir(x indexEntry) bool { return x.mode == ModeDir }

// spellOut appends the files of a tree as entries outside the sparse checkout.
func (s *Source) spellOut(all []indexEntry, path string, h hash, depth int) ([]indexEntry, error) {
	list, err := s.readTree(h)
	if err != nil || depth > maxTreeDepth || len(all) > maxTreeEntries {
		return nil, errors.Join(err, fmt.Errorf("sparse directory %s cannot be listed", path))
	}
	for _, te := range list {
		if te.mode != ModeDir {
			all = append(all, indexEntry{path: path + te.name, hash: te.hash, mode: te.mode, skip: true})
		} else if all, err = s.spellOut(all, path+te.name+"/", te.hash, depth+1); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readBlob reads an entry's bytes from the object store.
func (s *Source) readBlob(e Entry, buf []byte) ([]byte, error) {
	h, ok := parseHash(e.Blob)
	if !ok {
		return nil, errors.New("has no blob")
	}
	if s.opts.MaxFileSize > 0 && e.Size > s.opts.MaxFileSize {
		return nil, ErrTooLarge
	}
	return s.objects.readType(h, blobObject, buf)
}

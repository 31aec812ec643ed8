package repo

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Reading the history: commits, and what differs between two of them. Objects
// are named by their ids in hex.

// Commit is one commit of the history.
type Commit struct {
	ID      string
	Tree    string
	Parents []string  // of which a shallow clone may not have all
	Author  string    // name <address>, as git stores it
	Date    time.Time // of the committer, in UTC
	Message string
}

// ReadCommit returns the commit that rev names.
func (s *Source) ReadCommit(rev string) (*Commit, error) {
	if s.objects == nil {
		return nil, fmt.Errorf("%s: not in a git repository: no history to read", s.Root)
	}
	h, ok := parseHash(rev)
	if !ok && s.repo == nil {
		return nil, fmt.Errorf("revision %q: of a remote, only full ids are read", rev)
	}
	if !ok {
		var err error
		if h, err = s.resolve(rev); err != nil {
			return nil, err
		}
	}
	h, body, err := s.peel(h, commitObject)
	if err != nil {
		return nil, fmt.Errorf("revision %q: %w", rev, err)
	}
	return parseCommit(h, string(body)), nil
}

// At returns the Source of another revision of the same repository; of a remote,
// one that was opened with History. It reads what s has open, so it is good
// until s is closed, and is not closed itself.
func (s *Source) At(rev string) (*Source, error) {
	c, err := s.ReadCommit(rev)
	if err != nil {
		return nil, err
	}
	at := *s
	if s.Kind != Remote {
		at.Kind = Revision
	}
	at.Rev, at.Commit, at.opts.Rev = rev, c.ID, rev
	at.tree, _ = parseHash(c.Tree)
	_, err = at.findTree(strings.TrimSuffix(s.Prefix, "/"))
	return &at, err
}

// parseCommit reads what it knows of a commit's header and leaves the rest.
func parseCommit(h hash, text string) *Commit {
	c := &Commit{ID: h.String()}
	head, message, _ := strings.Cut(text, "\n\n")
	c.Message = message
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		switch key {
		case "tree":
			c.Tree = value
		case "parent":
			c.Parents = append(c.Parents, value)
		case "author":
			c.Author = value[:strings.LastIndexByte(value, '>')+1]
		case "committer":
			seconds, _, _ := strings.Cut(strings.TrimSpace(value[strings.LastIndexByte(value, '>')+1:]), " ")
			if n, err := strconv.ParseInt(seconds, 10, 64); err == nil {
				c.Date = time.Unix(n, 0).UTC()
			}
		}
	}
	return c
}

// Change is one regular file that two trees differ in. What they both have, but
// with another mode, is not changed.
type Change struct {
	Path     string
	Old, New string // blob ids; "" on the side that has no such file
}

// Changes returns the files in which two trees differ, in path order. "" is the
// tree with nothing in it.
func (s *Source) Changes(before, after string) ([]Change, error) {
	d := treeDiff{s: s}
	return d.list, d.trees(before, after, "", 0)
}

type treeDiff struct {
	s    *Source
	list []Change
}

// trees walks two trees at once and enters only what differs.
func (d *treeDiff) trees(before, after, path string, depth int) error {
	if depth > maxTreeDepth || len(d.list) > maxTreeEntries {
		return errTreeBomb
	}
	old, err := d.read(before)
	if err != nil {
		return err
	}
	now, err := d.read(after)
	if err != nil {
		return err
	}
	for len(old) > 0 || len(now) > 0 {
		var a, b treeEntry
		order := 0
		if len(old) > 0 && len(now) > 0 {
			order = compareNames(old[0].name, old[0].mode == ModeDir, now[0].name, now[0].mode == ModeDir)
		} else if len(old) == 0 {
			order = 1
		} else {
			order = -1
		}
		if order <= 0 {
			a, old = old[0], old[1:]
		}
		if order >= 0 {
			b, now = now[0], now[1:]
		}
		if err := d.entries(a, b, path, depth); err != nil {
			return err
		}
	}
	return nil
}

// entries compares what two trees have of one name; nothing is the zero entry.
func (d *treeDiff) entries(a, b treeEntry, path string, depth int) error {
	if a.hash == b.hash {
		return nil
	}
	path += a.name
	if a.name == "" {
		path += b.name
	}
	if a.mode == ModeDir || b.mode == ModeDir {
		return d.trees(directory(a), directory(b), path+"/", depth+1)
	}
	if c := (Change{path, regular(a), regular(b)}); c.Old != c.New {
		d.list = append(d.list, c)
	}
	return nil
}

func directory(e treeEntry) string {
	if e.mode != ModeDir {
		return ""
	}
	return e.hash.String()
}

func regular(e treeEntry) string {
	if e.mode != ModeFile && e.mode != ModeExec {
		return ""
	}
	return e.hash.String()
}

func (d *treeDiff) read(id string) ([]treeEntry, error) {
	if id == "" {
		return nil, nil
	}
	h, ok := parseHash(id)
	if !ok {
		return nil, fmt.Errorf("%q is no object id", id)
	}
	return d.s.readTree(h)
}

// ReadBlob returns the bytes of a blob, using buf's memory if it is large enough.
func (s *Source) ReadBlob(id string, buf []byte) ([]byte, error) {
	h, ok := parseHash(id)
	if !ok || s.objects == nil {
		return nil, fmt.Errorf("%q is no object id", id)
	}
	return s.objects.readType(h, blobObject, buf)
}

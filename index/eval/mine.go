package eval

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-enry/go-enry/v2"

	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// MineOptions says what to mine.
type MineOptions struct {
	// Repo is the name that queries carry.
	Repo string
	// Rev is the newest commit; "" means HEAD.
	Rev string
	// History is how many commits back to go, along first parents; 0 means
	// 2000.
	History int
	// Snapshots is how many revisions the queries share; 0 means 6.
	Snapshots int
}

// Bounds on a commit that makes a query.
const (
	mostFiles   = 5   // source files
	mostLines   = 80  // lines changed
	mostChanges = 300 // files of any kind
)

// Mine makes queries of a repository's history, and counts the commits that make
// none by the reason. The query is the commit's message without what no question
// would have in it; the gold are the lines it changed, as they stand in the last
// snapshot before it, those that nobody touched in between. Where lines were
// only added, inside of a function, the line before them is gold.
//
// The snapshots lie evenly on the line of first parents. A commit belongs to the
// last one before the commit got onto that line.
func Mine(ctx context.Context, location string, o MineOptions) (*Set, map[string]int, error) {
	src, err := repo.Open(ctx, location, repo.Options{Rev: o.Rev, History: true})
	if err != nil {
		return nil, nil, err
	}
	defer src.Close()
	if src.Commit == "" {
		return nil, nil, fmt.Errorf("%s: no commits to mine: not a git repository, or a new one", location)
	}
	m := &miner{src: src, name: o.Repo, left: map[string]int{}}
	defer m.parser.Close()
	line, err := firstParents(src, cmp.Or(o.History, 2000))
	if err != nil {
		return nil, nil, err
	}
	if len(line) < 2 {
		return nil, nil, errors.New("history of one commit: nothing to mine; a shallow clone has no more")
	}
	n := min(cmp.Or(o.Snapshots, 6), len(line)-1)
	seen := map[string]bool{}
	m.reach(ctx, line[0], seen)
	for i := range n {
		from, to := line[i*(len(line)-1)/n], line[(i+1)*(len(line)-1)/n]
		if err := m.period(ctx, from, m.reach(ctx, to, seen)); err != nil {
			return nil, nil, err
		}
	}
	return &Set{Queries: m.out}, m.left, ctx.Err()
}

// miner is one run of Mine.
type miner struct {
	src    *repo.Source
	name   string
	parser parse.Parser
	out    []Query
	left   map[string]int

	snapshot *repo.Commit
	blobs    map[string]string // of the snapshot, by path
}

// firstParents lists the commit that src reads and at most so many before it, the
// oldest first. A parent that is not here ends the history, as in a shallow
// clone.
func firstParents(src *repo.Source, most int) ([]*repo.Commit, error) {
	c, err := src.ReadCommit(src.Commit)
	if err != nil {
		return nil, err
	}
	out := []*repo.Commit{c}
	for len(out) <= most && len(c.Parents) > 0 {
		if c, err = src.ReadCommit(c.Parents[0]); err != nil {
			break
		}
		out = append(out, c)
	}
	slices.Reverse(out)
	return out, nil
}

// reach gives the commits reachable from c that are not seen, by date, and marks
// them.
func (m *miner) reach(ctx context.Context, c *repo.Commit, seen map[string]bool) []*repo.Commit {
	todo := []*repo.Commit{c}
	var out []*repo.Commit
	seen[c.ID] = true
	for len(todo) > 0 && ctx.Err() == nil {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		out = append(out, c)
		for _, id := range c.Parents {
			if seen[id] {
				continue
			}
			seen[id] = true
			if p, err := m.src.ReadCommit(id); err == nil {
				todo = append(todo, p)
			}
		}
	}
	slices.SortFunc(out, func(a, b *repo.Commit) int {
		return cmp.Or(a.Date.Compare(b.Date), strings.Compare(a.ID, b.ID))
	})
	return out
}

// period mines the commits that share a snapshot.
func (m *miner) period(ctx context.Context, snapshot *repo.Commit, commits []*repo.Commit) error {
	files, err := m.src.Changes("", snapshot.Tree)
	if err != nil {
		return err
	}
	m.snapshot, m.blobs = snapshot, make(map[string]string, len(files))
	for _, f := range files {
		m.blobs[f.Path] = f.New
	}
	for _, c := range commits {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		q, why, err := m.commit(c)
		if err != nil { // a partial clone has not all of it
			why = "not all of it is here to read"
		}
		if why != "" {
			m.left[why]++
			continue
		}
		m.out = append(m.out, *q)
	}
	return nil
}

// commit makes a query of a commit, or says why not.
func (m *miner) commit(c *repo.Commit) (*Query, string, error) {
	if len(c.Parents) != 1 {
		return nil, "merge or root", nil
	}
	if why := unfit(c.Author, c.Message); why != "" {
		return nil, why, nil
	}
	parent, err := m.src.ReadCommit(c.Parents[0])
	if err != nil {
		return nil, "parent is not here", nil
	}
	changes, err := m.src.Changes(parent.Tree, c.Tree)
	if err != nil {
		return nil, "", err
	}
	edits, why, err := m.edits(changes)
	if why != "" || err != nil {
		return nil, why, err
	}
	gold, err := m.gold(edits)
	if err != nil || len(gold) == 0 {
		return nil, "lines are not in the snapshot", err
	}
	text := cleanMessage(c.Message)
	return &Query{ID: c.ID[:12], Repo: m.name, Snapshot: m.snapshot.ID, Source: "commit", Text: text, Gold: gold,
		Leak: leaks(text, gold), Commit: c.ID, Date: c.Date.Format(time.RFC3339)}, "", nil
}

// edit is what a commit does to one source file.
type edit struct {
	path     string
	old, now []byte
	hunks    []hunk
}

// edits reads what a commit does to source files, or says why it makes no query.
func (m *miner) edits(changes []repo.Change) ([]edit, string, error) {
	if len(changes) > mostChanges {
		return nil, "too many files", nil
	}
	var out []edit
	for _, c := range changes {
		if isTest(c.Path) || enry.IsDocumentation(c.Path) {
			continue
		}
		e := edit{path: c.Path}
		for _, side := range []struct {
			id   string
			into *[]byte
		}{{c.Old, &e.old}, {c.New, &e.now}} {
			if side.id == "" {
				continue
			}
			var err error
			if *side.into, err = m.src.ReadBlob(side.id, nil); err != nil {
				return nil, "", err
			}
		}
		if source(e.path, e.old) || source(e.path, e.now) {
			out = append(out, e)
		}
	}
	switch {
	case len(out) == 0:
		return nil, "no source but tests", nil
	case len(out) > mostFiles:
		return nil, "too many files", nil
	}
	return m.compare(out)
}

// isTest reports whether a path is that of a test or of what belongs to tests.
func isTest(path string) bool { return enry.IsTest(path) || testDirectory.MatchString(path) }

var testDirectory = regexp.MustCompile(`(^|/)(tests?|testing|testdata|specs?|__tests__)/`)

// source reports whether a file is in a programming language, written by people.
func source(path string, src []byte) bool {
	return len(src) > 0 && len(src) <= langs.DefaultMaxFileSize && langs.Skip(path, src, int64(len(src)), 0) == "" &&
		enry.GetLanguageType(langs.Detect(path, src)) == enry.Programming
}

// compare finds the hunks of edits, or says why they make no query.
func (m *miner) compare(edits []edit) ([]edit, string, error) {
	lines := 0
	spaces, trivia := true, true
	for i := range edits {
		e := &edits[i]
		e.hunks = diffLines(string(e.old), string(e.now))
		for _, h := range e.hunks {
			lines += h.lines()
		}
	}
	if lines > mostLines {
		return nil, "too many lines", nil
	}
	for i := range edits {
		e := &edits[i]
		var old, now [][2]int
		for _, h := range e.hunks {
			old, now = append(old, [2]int{h.old.from, h.old.to}), append(now, [2]int{h.new.from, h.new.to})
		}
		was, is := lineSpans(e.old, old), lineSpans(e.now, now)
		spaces = spaces && bytes.Equal(dense(e.old, was), dense(e.now, is))
		for _, side := range []struct {
			src []byte
			at  spans
		}{{e.old, was}, {e.now, is}} {
			if trivia {
				only, err := m.trivia(e.path, side.src, side.at)
				if err != nil {
					return nil, "", err
				}
				trivia = only
			}
		}
	}
	switch {
	case spaces:
		return nil, "formatting", nil
	case trivia:
		return nil, "imports and comments only", nil
	}
	return edits, "", nil
}

// lineSpans gives the bytes of lines, counted from 0, half-open.
func lineSpans(src []byte, lines [][2]int) spans {
	starts := lineStarts(src)
	var out []span
	for _, l := range lines {
		if s, ok := lineSpan(starts, len(src), Lines{l[0] + 1, l[1]}); ok {
			out = append(out, s)
		}
	}
	return union(out...)
}

// dense is the text in s without white space.
func dense(src []byte, s spans) []byte {
	var out []byte
	for _, a := range s {
		out = append(out, bytes.Join(bytes.Fields(src[a.start:a.end]), nil)...)
	}
	return out
}

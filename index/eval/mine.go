package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// MineOptions says what to mine.
type MineOptions struct {
	// Repo is the name that queries carry.
	Repo string
	// Rev is the newest commit; "" means HEAD.
	Rev string
	// History is how many commits back to go, along first parents; 0 means
	// 2000, or less if that makes more queries: where few snapshots share a long
	// history, most lines have been touched since.
	History int
	// Snapshots is how many revisions the queries share; 0 means 6.
	Snapshots int
	// Documents asks for commits to documents and to no source.
	Documents bool
}

// How far back to go: commits, and how many a snapshot should have at least
// where less is tried.
const (
	farBack   = 2000
	leastEach = 250
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
	line, err := firstParents(src, cmp.Or(o.History, farBack))
	if err != nil {
		return nil, nil, err
	}
	if len(line) < 2 {
		return nil, nil, errors.New("history of one commit: nothing to mine; a shallow clone has no more")
	}
	m := &miner{src: src, MineOptions: o, known: map[string]*question{}}
	defer m.parser.Close()
	var best mined
	before := map[string]bool{}
	for i, commits := range m.histories(len(line) - 1) {
		part := line[len(line)-1-commits:]
		m.reach(ctx, part[0], before)
		out, err := m.mine(ctx, part, maps.Clone(before))
		if err != nil {
			return nil, nil, err
		}
		if i == 0 || len(out.queries) > len(best.queries) {
			best = *out
		}
	}
	return &Set{Queries: best.queries}, best.left, ctx.Err()
}

// miner is one run of Mine.
type miner struct {
	MineOptions
	src    *repo.Source
	parser parse.Parser
	known  map[string]*question // by commit
	mined

	snapshot *repo.Commit
	blobs    map[string]string // of the snapshot, by path
}

// mined is what a history makes: queries, and how many commits make none, by
// the reason.
type mined struct {
	queries []Query
	left    map[string]int
}

// question is what a commit asks, whatever the snapshot.
type question struct {
	why     string // it makes no query
	text    string
	changes []touched
}

// touched is what a commit changes of a file: lines of the old text, counted from
// 0, and that text's blob.
type touched struct {
	path, blob string
	lines      []int
}

// histories lists how many commits to go back, the most first.
func (m *miner) histories(all int) []int {
	out := []int{all}
	for n := all * 2 / 3; m.History == 0 && n >= leastEach*m.snapshots(); n = n * 2 / 3 {
		out = append(out, n)
	}
	return out
}

func (m *miner) snapshots() int { return cmp.Or(m.Snapshots, 6) }

// mine mines what came after the first commit of line; before are the commits
// up to that.
func (m *miner) mine(ctx context.Context, line []*repo.Commit, before map[string]bool) (*mined, error) {
	m.mined = mined{left: map[string]int{}}
	n := min(m.snapshots(), len(line)-1)
	for i := range n {
		from, to := line[i*(len(line)-1)/n], line[(i+1)*(len(line)-1)/n]
		if err := m.period(ctx, from, m.reach(ctx, to, before)); err != nil {
			return nil, err
		}
	}
	return &m.mined, nil
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
		m.queries = append(m.queries, *q)
	}
	return nil
}

// commit makes a query of a commit, or says why not.
func (m *miner) commit(c *repo.Commit) (*Query, string, error) {
	k := m.known[c.ID]
	if k == nil {
		var err error
		if k, err = m.ask(c); err != nil {
			return nil, "", err
		}
		m.known[c.ID] = k
	}
	if k.why != "" {
		return nil, k.why, nil
	}
	gold, err := m.gold(k.changes)
	if err != nil || len(gold) == 0 {
		return nil, "lines are not in the snapshot", err
	}
	return &Query{ID: c.ID[:12], Repo: m.Repo, Snapshot: m.snapshot.ID, Source: m.source(), Text: k.text, Gold: gold,
		Leak: leaks(k.text, gold), Commit: c.ID, Date: c.Date.Format(time.RFC3339)}, "", nil
}

func (m *miner) source() string {
	if m.Documents {
		return "document"
	}
	return "commit"
}

// ask finds what a commit asks, or says why it makes no query.
func (m *miner) ask(c *repo.Commit) (*question, error) {
	if len(c.Parents) != 1 {
		return &question{why: "merge or root"}, nil
	}
	if why := unfit(c.Author, c.Message); why != "" {
		return &question{why: why}, nil
	}
	parent, err := m.src.ReadCommit(c.Parents[0])
	if err != nil {
		return &question{why: "parent is not here"}, nil
	}
	files, err := m.src.Changes(parent.Tree, c.Tree)
	if err != nil {
		return nil, err
	}
	edits, why, err := m.edits(files)
	if why != "" || err != nil {
		return &question{why: why}, err
	}
	k := &question{text: cleanMessage(c.Message)}
	for i := range edits {
		e := &edits[i]
		if len(e.old) == 0 {
			continue
		}
		lines, err := m.changed(e)
		if err != nil {
			return nil, err
		}
		k.changes = append(k.changes, touched{e.path, e.blob, lines})
	}
	return k, nil
}

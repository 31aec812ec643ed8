package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Options says what to measure.
type Options struct {
	// Chunk are the options of every strategy; its Strategy is not used.
	Chunk chunk.Options
	// Strategies are those to measure; the first is what the others are
	// compared with. None: all.
	Strategies []string
	// Tools are other chunkers, by name: their chunks, from ReadChunks.
	Tools []Tool
	// Locate gives where the repository lies that queries call by a name: a
	// path, or the URL of a remote, which is cloned once, with its history.
	Locate func(name string) (string, error)
	// MatchSize chooses each strategy's maximum so that the mean size of its
	// chunks is that of the first's.
	MatchSize bool
	// Progress is told what is being done; may be nil.
	Progress func(string)
}

// Run is what was measured.
type Run struct {
	Chunkers []Chunker
	Queries  []Measured
	Problems []string // queries and chunks that were left out, and why
}

// Chunker is a strategy or tool that was measured.
type Chunker struct {
	Name   string
	Max    int // tokens; 0 if it has none
	Chunks int
	Tokens int // of all texts
	scores []Scores
}

// Mean is the mean size of a chunk's text, in tokens.
func (c *Chunker) Mean() float64 { return float64(c.Tokens) / float64(max(1, c.Chunks)) }

// Measured is a query and what it is counted under.
type Measured struct {
	*Query
	Language string // of the gold's first file
	Kind     string // identifier or words
}

// runner is one run.
type runner struct {
	Options
	set     *Set
	cutters []*cutter
	remotes remotes
	out     *Run
}

// Measure chunks the snapshots of the queries with each strategy, ranks the
// chunks for each query and scores the ranking.
func Measure(ctx context.Context, set *Set, o Options) (*Run, error) {
	r := &runner{Options: o, set: set, remotes: remotes{}, out: &Run{}}
	defer r.remotes.close()
	all := snapshots(set.Queries)
	if len(all) == 0 {
		return nil, errors.New("no queries")
	}
	var err error
	if r.cutters, err = newCutters(o.Strategies, o.Chunk); err != nil {
		return nil, err
	}
	for _, t := range o.Tools {
		if err := t.covers(all); err != nil {
			return nil, err
		}
		r.out.Problems = append(r.out.Problems, t.strays(all)...)
	}
	if o.MatchSize {
		if err := matchSizes(ctx, r.cutters, r.sample(ctx, all), o.Progress); err != nil {
			return nil, err
		}
	}
	for _, k := range r.cutters {
		r.out.Chunkers = append(r.out.Chunkers, Chunker{Name: k.strategy, Max: k.most()})
	}
	for _, t := range o.Tools {
		r.out.Chunkers = append(r.out.Chunkers, Chunker{Name: t.Name})
	}
	for i, s := range all {
		if i > 0 && all[i-1].repo != s.repo {
			for _, k := range r.cutters {
				k.forget()
			}
		}
		if err := r.snapshot(ctx, s); err != nil {
			return nil, err
		}
	}
	if len(r.out.Queries) == 0 {
		return nil, fmt.Errorf("none of %d queries could be measured; the first: %s", len(set.Queries), r.out.Problems[0])
	}
	return r.out, nil
}

func (r *runner) progress(format string, args ...any) {
	if r.Progress != nil {
		r.Progress(fmt.Sprintf(format, args...))
	}
}

// files reads a snapshot, with what is to be blanked blanked.
func (r *runner) files(ctx context.Context, s *snapshot) ([]*File, error) {
	where, err := r.Locate(s.repo)
	if err != nil {
		return nil, err
	}
	var files []*File
	if repo.IsRemote(where) {
		files, err = r.remotes.files(ctx, where, s.rev)
	} else {
		files, _, err = ReadFiles(ctx, where, s.rev)
	}
	if err != nil {
		return nil, err
	}
	if !s.blanked {
		return files, nil
	}
	blanks := r.set.Blanks[s.repo+"@"+s.rev]
	for _, f := range files {
		f.Src = applyBlanks(f.Src, blanks[f.Path])
	}
	return files, nil
}

// snapshot measures the queries of one snapshot.
func (r *runner) snapshot(ctx context.Context, s *snapshot) error {
	r.progress("measuring %s@%.12s", s.repo, s.rev)
	files, err := r.files(ctx, s)
	if err != nil {
		r.problem("%s@%.12s, %d queries: %v", s.repo, s.rev, len(s.queries), err)
		return ctx.Err()
	}
	m := &measuring{runner: r, snapshot: s, files: files, paths: byPath(files)}
	for _, q := range s.queries {
		a, err := newAnswer(q, m.paths)
		if err != nil {
			r.problem("%s, query %s: %v", s.repo, q.ID, err)
			continue
		}
		m.answers = append(m.answers, a)
		m.texts = append(m.texts, q.Text)
		r.out.Queries = append(r.out.Queries, Measured{q, m.paths[q.Gold[0].Path].Language, kind(q.Text)})
	}
	if len(m.answers) == 0 {
		return nil
	}
	for i, k := range r.cutters {
		chunks, err := k.cut(ctx, files)
		if err != nil {
			return err
		}
		if err := m.measure(ctx, &r.out.Chunkers[i], slices.Concat(chunks...)); err != nil {
			return err
		}
	}
	for i, t := range r.Tools {
		chunks, problems, err := t.place(s, m.paths, r.cutters[0].enc.NewCounter())
		if err != nil {
			return err
		}
		r.out.Problems = append(r.out.Problems, problems...)
		if err := m.measure(ctx, &r.out.Chunkers[len(r.cutters)+i], chunks); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) problem(format string, args ...any) {
	r.out.Problems = append(r.out.Problems, fmt.Sprintf(format, args...))
}

// measuring is one snapshot being measured.
type measuring struct {
	*runner
	*snapshot
	files   []*File
	paths   map[string]*File
	answers []*answer
	texts   []string
}

func (m *measuring) measure(ctx context.Context, c *Chunker, chunks []Chunk) error {
	c.Chunks += len(chunks)
	c.Tokens += size(chunks)
	ranker := newRanker(chunks)
	at := len(c.scores)
	c.scores = slices.Grow(c.scores, len(m.answers))[:at+len(m.answers)]
	return each(ctx, len(m.answers), func() (func(int) error, func()) {
		count := m.cutters[0].enc.NewCounter()
		return func(i int) error {
			c.scores[at+i] = m.answers[i].score(chunks, ranker.Rank(m.texts[i]), count)
			return nil
		}, func() {}
	})
}

// sample reads one snapshot of each repository.
func (r *runner) sample(ctx context.Context, all []*snapshot) []*File {
	var out []*File
	seen := map[string]bool{}
	for _, s := range all {
		if seen[s.repo] {
			continue
		}
		if files, err := r.files(ctx, s); err == nil { // else it is told when measured
			seen[s.repo] = true
			out = append(out, files...)
		}
	}
	return out
}

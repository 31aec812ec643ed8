package eval

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// Stability says what edits cost a strategy: how much of the files that commits
// changed has to be embedded again.
type Stability struct {
	Name string  `json:"name"`
	Max  int     `json:"max,omitempty"`
	Mean float64 `json:"mean_tokens"`
	// Chunks and Tokens are those whose text the file before the commit did
	// not have, PerLine and TokensPerLine the same by lines changed.
	Chunks        int     `json:"chunks_again"`
	Tokens        int     `json:"tokens_again"`
	PerLine       float64 `json:"chunks_per_line"`
	TokensPerLine float64 `json:"tokens_per_line"`
	// Survived is the share of the changed files' chunks whose text did not
	// change, by commits in the mean.
	Survived float64 `json:"survived"`
}

// Replay is what was replayed.
type Replay struct {
	Commits    int         `json:"commits"` // that changed a file
	Files      int         `json:"files"`   // changed, each time counted
	Lines      int         `json:"lines"`
	Unread     int         `json:"unread"` // files that are not all here to read
	Strategies []Stability `json:"strategies"`
}

// Edits replays the newest commits of a repository, along first parents, and
// measures what each strategy would embed again. It looks at files that a commit
// changed, not at those it added, which cost every strategy the same.
// Options.Locate and Options.Tools are not used.
func Edits(ctx context.Context, location, rev string, history int, o Options) (*Replay, error) {
	cutters, err := newCutters(o.Strategies, o.Chunk)
	if err != nil {
		return nil, err
	}
	src, err := repo.Open(ctx, location, repo.Options{Rev: rev, History: true})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if src.Commit == "" {
		return nil, fmt.Errorf("%s: no commits to replay: not a git repository, or a new one", location)
	}
	p := &replay{src: src, place: map[string]int{}}
	if err := p.read(ctx, history); err != nil {
		return nil, err
	}
	if len(p.commits) == 0 {
		return nil, errors.New("no commit changes a file: nothing to replay")
	}
	if o.MatchSize {
		if err := matchSizes(ctx, cutters, p.files, o.Progress); err != nil {
			return nil, err
		}
	}
	out := &p.out
	for _, k := range cutters {
		if o.Progress != nil {
			o.Progress("replaying with " + k.strategy)
		}
		list, err := k.cut(ctx, p.files)
		if err != nil {
			return nil, err
		}
		s := Stability{Name: k.strategy, Max: k.most()}
		p.measure(&s, list)
		out.Strategies = append(out.Strategies, s)
	}
	return out, nil
}

// replay holds the versions of files and how commits go from one to another.
type replay struct {
	src     *repo.Source
	files   []*File
	place   map[string]int // of blob and path in files; -1 for what is not chunked
	commits [][]step
	out     Replay
}

// step is a file's way from one version to the next: indexes into files.
type step struct{ before, after int }

func (p *replay) read(ctx context.Context, history int) error {
	line, err := firstParents(p.src, history)
	if err != nil {
		return err
	}
	for i := 1; i < len(line) && ctx.Err() == nil; i++ {
		changes, err := p.src.Changes(line[i-1].Tree, line[i].Tree)
		if err != nil {
			return err
		}
		var steps []step
		for _, c := range changes {
			if c.Old == "" || c.New == "" {
				continue
			}
			before, err := p.version(c.Path, c.Old)
			after, err2 := p.version(c.Path, c.New)
			if err != nil || err2 != nil { // a partial clone
				p.out.Unread++
				continue
			}
			if before < 0 || after < 0 {
				continue
			}
			steps = append(steps, step{before, after})
			for _, h := range diffLines(string(p.files[before].Src), string(p.files[after].Src)) {
				p.out.Lines += h.lines()
			}
		}
		if len(steps) > 0 {
			p.commits = append(p.commits, steps)
			p.out.Commits++
			p.out.Files += len(steps)
		}
	}
	return ctx.Err()
}

// version gives the place of a version of a file in files, or -1 if cleave would
// pass it over.
func (p *replay) version(path, blob string) (int, error) {
	key := blob + " " + path
	if at, ok := p.place[key]; ok {
		return at, nil
	}
	b, err := p.src.ReadBlob(blob, nil)
	if err != nil {
		return 0, err
	}
	p.place[key] = -1
	if langs.Skip(path, b, int64(len(b)), langs.DefaultMaxFileSize) == "" {
		p.place[key] = len(p.files)
		p.files = append(p.files, &File{path, langs.Detect(path, b), b})
	}
	return p.place[key], nil
}

// measure sets the figures of a strategy, given its chunks of each version.
func (p *replay) measure(s *Stability, list [][]Chunk) {
	all, tokens := 0, 0
	for _, chunks := range list {
		all += len(chunks)
		tokens += size(chunks)
	}
	s.Mean = round(float64(tokens) / float64(max(1, all)))
	for _, steps := range p.commits {
		known, again := map[string]bool{}, map[string]bool{}
		for _, f := range steps {
			for _, c := range list[f.before] {
				known[c.Text] = true
			}
		}
		total, same := 0, 0
		for _, f := range steps {
			for _, c := range list[f.after] {
				total++
				if known[c.Text] {
					same++
					continue
				}
				if !again[c.Text] {
					again[c.Text] = true
					s.Chunks++
					s.Tokens += c.Tokens
				}
			}
		}
		s.Survived += float64(same) / float64(max(1, total)) / float64(len(p.commits))
	}
	lines := float64(max(1, p.out.Lines))
	s.PerLine, s.TokensPerLine, s.Survived = round(float64(s.Chunks)/lines), round(float64(s.Tokens)/lines), round(s.Survived)
}

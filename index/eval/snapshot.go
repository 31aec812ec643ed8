package eval

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// snapshot is a revision of a repository and the queries it answers. It is
// blanked for docstrings, and for no other queries.
type snapshot struct {
	repo, rev string
	blanked   bool
	queries   []*Query
}

// named puts the snapshot before a name.
func (s *snapshot) named(name string) string {
	if s.rev == "" {
		return name
	}
	return fmt.Sprintf("%s@%.12s, %s", s.repo, s.rev, name)
}

// snapshots groups queries, in the order in which they come.
func snapshots(list []Query) []*snapshot {
	var out []*snapshot
	type key struct {
		repo, rev string
		blanked   bool
	}
	known := map[key]*snapshot{}
	for i := range list {
		k := key{list[i].Repo, list[i].Snapshot, list[i].Source == "docstring"}
		s := known[k]
		if s == nil {
			s = &snapshot{repo: k.repo, rev: k.rev, blanked: k.blanked}
			known[k] = s
			out = append(out, s)
		}
		s.queries = append(s.queries, &list[i])
	}
	return out
}

// ReadFiles reads the files that cleave would chunk from a repository, in path
// order: of a revision, or of what lies there if rev is "". What cannot be read
// is left out. It also gives the commit; "" if there is none.
func ReadFiles(ctx context.Context, location, rev string) ([]*File, string, error) {
	src, err := repo.Open(ctx, location, repo.Options{Rev: rev, MaxFileSize: langs.DefaultMaxFileSize})
	if err != nil {
		return nil, "", err
	}
	defer src.Close()
	var out []*File
	for e, err := range src.Entries(ctx) {
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", location, err)
		}
		if e.Reason != "" {
			continue
		}
		b, err := src.Read(e, nil)
		if err != nil || langs.Skip(e.Path, b, int64(len(b)), 0) != "" {
			continue
		}
		out = append(out, &File{strings.ToValidUTF8(e.Path, "?"), langs.Detect(e.Path, b), b})
	}
	return out, src.Commit, nil
}

// byPath indexes files.
func byPath(files []*File) map[string]*File {
	out := make(map[string]*File, len(files))
	for _, f := range files {
		out[f.Path] = f
	}
	return out
}

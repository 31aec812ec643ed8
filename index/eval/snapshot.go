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

// top is what the paths of its files are relative to.
func (s *snapshot) top() string {
	if s.rev == "" {
		return "the directory that is measured"
	}
	return "the top of the repository"
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
	out, err := readAll(ctx, src)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", location, err)
	}
	return out, src.Commit, nil
}

// readAll reads the files of a source that cleave would chunk.
func readAll(ctx context.Context, src *repo.Source) ([]*File, error) {
	var out []*File
	for e, err := range src.Entries(ctx) {
		if err != nil {
			return nil, err
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
	return out, nil
}

// remotes keeps clones, with their history, for as long as a run takes.
type remotes map[string]*remote

type remote struct {
	src *repo.Source
	err error
}

// files reads the files of one revision of a remote; of "", the newest.
func (r remotes) files(ctx context.Context, url, rev string) ([]*File, error) {
	c := r[url]
	if c == nil {
		c = &remote{}
		c.src, c.err = repo.Open(ctx, url, repo.Options{History: true, MaxFileSize: langs.DefaultMaxFileSize})
		r[url] = c
	}
	if c.err != nil {
		return nil, c.err
	}
	src, err := c.src, error(nil)
	if rev != "" {
		src, err = src.At(rev)
	}
	if err == nil {
		var list []*File
		if list, err = readAll(ctx, src); err == nil {
			return list, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", repo.Redact(url), err)
}

func (r remotes) close() {
	for _, c := range r {
		if c.err == nil {
			c.src.Close()
		}
	}
}

// byPath indexes files.
func byPath(files []*File) map[string]*File {
	out := make(map[string]*File, len(files))
	for _, f := range files {
		out[f.Path] = f
	}
	return out
}

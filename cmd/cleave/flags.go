package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// optionFlags are the flags that say how to cut.
func optionFlags(fs *pflag.FlagSet, o *chunk.Options) {
	fs.IntVar(&o.Max, "max", chunk.DefaultMax, "most tokens of a chunk, its context included")
	fs.IntVar(&o.Min, "min", 0, "least tokens of a chunk where a neighbour can take it (default half of max)")
	fs.StringVar(&o.Tokenizer, "tokenizer", chunk.DefaultTokenizer, strings.Join(tokens.Names(), ", "))
	fs.StringVar(&o.Imports, "imports", "used", "imports in the context: used, all or none")
	fs.BoolVar(&o.NoPath, "no-path", false, "leave the path line out of the context")
	fs.StringVar(&o.Strategy, "strategy", "auto", strings.Join(chunk.Strategies(), ", "))
	fs.StringVar(&o.Language, "lang", "", "take every file as this `LANGUAGE` (see cleave langs)")
}

// sourceFlags say which files are read.
type sourceFlags struct {
	include, exclude []string
	jobs             int
	options          repo.Options
}

func (f *sourceFlags) register(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.include, "include", nil, "only files matching this `GLOB` (repeatable; ** crosses directories)")
	fs.StringArrayVar(&f.exclude, "exclude", nil, "no files matching this `GLOB` (repeatable)")
	fs.IntVar(&f.jobs, "jobs", 0, "files to chunk at once (default: one a core)")
}

func (f *sourceFlags) open(ctx context.Context, arg string) (*repo.Source, error) {
	o := f.options
	o.Include, o.Exclude = f.include, f.exclude
	return repo.Open(ctx, arg, o)
}

// naming gives what stands in the records for a path of a source that was
// opened as arg: the path relative to the current directory, or to the
// argument, where that is absolute and elsewhere.
func naming(arg string, src *repo.Source) func(string) string {
	if src.Kind == repo.Remote {
		return nil
	}
	base := filepath.Clean(arg)
	if info, err := os.Stat(arg); err == nil && !info.IsDir() {
		base = filepath.Dir(base)
	}
	if filepath.IsAbs(base) {
		cwd, err := os.Getwd()
		if err != nil {
			return nil
		}
		rel, err := filepath.Rel(cwd, base)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return nil
		}
		base = rel
	}
	if base == "." {
		return nil
	}
	prefix := filepath.ToSlash(base) + "/"
	return func(path string) string { return prefix + path }
}

// seen knows the files that were chunked already, where arguments may overlap.
type seen map[string]bool

func newSeen(args int) seen {
	if args < 2 {
		return nil
	}
	return make(seen)
}

func (s seen) has(src *repo.Source, e repo.Entry) bool {
	if s == nil {
		return false
	}
	key := fmt.Sprintf("%s\x00%s\x00%s/%s", src.Repo, src.Kind, src.Root, e.Path)
	old := s[key]
	s[key] = true
	return old
}

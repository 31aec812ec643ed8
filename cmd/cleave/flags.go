package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// optionFlags are the flags that say how to cut.
func optionFlags(fs *pflag.FlagSet, o *chunk.Options) {
	o.Max, o.ParentMax = chunk.DefaultMax, chunk.DefaultParentMax
	fs.Var((*most)(&o.Max), "max", fmt.Sprintf("most tokens of a chunk, its context included; at least %d", chunk.LeastMax))
	fs.IntVar(&o.Min, "min", 0, "least tokens of a chunk where a neighbour can take it (default half of max)")
	fs.StringVar(&o.Tokenizer, "tokenizer", chunk.DefaultTokenizer, strings.Join(tokens.Names(), ", "))
	fs.StringVar(&o.Imports, "imports", "used", "imports in the context: used, all or none")
	fs.BoolVar(&o.NoPath, "no-path", false, "leave the path line out of the context")
	fs.StringVar(&o.Strategy, "strategy", "auto", strings.Join(chunk.Strategies(), ", "))
	fs.IntVar(&o.Overlap, "overlap", 0, "tokens repeated from the chunk before, at most a fifth of max (fixed, sentence, recursive)")
	fs.BoolVar(&o.Parents, "parents", false, "add to each chunk the unit or section around it")
	fs.Var((*most)(&o.ParentMax), "parent-max", "most tokens of a parent")
	fs.StringVar(&o.Language, "lang", "", "take every file as this `LANGUAGE` (see cleave langs)")
}

// sourceFlags say which files are read.
type sourceFlags struct {
	include, exclude []string
	jobs             int
	all              bool
	maxFileSize      size // 0: as limit says
	options          repo.Options
	maxRepoSize      size
	list             string
	stdinPath        string // "": it has none
}

func (f *sourceFlags) register(fs *pflag.FlagSet) {
	f.registerFiles(fs)
	f.registerPlace(fs)
	fs.BoolVar(&f.options.AllowPrivate, "allow-private", false, "allow private addresses in --from-file lists")
	fs.StringVar(&f.list, "from-file", "", "take the PATHs and URLs in `FILE` too, one a line; # begins a comment, after a blank too; - is standard input")
	fs.StringVar(&f.stdinPath, "stdin-path", "", "take what comes on standard input, where PATH is -, as the file `NAME`: it tells the language\nand stands in the records (default \"stdin\")")
}

// registerFiles makes the flags that choose among the files of a source.
func (f *sourceFlags) registerFiles(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.include, "include", nil, "only files matching this `GLOB` (repeatable). It is relative to PATH; without a / it is held\nagainst the last element; /NAME and ./NAME lie in PATH itself; DIR/ is all that lies in DIR;\n** crosses directories")
	fs.StringArrayVar(&f.exclude, "exclude", nil, "no files matching this `GLOB` (repeatable), read in the same way")
	fs.Var(&f.maxFileSize, "max-file-size", "pass over files of more than this `SIZE`, as 500K, 2M (default 1M; with --all and for\nfiles that are named 32M)")
	fs.BoolVar(&f.all, "all", false, "take binary, generated, minified, vendored, lock and large files too")
}

// registerPlace makes the flags that say where to read, and how.
func (f *sourceFlags) registerPlace(fs *pflag.FlagSet) {
	fs.BoolVar(&f.options.Staged, "staged", false, "read what is staged in git, not what lies on disk")
	fs.StringVar(&f.options.Rev, "rev", "", "read this `REVISION`: a branch, tag, commit, HEAD~3; no reflogs, searches or paths")
	fs.StringVar(&f.options.Cache, "cache", "", "keep clones of remotes in this `DIR`, and fetch into them")
	fs.DurationVar(&f.options.Timeout, "timeout", 5*time.Minute, "longest time to clone a remote")
	f.maxRepoSize = 1 << 30
	fs.Var(&f.maxRepoSize, "max-repo-size", "largest `SIZE` of a remote to receive")
	fs.IntVar(&f.jobs, "jobs", 0, "files to chunk at once (default: one a core)")
}

// mostJobs bounds the workers, each of which has memory of its own.
const mostJobs = 1024

// check says what no source could be opened with.
func (f *sourceFlags) check() error {
	if f.jobs < 0 {
		return fmt.Errorf("jobs is %d; it must be 1 or more, or 0 for one a core", f.jobs)
	}
	if f.jobs > mostJobs {
		return fmt.Errorf("jobs is %d; it must be at most %d", f.jobs, mostJobs)
	}
	if f.options.Staged && f.options.Rev != "" {
		return errors.New("staged and rev exclude each other: read what is staged, or a revision")
	}
	if f.options.Timeout <= 0 {
		return fmt.Errorf("timeout is %s; it must be more than nothing, as 30s or 5m", f.options.Timeout)
	}
	for _, p := range slices.Concat(f.include, f.exclude) {
		if !doublestar.ValidatePattern(p) {
			return fmt.Errorf("pattern %q is malformed", p)
		}
	}
	return nil
}

// open opens an argument. What a list names may be anybody's: it must not reach
// into a private network.
func (f *sourceFlags) open(ctx context.Context, arg string, listed bool, bar *progress) (*repo.Source, error) {
	o := f.options
	if bar != nil {
		o.Progress = bar.cloning
	}
	o.RefusePrivate = listed
	o.Include, o.Exclude, o.MaxRepoSize = f.include, f.exclude, int64(f.maxRepoSize)
	o.MaxFileSize, o.MaxNamedSize = f.limit(f.all), f.limit(true)
	return repo.Open(ctx, arg, o)
}

// largeFile is the largest file that is taken where files are asked for whatever
// they are: a chunker takes up to a hundred times a file's size in memory.
const largeFile = 32 << 20

// limit gives the size of the largest file to take; asked tells that files are
// asked for whatever they are.
func (f *sourceFlags) limit(asked bool) int64 {
	switch {
	case f.maxFileSize > 0:
		return int64(f.maxFileSize)
	case asked:
		return largeFile
	}
	return langs.DefaultMaxFileSize
}

// tooLarge tells of a file that was asked for and is over the limit that then
// stands by itself; nil for any other.
func (f *sourceFlags) tooLarge(res index.Result, asked bool) error {
	if !asked || f.maxFileSize > 0 || res.Entry.Reason != repo.TooLarge {
		return nil
	}
	return fmt.Errorf("%s: too large: %.1f MiB, over the limit of %d MiB; --max-file-size raises it",
		res.Path, float64(res.Entry.Size)/(1<<20), largeFile>>20)
}

// most is a number of tokens that a text may have, as a flag.
type most int

func (m *most) Type() string { return "int" }

func (m *most) String() string { return strconv.Itoa(int(*m)) }

func (m *most) Set(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is not a number", text)
	case n < chunk.LeastMax:
		return fmt.Errorf("it must be at least %d tokens", chunk.LeastMax)
	}
	*m = most(n)
	return nil
}

// size is a number of bytes, as a flag: 1048576, 500K, 2M, 1G.
type size int64

func (s *size) Type() string { return "size" }

func (s *size) String() string {
	for _, u := range units {
		if n := int64(*s); n != 0 && n%u.bytes == 0 {
			return fmt.Sprintf("%d%s", n/u.bytes, u.name)
		}
	}
	return fmt.Sprint(int64(*s))
}

func (s *size) Set(text string) error {
	number, factor := strings.ToUpper(strings.TrimSpace(text)), int64(1)
	number = strings.TrimSuffix(strings.TrimSuffix(number, "B"), "I")
	for _, u := range units {
		if n, ok := strings.CutSuffix(number, u.name); ok {
			number, factor = n, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/factor {
		return fmt.Errorf("%q is not a size; give bytes, or as 500K, 2M, 1G", text)
	}
	*s = size(n * factor)
	return nil
}

// units are the largest first.
var units = []struct {
	name  string
	bytes int64
}{{"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}

// naming gives what stands in the records for a path of a source that was
// opened as arg: the path relative to the current directory, or to the
// argument, where that is absolute and elsewhere.
func naming(arg string, src *repo.Source) func(string) string {
	if src.Kind == repo.Remote {
		return nil
	}
	base := filepath.Clean(arg)
	if filepath.IsAbs(base) {
		cwd, err := os.Getwd()
		if err != nil {
			return nil
		}
		switch rel, below := relative(cwd, base); {
		case below:
			base = rel
		case src.File != "":
			base = filepath.Base(base)
		default:
			return nil
		}
	}
	if src.File != "" { // it may be a link to another name
		return func(string) string { return filepath.ToSlash(base) }
	}
	if base == "." {
		return nil
	}
	prefix := filepath.ToSlash(base) + "/"
	return func(path string) string { return prefix + path }
}

// relative gives the path below dir of what lies there.
func relative(dir, path string) (rel string, below bool) {
	rel, err := filepath.Rel(dir, path)
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
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

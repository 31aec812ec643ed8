// Package repo says where bytes come from. It lists the files of a repository in
// path order, each with its blob id, mode and size, and reads their bytes.
//
// There are four places to read from, and Open tells them apart:
//
//   - a work tree: the files `git ls-files -co --exclude-standard` names, as they
//     lie on disk. A directory outside any repository is read the same way;
//   - what is staged: the entries of the git index, bytes from the object store;
//   - a revision: the tree of any commit, bytes from the object store, nothing
//     checked out. A bare repository without a revision means its HEAD;
//   - a remote: the same, after a depth-1 clone into a temporary object store.
//
// Nothing a repository contains ever acts: there is no checkout, no hook, no
// filter, no symbolic link followed. Paths are bytes with slashes, never
// cleaned, never joined to a directory unless they were found there.
//
// Every file is accounted for. An entry that has a Reason is not to be read, and
// says why; a file that git itself ignores is no file of the repository and is
// not listed.
//
// The git index, ignore rules and packs are read here rather than through
// go-git: its index decoder knows neither split nor sparse indexes, its ignore
// matcher differs from git's, its pack reader is not safe for concurrent use.
// go-git speaks the transport protocols.
package repo

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	gohash "hash"
	"iter"
	"strconv"
	"time"
)

// Mode is a git file mode.
type Mode uint32

// The modes git stores.
const (
	ModeDir       Mode = 0o040000
	ModeFile      Mode = 0o100644
	ModeExec      Mode = 0o100755
	ModeSymlink   Mode = 0o120000
	ModeSubmodule Mode = 0o160000
)

// Reason says why an entry is listed but not to be read.
type Reason string

// The reasons.
const (
	Symlink     Reason = "symlink"           // a link: git stores its text, nobody follows it
	Special     Reason = "special file"      // a pipe, a socket, a device: never opened
	Submodule   Reason = "submodule"         // another repository's commit
	NestedRepo  Reason = "nested repository" // an untracked directory with a .git of its own
	Deleted     Reason = "deleted"           // tracked, but gone from the work tree
	Sparse      Reason = "sparse"            // tracked, but outside the sparse checkout
	Unmerged    Reason = "unmerged"          // in conflict: nothing single is staged
	IntentToAdd Reason = "intent to add"     // announced with `git add -N`, nothing staged yet
	Ignored     Reason = "ignored"           // left out by a .cleaveignore
	Excluded    Reason = "excluded"          // left out by Options.Include or Options.Exclude
	TooLarge    Reason = "too large"         // over Options.MaxFileSize
	Unsafe      Reason = "unsafe path"       // a name git would refuse to check out
	Unreadable  Reason = "unreadable"        // see Entry.Err
)

// ErrTooLarge is what Read returns for a file over Options.MaxFileSize.
var ErrTooLarge = errors.New("file is larger than the limit")

// Options says what to read and within which bounds. The zero value reads the
// work tree without limits.
type Options struct {
	Staged       bool     // read what is in the git index
	Rev          string   // read this revision: a branch, tag, commit, HEAD~3, ...
	Whole        bool     // read all of the work tree that a directory lies in
	Include      []string // if any: only paths matching one of these patterns
	Exclude      []string // no path matching one of these patterns
	MaxFileSize  int64    // list larger files with the reason TooLarge; 0: no limit
	MaxNamedSize int64    // the same for a file that is opened by its name

	// The rest concerns remotes.

	Cache         string        // keep clones in this directory and fetch into them
	Timeout       time.Duration // for connecting and fetching together; 0: none
	History       bool          // receive all of a remote's history, not one commit; then nothing is kept
	MaxRepoSize   int64         // bytes received, and bytes of all objects unpacked; 0: no limit
	MemoryLimit   int64         // a pack up to this size stays in memory; 0: 64 MiB
	Retries       int           // after a transient failure; 0: 2, negative: none
	RefusePrivate bool          // refuse hosts on private or loopback addresses, and keep CLEAVE_GIT_TOKEN from all but its host ...
	AllowPrivate  bool          // ... unless this is set

	// Known, if given, tells of what is staged or in a revision that it is not
	// going to be read: its object is not looked up, and its Size is -1.
	Known func(path, blob string) bool

	// Progress is told how many bytes were received, or -1 and what the server says.
	Progress func(received int64, message string)
}

// Entry is one file of the repository, or one directory it does not look into.
type Entry struct {
	Path    string // slashes, relative to Source.Root; any bytes but NUL
	Blob    string // hex id of the bytes Read returns; "" in a work tree, where only reading tells
	Mode    Mode   // as git would store it
	Size    int64  // in bytes; -1 if it could not be found out
	Stamp   Stamp  // of the file on disk; zero unless read from a work tree
	Tracked bool   // in the git index, or in the revision
	Reason  Reason // "" if the entry can be read
	Err     error  // what went wrong, if the Reason is Unreadable
}

// Kind says where a Source reads from.
type Kind string

// The kinds.
const (
	WorkTree Kind = "work tree"
	Staged   Kind = "staged"
	Revision Kind = "revision"
	Remote   Kind = "remote"
)

// Source is an opened place to read from. Its methods may be called from several
// goroutines at once.
type Source struct {
	Kind      Kind
	Root      string // the directory given, absolute; "" for a remote
	File      string // the name of the one file in Root that was given instead of a directory, or ""
	Top       string // top of the work tree; "" if bare, remote, or no repository
	Prefix    string // path of Root below Top, with a trailing slash; "" at the top
	GitDir    string // "" if there is no repository
	CommonDir string // differs from GitDir in linked work trees
	Repo      string // the remote's URL without credentials; "" for local ones
	Rev       string // the revision as it was named; "" if none was asked for
	Commit    string // hex id of the commit read, or of HEAD; "" if there is none

	opts    Options
	repo    *repository
	objects *objects
	tree    hash // of a revision, at Prefix
	cleanup func() error
}

// Entries yields the files in path order: bytewise by the full path, as git
// orders its index. An error ends the listing; it means that files are missing
// from it. What concerns a single file is told by its Reason instead.
func (s *Source) Entries(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		emit := func(e Entry) bool {
			if err := ctx.Err(); err != nil {
				yield(Entry{}, err)
				return false
			}
			return yield(s.admit(e), nil)
		}
		var err error
		switch s.Kind {
		case WorkTree:
			err = s.walkTree(emit, nil)
		case Staged:
			err = s.walkStaged(emit)
		default:
			err = s.walkRevision(emit)
		}
		if err != nil {
			yield(Entry{}, err)
		}
	}
}

// Read returns the bytes of e, using buf's memory if it is large enough.
func (s *Source) Read(e Entry, buf []byte) ([]byte, error) {
	if e.Reason != "" {
		return nil, fmt.Errorf("%s: not read: %s", e.Path, e.Reason)
	}
	var err error
	if s.Kind == WorkTree {
		buf, err = s.readFile(e, buf)
	} else {
		buf, err = s.readBlob(e, buf)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Path, err)
	}
	return buf, nil
}

// BlobID returns the git blob id of e in hex, reading the file if the listing
// does not know it. What git has for a file of a work tree is not asked: filters
// and attributes that hold no more may have made other bytes of it.
func (s *Source) BlobID(e Entry) (string, error) {
	if e.Blob != "" {
		return e.Blob, nil
	}
	b, err := s.Read(e, nil)
	if err != nil {
		return "", err
	}
	return s.ID(b), nil
}

// ID returns the id git gives to a blob of these bytes in this repository, in hex.
func (s *Source) ID(b []byte) string {
	if s.repo == nil || !s.repo.sha256 {
		return BlobID(b)
	}
	return hex.EncodeToString(blobSum(sha256.New(), b))
}

// Close releases what Open took: mapped packs, and the temporary store of a
// remote. It must not run at the same time as Read or Entries. Bytes returned by
// Read stay valid.
func (s *Source) Close() error {
	var errs []error
	if s.objects != nil {
		errs = append(errs, s.objects.close())
	}
	if s.cleanup != nil {
		errs = append(errs, s.cleanup())
	}
	return errors.Join(errs...)
}

// BlobID returns the id git gives to a blob of these bytes, in hex. Repositories
// that use SHA-256 have other ids: see Source.ID.
func BlobID(b []byte) string {
	return hex.EncodeToString(blobSum(sha1.New(), b))
}

func blobSum(h gohash.Hash, b []byte) []byte {
	h.Write([]byte("blob " + strconv.Itoa(len(b)) + "\x00"))
	h.Write(b)
	return h.Sum(nil)
}

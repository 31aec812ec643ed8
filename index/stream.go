package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// Result is what became of one file of a source.
type Result struct {
	Entry  repo.Entry
	Path   string      // as it stands in the records
	File   *chunk.File // nil if it was passed over or could not be read
	Reason string      // why it was passed over
	Err    error       // why it could not be read or chunked
	Bytes  int
	stored *row // by a store
}

// Stream says how to chunk the files of a source. The zero value uses every
// core and takes every file.
type Stream struct {
	// Jobs is how many files are chunked at once; 0 means one a core.
	Jobs int
	// Name gives the path that stands in the records; nil leaves it as it is.
	Name func(path string) string
	// All takes the files that langs.Skip would pass over: binary, generated,
	// minified, vendored, lock files.
	All bool
	// Skip gives a reason of the caller's own to pass over a file, before it
	// is read; "" takes it.
	Skip func(e repo.Entry) string
	// store, if any, is asked about each file before it is chunked, and packs
	// it afterwards, both in the worker.
	store *store
}

// Run chunks every file of src and gives each result to yield, in path order,
// from one goroutine. It stops at the first error that yield returns, at an
// error that ends the listing, or when ctx is done.
//
// Files are read and chunked by several workers, each with a Chunker of its
// own; no more of them are in flight than a few a worker, so memory does not
// grow with the repository.
func (s Stream) Run(ctx context.Context, src *repo.Source, c *chunk.Chunker, yield func(Result) error) error {
	return s.run(ctx, src, src.Entries(ctx), func() (*chunk.Chunker, error) { return c, nil }, yield)
}

// run is Run for some of the entries. The Chunker is asked for, at least once a
// worker, when there is something to chunk.
func (s Stream) run(ctx context.Context, src *repo.Source, entries iter.Seq2[repo.Entry, error],
	c func() (*chunk.Chunker, error), yield func(Result) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs := s.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	work := make(chan task, jobs)
	order := make(chan chan Result, 16*jobs)
	var wg sync.WaitGroup
	for range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := worker{stream: s, src: src, first: c}
			defer w.close()
			for t := range work {
				t.done <- w.file(ctx, t.entry)
			}
		}()
	}
	var listing error
	go func() {
		defer close(order)
		defer close(work)
		listing = feed(ctx, entries, work, order)
	}()
	err := drain(ctx, order, yield)
	cancel()
	for range order { // let the feeder go
	}
	wg.Wait()
	if err != nil {
		return err
	}
	return listing
}

type task struct {
	entry repo.Entry
	done  chan Result
}

// feed hands out the files. Each has its place in the order before its work.
func feed(ctx context.Context, entries iter.Seq2[repo.Entry, error], work chan<- task, order chan<- chan Result) error {
	for e, err := range entries {
		if err != nil {
			return err
		}
		done := make(chan Result, 1)
		select {
		case order <- done:
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case work <- task{e, done}:
		case <-ctx.Done():
			close(done)
			return ctx.Err()
		}
	}
	return nil
}

// drain gives the results in order. Once ctx is done, none of them.
func drain(ctx context.Context, order <-chan chan Result, yield func(Result) error) error {
	for done := range order {
		select {
		case r, ok := <-done:
			if !ok || ctx.Err() != nil {
				return ctx.Err()
			}
			if err := yield(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

type worker struct {
	stream  Stream
	src     *repo.Source
	first   func() (*chunk.Chunker, error)
	chunker *chunk.Chunker // a clone of the first, once it is needed
	buf     []byte
	words   indexer
}

func (w *worker) close() {
	if w.chunker != nil {
		w.chunker.Close()
	}
}

func (w *worker) file(ctx context.Context, e repo.Entry) (r Result) {
	r = Result{Entry: e, Path: e.Path, Reason: string(e.Reason)}
	defer func() {
		if p := recover(); p != nil {
			w.failed(&r, p)
		}
	}()
	if w.stream.Name != nil {
		r.Path = w.stream.Name(e.Path)
	}
	if e.Reason == repo.Unreadable {
		r.Err = named(r.Path, e.Err)
	}
	if e.Reason != "" || ctx.Err() != nil {
		return r
	}
	if w.stream.Skip != nil {
		if r.Reason = w.stream.Skip(e); r.Reason != "" {
			return r
		}
	}
	if w.stream.store.knows(ctx, &r, e.Blob) {
		return r
	}
	var err error
	if w.buf, err = w.src.Read(e, w.buf); err != nil {
		r.Reason, r.Err = string(repo.Unreadable), named(r.Path, errors.Unwrap(err))
		return r
	}
	r.Bytes = len(w.buf)
	if w.stream.store != nil && e.Blob == "" && w.stream.store.knows(ctx, &r, w.src.ID(w.buf)) {
		return r
	}
	w.chunk(&r)
	if w.stream.store != nil {
		w.stream.store.pack(&r, &w.words)
	}
	return r
}

// failed makes an error of one file of a panic: a fault in here, which one file
// shows, must not lose the others. What the Chunker holds may be half done, so
// it is left as it is, and the next file has a new one.
func (w *worker) failed(r *Result, panicked any) {
	w.chunker, w.words = nil, indexer{}
	r.File, r.stored, r.Reason = nil, nil, string(repo.Unreadable)
	r.Err = fmt.Errorf("%s: a fault in cleave, at %s: %v; please report it", r.Path, panickedAt(), panicked)
}

// panickedAt gives the file and line of a panic to who is called as it is
// recovered.
func panickedAt() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	for panicking := false; ; {
		f, more := frames.Next()
		if panicking && !strings.HasPrefix(f.Function, "runtime.") || !more {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
	}
}

// chunk chunks the bytes at hand, or says why it does not.
func (w *worker) chunk(r *Result) {
	if !w.stream.All {
		if why := langs.Skip(r.Entry.Path, w.buf, int64(len(w.buf)), 0); why != "" {
			r.Reason = string(why)
			return
		}
	}
	if w.chunker == nil {
		c, err := w.first()
		if err != nil {
			r.Err = err
			return
		}
		w.chunker = c.Clone()
	}
	if r.File, r.Err = w.chunker.File(r.Path, w.buf); r.Err != nil {
		r.Reason = string(repo.Unreadable)
		return
	}
	from, commit := Provenance(w.src)
	for i := range r.File.Chunks {
		r.File.Chunks[i].Repo, r.File.Chunks[i].Commit = from, commit
	}
}

// Provenance gives what the records of a source say of where they are from: of
// a remote its URL and the commit, of a local revision the commit, else nothing.
func Provenance(src *repo.Source) (from, commit string) {
	return provenance(src.Kind, src.Repo, src.Commit)
}

func provenance(kind repo.Kind, from, commit string) (string, string) {
	switch kind {
	case repo.Remote:
		return from, commit
	case repo.Revision:
		return "", commit
	}
	return "", ""
}

// named says which file an error is about, once, as it stands in the records.
func named(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

package index

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"iter"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// RefreshOptions says what to read, and how. The zero value reads the work tree
// with the index's own settings.
type RefreshOptions struct {
	// Source says what to read: Staged, Rev, and what is about remotes.
	// Include, Exclude and MaxFileSize are those of the settings.
	Source repo.Options
	// Settings, if given, become the index's own.
	Settings *Settings
	// Jobs is how many files are chunked at once; 0 means one a core.
	Jobs int
	// Wait is how long to wait for another refresh to end; 0 means a minute,
	// less than 0 not at all.
	Wait time.Duration
	// Progress, if given, is told of each file that was read, in path order.
	Progress func(Result)
	// Changes, if given, gets what changed, once all of it is stored: see
	// Changes. An error of it ends the refresh, whose work stands.
	Changes func(Change) error
}

// Refreshed is what a refresh did.
type Refreshed struct {
	View *View
	// Was is the view as it stood before; nil if it is new.
	Was *View
	// Files of the view whose chunks are not what they were.
	Added, Changed, Removed int
	// Chunked is how many files had to be: the others were stored already.
	Chunked int
	// Errors are those of files that could not be read. They are passed over.
	Errors []error
}

// Resettled reports whether the view was made with other settings before, so
// that every file was chunked anew.
func (r *Refreshed) Resettled() bool { return r.Was != nil && r.Was.settings != r.View.settings }

// Refresh makes the view of what location names equal to it: the work tree that
// the directory lies in, what is staged in it, a revision, or a remote's
// commit. It reads only what changed. All is stored in one transaction: on an
// error the index stands as it was.
func (x *Index) Refresh(ctx context.Context, location string, o RefreshOptions) (*Refreshed, error) {
	for {
		done, err := x.refresh(ctx, location, o)
		if !errors.Is(err, errResettled) {
			return done, err
		}
	}
}

// errResettled is where another refresh has changed the index's settings while
// this one waited for its turn.
var errResettled = errors.New("the settings have changed")

func (x *Index) refresh(ctx context.Context, location string, o RefreshOptions) (*Refreshed, error) {
	settings, err := x.settle(ctx, o.Settings)
	if err != nil {
		return nil, err
	}
	settled := settings
	if settings.Chunk, err = settings.Chunk.WithDefaults(); err != nil {
		return nil, err
	}
	settings.MaxFileSize = cmp.Or(settings.MaxFileSize, langs.DefaultMaxFileSize)
	r := &refresh{x: x, options: o, settled: settled, dirs: make(map[string]*dir)}
	o.Source.Known = r.knows
	if r.src, err = OpenSource(ctx, location, o.Source, settings); err != nil {
		return nil, err
	}
	defer r.src.Close()
	defer func() { r.spooled.close() }()
	if err := r.transaction(ctx, settings); err != nil {
		return nil, err
	}
	if r.spooled != nil {
		if err := x.tell(ctx, r.spooled, r.changed, r.done.Was, r.done.View, o.Changes); err != nil {
			return r.done, err
		}
	}
	return r.done, x.collect(ctx, false)
}

// settle gives the settings asked for, else the index's own.
func (x *Index) settle(ctx context.Context, asked *Settings) (Settings, error) {
	if asked != nil {
		return *asked, nil
	}
	s, _, err := x.Settings(ctx)
	return s, err
}

// refresh is one refresh at work.
type refresh struct {
	x       *Index
	src     *repo.Source
	options RefreshOptions
	settled Settings // as they were before the transaction began
	tx      *sql.Tx
	done    *Refreshed
	dirs    map[string]*dir
	pending []place   // what was given to the workers
	results []item    // what became of it
	news    []*row    // the rows of those, nil where there is none
	changed []changed // by path
	keeper  *keeper
	spooled *spool // the rows of what is to be told; nil if there is nothing
}

// dir is a directory, as the view had it and has it now. As long as both are the
// same there is no list of what it has now.
type dir struct {
	old, now listing
	same     int // how far the old one is what there is now, if now is nil
	at       int // how far the old one has been compared
}

// add puts an item at the end of what there is now.
func (d *dir) add(it item) {
	if d.now == nil && d.same < len(d.old) && d.old[d.same] == it {
		d.same++
		return
	}
	d.now = append(d.listing(), it)
}

// listing is what there is now.
func (d *dir) listing() listing {
	if d.now == nil {
		return d.old[:d.same:d.same]
	}
	return d.now
}

// place is where an item stands.
type place struct {
	dir *dir
	i   int
}

// changed is a file whose chunks are those of another row now; 0 is none.
type changed struct {
	path     string
	was, now int64
}

func (r *refresh) transaction(ctx context.Context, settings Settings) error {
	wait := r.options.Wait
	if wait == 0 {
		wait = time.Minute
	}
	conn, tx, err := r.x.begin(ctx, wait)
	if err != nil {
		return r.x.explain(err)
	}
	defer conn.Close()
	defer tx.Rollback()
	r.tx = tx
	if err := r.prepare(ctx, settings); err != nil {
		return r.x.explain(err)
	}
	if err := r.read(ctx); err != nil {
		return r.x.explain(err)
	}
	if err := errors.Join(r.compare(ctx), r.write(), r.keeper.tidy(tx)); err != nil {
		return r.x.explain(err)
	}
	if r.options.Changes != nil {
		if err := r.spool(ctx); err != nil {
			return r.x.explain(err)
		}
	}
	return r.x.explain(tx.Commit())
}

// prepare reads the view as it stands.
func (r *refresh) prepare(ctx context.Context, settings Settings) error {
	now := &View{Kind: r.src.Kind, Place: placeOf(r.src), Rev: revOf(r.src), Commit: r.src.Commit,
		Refreshed: time.Now(), Settings: settings}
	was, err := view(ctx, r.tx, now.Kind, now.Place, now.Rev)
	if err != nil {
		return err
	}
	if r.options.Settings == nil {
		last, _, err := latest(ctx, r.tx)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if !reflect.DeepEqual(last, r.settled) {
			return errResettled
		}
	}
	if now.settings, err = settings.keep(r.tx); err != nil {
		return err
	}
	r.done = &Refreshed{View: now, Was: was}
	if was != nil {
		now.id, now.Summary = was.id, was.Summary
		now.Summary.Passed = make(map[string]int)
		for k, v := range was.Summary.Passed {
			now.Summary.Passed[k] = v
		}
		old, err := listings(ctx, r.tx, was.id)
		if err != nil {
			return err
		}
		for name, l := range old {
			r.dirs[name] = &dir{old: l}
		}
	}
	r.keeper, err = newKeeper(r.tx, now.settings)
	return err
}

// read takes the listing of the source and stores what is new in it.
func (r *refresh) read(ctx context.Context) error {
	st := &store{x: r.x, settings: r.done.View.settings}
	var any bool
	err := r.tx.QueryRow("SELECT EXISTS (SELECT 1 FROM file WHERE settings = ?)", st.settings).Scan(&any)
	if err != nil {
		return err
	}
	if any {
		st.find, err = r.x.db.PrepareContext(ctx, "SELECT "+rowColumns+" FROM file WHERE path = ? AND blob = ? AND settings = ?")
		if err != nil {
			return err
		}
		defer st.find.Close()
	}
	s := Stream{Jobs: r.options.Jobs, All: r.done.View.Settings.All, store: st}
	// Often there is nothing to chunk; then the vocabulary is not loaded.
	chunker := sync.OnceValues(func() (*chunk.Chunker, error) { return chunk.New(r.done.View.Settings.Chunk) })
	return s.run(ctx, r.src, r.entries(ctx), chunker, r.result)
}

// entries gives what has to be read; the rest it puts into the listings as it
// is. It runs beside result, and shares nothing with it.
func (r *refresh) entries(ctx context.Context) iter.Seq2[repo.Entry, error] {
	own := r.x.below(r.src)
	return func(yield func(repo.Entry, error) bool) {
		for e, err := range r.src.Entries(ctx) {
			if err != nil {
				yield(e, err)
				return
			}
			if slices.Contains(own, e.Path) {
				continue
			}
			name, base := split(e.Path)
			d := r.dirs[name]
			if d == nil {
				d = new(dir)
				r.dirs[name] = d
			}
			it := item{name: base, reason: string(e.Reason)}
			old, ok := d.find(base)
			settled := e.Reason != "" && e.Reason != repo.Unreadable
			if ok && !settled && r.same(&old, e) {
				it, settled = old, true
				if r.src.Kind == repo.WorkTree {
					it.size, it.stamp = e.Size, e.Stamp
				}
			}
			if settled {
				d.add(it)
			} else {
				d.now = append(d.listing(), it)
				r.pending = append(r.pending, place{d, len(d.now) - 1})
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// find moves on to the item of a name in the old listing.
func (d *dir) find(name string) (item, bool) {
	for d.at < len(d.old) && d.old[d.at].name < name {
		d.at++
	}
	if d.at < len(d.old) && d.old[d.at].name == name {
		return d.old[d.at], true
	}
	return item{}, false
}

// same reports whether an entry can be taken to be what the view has of it.
func (r *refresh) same(old *item, e repo.Entry) bool {
	if old.file == 0 || e.Reason != "" || r.done.Was.settings != r.done.View.settings {
		return false
	}
	if e.Blob != "" {
		return isHex(e.Blob, old.blob)
	}
	return old.stamp != repo.Stamp{} && old.stamp == e.Stamp && old.size == e.Size && !racy(e.Stamp, r.done.Was.Refreshed)
}

// isHex reports whether text is raw in hexadecimal, in small letters.
func isHex(text, raw string) bool {
	var b [64]byte
	return string(hex.AppendEncode(b[:0], []byte(raw))) == text
}

// knows reports whether the view has a path with a blob already.
func (r *refresh) knows(path, blob string) bool {
	name, base := split(path)
	d := r.dirs[name]
	if d == nil {
		return false
	}
	old, ok := d.find(base)
	return ok && r.same(&old, repo.Entry{Blob: blob})
}

// racy reports whether a file may have changed again since it was read, with
// nothing to tell: file systems count time in ticks, some of two seconds.
func racy(s repo.Stamp, read time.Time) bool {
	for _, t := range []int64{s.Modified, s.Changed} {
		tick := 20 * time.Millisecond
		if t%1e9 == 0 {
			tick = 2 * time.Second
		}
		if t+int64(tick) > read.UnixNano() {
			return true
		}
	}
	return false
}

// result stores what became of one file.
func (r *refresh) result(res Result) error {
	if r.options.Progress != nil {
		r.options.Progress(res)
	}
	if res.Err != nil && res.Reason == "" {
		return res.Err
	}
	it := item{reason: res.Reason, size: res.Entry.Size, stamp: res.Entry.Stamp}
	if res.Reason == string(repo.Unreadable) {
		r.done.Errors = append(r.done.Errors, res.Err)
		r.results, r.news = append(r.results, item{reason: res.Reason}), append(r.news, nil)
		return nil
	}
	to := res.stored
	if to.id == 0 {
		if to.reason == "" {
			r.done.Chunked++
		}
		if err := r.keeper.keep(to); err != nil {
			return err
		}
	} else if err := hold(r.tx, to.id, 1); err != nil {
		return err
	}
	if res.Bytes > 0 && int64(res.Bytes) != it.size { // it changed while it was read
		it.stamp = repo.Stamp{}
	}
	it.file, it.blob, it.reason = to.id, to.blob, ""
	r.results, r.news = append(r.results, it), append(r.news, to)
	return nil
}

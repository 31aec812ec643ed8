package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// WatchOptions says how to watch. The zero value works.
type WatchOptions struct {
	// Refresh is how to refresh; its Source must be a work tree.
	Refresh RefreshOptions
	// Quiet is how long nothing may change before a refresh; 0 means 200 ms.
	// Where changes do not cease, it is tried after ten times as long; between
	// two refreshes, four times as long as one took, but at most fifty times
	// Quiet.
	Quiet time.Duration
	// Refreshed, if given, is told of each refresh, or of the error it ended
	// with, after which the next change leads to another. An error of it ends
	// the watch.
	Refreshed func(*Refreshed, error) error
}

// Watch refreshes the view of the work tree at location, now and whenever
// something changes in it, until ctx is done, which is its error then. The error is
// ErrReplaced once the index is no longer the file that was opened.
//
// The system is asked to watch the directories that a listing looks into, and
// those of the files that it goes by. Which files changed is left to the
// refresh to find: an event that was lost, or stands for several, does no harm.
func (x *Index) Watch(ctx context.Context, location string, o WatchOptions) error {
	notifier, err := fsnotify.NewWatcher()
	if err != nil {
		return watchError(location, 0, err)
	}
	defer notifier.Close()
	w := &watch{x: x, notifier: notifier, location: location, o: o, reshape: true}
	if w.o.Quiet <= 0 {
		w.o.Quiet = 200 * time.Millisecond
	}
	if w.own, err = x.place(); err != nil {
		return err
	}
	return w.run(ctx)
}

// watch is a work tree being watched.
type watch struct {
	x        *Index
	notifier *fsnotify.Watcher
	location string
	o        WatchOptions
	own      string          // the index, whose changes are ours
	tree     map[string]bool // directories of the work tree
	rules    []string        // files elsewhere by which a listing goes
	since    time.Time       // of the first change that no refresh has seen; zero if there is none
	reshape  bool            // other directories may have to be watched
}

func (w *watch) run(ctx context.Context) error {
	timer := time.NewTimer(0)
	w.since = time.Now()
	var rest time.Time // until when not to refresh
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case event := <-w.notifier.Events:
			if !w.note(event) {
				continue
			}
		case <-w.notifier.Errors:
			w.lost()
		case <-timer.C:
			start := time.Now()
			if err := w.refresh(ctx); err != nil {
				return err
			}
			// A fifth of the time is for refreshing; but one that chunked all
			// there is, or was halted, is no measure.
			rest = time.Now().Add(min(4*time.Since(start), 50*w.o.Quiet))
			if w.since.IsZero() {
				continue
			}
		}
		timer.Reset(max(w.delay(), time.Until(rest)))
	}
}

// delay is how long to wait for more to change.
func (w *watch) delay() time.Duration {
	return min(w.o.Quiet, time.Until(w.since.Add(10*w.o.Quiet)))
}

// note takes in an event, and reports whether it calls for a refresh.
func (w *watch) note(e fsnotify.Event) bool {
	dir, name := filepath.Split(e.Name)
	switch {
	case e.Op == fsnotify.Chmod:
		return false
	case strings.HasPrefix(e.Name, w.own): // nobody writes it but we; the file stays, unless somebody takes it away
		if e.Name != w.own || e.Op == fsnotify.Write {
			return false
		}
	case w.governs(e.Name):
		w.reshape = true
	case !w.tree[filepath.Clean(dir)] && !w.tree[e.Name]: // a directory watched for one of those
		return false
	case name == ".gitignore", name == ".cleaveignore", e.Has(fsnotify.Remove), e.Has(fsnotify.Rename):
		w.reshape = true
	case e.Has(fsnotify.Create):
		info, err := os.Lstat(e.Name)
		w.reshape = w.reshape || err == nil && info.IsDir()
	}
	w.changed()
	return true
}

// governs reports whether a listing goes by the file of a name, or by one below it.
func (w *watch) governs(name string) bool {
	return slices.ContainsFunc(w.rules, func(rule string) bool {
		return rule == name || strings.HasPrefix(rule, name+string(filepath.Separator))
	})
}

// lost takes in that events were, as fsnotify.ErrEventOverflow says, or that it
// cannot tell: anything may have changed.
func (w *watch) lost() {
	w.reshape = true
	w.changed()
}

func (w *watch) changed() {
	if w.since.IsZero() {
		w.since = time.Now()
	}
}

// refresh watches what there is to watch, then reads it: what changes after
// that is told.
func (w *watch) refresh(ctx context.Context) error {
	if _, err := os.Stat(w.location); err == nil {
		if err := w.x.replaced(); err != nil {
			return err
		}
	}
	if w.reshape {
		if err := w.follow(ctx); err != nil {
			return err
		}
	}
	w.since, w.reshape = time.Time{}, false
	done, err := w.x.Refresh(ctx, w.location, w.o.Refresh)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, ErrBusy) {
		w.changed() // try again
	} else if _, gone := os.Stat(w.location); err != nil && gone != nil {
		return err
	}
	if w.o.Refreshed != nil {
		return w.o.Refreshed(done, err)
	}
	return nil
}

// follow watches the directories of the tree, and those of the files that a
// listing goes by. One that is made in the meantime, below one not yet watched,
// is found by looking again.
func (w *watch) follow(ctx context.Context) error {
	for more := true; more; {
		src, err := OpenSource(ctx, w.location, repo.Options{}, Settings{})
		if err != nil {
			return err
		}
		dirs, err := src.Dirs(ctx)
		kind := src.Kind
		w.rules = src.Governing()
		src.Close()
		if err != nil {
			return err
		}
		if kind != repo.WorkTree {
			return fmt.Errorf("%s: there is no work tree to watch", w.location)
		}
		w.tree = make(map[string]bool, len(dirs))
		for _, dir := range dirs {
			w.tree[dir] = true
		}
		for _, name := range append(w.rules, w.own) {
			if dir := nearest(filepath.Dir(name)); !w.tree[dir] && !slices.Contains(dirs[len(w.tree):], dir) {
				dirs = append(dirs, dir)
			}
		}
		if more, err = w.set(dirs); err != nil {
			return err
		}
	}
	return nil
}

// nearest gives the directory, or the first above it that is there.
func nearest(dir string) string {
	for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
	}
	return dir
}

// set watches these directories and no others, and reports whether any is new.
func (w *watch) set(dirs []string) (more bool, err error) {
	old := make(map[string]bool)
	for _, dir := range w.notifier.WatchList() {
		old[dir] = true
	}
	for _, dir := range dirs {
		if old[dir] {
			delete(old, dir)
			continue
		}
		switch err := w.notifier.Add(dir); {
		case err == nil:
			more = true
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission): // a refresh tells of it
		default:
			return false, watchError(dir, len(dirs), err)
		}
	}
	for dir := range old {
		w.notifier.Remove(dir) // an error says that it is gone already
	}
	return more, nil
}

// watchError says which limit of the system is reached.
func watchError(dir string, need int, err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%s: the system watches no more directories; there are %d here: raise fs.inotify.max_user_watches", dir, need)
	case errors.Is(err, syscall.EMFILE):
		return fmt.Errorf("%s: the system has no more watchers for this user: raise fs.inotify.max_user_instances", dir)
	}
	return fmt.Errorf("%s: cannot be watched: %w", dir, bare(err))
}

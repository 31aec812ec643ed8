package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	// Where changes do not cease, it is tried after ten times as long.
	Quiet time.Duration
	// Refreshed, if given, is told of each refresh, or of the error it ended
	// with, after which the next change leads to another. An error of it ends
	// the watch.
	Refreshed func(*Refreshed, error) error
}

// Watch refreshes the view of the work tree at location, now and whenever
// something changes in it, until ctx is done, which is its error then.
//
// The system is asked to watch the directories that a listing looks into, and
// the git directory for HEAD and the index. Which files changed is left to the
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
	own      string // the index, whose changes are ours
	gitDir   string
	since    time.Time // of the first change that no refresh has seen; zero if there is none
	reshape  bool      // other directories may have to be watched
}

func (w *watch) run(ctx context.Context) error {
	timer := time.NewTimer(0)
	w.since = time.Now()
	var rest time.Time // until when not to refresh: it is to take a fifth of the time at most
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
			rest = time.Now().Add(4 * time.Since(start))
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
	git := filepath.Clean(dir) == w.gitDir
	switch {
	case e.Op == fsnotify.Chmod, strings.HasPrefix(e.Name, w.own), git && name != "HEAD" && name != "index":
		return false
	case git, name == ".gitignore", name == ".cleaveignore", e.Has(fsnotify.Remove), e.Has(fsnotify.Rename):
		w.reshape = true
	case e.Has(fsnotify.Create):
		info, err := os.Lstat(e.Name)
		w.reshape = w.reshape || err == nil && info.IsDir()
	}
	w.changed()
	return true
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

// follow watches the directories of the tree. One that is made in the meantime,
// below one not yet watched, is found by looking again.
func (w *watch) follow(ctx context.Context) error {
	for more := true; more; {
		src, err := OpenSource(ctx, w.location, repo.Options{}, Settings{})
		if err != nil {
			return err
		}
		dirs, err := src.Dirs(ctx)
		kind, gitDir := src.Kind, src.GitDir
		src.Close()
		if err != nil {
			return err
		}
		if kind != repo.WorkTree {
			return fmt.Errorf("%s: there is no work tree to watch", w.location)
		}
		if w.gitDir = gitDir; gitDir != "" {
			dirs = append(dirs, gitDir)
		}
		if more, err = w.set(dirs); err != nil {
			return err
		}
	}
	return nil
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

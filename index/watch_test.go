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
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// watched watches a directory until the test ends, and gives what lets a test
// wait until the index has caught up.
func watched(t *testing.T, dir string) (x *Index, caughtUp func(what string), refreshes func() int) {
	t.Helper()
	x = created(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan *Refreshed, 10000)
	end := make(chan error, 1)
	go func() {
		end <- x.Watch(ctx, dir, WatchOptions{Quiet: 20 * time.Millisecond, Refreshed: func(r *Refreshed, err error) error {
			if err != nil {
				t.Errorf("refresh: %v", err)
			}
			done <- r
			return nil
		}})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-end; !errors.Is(err, context.Canceled) {
			t.Errorf("the watch ended with %v", err)
		}
	})
	caughtUp = func(what string) {
		t.Helper()
		for range 3000 { // looks, not seconds: the machine may halt the test
			time.Sleep(10 * time.Millisecond)
			views, err := x.Views(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if len(views) == 0 {
				continue
			}
			s, err := x.Stale(context.Background(), views[0])
			if err != nil {
				t.Fatal(err)
			}
			if s.Files() == 0 && s.Commit == views[0].Commit {
				return
			}
		}
		t.Fatalf("%s: the index has not caught up in 3000 looks", what)
	}
	return x, caughtUp, func() int { return len(done) }
}

func TestWatch(t *testing.T) {
	p := newPlayground(t, 3)
	p.put(".gitignore", "ignored/\n*.log\n")
	p.git("add", "-A")
	p.commit()
	_, caughtUp, refreshes := watched(t, p.dir)
	caughtUp("at first")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(p.dir, name) }
	home := t.TempDir()
	for _, c := range []struct {
		what string
		do   func()
	}{
		{"a file is written", func() { p.put("one.py", "a = 1\n") }},
		{"an editor saves by renaming", func() {
			p.put("one.py~", "a = 2\n")
			must(os.Rename(at("one.py~"), at("one.py")))
		}},
		{"directories are made in one another", func() { p.put("x/y/z/deep.py", "a = 3\n") }},
		{"a file in them is written", func() { p.put("x/y/z/deep.py", "a = 4\n") }},
		{"a directory is renamed", func() { must(os.Rename(at("x"), at("w"))) }},
		{"a file below its new name is written", func() { p.put("w/y/z/deep.py", "a = 5\n") }},
		{"a directory is removed and made again", func() {
			must(os.RemoveAll(at("w")))
			p.put("w/again.py", "a = 6\n")
		}},
		{"and written to", func() { p.put("w/again.py", "a = 7\n") }},
		{"an ignored directory is ignored no more", func() {
			p.put("ignored/in.py", "a = 8\n")
			p.put(".gitignore", "*.log\n")
		}},
		{"and written to", func() { p.put("ignored/in.py", "a = 9\n") }},
		{"a branch is checked out", func() { p.git("checkout", "-q", "-f", "-b", "other", "HEAD~1") }},
		{"a commit is made", func() { p.git("add", "-A"); p.commit() }},
		{"what was ignored is added", func() {
			p.put("ignored/.gitignore", "*\n")
			p.put("a.log", "x\n")
			p.git("add", "-f", "a.log")
		}},
		{"the repository's own ignore file is written", func() { p.put(".git/info/exclude", "w/\n") }},
		{"and replaced", func() {
			p.put(".git/info/exclude~", "ignored/\n")
			must(os.Rename(at(".git/info/exclude~"), at(".git/info/exclude")))
		}},
		{"the user's ignore file is another", func() { p.git("config", "core.excludesFile", filepath.Join(home, "git", "ignore")) }},
		{"and made", func() {
			must(os.MkdirAll(filepath.Join(home, "git"), 0o777))
			must(os.WriteFile(filepath.Join(home, "git", "ignore"), []byte("again.py\n"), 0o666))
		}},
		{"and written", func() { must(os.WriteFile(filepath.Join(home, "git", "ignore"), []byte("one.py\n"), 0o666)) }},
		{"HEAD alone moves", func() { p.git("reset", "-q", "--soft", "HEAD~1") }},
		{"many files are written", func() {
			for i := range 300 {
				p.put(fmt.Sprintf("many/%d/%d.py", i%20, i), fmt.Sprintf("a = %d\n", i))
			}
		}},
	} {
		c.do()
		caughtUp(c.what)
	}

	// What is below an ignored directory is not looked at.
	p.put(".gitignore", "out/\n")
	p.put("out/0.py", "a = 0\n")
	caughtUp("before the noise")
	n := refreshes()
	for still := 0; still < 100; still++ { // a rest is of fifty times 20 ms at most
		if time.Sleep(20 * time.Millisecond); refreshes() > n {
			n, still = refreshes(), 0
		}
	}
	for i := range 50 {
		p.put(fmt.Sprintf("out/%d.py", i), "a = 1\n")
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond)
	if got := refreshes() - n; got > 0 {
		t.Errorf("%d refreshes for what is ignored", got)
	}
}

func TestWatchAnything(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := newPlayground(t, 100+seed)
			x, caughtUp, _ := watched(t, p.dir)
			for i := range 10 {
				for range 8 {
					p.step()
				}
				caughtUp(fmt.Sprint("round ", i))
			}
			sound(t, x, true)
		})
	}
}

func TestWatchPlainDirectory(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".cleave", "index.db")
	x, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	err = x.Watch(ctx, dir, WatchOptions{Quiet: 10 * time.Millisecond, Refreshed: func(r *Refreshed, err error) error {
		switch n++; n {
		case 1:
			return os.WriteFile(filepath.Join(dir, "a.py"), []byte("a = 1\n"), 0o666)
		case 2:
			time.AfterFunc(500*time.Millisecond, cancel)
		}
		return err
	}})
	// Its own files are below the directory: they must not set it off again.
	if !errors.Is(err, context.Canceled) || n != 2 {
		t.Errorf("%d refreshes, want 2; %v", n, err)
	}
}

// TestWatchReplaced: a watch ends when its index is deleted, or another takes its
// place.
func TestWatchReplaced(t *testing.T) {
	for what, do := range map[string]func(path string) error{
		"deleted":  os.Remove,
		"replaced": func(path string) error { return os.Rename(path+".other", path) },
		"with all": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
	} {
		t.Run(what, func(t *testing.T) {
			p := newPlayground(t, 4)
			path := filepath.Join(p.dir, ".git", "cleave", "index.db")
			for _, name := range []string{path, path + ".other"} {
				x, err := Create(name)
				if err != nil {
					t.Fatal(err)
				}
				x.Close()
			}
			x, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			err = x.Watch(ctx, p.dir, WatchOptions{Quiet: 10 * time.Millisecond, Refreshed: func(*Refreshed, error) error { return do(path) }})
			if !errors.Is(err, ErrReplaced) {
				t.Errorf("the watch ended with %v", err)
			}
		})
	}
}

func TestWatchEnds(t *testing.T) {
	x, none := created(t), filepath.Join(t.TempDir(), "none")
	if err := x.Watch(context.Background(), none, WatchOptions{}); err == nil || !strings.Contains(err.Error(), "none: no such file or directory") {
		t.Errorf("a directory that is not there: %v", err)
	}
	dir := t.TempDir()
	told := 0
	err := x.Watch(context.Background(), dir, WatchOptions{Quiet: 10 * time.Millisecond, Refreshed: func(*Refreshed, error) error {
		told++
		return os.RemoveAll(dir)
	}})
	if err == nil || told != 1 {
		t.Errorf("a directory that goes away: %v after %d refreshes", err, told)
	}
	stop := errors.New("stop")
	dir = t.TempDir()
	err = x.Watch(context.Background(), dir, WatchOptions{Refreshed: func(*Refreshed, error) error { return stop }})
	if !errors.Is(err, stop) {
		t.Errorf("an error of the caller: %v", err)
	}
}

// TestWatchLosesEvents: when the system's queue runs over, all is read again.
func TestWatchLosesEvents(t *testing.T) {
	w := &watch{own: "/repo/.git/cleave/index.db", tree: map[string]bool{"/repo": true}, rules: []string{"/repo/.git/index", "/home/.config/git/ignore"}}
	if w.note(fsnotify.Event{Name: "/home/.profile", Op: fsnotify.Write}) || w.note(fsnotify.Event{Name: w.own, Op: fsnotify.Write}) ||
		w.note(fsnotify.Event{Name: "/repo/.git/cleave/index.db-wal", Op: fsnotify.Write}) ||
		w.note(fsnotify.Event{Name: "/repo/.git/index.lock", Op: fsnotify.Create}) ||
		w.note(fsnotify.Event{Name: "/repo/a.py", Op: fsnotify.Chmod}) || !w.since.IsZero() || w.reshape {
		t.Errorf("noise is taken for a change: %+v", w)
	}
	if !w.note(fsnotify.Event{Name: "/repo/a.py", Op: fsnotify.Write}) || w.since.IsZero() || w.reshape {
		t.Errorf("a write is not taken for what it is: %+v", w)
	}
	for _, e := range []fsnotify.Event{{Name: "/repo/.git/index", Op: fsnotify.Create}, {Name: "/home/.config", Op: fsnotify.Create}} {
		if w.reshape = false; !w.note(e) || !w.reshape {
			t.Errorf("%s is not taken for what it is: %+v", e, w)
		}
	}
	if w.since = (time.Time{}); !w.note(fsnotify.Event{Name: w.own, Op: fsnotify.Remove}) || w.since.IsZero() {
		t.Errorf("an index taken away is not: %+v", w)
	}
	w = &watch{}
	if w.lost(); w.since.IsZero() || !w.reshape {
		t.Errorf("lost events are not made up for: %+v", w)
	}
}

func TestWatchError(t *testing.T) {
	for err, want := range map[error]string{
		os.NewSyscallError("inotify_add_watch", syscall.ENOSPC): "/d: the system watches no more directories; there are 7 here: raise fs.inotify.max_user_watches",
		syscall.EMFILE: "/d: the system has no more watchers for this user: raise fs.inotify.max_user_instances",
		&fs.PathError{Op: "open", Path: "/d", Err: syscall.EIO}: "/d: cannot be watched: input/output error",
	} {
		if got := watchError("/d", 7, err).Error(); got != want {
			t.Errorf("%v is %q, want %q", err, got, want)
		}
	}
}

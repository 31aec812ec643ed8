package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// What the hooks do. A commit waits for its refresh a few seconds at most, and
// less for another's; one that takes longer, and those after a checkout and the
// like, are given to a process of its own, in a session of its own, which git does
// not wait for. It waits until git is done. However many are started, one is at
// work in a work tree, and goes on while there is a mark that something changed.
//
// Git calls no hook at the end of a rebase that only fast-forwards, nor of a
// series of picks. So from its last hook on that is waited for too, a short time:
// one that takes longer calls another, or has stopped.

const (
	commitPatience  = 3 * time.Second  // how long a commit waits for its refresh
	busyPatience    = time.Second      // and, of that, for another to end
	gitPatience     = time.Minute      // how long a refresh waits for git to be done
	messagePatience = 10 * time.Minute // for a commit, whose message is to be written
	seriesPatience  = 10 * time.Second // for the end of a rebase or a series of picks
	longestLog      = 256 << 10        // bytes
)

// hookRun is one run of a hook.
type hookRun struct {
	name     string
	file     string // the index, if not the repository's own
	create   bool   // it, if there is none
	detached bool
	src      *repo.Source
	path     string // of the index
}

func hookRunCommand() *cobra.Command {
	var h hookRun
	c := &cobra.Command{
		Use:    "run NAME [ARG...]",
		Short:  "What the hook of a name does",
		Hidden: true,
		Args:   cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			h.name = args[0]
			if !slices.Contains(hookNames, h.name) {
				return usageError{fmt.Errorf("%q is no hook of cleave", h.name)}
			}
			if err := h.run(c.Context(), args[1:]); err != nil {
				h.tell("the index is not refreshed: " + err.Error())
			}
			return nil // nothing of ours stops git
		},
	}
	c.Flags().SetInterspersed(false)
	indexFlag(c.Flags(), &h.file)
	c.Flags().BoolVar(&h.create, "create", false, "make an index if there is none")
	c.Flags().BoolVar(&h.detached, "detached", false, "run in the background")
	return c
}

func (h *hookRun) run(ctx context.Context, args []string) error {
	var err error
	h.src, err = index.OpenSource(ctx, ".", repo.Options{}, index.Settings{})
	if err != nil {
		return err
	}
	defer h.src.Close()
	if h.path = h.file; h.path == "" {
		h.path = index.Path(h.src)
	}
	if _, err := os.Stat(h.path); h.src.Top == "" || errors.Is(err, fs.ErrNotExist) && !h.create {
		return nil // nobody asked for an index of this repository
	}
	switch {
	case h.detached:
		return h.follow(ctx)
	case h.amid(args):
		return nil
	case h.name != "pre-commit":
		return h.detach(args)
	}
	return h.beforeCommit(ctx, args)
}

// Names in a git directory that tell what git is in the middle of: what takes
// several steps, and what the next commit concludes.
var (
	inRebase = []string{"rebase-merge", "rebase-apply"}
	inPicks  = []string{"sequencer"}
	inBisect = []string{"BISECT_LOG"}
	inOne    = []string{"MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"}
)

// amid reports whether git is in the middle of something, so that another hook is
// to come. A rebase and a merge call theirs before they have cleared away. What
// may be the last hook of a rebase is the checkout that it begins with, of a
// series of picks each commit.
func (h *hookRun) amid(args []string) bool {
	rebase, picks, bisect := h.has(inRebase), h.has(inPicks), h.has(inBisect)
	switch {
	case h.name == "post-rewrite" && len(args) > 0 && args[0] == "rebase":
		return false
	case h.name == "post-checkout":
		files := len(args) > 2 && args[2] == "0" // were checked out, no commit
		return rebase && files || picks || bisect || h.has(inOne)
	case h.name == "post-commit":
		return rebase || bisect
	}
	return rebase || picks || bisect
}

func (h *hookRun) has(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return exists(filepath.Join(h.src.GitDir, name)) })
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// beforeCommit refreshes what is staged, or lets it be done in the background.
func (h *hookRun) beforeCommit(ctx context.Context, args []string) error {
	ctx, cancel := context.WithTimeout(ctx, commitPatience)
	defer cancel()
	end := make(chan error, 1)
	go func() { end <- h.refresh(ctx, busyPatience) }()
	var err error
	select {
	case err = <-end:
	case <-ctx.Done(): // a file may take its time
		err = ctx.Err()
	}
	why := ""
	switch {
	case errors.Is(err, index.ErrBusy):
		why = "another refresh is at work; this one follows in the background"
	case err != nil && ctx.Err() == context.DeadlineExceeded:
		why = fmt.Sprintf("it takes more than %s, and goes on in the background", commitPatience)
	default:
		return err
	}
	fmt.Fprintf(os.Stderr, "cleave: the index is not refreshed yet: %s\n", why)
	return h.detach(args)
}

// refresh refreshes what the hook is about: before a commit what is staged, else
// the work tree, and what is staged in it too if there is a view of it: a commit
// need not have asked, and a checkout never does.
func (h *hookRun) refresh(ctx context.Context, wait time.Duration) error {
	x, err := index.Create(h.path)
	if err != nil {
		return err
	}
	defer x.Close()
	if x.Rebuilt != nil {
		h.tell(h.path + ": " + rebuilt(x.Rebuilt))
	}
	if h.name == "pre-commit" {
		return h.refreshOne(ctx, x, true, wait)
	}
	if err := h.refreshOne(ctx, x, false, wait); err != nil {
		return err
	}
	views, err := x.Views(ctx)
	if slices.ContainsFunc(views, func(v *index.View) bool { return v.Kind == repo.Staged && v.Place == h.src.Top }) {
		err = h.refreshOne(ctx, x, true, wait)
	}
	return err
}

func (h *hookRun) refreshOne(ctx context.Context, x *index.Index, staged bool, wait time.Duration) error {
	done, err := x.Refresh(ctx, h.src.Top, index.RefreshOptions{Wait: wait, Source: repo.Options{Staged: staged}})
	if err != nil {
		return err
	}
	if len(done.Errors) > 0 {
		return fmt.Errorf("%s could not be read: %w", count(len(done.Errors), "file"), done.Errors[0])
	}
	return nil
}

// detach starts the refresh in the background.
func (h *hookRun) detach(args []string) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(h.own(""), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(h.own(".mark"), nil, 0o666); err != nil {
		return err
	}
	run := []string{"hook", "run", "--detached", fmt.Sprintf("--create=%t", h.create)}
	if h.file != "" {
		run = append(run, "--index", h.file)
	}
	c := exec.Command(own, append(append(run, h.name), args...)...)
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { // of a commit it is gone soon
		return strings.HasPrefix(v, "GIT_INDEX_FILE=")
	})
	c.SysProcAttr = ownSession()
	if err := c.Start(); err != nil {
		return err
	}
	return c.Process.Release()
}

// own names a file of the work tree's own, or their directory: what is staged
// and what lies on disk are refreshed side by side.
func (h *hookRun) own(suffix string) string {
	dir := filepath.Join(h.src.GitDir, "cleave")
	switch {
	case suffix == "":
		return dir
	case h.name == "pre-commit":
		return filepath.Join(dir, "staged"+suffix)
	}
	return filepath.Join(dir, "worktree"+suffix)
}

// follow refreshes as long as there is a mark, if no other does already. The
// mark is set before a follower is started: one that ends looks once more after
// it has let the lock go, so no mark is left behind.
func (h *hookRun) follow(ctx context.Context) error {
	for exists(h.own(".mark")) {
		unlock, err := lock(h.own(".lock"))
		if err != nil || unlock == nil {
			return err
		}
		for err == nil && exists(h.own(".mark")) {
			var done bool
			if done, err = h.awaitGit(ctx); done {
				err = h.refresh(ctx, gitPatience)
			}
		}
		unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// awaitGit takes the mark away and waits until git has cleared away what it is
// doing, for its time from the last mark on. It is false if git is in the middle
// of a series then.
func (h *hookRun) awaitGit(ctx context.Context) (done bool, err error) {
	var end time.Time
	for {
		switch err := os.Remove(h.own(".mark")); {
		case err == nil:
			end = time.Now().Add(h.patience())
		case !errors.Is(err, fs.ErrNotExist):
			return false, err
		}
		series := h.has(inRebase) || h.has(inPicks)
		if !series && !h.has(inOne) && !h.has([]string{"index.lock"}) || time.Now().After(end) {
			return !series, nil
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// patience is how long to wait until git is done.
func (h *hookRun) patience() time.Duration {
	switch {
	case h.name == "pre-commit":
		return messagePatience
	case h.has(inRebase), h.has(inPicks):
		return seriesPatience
	}
	return gitPatience
}

// tell says in one line what went wrong or is not as it was, which nobody sees of
// a process in the background, and keeps it in a log beside the index.
func (h *hookRun) tell(text string) {
	text = printable(text)
	if !h.detached {
		fmt.Fprintf(os.Stderr, "cleave: %s\n", text)
	}
	if h.path == "" {
		return
	}
	name := filepath.Join(filepath.Dir(h.path), "hook.log")
	if info, err := os.Stat(name); err == nil && info.Size() > longestLog {
		os.Remove(name)
	}
	f, failed := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if failed != nil {
		return // it has been said
	}
	fmt.Fprintf(f, "%s %s: %s\n", time.Now().UTC().Format(time.RFC3339), h.name, text)
	f.Close()
}

package repo

import (
	"bytes"
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMain keeps the machine's configuration out of the tests.
func TestMain(m *testing.M) {
	if where, ok := os.LookupEnv("REPO_TEST_LIST"); ok { // run as a hook
		listForHook(where)
		os.Exit(0)
	}
	home, err := os.MkdirTemp("", "repo-home-")
	if err != nil {
		panic(err)
	}
	for _, kv := range os.Environ() {
		if key, _, _ := strings.Cut(kv, "="); strings.HasPrefix(key, "GIT_") || key == "CLEAVE_GIT_TOKEN" || key == "SSH_AUTH_SOCK" {
			os.Unsetenv(key)
		}
	}
	for key, value := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, "xdg"), "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
		"GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.com",
	} {
		os.Setenv(key, value)
	}
	config := "[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n"
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o644); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

// fataler is what testing and rapid have in common.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// git runs git in dir and returns its output.
func git(t fataler, dir string, args ...string) string {
	t.Helper()
	return gitInput(t, dir, "", args...)
}

func gitInput(t fataler, dir, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("git %q in %s: %v\n%s", args, dir, err, errs.String())
	}
	return out.String()
}

// files writes files into dir: path to content.
func files(t fataler, dir string, content map[string]string) {
	t.Helper()
	for name, body := range content {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatalf("%v", err)
		}
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatalf("%v", err)
		}
	}
}

// newRepo makes a repository with these files committed.
func newRepo(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	files(t, dir, content)
	git(t, dir, "add", "-Af")
	git(t, dir, "commit", "-qm", "first", "--allow-empty")
	return dir
}

func open(t fataler, location string, opts Options) *Source {
	t.Helper()
	s, err := Open(context.Background(), location, opts)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	return s
}

// entries lists everything location yields.
func entries(t fataler, location string, opts Options) []Entry {
	t.Helper()
	s := open(t, location, opts)
	defer s.Close()
	return listing(t, s)
}

func listing(t fataler, s *Source) []Entry {
	t.Helper()
	var all []Entry
	for e, err := range s.Entries(context.Background()) {
		if err != nil {
			t.Fatalf("entries: %v", err)
		}
		all = append(all, e)
	}
	if !slices.IsSortedFunc(all, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) }) {
		t.Fatalf("not in path order: %q", paths(all))
	}
	return all
}

func paths(all []Entry) []string {
	out := []string{}
	for _, e := range all {
		out = append(out, e.Path)
	}
	return out
}

// find returns the entry at path.
func find(t fataler, all []Entry, path string) Entry {
	t.Helper()
	for _, e := range all {
		if e.Path == path {
			return e
		}
	}
	t.Fatalf("no entry %q in %q", path, paths(all))
	return Entry{}
}

// gitFiles is what git says the work tree holds.
func gitFiles(t fataler, dir string) []string {
	t.Helper()
	out := strings.Split(git(t, dir, "ls-files", "-co", "--exclude-standard", "-z"), "\x00")
	slices.Sort(out)
	return slices.Compact(out)[1:] // the first is the empty one after the last NUL
}

// mergeFails merges what conflicts.
func mergeFails(t *testing.T, dir, rev string) {
	t.Helper()
	cmd := exec.Command("git", "merge", "-q", rev)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Fatalf("no conflict: %s", out)
	}
}

// listForHook prints what is staged, as a hook would see it.
func listForHook(where string) {
	s, err := Open(context.Background(), where, Options{Staged: true})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for e, err := range s.Entries(context.Background()) {
		body, readErr := s.Read(e, nil)
		if err = errors.Join(err, readErr); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Fprintf(os.Stderr, "%s=%s\n", e.Path, body)
	}
}

func sha1Of(b []byte) []byte {
	sum := sha1.Sum(b)
	return sum[:]
}

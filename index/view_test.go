package index

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// TestOutdated: a view that a refresh would make wholly anew says why.
func TestOutdated(t *testing.T) {
	p := newPlayground(t, 31)
	x := created(t)
	outdated := func(want string) {
		t.Helper()
		for _, v := range views(t, x) {
			if v.Kind == repo.WorkTree && (want == "" && v.Outdated != "" || !strings.Contains(v.Outdated, want)) {
				t.Errorf("it is %q, want %q", v.Outdated, want)
			}
		}
	}
	refreshed(t, x, p.dir, RefreshOptions{})
	outdated("")
	refreshed(t, x, p.dir, RefreshOptions{Settings: &small, Source: repo.Options{Staged: true}})
	outdated("other options")
	if !refreshed(t, x, p.dir, RefreshOptions{}).Resettled() {
		t.Error("and it was not made anew")
	}
	outdated("")
	if _, err := x.db.Exec("UPDATE settings SET hash = hex(hash)"); err != nil { // as of another chunk.Version
		t.Fatal(err)
	}
	outdated("another version")
	if !refreshed(t, x, p.dir, RefreshOptions{}).Resettled() {
		t.Error("and it was not made anew")
	}
	outdated("")
}

// TestGone: a view whose work tree or revision is no more is told from others.
func TestGone(t *testing.T) {
	p := newPlayground(t, 32)
	p.git("branch", "side")
	x := created(t)
	for _, o := range []repo.Options{{}, {Staged: true}, {Rev: "main"}, {Rev: "side"}, {Rev: p.git("rev-parse", "HEAD")}} {
		refreshed(t, x, p.dir, RefreshOptions{Source: o})
	}
	gone := func(want ...string) {
		t.Helper()
		var got []string
		for _, v := range views(t, x) {
			if v.Gone(context.Background()) {
				got = append(got, string(v.Kind)+" "+v.Rev)
			}
		}
		if strings.Join(got, ",") != strings.Join(want, ",") {
			t.Errorf("%q are gone, want %q", got, want)
		}
	}
	gone()
	p.git("branch", "-D", "side")
	gone("revision side")
	p.git("checkout", "-q", "--orphan", "new") // HEAD is of no commit
	gone("revision side")
	if err := os.RemoveAll(p.dir + "/.git"); err != nil {
		t.Fatal(err)
	}
	gone("revision "+views(t, x)[0].Rev, "revision side", "revision main", "staged ")
	if err := os.RemoveAll(p.dir); err != nil {
		t.Fatal(err)
	}
	gone("revision "+views(t, x)[0].Rev, "revision side", "revision main", "staged ", "work tree ")
}

func views(t *testing.T, x *Index) []*View {
	t.Helper()
	all, err := x.Views(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

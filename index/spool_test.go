package index

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// TestCollectedWhileTold: what another refresh replaces and collects in the
// meantime is told, exported and compared as it was.
func TestCollectedWhileTold(t *testing.T) {
	for _, rev := range []string{"", "HEAD"} { // by a new commit all records move
		t.Run("rev "+rev, func(t *testing.T) {
			ctx := context.Background()
			dir := t.TempDir()
			git := func(args ...string) {
				cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c"}, args...)...)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("git %q: %v: %s", args, err, out)
				}
			}
			put := func(state int) { // of ten files, the first stays
				for k := range 10 {
					text := fmt.Sprintf("package a\n\n// F is of state %d.\nfunc F%d() {}\n", state*min(k, 1), k)
					if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.go", k)), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				git("add", ".")
				git("commit", "-qm", fmt.Sprint(state))
			}
			git("init", "-q")
			x := created(t)
			other, err := Create(x.path)
			if err != nil {
				t.Fatal(err)
			}
			defer other.Close()
			o := RefreshOptions{Source: repo.Options{Rev: rev}}
			// supplant makes all rows of the view others, and collects those it had.
			supplant := func(state int) {
				put(state)
				refreshed(t, other, dir, o)
				if err := other.Collect(ctx); err != nil {
					t.Fatal(err)
				}
			}

			put(1)
			was := export(t, x, refreshed(t, x, dir, o).View)
			put(2)
			y := created(t)
			want := make(map[string]chunk.Chunk)
			for _, ch := range export(t, y, refreshed(t, y, dir, o).View) {
				want[ch.ID] = ch
			}
			got := make(map[string]chunk.Chunk)
			for _, ch := range was {
				got[ch.ID] = ch
			}
			told := 0
			telling := o
			telling.Changes = func(c Change) error {
				if told++; told == 1 {
					supplant(3)
				}
				apply(t, got, c)
				return nil
			}
			r, err := x.Refresh(ctx, dir, telling)
			if err != nil {
				t.Fatal(err)
			}
			if told < 18 || !reflect.DeepEqual(got, want) {
				t.Errorf("%d changes do not lead from what was to what is", told)
			}

			want = make(map[string]chunk.Chunk)
			for _, ch := range export(t, other, r.View) {
				want[ch.ID] = ch
			}
			got, told = make(map[string]chunk.Chunk), 0
			err = x.Changes(ctx, nil, r.View, func(c Change) error {
				if told++; told == 1 {
					supplant(4)
				}
				apply(t, got, c)
				return nil
			})
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("of %d chunks %d are told: %v", len(want), len(got), err)
			}

			n := 0
			err = x.Export(ctx, r.View, func(Result) error {
				if n++; n == 1 {
					supplant(5)
				}
				return nil
			})
			if err != nil || n != 10 {
				t.Errorf("%d files are exported: %v", n, err)
			}
			sound(t, x, true)
		})
	}
}

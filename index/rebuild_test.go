package index

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// TestOlderFormat: of an index in an older format the settings stay, if they can
// be read and used, and what else it held is told.
func TestOlderFormat(t *testing.T) {
	create := func(path string) *Index {
		x, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	kept := small
	kept.Exclude = []string{"*.md"}
	for _, c := range []struct {
		name, sql string
		want      Settings
		forgotten bool
		views     int
	}{
		{"as it was", "", kept, false, 2},
		{"without the table", "DROP TABLE settings", Settings{}, true, 2},
		{"with settings that are none", "UPDATE settings SET options = '{'", Settings{}, true, 2},
		{"with options that are none now", `UPDATE settings SET options = '{"chunk":{"Strategy":"of old"}}'`, Settings{}, true, 2},
		{"with other views", "ALTER TABLE view RENAME COLUMN rev TO repo", kept, false, 0},
	} {
		p := newPlayground(t, 5)
		path := filepath.Join(t.TempDir(), "index.db")
		x := create(path)
		other := kept
		other.Exclude = nil
		refreshed(t, x, p.dir, RefreshOptions{Settings: &other})
		refreshed(t, x, p.dir, RefreshOptions{Settings: &kept, Source: repo.Options{Staged: true}})
		stored, _, err := x.Settings(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := x.db.Exec(fmt.Sprintf("%s; PRAGMA user_version = %d", c.sql, version-1)); err != nil {
			t.Fatal(err)
		}
		x.Close()

		x = create(path)
		if x.Rebuilt == nil || x.Rebuilt.Format != version-1 || (x.Rebuilt.Forgotten != nil) != c.forgotten {
			t.Fatalf("%s: %+v", c.name, x.Rebuilt)
		}
		var was []string
		for _, v := range x.Rebuilt.Views {
			was = append(was, v.String())
		}
		if want := []string{"staged in " + p.dir, "work tree " + p.dir}[:c.views]; !slices.Equal(was, want) {
			t.Errorf("%s: it is said to have had %q, want %q", c.name, was, want)
		}
		if reflect.DeepEqual(c.want, kept) {
			c.want = stored
		}
		got, _, err := x.Settings(context.Background())
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: the settings are %+v (%v), want %+v", c.name, got, err, c.want)
		}
		if views, err := x.Views(context.Background()); len(views) != 0 || err != nil {
			t.Errorf("%s: %d views are left (%v)", c.name, len(views), err)
		}
		now := refreshed(t, x, p.dir, RefreshOptions{}).View.Settings
		if c.forgotten == (now.Chunk.Max == small.Chunk.Max) || c.forgotten == (len(now.Exclude) > 0) {
			t.Errorf("%s: refreshed with %+v", c.name, now)
		}
		equalFresh(t, p, x, RefreshOptions{Settings: &now})
		x.Close()
		if x = create(path); x.Rebuilt != nil {
			t.Errorf("%s: rebuilt once more", c.name)
		}
		x.Close()
	}
}

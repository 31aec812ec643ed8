//go:build unix

package index

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull: where a file cannot grow any more, that is said, and the index
// stands as it was; it can be read, even where no file can be made. The test runs
// itself as a child, whose files are limited.
func TestDiskFull(t *testing.T) {
	if path := os.Getenv("CLEAVE_TEST_FULL"); path != "" {
		signal.Ignore(syscall.SIGXFSZ)
		size, err := strconv.ParseUint(os.Getenv("CLEAVE_TEST_SIZE"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: size}); err != nil {
			t.Fatal(err)
		}
		x, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		hits, err := x.Search(context.Background(), views(t, x)[0], "lamp", SearchOptions{})
		fmt.Printf("the search: %d, %v\n", len(hits), err)
		_, err = x.Refresh(context.Background(), os.Getenv("CLEAVE_TEST_DIR"), RefreshOptions{})
		fmt.Printf("the refresh: %v\n", err)
		x.Close()
		return
	}
	p := newPlayground(t, 8)
	p.put("lamp.py", "lamp = 1\n")
	path := filepath.Join(t.TempDir(), "index.db")
	x, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	before := stateOf(t, x, refreshed(t, x, p.dir, RefreshOptions{}).View)
	x.Close()
	for k := range 600 {
		p.put(fmt.Sprintf("more/f%d.go", k), fmt.Sprintf("package more%d\n", k)+p.text()+p.text())
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range map[string]string{"262144": "index.db: the disk refused, or is full; ", "0": "index.db: the index, or the directory it is in, cannot be written"} {
		cmd := exec.Command(exe, "-test.run=^TestDiskFull$")
		cmd.Env = append(os.Environ(), "CLEAVE_TEST_FULL="+path, "CLEAVE_TEST_DIR="+p.dir, "CLEAVE_TEST_SIZE="+size)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if !strings.Contains(string(out), "the search: 1, <nil>\nthe refresh: ") || !strings.Contains(string(out), want) {
			t.Errorf("with files of %s bytes it says %s", size, out)
		}
	}
	if x, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	views, err := x.Views(context.Background())
	if err != nil || len(views) != 1 {
		t.Fatalf("%d views, %v", len(views), err)
	}
	if after := stateOf(t, x, views[0]); !reflect.DeepEqual(before, after) {
		t.Error("the index is not what it was")
	}
	equalFresh(t, p, x, RefreshOptions{Settings: &views[0].Settings})
}

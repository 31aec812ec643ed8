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
	"strings"
	"syscall"
	"testing"
)

// TestDiskFull: where a file cannot grow any more, that is said, and the index
// stands as it was. The test runs itself as a child, whose files are limited.
func TestDiskFull(t *testing.T) {
	if path := os.Getenv("CLEAVE_TEST_FULL"); path != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 256 << 10, Max: 256 << 10}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		x, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = x.Refresh(context.Background(), os.Getenv("CLEAVE_TEST_DIR"), RefreshOptions{})
		fmt.Printf("the refresh: %v\n", err)
		x.Close()
		return
	}
	p := newPlayground(t, 8)
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
	cmd := exec.Command(exe, "-test.run=^TestDiskFull$")
	cmd.Env = append(os.Environ(), "CLEAVE_TEST_FULL="+path, "CLEAVE_TEST_DIR="+p.dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !strings.Contains(string(out), "index.db: cannot be written: ") || strings.Contains(string(out), "<nil>") {
		t.Errorf("it says %s", out)
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

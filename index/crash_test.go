package index

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// killings is few where a person waits; .ci/run asks for more.
var killings = flag.Int("kills", 20, "how often an index is killed in the middle of a refresh")

// small settings make many chunks of little text.
var small = Settings{Chunk: chunk.Options{Max: 32}}

// TestMain runs as a child that refreshes an index, for a test that kills it.
func TestMain(m *testing.M) {
	if dir := os.Getenv("CLEAVE_TEST_REFRESH"); dir != "" {
		if err := refreshAll(os.Getenv("CLEAVE_TEST_INDEX"), dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// refreshAll refreshes three views and collects. It says when it begins.
func refreshAll(path, dir string) error {
	fmt.Println("begin")
	x, err := Create(path)
	if err != nil {
		return err
	}
	defer x.Close()
	for _, o := range sources {
		o.Settings = &small
		if _, err := x.Refresh(context.Background(), dir, o); err != nil {
			return err
		}
	}
	return x.Collect(context.Background())
}

func child(t *testing.T, path, dir string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "CLEAVE_TEST_REFRESH="+dir, "CLEAVE_TEST_INDEX="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// TestKilled: killed at any point, an index opens, and one refresh makes it
// what a fresh one is.
func TestKilled(t *testing.T) {
	p := newPlayground(t, 1)
	path := filepath.Join(t.TempDir(), "dir", "index.db")
	cmd := child(t, path, p.dir)
	begun := time.Now()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(begun) // then made longer and shorter, for two of three to be killed
	kills, times := 0, *killings
	for k := range times {
		if k%20 == 0 { // the making of the file is killed too
			os.RemoveAll(filepath.Dir(path))
		}
		for range 3 {
			p.step()
		}
		cmd := child(t, path, p.dir)
		time.Sleep(time.Duration(rand.Int64N(int64(whole))))
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			kills++
			whole += whole / 16
		} else {
			whole -= whole / 8
		}
		x, err := Create(path)
		if err != nil {
			t.Fatalf("kill %d: %v", k, err)
		}
		o := sources[k%len(sources)]
		o.Settings = &small
		equalFresh(t, p, x, o)
		x.Close()
	}
	if kills < times/4 {
		t.Errorf("%d of %d were killed: the others had ended", kills, times)
	}
}

// TestAtOnce: refreshes of several processes and goroutines wait for each
// other; searches meanwhile do not.
func TestAtOnce(t *testing.T) {
	p := newPlayground(t, 2)
	for k := range 300 {
		p.put(fmt.Sprintf("many/f%d.go", k), p.text())
	}
	path := filepath.Join(t.TempDir(), "index.db")
	a, b := child(t, path, p.dir), child(t, path, p.dir)
	x, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var wg sync.WaitGroup
	for _, o := range sources {
		wg.Go(func() {
			o.Settings = &small
			if _, err := x.Refresh(context.Background(), p.dir, o); err != nil {
				t.Error(err)
			}
		})
	}
	stop := make(chan struct{})
	reading := make(chan time.Duration)
	go func() {
		var longest time.Duration
		for {
			select {
			case <-stop:
				reading <- longest
				return
			default:
			}
			begun := time.Now()
			if _, err := x.Views(context.Background()); err != nil {
				t.Error(err)
			}
			longest = max(longest, time.Since(begun))
		}
	}()
	wg.Wait()
	if err := errors.Join(a.Wait(), b.Wait()); err != nil {
		t.Error(err)
	}
	close(stop)
	if longest := <-reading; longest > 3*time.Second {
		t.Errorf("a reader waited %s", longest)
	}
	for _, o := range sources {
		o.Settings = &small
		equalFresh(t, p, x, o)
	}
}

func TestBusyIsSaid(t *testing.T) {
	p := newPlayground(t, 3)
	x := created(t)
	conn, tx, err := x.begin(context.Background(), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	defer tx.Rollback()
	begun := time.Now()
	_, err = x.Refresh(context.Background(), p.dir, RefreshOptions{Wait: 200 * time.Millisecond})
	if !errors.Is(err, ErrBusy) {
		t.Errorf("the error is %v, want ErrBusy", err)
	}
	if took := time.Since(begun); took < 150*time.Millisecond || took > 30*time.Second {
		t.Errorf("it waited %s", took)
	}
	if _, err = x.Refresh(context.Background(), p.dir, RefreshOptions{Wait: -1}); !errors.Is(err, ErrBusy) {
		t.Errorf("not waiting, the error is %v, want ErrBusy", err)
	}
}

// TestSameSizeAndTime: a file that changes just after it was read keeps its size
// and time, on a file system that counts time in ticks.
func TestSameSizeAndTime(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	put := func(text string, when time.Time) {
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	soon := time.Now().Add(5 * time.Second) // the clock of the refresh will be close
	for _, when := range []time.Time{soon, soon.Truncate(time.Second)} {
		x := created(t)
		put("one\n", when)
		refreshed(t, x, dir, RefreshOptions{})
		put("two\n", when)
		r := refreshed(t, x, dir, RefreshOptions{})
		if got := export(t, x, r.View)[0].Text; got != "a.txt\ntwo\n" {
			t.Errorf("changed at %s, the text is %q", when, got)
		}
	}
}

// TestSwapped: two files of the same size and time that change places are seen,
// long after they were read, and whether or not git knows them.
func TestSwapped(t *testing.T) {
	for _, tracked := range []bool{false, true} {
		p := newPlayground(t, 20)
		a, b := filepath.Join(p.dir, "a.txt"), filepath.Join(p.dir, "b.txt")
		old := time.Unix(1e9, 0)
		for path, text := range map[string]string{a: "one\n", b: "two\n"} {
			if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, old, old)); err != nil {
				t.Fatal(err)
			}
		}
		if tracked {
			p.git("add", "-A")
		}
		x := created(t)
		time.Sleep(50 * time.Millisecond)
		refreshed(t, x, p.dir, RefreshOptions{})
		if err := errors.Join(os.Rename(a, a+"~"), os.Rename(b, a), os.Rename(a+"~", b)); err != nil {
			t.Fatal(err)
		}
		if r := refreshed(t, x, p.dir, RefreshOptions{}); r.Changed != 2 {
			t.Errorf("tracked %v: of two files that changed places, %d are seen to have changed", tracked, r.Changed)
		}
	}
}

// TestGarbage: what no view holds is kept until it is a third, and gone after.
func TestGarbage(t *testing.T) {
	p := &playground{t: t, dir: t.TempDir()}
	x := created(t)
	for k := range 30 {
		p.put(fmt.Sprintf("f%d.go", k), fmt.Sprintf("package a\n\nfunc F%d() {}\n", k))
	}
	o := RefreshOptions{Settings: &small}
	refreshed(t, x, p.dir, o)
	p.put("f0.go", "package b\n")
	refreshed(t, x, p.dir, o)
	p.put("f0.go", "package a\n\nfunc F0() {}\n")
	if r := refreshed(t, x, p.dir, o); r.Chunked != 0 {
		t.Errorf("a file that is back was chunked anew")
	}
	for k := range 30 {
		p.put(fmt.Sprintf("f%d.go", k), fmt.Sprintf("package a\n\nfunc G%d() {}\n", k))
	}
	r := refreshed(t, x, p.dir, o)
	var unheld int
	if err := x.db.QueryRow("SELECT count(*) FROM file WHERE refs = 0").Scan(&unheld); err != nil || unheld > 0 {
		t.Errorf("%d files are still kept that no view holds (%v)", unheld, err)
	}
	sound(t, x, false)
	if err := x.Forget(context.Background(), r.View); err != nil {
		t.Fatal(err)
	}
	if err := x.Collect(context.Background()); err != nil {
		t.Fatal(err)
	}
	sound(t, x, false)
	if views, err := x.Views(context.Background()); len(views) != 0 || err != nil {
		t.Errorf("there are still %d views (%v)", len(views), err)
	}
	var free int
	if err := x.db.QueryRow("PRAGMA freelist_count").Scan(&free); err != nil || free > 0 {
		t.Errorf("%d pages are free (%v)", free, err)
	}
}

// TestNotOurs: what is no index of this version is told, and left alone.
func TestNotOurs(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	os.WriteFile(text, []byte("some text that is long enough to be taken for the head of a database, if nobody looked"), 0o666)
	if _, err := Create(text); !errors.Is(err, ErrForeign) {
		t.Errorf("a text: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, ErrNoIndex) {
		t.Errorf("nothing: %v", err)
	}
	p := newPlayground(t, 5)
	make := func(sql string) string {
		path := filepath.Join(t.TempDir(), "index.db")
		x, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		refreshed(t, x, p.dir, RefreshOptions{})
		if _, err := x.db.Exec(sql); err != nil {
			t.Fatal(err)
		}
		x.Close()
		return path
	}
	for sql, want := range map[string]error{
		"PRAGMA user_version = 99":  ErrNewer,
		"PRAGMA application_id = 5": ErrForeign,
	} {
		path := make(sql)
		before, _ := os.ReadFile(path)
		if _, err := Create(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", sql, err, want)
		}
		if after, _ := os.ReadFile(path); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: the file was changed", sql)
		}
	}
}

// TestDamaged: bytes changed or cut off are an error that says so, or change
// nothing; they are never a panic.
func TestDamaged(t *testing.T) {
	p := newPlayground(t, 6)
	for k := range 40 {
		p.put(fmt.Sprintf("g%d.go", k), p.text())
	}
	path := filepath.Join(t.TempDir(), "index.db")
	x, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	refreshed(t, x, p.dir, RefreshOptions{Settings: &small})
	x.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	told := 0
	for k := range 60 {
		b := append([]byte{}, whole...)
		if k%4 == 0 {
			b = b[:72+rnd.IntN(len(b)-72)]
		} else {
			for range 40 {
				b[100+rnd.IntN(len(b)-100)] ^= byte(1 + rnd.IntN(255))
			}
		}
		bad := filepath.Join(t.TempDir(), "index.db")
		os.WriteFile(bad, b, 0o666)
		x, err := Open(bad)
		if err == nil {
			_, err = x.Refresh(context.Background(), p.dir, RefreshOptions{Source: repo.Options{Staged: true}})
			if views, verr := x.Views(context.Background()); err == nil && verr == nil {
				for _, v := range views {
					err = errors.Join(err, x.Export(context.Background(), v, func(Result) error { return nil }))
					_, serr := x.Search(context.Background(), v, "words title return", SearchOptions{})
					err = errors.Join(err, serr)
				}
			}
			x.Close()
		}
		if err != nil {
			told++
		}
	}
	if told == 0 {
		t.Error("no damage was ever told")
	}
}

// TestLinesPutIn: lines put in at the top of a file change one text; all others
// only move.
func TestLinesPutIn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.go")
	text := "package a\n"
	for k := range 20 {
		text += fmt.Sprintf("\n// F%d is a function that is long enough to stand alone.\nfunc F%d(a, b, c int) (int, error) {\n\treturn a*%d + b*c, nil\n}\n", k, k, k)
	}
	os.WriteFile(path, []byte(text), 0o666)
	x := created(t)
	o := RefreshOptions{Settings: &small}
	was := export(t, x, refreshed(t, x, dir, o).View)
	os.WriteFile(path, []byte("// one\n// two\n// three\n"+text), 0o666)
	ops := make(map[string]int)
	o.Changes = func(c Change) error {
		ops[c.Op]++
		return nil
	}
	now := export(t, x, refreshed(t, x, dir, o).View)
	if ops["add"] > 2 || ops["delete"] > 1 || ops["move"] < len(was)-1 {
		t.Errorf("of %d chunks, %v", len(was), ops)
	}
	if a, b := was[len(was)-1], now[len(now)-1]; a.Hash != b.Hash || a.ID != b.ID || b.StartLine != a.StartLine+3 {
		t.Errorf("the last chunk was %s at line %d, and is %s at %d", a.ID, a.StartLine, b.ID, b.StartLine)
	}
}

// TestTwoRepositories: a revision of the same name in two repositories is two
// views of one index.
func TestTwoRepositories(t *testing.T) {
	x := created(t)
	for seed := range uint64(2) {
		p := newPlayground(t, 10+seed)
		for range 2 {
			equalFresh(t, p, x, RefreshOptions{Settings: &small, Source: repo.Options{Rev: "main"}})
		}
	}
	if views, err := x.Views(context.Background()); err != nil || len(views) != 2 {
		t.Errorf("there are %d views (%v), want 2", len(views), err)
	}
}

// TestOptionsWhileWaiting: a refresh that waits for another, which changes the
// options, goes by those.
func TestOptionsWhileWaiting(t *testing.T) {
	p := newPlayground(t, 12)
	x := created(t)
	refreshed(t, x, p.dir, RefreshOptions{})
	conn, tx, err := x.begin(context.Background(), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	done := make(chan *Refreshed)
	go func() {
		r, err := x.Refresh(context.Background(), p.dir, RefreshOptions{Source: repo.Options{Staged: true}})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	time.Sleep(300 * time.Millisecond)
	if _, err := small.keep(tx); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r == nil || r.View.Settings.Chunk.Max != small.Chunk.Max {
		t.Errorf("the waiting refresh went by other options: %+v", r)
	}
}

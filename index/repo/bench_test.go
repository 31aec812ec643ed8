package repo

import (
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The targets: a work tree within 1.5 times `git ls-files` and reading the bytes;
// every blob of HEAD within 2.5 times `git cat-file --batch`; a depth-1 clone
// within twice `git clone --depth 1`. Both sides take turns, and times-git is the
// median of their ratios, which a busy machine hardly moves:
//
//	go test -run '^$' -bench Git -benchtime 15x ./index/repo

// benchRepo is a repository of 20,000 files in 400 directories, packed.
func benchRepo(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	r := rand.New(rand.NewSource(1))
	words := make([]string, 3000)
	for i := range words {
		w := make([]byte, 2+r.Intn(8))
		for j := range w {
			w[j] = byte('a' + r.Intn(26))
		}
		words[i] = string(w)
	}
	content := map[string]string{".gitignore": "*.o\n*.tmp\n/build/\nnode_modules/\n**/*.log\n"}
	for i := range 20_000 {
		var body strings.Builder
		for range 10 + r.Intn(170) {
			for range 6 {
				body.WriteString(words[r.Intn(len(words))] + " ")
			}
			body.WriteByte('\n')
		}
		content[fmt.Sprintf("d%d/e%d/f%d.go", i/1000, i/50%20, i)] = body.String()
	}
	git(b, dir, "init", "-q")
	git(b, dir, "config", "gc.auto", "0")
	files(b, dir, content)
	git(b, dir, "add", "-A")
	git(b, dir, "commit", "-qm", "x")
	git(b, dir, "repack", "-adq")
	return dir
}

// readAll reads every file with a number of workers.
func readAll(b *testing.B, dir string, opts Options, workers int) {
	s := open(b, dir, opts)
	defer s.Close()
	work := make(chan Entry, 256)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			var buf []byte
			for e := range work {
				var err error
				if buf, err = s.Read(e, buf); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for e, err := range s.Entries(b.Context()) {
		if err != nil {
			b.Fatal(err)
		}
		if e.Reason == "" {
			work <- e
		}
	}
	close(work)
	wg.Wait()
}

// BenchmarkGit measures each way to read against git's own.
func BenchmarkGit(b *testing.B) {
	dir := benchRepo(b)
	url := serve(b, filepath.Dir(dir)) + "/" + filepath.Base(dir)
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("work tree, %d workers", workers), func(b *testing.B) {
			against(b, func() { lsAndRead(b, dir) }, func() { readAll(b, dir, Options{}, workers) })
		})
		b.Run(fmt.Sprintf("HEAD, %d workers", workers), func(b *testing.B) {
			against(b, func() { catFile(b, dir) }, func() { readAll(b, dir, Options{Rev: "HEAD"}, workers) })
		})
	}
	for name, limit := range map[string]int64{"memory": 1 << 30, "file": 1} {
		b.Run("clone into "+name, func(b *testing.B) {
			against(b, func() { git(b, b.TempDir(), "clone", "-q", "--depth", "1", url, "x") },
				func() { open(b, url, Options{MemoryLimit: limit}).Close() })
		})
	}
}

// against runs both in turn, and reports how many times as long ours takes.
func against(b *testing.B, theirs, ours func()) {
	var ratios []float64
	var times [2]time.Duration
	for b.Loop() {
		start := time.Now()
		theirs()
		middle := time.Now()
		ours()
		a, c := middle.Sub(start), time.Since(middle)
		times[0], times[1] = times[0]+a, times[1]+c
		ratios = append(ratios, c.Seconds()/a.Seconds())
	}
	slices.Sort(ratios)
	n := float64(len(ratios))
	b.ReportMetric(ratios[len(ratios)/2], "times-git")
	b.ReportMetric(times[0].Seconds()*1000/n, "git-ms")
	b.ReportMetric(times[1].Seconds()*1000/n, "ours-ms")
}

// lsAndRead reads the files that git lists.
func lsAndRead(b *testing.B, dir string) {
	var buf []byte
	for name := range strings.SplitSeq(strings.TrimSuffix(git(b, dir, "ls-files", "-co", "--exclude-standard", "-z"), "\x00"), "\x00") {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			b.Fatal(err)
		}
		buf = slices.Grow(buf[:0], int(info.Size()))
		if _, err := io.ReadFull(f, buf[:info.Size()]); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

// catFile has git print every blob of HEAD.
func catFile(b *testing.B, dir string) {
	var ids bytes.Buffer
	for _, line := range lsTree(b, dir, "HEAD") {
		ids.WriteString(line[7:47] + "\n")
	}
	cmd := exec.Command("git", "cat-file", "--batch")
	cmd.Dir, cmd.Stdin, cmd.Stdout = dir, &ids, struct{ io.Writer }{io.Discard} // through a pipe, as anybody's
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
}

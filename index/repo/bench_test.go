package repo

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// The targets: a work tree within 1.5 times `git ls-files` and reading the bytes;
// every blob of HEAD within 2.5 times `git cat-file --batch`; a depth-1 clone
// within twice `git clone --depth 1`. Each benchmark has git's own beside it.

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

// readAll reads every file with a number of workers, and returns how many bytes.
func readAll(b *testing.B, dir string, opts Options, workers int) int64 {
	s := open(b, dir, opts)
	defer s.Close()
	work := make(chan Entry, 256)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var total int64
	for range workers {
		wg.Go(func() {
			var buf []byte
			var n int64
			for e := range work {
				var err error
				if buf, err = s.Read(e, buf); err != nil {
					b.Error(err)
				}
				n += int64(len(buf))
			}
			mu.Lock()
			total += n
			mu.Unlock()
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
	return total
}

func BenchmarkWorkTree(b *testing.B) {
	dir := benchRepo(b)
	b.Run("git ls-files and read", func(b *testing.B) {
		for b.Loop() {
			out := git(b, dir, "ls-files", "-co", "--exclude-standard", "-z")
			var total int64
			var buf []byte
			for _, name := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
				f, err := os.Open(filepath.Join(dir, name))
				if err != nil {
					b.Fatal(err)
				}
				info, _ := f.Stat()
				if int64(cap(buf)) < info.Size() {
					buf = make([]byte, info.Size())
				}
				n, _ := f.Read(buf[:info.Size()])
				total += int64(n)
				f.Close()
			}
			b.SetBytes(total)
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			entries(b, dir, Options{})
		}
	})
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("read, %d workers", workers), func(b *testing.B) {
			for b.Loop() {
				b.SetBytes(readAll(b, dir, Options{}, workers))
			}
		})
	}
}

func BenchmarkRevision(b *testing.B) {
	dir := benchRepo(b)
	b.Run("git cat-file --batch", func(b *testing.B) {
		for b.Loop() {
			var ids bytes.Buffer
			for _, line := range lsTree(b, dir, "HEAD") {
				ids.WriteString(line[7:47] + "\n")
			}
			cmd := exec.Command("git", "cat-file", "--batch")
			cmd.Dir, cmd.Stdin = dir, &ids
			var out counter
			cmd.Stdout = &out
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(out))
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			entries(b, dir, Options{Rev: "HEAD"})
		}
	})
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("read, %d workers", workers), func(b *testing.B) {
			for b.Loop() {
				b.SetBytes(readAll(b, dir, Options{Rev: "HEAD"}, workers))
			}
		})
	}
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func BenchmarkClone(b *testing.B) {
	dir := benchRepo(b)
	url := serve(b, filepath.Dir(dir)) + "/" + filepath.Base(dir)
	b.Run("git clone --depth 1", func(b *testing.B) {
		for b.Loop() {
			git(b, b.TempDir(), "clone", "-q", "--depth", "1", url, "x")
		}
	})
	b.Run("git clone --depth 1 --bare", func(b *testing.B) {
		for b.Loop() {
			git(b, b.TempDir(), "clone", "-q", "--depth", "1", "--bare", url, "x")
		}
	})
	for name, limit := range map[string]int64{"memory": 1 << 30, "file": 1} {
		b.Run("open, in "+name, func(b *testing.B) {
			for b.Loop() {
				open(b, url, Options{MemoryLimit: limit}).Close()
			}
		})
	}
}

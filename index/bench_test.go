package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// goTree is the tree the indexing is measured on: the sources of the Go that
// builds this.
func goTree(b *testing.B) string {
	dir := filepath.Join(runtime.GOROOT(), "src")
	if _, err := os.Stat(dir); err != nil {
		b.Skip("there are no sources beside this go")
	}
	return dir
}

// BenchmarkChunk chunks GOROOT/src and stores nothing.
func BenchmarkChunk(b *testing.B) {
	dir := goTree(b)
	for b.Loop() {
		src, err := repo.Open(context.Background(), dir, repo.Options{MaxFileSize: 1 << 20})
		if err != nil {
			b.Fatal(err)
		}
		c, err := chunk.New(chunk.Options{})
		if err != nil {
			b.Fatal(err)
		}
		var bytes int64
		err = Stream{}.Run(context.Background(), src, c, func(r Result) error {
			if r.File != nil {
				bytes += int64(r.Bytes)
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		c.Close()
		src.Close()
		b.SetBytes(bytes)
	}
}

// BenchmarkBuild indexes the same: it should reach 0.8 of the speed. It reports
// the size of the index in parts of the bytes that were chunked.
func BenchmarkBuild(b *testing.B) {
	dir := goTree(b)
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "index.db")
		x, err := Create(path)
		if err != nil {
			b.Fatal(err)
		}
		r, err := x.Refresh(context.Background(), dir, RefreshOptions{})
		if err != nil {
			b.Fatal(err)
		}
		x.Close()
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(r.View.Summary.Bytes)
		b.ReportMetric(float64(info.Size())/float64(r.View.Summary.Bytes), "size/source")
	}
}

// BenchmarkRefresh measures an index of 50,000 files: a refresh where nothing
// changed beside git status, and one of a single file that is staged beside the
// chunking of that file.
func BenchmarkRefresh(b *testing.B) {
	dir := b.TempDir()
	p := &playground{dir: dir}
	for k := range 50_000 {
		path := filepath.Join(dir, fmt.Sprintf("d%d/e%d", k/1000, k/50%20), fmt.Sprintf("f%d.go", k))
		os.MkdirAll(filepath.Dir(path), 0o777)
		text := fmt.Sprintf("package e\n\n// F%d adds.\nfunc F%d(a int) int {\n\treturn a + %d\n}\n", k, k, k)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "all"}} {
		if out, err := p.try(args...); err != nil {
			b.Fatal(out)
		}
	}
	x, err := Create(filepath.Join(b.TempDir(), "index.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer x.Close()
	staged := RefreshOptions{Source: repo.Options{Staged: true}}
	refresh := func(b *testing.B, o RefreshOptions) {
		if _, err := x.Refresh(context.Background(), dir, o); err != nil {
			b.Fatal(err)
		}
	}
	refresh(b, RefreshOptions{})
	refresh(b, staged)
	b.Run("git-status", func(b *testing.B) {
		for b.Loop() {
			if out, err := p.try("status", "--short"); err != nil {
				b.Fatal(out)
			}
		}
	})
	b.Run("nothing-changed", func(b *testing.B) {
		for b.Loop() {
			refresh(b, RefreshOptions{})
		}
	})
	b.Run("one-staged", func(b *testing.B) {
		k := 0
		var beyond time.Duration
		n := 0
		for b.Loop() {
			b.StopTimer()
			k++
			name := fmt.Sprintf("d7/e3/f%d.go", 7150+k%50)
			text := fmt.Sprintf("package e\n\n%s", strings.Repeat(fmt.Sprintf("func G%d() {}\n\n", k), 100))
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				b.Fatal(err)
			}
			if out, err := p.try("add", name); err != nil {
				b.Fatal(out)
			}
			b.StartTimer()
			begun := time.Now()
			refresh(b, staged)
			took := time.Since(begun)
			b.StopTimer()
			c, err := chunk.New(chunk.Options{})
			if err != nil {
				b.Fatal(err)
			}
			begun = time.Now()
			if _, err := c.File(name, []byte(text)); err != nil {
				b.Fatal(err)
			}
			beyond += took - time.Since(begun)
			n++
			c.Close()
			b.StartTimer()
		}
		b.ReportMetric(float64(beyond.Milliseconds())/float64(n), "ms-beyond-chunking")
	})
}

package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// progress shows how far a run is, on a terminal. Nil shows nothing.
type progress struct {
	mu    sync.Mutex
	bar   *progressbar.ProgressBar // nil between two sources
	files int                      // of the source at hand, done with
	bytes int64
	total int // its files, once they are counted
}

// newProgress shows nothing if nobody looks: where standard error is no
// terminal, with --quiet, and where the data itself goes to the terminal.
func newProgress(quiet bool, out *os.File) *progress {
	if quiet || !term.IsTerminal(int(os.Stderr.Fd())) || out != nil && term.IsTerminal(int(out.Fd())) {
		return nil
	}
	return new(progress)
}

// begin shows a bar of bytes; most is -1 where their number is not known.
func (p *progress) begin(most int64, what string) {
	p.bar = progressbar.NewOptions64(most,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionSetDescription(what),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(20),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		progressbar.OptionSetRenderBlankState(true))
}

// cloning is told what is received of a remote.
func (p *progress) cloning(received int64, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		p.begin(-1, "cloning")
	}
	if received < 0 {
		if words := strings.TrimSpace(printable(message)); words != "" {
			p.bar.Describe("cloning, " + words[:min(len(words), 40)])
		}
		return
	}
	if received > int64(p.bar.State().CurrentBytes) { // a second try begins at nothing
		p.bar.Set64(received)
	}
}

// chunking shows the files of a source, until the function it gives is called.
// Their number and bytes are counted while the first are chunked.
func (p *progress) chunking(ctx context.Context, src *repo.Source) func() {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	p.close()
	p.files, p.bytes, p.total = 0, 0, 0
	p.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		p.count(ctx, src)
	}()
	return func() {
		cancel()
		<-counted // it reads from src
		p.done()
	}
}

func (p *progress) count(ctx context.Context, src *repo.Source) {
	files, bytes := 0, int64(0)
	for e, err := range src.Entries(ctx) {
		if err != nil || ctx.Err() != nil {
			return
		}
		files++
		if e.Reason == "" {
			bytes += max(e.Size, 0)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total = files; bytes > p.bytes {
		p.begin(bytes, "chunking")
		p.show()
	}
}

// file is told of each file that is done with.
func (p *progress) file(res index.Result) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files++
	if res.Entry.Reason == "" {
		p.bytes += max(res.Entry.Size, 0)
	}
	if p.bar != nil {
		p.show()
	}
}

func (p *progress) show() {
	p.bar.Describe(fmt.Sprintf("chunking, %d of %d files", p.files, p.total))
	p.bar.Set64(p.bytes)
}

// clear makes room for a line of text.
func (p *progress) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Clear()
	}
}

func (p *progress) close() {
	if p.bar != nil {
		p.bar.Exit()
		p.bar.Clear()
		p.bar = nil
	}
}

// done takes the bar away.
func (p *progress) done() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.close()
}

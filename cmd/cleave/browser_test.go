//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// browserPage is a page open in a headless browser, which is told what to do over
// two pipes: messages of the DevTools protocol, each ended by a NUL.
type browserPage struct {
	t       *testing.T
	out     io.Writer
	in      *bufio.Reader
	session string
	n       int
}

// openPage opens a page in a browser, and waits until it is loaded.
func openPage(t *testing.T, page string) *browserPage {
	t.Helper()
	ours, theirs := pipes(t), pipes(t)
	cmd := exec.Command(findBrowser(t), append(browserFlags(t), "--remote-debugging-pipe", "about:blank")...)
	cmd.ExtraFiles = []*os.File{ours[0], theirs[1]}
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ours[0].Close()
	theirs[1].Close()
	b := &browserPage{t: t, out: ours[1], in: bufio.NewReader(theirs[0])}
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil, nil)
		cmd.Wait()
	})
	if err := theirs[0].SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	var got struct{ TargetID, SessionID string }
	b.call("Target.createTarget", map[string]any{"url": "file://" + page}, &got)
	b.call("Target.attachToTarget", map[string]any{"targetId": got.TargetID, "flatten": true}, &got)
	b.session = got.SessionID
	for ready := ""; ready != "complete"; time.Sleep(20 * time.Millisecond) {
		b.eval("location.href === 'about:blank' ? '' : document.readyState", &ready)
	}
	return b
}

func pipes(t *testing.T) [2]*os.File {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return [2]*os.File{r, w}
}

// call waits for the answer to a message; what else comes meanwhile is dropped.
func (b *browserPage) call(method string, params, result any) {
	b.t.Helper()
	b.n++
	message := map[string]any{"id": b.n, "method": method, "params": params}
	if params == nil {
		message["params"] = struct{}{}
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = b.out.Write(append(text, 0))
	}
	if err != nil {
		b.t.Fatal(err)
	}
	for {
		line, err := b.in.ReadBytes(0)
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err == nil {
			err = json.Unmarshal(bytes.TrimSuffix(line, []byte{0}), &answer)
		}
		switch {
		case err == nil && answer.ID != b.n:
			continue
		case err == nil && answer.Error == nil && result != nil:
			err = json.Unmarshal(answer.Result, result)
		}
		if err != nil || answer.Error != nil {
			b.t.Fatalf("%s: %v %s", method, err, answer.Error)
		}
		return
	}
}

// eval gives the value of an expression, of any page: its policy does not bind
// the browser's own tools.
func (b *browserPage) eval(expression string, value any) {
	b.t.Helper()
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &got)
	if got.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, got.ExceptionDetails)
	}
	if err := json.Unmarshal(got.Result.Value, value); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
}

func (b *browserPage) point(x, y float64) {
	b.t.Helper()
	b.call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": x, "y": y}, nil)
}

// shown gives the texts of the facts that can be seen.
func (b *browserPage) shown() (texts []string) {
	b.t.Helper()
	b.eval(`[...document.querySelectorAll('.info')].filter(i => getComputedStyle(i).display !== 'none').map(i => i.innerText)`, &texts)
	return texts
}

// TestHover: pointing at a chunk shows its context, tokens and scope, and no other's.
func TestHover(t *testing.T) {
	dir := t.TempDir()
	src := "import os\n\n\nclass Store:\n" + strings.Repeat("    def load(self, path):\n        return os.stat(path).st_size + 1\n\n", 20)
	if err := os.WriteFile(filepath.Join(dir, "store.py"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	b := openPage(t, makePage(t, dir, "--max", "96"))
	var chunks int
	if b.eval("document.querySelectorAll('.chunk').length", &chunks); chunks < 3 {
		t.Fatalf("%d chunks", chunks)
	}
	for i := range chunks {
		var at struct{ X, Y float64 }
		b.eval(`(() => {
			const c = document.querySelectorAll('.chunk')[`+strconv.Itoa(i)+`];
			c.scrollIntoView({block: 'center'});
			const r = c.querySelector('pre').getBoundingClientRect();
			return {x: r.x + 40, y: r.y + r.height / 2};
		})()`, &at)
		b.point(at.X, at.Y)
		got := b.shown()
		if len(got) != 1 {
			t.Fatalf("chunk %d: %d facts are shown", i, len(got))
		}
		want := []string{"Tokens", "Scope", "# store.py\n"}
		if i > 0 {
			want = append(want, "import os\n", "class Store:", "Store.load")
		}
		for _, text := range want {
			if !strings.Contains(got[0], text) {
				t.Errorf("chunk %d shows %q, without %q", i, got[0], text)
			}
		}
	}
	b.point(5, 5)
	if got := b.shown(); len(got) > 0 {
		t.Errorf("shown beside the chunks: %q", got)
	}
}

// TestLargePage: the page of a large directory opens, and shows every file, soon.
func TestLargePage(t *testing.T) {
	page := makePage(t, filepath.Join(goSources(), "net"))
	info, err := os.Stat(page)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	b := openPage(t, page)
	opened := time.Since(start)
	start = time.Now()
	var files, chunks int
	b.eval("document.querySelectorAll('.file').length", &files)
	b.eval("(document.querySelectorAll('details').forEach(d => d.open = true), document.querySelectorAll('.chunk').length)", &chunks)
	var end float64
	b.eval("(window.scrollTo(0, document.body.scrollHeight), window.scrollY)", &end)
	t.Logf("%d files, %d chunks, %d MB: opened in %v, all files in %v", files, chunks, info.Size()>>20, opened, time.Since(start))
	if files < 300 || chunks < 2000 || end < 1e5 {
		t.Errorf("%d files, %d chunks, %.0f pixels", files, chunks, end)
	}
	if slowest := max(opened, time.Since(start)); slowest > time.Minute {
		t.Errorf("takes %v", slowest)
	}
}

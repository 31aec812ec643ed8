//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// goSources is a tree large enough to be in the middle of.
func goSources() string { return filepath.Join(runtime.GOROOT(), "src") }

// TestInterrupt: Ctrl-C ends a run at once, with status 130, and no half line.
func TestInterrupt(t *testing.T) {
	cmd := exec.Command("cleave", "chunk", "--jobs", "2", goSources())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	read := 0
	line := func() error {
		text, err := lines.ReadBytes('\n')
		if err == nil || len(text) > 0 {
			if read++; err != nil || !json.Valid(text) {
				t.Errorf("line %d is not whole: %v %q", read, err, text)
			}
		}
		return err
	}
	for range 200 {
		if err := line(); err != nil {
			t.Fatalf("ended too soon: %v\n%s", err, stderr.String())
		}
	}
	start := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for err = nil; err == nil; err = line() {
	}
	if err != io.EOF {
		t.Error(err)
	}
	interrupted(t, cmd, start, &stderr, syscall.SIGINT)
}

// TestInterruptedOutput: --output is whole or not there, and so is --report,
// when somebody terminates the run, with status 143, or closes its terminal.
func TestInterruptedOutput(t *testing.T) {
	// Under nohup SIGHUP is ignored, also by what is started; what is caught is not.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	defer signal.Stop(caught)
	for _, by := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(by.String(), func(t *testing.T) { interruptOutput(t, by) })
	}
}

func interruptOutput(t *testing.T, by syscall.Signal) {
	dir := t.TempDir()
	cmd := exec.Command("cleave", "chunk", "--output", "chunks.jsonl", "--report", "report.jsonl", goSources())
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for wait := time.Now().Add(time.Minute); written(t, dir) < 1<<20; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(wait) {
			t.Fatal("wrote nothing within a minute")
		}
	}
	start := time.Now()
	if err := cmd.Process.Signal(by); err != nil {
		t.Fatal(err)
	}
	interrupted(t, cmd, start, &stderr, by)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestInterruptedInput: who waits for standard input can be interrupted.
func TestInterruptedInput(t *testing.T) {
	for _, args := range [][]string{{"chunk", "-"}, {"chunk", "--from-file", "-"}} {
		cmd := exec.Command("cleave", append(args, "--report", "report.jsonl")...)
		cmd.Dir = t.TempDir()
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for wait := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			if list, err := os.ReadDir(cmd.Dir); err != nil || len(list) > 0 { // it has got as far as its outputs
				break
			}
			if time.Now().After(wait) {
				t.Fatal("made no report within a minute")
			}
		}
		start := time.Now()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		interrupted(t, cmd, start, &stderr, syscall.SIGINT)
	}
}

// written adds up the bytes in dir.
func written(t *testing.T, dir string) (n int64) {
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
	}
	return n
}

func interrupted(t *testing.T, cmd *exec.Cmd, start time.Time, stderr *bytes.Buffer, by syscall.Signal) {
	t.Helper()
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitSignal+int(by) {
		t.Errorf("exit status is %d, want %d: %v", code, exitSignal+int(by), cmd.ProcessState.Sys().(syscall.WaitStatus))
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v to end", took)
	}
	if stderr.Len() > 0 {
		t.Errorf("stderr: %s", stderr.String())
	}
}

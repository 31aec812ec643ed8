package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

func TestMain(m *testing.M) {
	// With the race detector, a process of ours would sleep a second at its end,
	// and there are hundreds of them.
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	testscript.Main(m, map[string]func(){"cleave": main})
}

// TestScript runs the scripts in testdata/script. Besides testscript's own
// commands they have:
//
//	status N command...    run a command, which must exit with status N
//	oneline                the last command's stderr must be a single line
//	records FILE           every line of FILE must be a record that agrees with
//	                       its source; N= says how many, paths= which
//	lines FILE N           FILE must have N lines, each of them JSON
//	array FILE LINES       FILE must be an array of what LINES has on its lines
//	serve DIR              serve the repositories in DIR at $SERVER, over http
//	sshd DIR               serve the repository DIR at $SSH, over ssh
//	craft DIR MODE:NAME... commit a tree git would not make
//	settle GITDIR...       wait for what hooks have started in the background
//	spoil INDEX SQL        change an index behind its back
//	goenv NAME...          set variables to what go has them at, outside of scripts
//	hold INDEX             keep an index from being refreshed, until release
//	tokens FILE MAX        every record of FILE must have at most MAX tokens
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("NL", "\n")
			env.Setenv("Q", "\"")
			env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
			env.Values[holder{}] = new(holder)
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				env.Setenv("GIT_"+who+"_NAME", "a")
				env.Setenv("GIT_"+who+"_EMAIL", "a@example.com")
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "oneline": oneLine, "records": records, "lines": jsonLines, "tokens": atMost, "array": array,
			"serve": serve, "sshd": sshd, "craft": craft, "settle": settle, "hold": hold, "goenv": goEnv, "spoil": spoil, "release": release,
		},
	})
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if want := args[0]; strconv.Itoa(got) != want {
		ts.Fatalf("exit status is %d, want %s; stderr:\n%s", got, want, ts.ReadFile("stderr"))
	}
}

func oneLine(ts *testscript.TestScript, neg bool, args []string) {
	if text := ts.ReadFile("stderr"); strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") || !strings.HasPrefix(text, "cleave: ") {
		ts.Fatalf("stderr is not one line of cleave's: %q", text)
	}
}

// decode reads the records of a file and lets no unknown field pass.
func decode(ts *testscript.TestScript, name string) []chunk.Chunk {
	text := ts.ReadFile(name)
	if text != "" && !strings.HasSuffix(text, "\n") {
		ts.Fatalf("%s ends in half a line", name)
	}
	var out []chunk.Chunk
	for line := range strings.Lines(text) {
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		var ch chunk.Chunk
		if err := d.Decode(&ch); err != nil {
			ts.Fatalf("%s: %v in %s", name, err, line)
		}
		out = append(out, ch)
	}
	return out
}

func records(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: records FILE [N=n] [paths=a,b]")
	}
	list := decode(ts, args[0])
	var paths []string
	for i := range list {
		ch := &list[i]
		if i == 0 || list[i-1].Path != ch.Path {
			paths = append(paths, ch.Path)
		}
		agrees(ts, ch, i > 0 && list[i-1].Path == ch.Path, list[max(i-1, 0)].EndByte)
	}
	for _, arg := range args[1:] {
		key, want, _ := strings.Cut(arg, "=")
		got := map[string]string{"N": strconv.Itoa(len(list)), "paths": strings.Join(paths, ",")}[key]
		if got != want {
			ts.Fatalf("%s: %s is %q, want %q", args[0], key, got, want)
		}
	}
}

// agrees holds a record against the file that it is of.
func agrees(ts *testscript.TestScript, ch *chunk.Chunk, later bool, before int) {
	if ch.Encoding != "" {
		return // the text is not the file's bytes
	}
	src := []byte(ts.ReadFile(ch.Path))
	if !later {
		before = 0
	}
	if ch.StartByte != before || ch.EndByte <= ch.StartByte || ch.EndByte > len(src) {
		ts.Fatalf("%s: bytes %d to %d of %d, after %d", ch.Path, ch.StartByte, ch.EndByte, len(src), before)
	}
	if body := string(src[ch.StartByte:ch.EndByte]); ch.Text != ch.Context+body {
		ts.Fatalf("%s: text %q is not context %q and body %q", ch.Path, ch.Text, ch.Context, body)
	}
	if n := 1 + bytes.Count(src[:ch.StartByte], []byte("\n")); n != ch.StartLine {
		ts.Fatalf("%s: start line %d, want %d", ch.Path, ch.StartLine, n)
	}
	if n := 1 + bytes.Count(src[:ch.EndByte-1], []byte("\n")); n != ch.EndLine {
		ts.Fatalf("%s: end line %d, want %d", ch.Path, ch.EndLine, n)
	}
	if len(ch.ID) != 32 || len(ch.Hash) != 32 || ch.Tokens <= ch.ContextTokens || ch.Language == "" && ch.Strategy == "code" {
		ts.Fatalf("%s: odd record %+v", ch.Path, ch)
	}
}

func jsonLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines FILE N")
	}
	n := 0
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if n++; !json.Valid([]byte(line)) || !strings.HasSuffix(line, "\n") {
			ts.Fatalf("%s: line %d is not JSON: %s", args[0], n, line)
		}
	}
	if strconv.Itoa(n) != args[1] {
		ts.Fatalf("%s: %d lines, want %s", args[0], n, args[1])
	}
}

func atMost(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tokens FILE MAX")
	}
	most, err := strconv.Atoi(args[1])
	ts.Check(err)
	list := decode(ts, args[0])
	if len(list) < 2 {
		ts.Fatalf("%s: %d records tell nothing", args[0], len(list))
	}
	for _, ch := range list {
		if ch.Tokens > most {
			ts.Fatalf("%s", fmt.Sprintf("%s:%d: %d tokens", ch.Path, ch.StartLine, ch.Tokens))
		}
	}
}

func array(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: array FILE LINES")
	}
	var list []json.RawMessage
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &list))
	var got strings.Builder
	for _, one := range list {
		got.Write(append(one, '\n'))
	}
	if want := ts.ReadFile(args[1]); got.String() != want {
		ts.Fatalf("%s holds\n%s, want\n%s", args[0], got.String(), want)
	}
}

package main

import (
	"bytes"
	"encoding/hex"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// serve serves repositories on loopback for the rest of a script: over http at
// $SERVER, which is also a proxy, and over https at $TLS, its certificate in
// $WORK/ca.pem. Below /hang nothing is answered, below /cut a pack ends in its
// middle, below /secret the password is "hunter2", /inward leads to $SERVER.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve DIR")
	}
	end := make(chan struct{})
	mux := http.NewServeMux()
	plain, secure := httptest.NewServer(mux), httptest.NewTLSServer(mux)
	backend := gitBackend(ts, args[0])
	mux.Handle("/", backend)
	mux.HandleFunc("/hang/", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-end:
		}
	})
	mux.Handle("/cut/", http.StripPrefix("/cut", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w = &short{w, 100}
		}
		backend.ServeHTTP(w, r)
	})))
	mux.Handle("/secret/", http.StripPrefix("/secret", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != "hunter2" {
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	})))
	mux.HandleFunc("/page/", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html>Log in") })
	mux.HandleFunc("/inward/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, plain.URL+strings.TrimPrefix(r.URL.RequestURI(), "/inward"), http.StatusFound)
	})
	ts.Defer(func() {
		close(end)
		for _, s := range []*httptest.Server{plain, secure} {
			s.CloseClientConnections()
			s.Close()
		}
	})
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "ca.pem"), ca, 0o644))
	ts.Setenv("TLS", secure.URL)
	ts.Setenv("SERVER", plain.URL)
	ts.Setenv("ADDRESS", strings.TrimPrefix(plain.URL, "http://"))
}

// gitBackend is git's own server of the repositories in dir.
func gitBackend(ts *testscript.TestScript, dir string) http.Handler {
	where, err := exec.Command("git", "--exec-path").Output()
	ts.Check(err)
	return &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(where)), "git-http-backend"),
		Env: []string{"GIT_HTTP_EXPORT_ALL=1", "GIT_PROJECT_ROOT=" + ts.MkAbs(dir), "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*", "HOME=" + os.DevNull},
		Stderr: io.Discard,
	}
}

// short lets the first bytes of an answer through.
type short struct {
	http.ResponseWriter
	left int
}

func (s *short) Write(b []byte) (int, error) {
	n := min(len(b), s.left)
	s.left -= n
	s.ResponseWriter.Write(b[:n])
	return len(b), nil
}

// craft commits a tree that git would not make: entries, each MODE:NAME, that
// all hold the line x = 1, in directories as x.py. One whose name has a % stands
// for 100,000 of them.
func craft(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: craft DIR MODE:NAME...")
	}
	dir := ts.MkAbs(args[0])
	git := func(in []byte, args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Stdin = bytes.NewReader(in)
		out, err := cmd.CombinedOutput()
		if err != nil {
			ts.Fatalf("git %v: %s", args, out)
		}
		return strings.TrimSpace(string(out))
	}
	line := func(mode, name, id string) []byte {
		raw, err := hex.DecodeString(id)
		ts.Check(err)
		return append([]byte(mode+" "+name+"\x00"), raw...)
	}
	write := func(kind string, body []byte) string {
		return git(body, "hash-object", "-t", kind, "-w", "--stdin", "--literally")
	}
	blob := write("blob", []byte("x = 1\n"))
	sub := write("tree", line("100644", "x.py", blob))
	var tree []byte
	for _, arg := range args[1:] {
		mode, name, _ := strings.Cut(arg, ":")
		id := blob
		if mode == "40000" {
			id = sub
		}
		for i := range 100_000 {
			tree = append(tree, line(mode, strings.Replace(name, "%", strconv.Itoa(i), 1), id)...)
			if !strings.Contains(name, "%") {
				break
			}
		}
	}
	git(nil, "update-ref", "HEAD", git(nil, "commit-tree", "-m", "crafted", write("tree", tree)))
}

package main

import (
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// serve serves repositories over http, on loopback, for the rest of a script.
// Below /hang nothing is answered, below /cut a pack ends in its middle, below
// /secret the password is "pass".
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve DIR")
	}
	where, err := exec.Command("git", "--exec-path").Output()
	ts.Check(err)
	backend := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(where)), "git-http-backend"),
		Env: []string{"GIT_HTTP_EXPORT_ALL=1", "GIT_PROJECT_ROOT=" + ts.MkAbs(args[0]), "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*", "HOME=" + os.DevNull},
		Stderr: ts.Stderr(),
	}
	end := make(chan struct{})
	mux := http.NewServeMux()
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
		if _, password, _ := r.BasicAuth(); password != "pass" {
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	})))
	s := httptest.NewServer(mux)
	ts.Defer(func() { close(end); s.CloseClientConnections(); s.Close() })
	ts.Setenv("SERVER", s.URL)
	ts.Setenv("ADDRESS", strings.TrimPrefix(s.URL, "http://"))
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

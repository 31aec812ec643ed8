package main

import (
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/seed5e9d5dd4/cleave/index/repo/sshtest"
)

// sshd serves a repository over ssh at $SSH for the rest of a script, with an
// agent that holds a key, and the server's in $WORK/known.
func sshd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sshd DIR")
	}
	socket, known := filepath.Join(ts.Getenv("WORK"), "agent"), filepath.Join(ts.Getenv("WORK"), "known")
	key, agent, err := sshtest.Agent(socket)
	ts.Check(err)
	ts.Defer(func() { agent.Close() })
	server, host, err := sshtest.Serve(ts.MkAbs(args[0]), key)
	ts.Check(err)
	ts.Defer(func() { server.Close() })
	addr := server.Addr().String()
	ts.Check(os.WriteFile(known, []byte(knownhosts.Line([]string{addr}, host)+"\n"), 0o600))
	ts.Setenv("SSH", addr)
	ts.Setenv("SSH_AUTH_SOCK", socket)
	ts.Setenv("SSH_KNOWN_HOSTS", known)
}

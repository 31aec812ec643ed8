package repo

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/seed5e9d5dd4/cleave/index/repo/sshtest"
)

// startAgent runs an ssh agent that holds one key.
func startAgent(t *testing.T) ssh.PublicKey {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "agent")
	key, agent, err := sshtest.Agent(socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { agent.Close() })
	t.Setenv("SSH_AUTH_SOCK", socket)
	return key
}

// ssh asks the agent for the key, and known_hosts for the server's.
func TestSSH(t *testing.T) {
	dir := history(t)
	key := startAgent(t)
	server, host, err := sshtest.Serve(dir, key)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	addr := server.Addr().String()
	known := filepath.Join(t.TempDir(), "known_hosts")
	t.Setenv("SSH_KNOWN_HOSTS", known)
	write := func(k ssh.PublicKey) {
		if err := os.WriteFile(known, []byte(knownhosts.Line([]string{addr}, k)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	url := "ssh://git@" + addr + "/x"
	write(host)
	s := open(t, url, Options{})
	if want, got := lsTree(t, dir, "HEAD"), described(listing(t, s)); !slices.Equal(want, got) {
		t.Errorf("git %q\ngot %q", want, got)
	}
	s.Close()
	write(key) // the server's key is another now
	if _, err := Open(t.Context(), url, Options{}); err == nil || !strings.Contains(err.Error(), "key mismatch") {
		t.Errorf("a changed host key: %v", err)
	}
	os.WriteFile(known, nil, 0o600)
	if _, err := Open(t.Context(), url, Options{}); err == nil || !strings.Contains(err.Error(), "known_hosts") {
		t.Errorf("an unknown host: %v", err)
	}
	write(host)
	startAgent(t) // with another key
	if _, err := Open(t.Context(), url, Options{}); err == nil || !strings.Contains(err.Error(), "authenticate") {
		t.Errorf("another key: %v", err)
	}
	t.Setenv("SSH_AUTH_SOCK", "")
	if _, err := Open(t.Context(), url, Options{}); err == nil || !strings.Contains(err.Error(), "ssh agent") {
		t.Errorf("no agent: %v", err)
	}
}

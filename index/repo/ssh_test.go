package repo

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/crypto/ssh/knownhosts"
)

// startAgent runs an ssh agent that holds one key.
func startAgent(t *testing.T) ssh.PublicKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ring := agent.NewKeyring()
	if err := ring.Add(agent.AddedKey{PrivateKey: key}); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(t.TempDir(), "agent")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	accept(t, l, func(c net.Conn) { agent.ServeAgent(ring, c) })
	t.Setenv("SSH_AUTH_SOCK", socket)
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signer.PublicKey()
}

// accept serves each connection by itself until the test ends.
func accept(t *testing.T, l net.Listener, serve func(net.Conn)) {
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
}

// sshServer serves dir with git upload-pack to the owner of key.
func sshServer(t *testing.T, dir string, key ssh.PublicKey) (addr string, host ssh.PublicKey) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{PublicKeyCallback: func(_ ssh.ConnMetadata, k ssh.PublicKey) (*ssh.Permissions, error) {
		if string(k.Marshal()) != string(key.Marshal()) {
			return nil, fmt.Errorf("unknown key")
		}
		return nil, nil
	}}
	config.AddHostKey(signer)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accept(t, l, func(c net.Conn) { serveSSH(c, config, dir) })
	return l.Addr().String(), signer.PublicKey()
}

func serveSSH(c net.Conn, config *ssh.ServerConfig, dir string) {
	defer c.Close()
	_, channels, requests, err := ssh.NewServerConn(c, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for nc := range channels {
		ch, reqs, err := nc.Accept()
		if err != nil {
			return
		}
		for r := range reqs {
			r.Reply(r.Type == "exec", nil)
			if r.Type != "exec" {
				continue
			}
			cmd := exec.Command("git", "upload-pack", dir)
			cmd.Stdout, cmd.Stderr = ch, ch.Stderr()
			in, _ := cmd.StdinPipe()
			go func() {
				buf := make([]byte, 4096)
				for {
					n, err := ch.Read(buf)
					in.Write(buf[:n])
					if err != nil {
						in.Close()
						return
					}
				}
			}()
			cmd.Run()
			ch.SendRequest("exit-status", false, []byte{0, 0, 0, 0})
			ch.Close()
			break
		}
	}
}

// ssh asks the agent for the key, and known_hosts for the server's.
func TestSSH(t *testing.T) {
	dir := history(t)
	key := startAgent(t)
	addr, host := sshServer(t, dir, key)
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

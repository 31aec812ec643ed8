package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/crypto/ssh/knownhosts"
)

// sshd serves a repository over ssh at $SSH for the rest of a script, with an
// agent that holds a key, and the server's in $WORK/known.
func sshd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sshd DIR")
	}
	newKey := func() (ed25519.PrivateKey, ssh.Signer) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		ts.Check(err)
		signer, err := ssh.NewSignerFromKey(key)
		ts.Check(err)
		return key, signer
	}
	key, _ := newKey()
	ring := agent.NewKeyring()
	ts.Check(ring.Add(agent.AddedKey{PrivateKey: key}))
	socket := filepath.Join(ts.Getenv("WORK"), "agent")
	listen(ts, "unix", socket, func(c net.Conn) { agent.ServeAgent(ring, c) })

	_, host := newKey()
	config := &ssh.ServerConfig{PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { return nil, nil }}
	config.AddHostKey(host)
	dir := ts.MkAbs(args[0])
	addr := listen(ts, "tcp", "127.0.0.1:0", func(c net.Conn) { uploadPack(c, config, dir) })
	known := filepath.Join(ts.Getenv("WORK"), "known")
	ts.Check(os.WriteFile(known, []byte(knownhosts.Line([]string{addr}, host.PublicKey())+"\n"), 0o600))
	ts.Setenv("SSH", addr)
	ts.Setenv("SSH_AUTH_SOCK", socket)
	ts.Setenv("SSH_KNOWN_HOSTS", known)
}

// listen serves each connection by itself until the script ends.
func listen(ts *testscript.TestScript, network, address string, serve func(net.Conn)) string {
	l, err := net.Listen(network, address)
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return l.Addr().String()
}

// uploadPack answers whatever is asked with dir's git upload-pack.
func uploadPack(c net.Conn, config *ssh.ServerConfig, dir string) {
	defer c.Close()
	_, channels, requests, err := ssh.NewServerConn(c, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for nc := range channels {
		ch, requests, err := nc.Accept()
		if err != nil {
			return
		}
		for r := range requests {
			if r.Reply(r.Type == "exec", nil); r.Type == "exec" {
				break
			}
		}
		cmd := exec.Command("git", "upload-pack", dir)
		cmd.Stdout = ch
		in, err := cmd.StdinPipe()
		if err != nil {
			return
		}
		go func() {
			io.Copy(in, ch)
			in.Close()
		}()
		cmd.Run()
		ch.SendRequest("exit-status", false, make([]byte, 4))
		ch.Close()
	}
}

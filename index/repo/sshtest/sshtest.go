// Package sshtest serves a repository over ssh, to the owner of a key that an
// agent holds, for the tests of who reads remotes.
package sshtest

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"os/exec"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// Agent runs an agent at a socket, with one key, and gives its public part. Closing
// ends it.
func Agent(socket string) (ssh.PublicKey, io.Closer, error) {
	key, signer, err := newKey()
	if err != nil {
		return nil, nil, err
	}
	ring := agent.NewKeyring()
	if err := ring.Add(agent.AddedKey{PrivateKey: key}); err != nil {
		return nil, nil, err
	}
	l, err := listen("unix", socket, func(c net.Conn) { agent.ServeAgent(ring, c) })
	return signer.PublicKey(), l, err
}

// Serve answers whatever the owner of a key asks for with the upload-pack of dir,
// at a port of this machine, and gives its own key. Closing ends it.
func Serve(dir string, owner ssh.PublicKey) (net.Listener, ssh.PublicKey, error) {
	_, host, err := newKey()
	if err != nil {
		return nil, nil, err
	}
	config := &ssh.ServerConfig{PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
		if string(key.Marshal()) != string(owner.Marshal()) {
			return nil, errors.New("unknown key")
		}
		return nil, nil
	}}
	config.AddHostKey(host)
	l, err := listen("tcp", "127.0.0.1:0", func(c net.Conn) { uploadPack(c, config, dir) })
	return l, host.PublicKey(), err
}

func newKey() (ed25519.PrivateKey, ssh.Signer, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	signer, err := ssh.NewSignerFromKey(key)
	return key, signer, err
}

// listen serves each connection by itself.
func listen(network, address string, serve func(net.Conn)) (net.Listener, error) {
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return l, nil
}

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
		cmd.Stdout, cmd.Stderr = ch, ch.Stderr()
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

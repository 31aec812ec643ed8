package repo

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/transport"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"
	gitssh "github.com/go-git/go-git/v5/plumbing/transport/ssh"
)

// Credentials come from the URL, the environment, .netrc or the ssh agent, in
// this order, and go to the host they are for and nowhere else: the transport
// drops them when a redirect leaves the host. They never enter an error, the
// metadata or a cache.

// credentials are what l is asked for with, and the secrets to keep out of errors.
func (l *location) credentials(listed bool) (auth transport.AuthMethod, secrets []string, err error) {
	switch l.scheme {
	case "ssh":
		user := l.user
		if user == "" {
			user = "git"
		}
		agent, err := gitssh.NewSSHAgentAuth(user)
		if err != nil {
			return nil, nil, errors.New("no ssh agent: start one, and `ssh-add` your key")
		}
		return agent, []string{l.password}, nil // its host key check is known_hosts
	case "http", "https":
		user, password := l.user, l.password
		if user == "" && password == "" {
			user, password = l.fromEnvironment(listed)
		}
		if user == "" && password == "" {
			return nil, nil, nil
		}
		secrets = []string{password}
		if l.password == "" && l.user != "" {
			secrets = []string{l.user} // a token alone
		}
		return &githttp.BasicAuth{Username: user, Password: password}, secrets, nil
	}
	return nil, []string{l.password}, nil
}

// fromEnvironment returns the token of CLEAVE_GIT_TOKEN, which goes over https
// only and, if CLEAVE_GIT_TOKEN_HOST is set, to that host only; or what .netrc
// says about the host. A location out of a list may be anybody's: it gets the
// token only where its host is set.
func (l *location) fromEnvironment(listed bool) (user, password string) {
	only := os.Getenv("CLEAVE_GIT_TOKEN_HOST")
	its := strings.EqualFold(only, l.host) || only == "" && !listed
	if token := os.Getenv("CLEAVE_GIT_TOKEN"); token != "" && l.scheme == "https" && its {
		return "x-access-token", token
	}
	name := os.Getenv("NETRC")
	if name == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", ""
		}
		name = filepath.Join(home, ".netrc")
	}
	return netrc(name, l.host)
}

// netrc looks up a host in a .netrc file: the first entry for it, or the default.
func netrc(name, host string) (user, password string) {
	f, err := os.Open(name)
	if err != nil {
		return "", ""
	}
	defer f.Close()
	words := bufio.NewScanner(f)
	words.Split(bufio.ScanWords)
	next := func() string { words.Scan(); return words.Text() }
	here := false
	for words.Scan() {
		switch words.Text() {
		case "machine", "default":
			if here {
				return user, password
			}
			here = words.Text() == "default" || strings.EqualFold(next(), host)
		case "login":
			if v := next(); here {
				user = v
			}
		case "password":
			if v := next(); here {
				password = v
			}
		}
	}
	return user, password
}

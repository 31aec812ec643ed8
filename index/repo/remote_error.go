package repo

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/pktline"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/transport"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"
	"golang.org/x/crypto/ssh/knownhosts"
)

// transient reports whether trying again may help.
func transient(err error) bool {
	var unexpected *plumbing.UnexpectedError
	if errors.As(err, &unexpected) { // it does not unwrap
		err = unexpected.Err
	}
	var status *githttp.Err
	if errors.As(err, &status) {
		code := status.StatusCode()
		return code == http.StatusTooManyRequests || code >= 500
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return dns.IsTemporary && !dns.IsNotFound
	}
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout() ||
		errors.Is(err, errCache) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.EPIPE)
}

// remoteError is an error without secrets. It unwraps only to what callers may
// ask for, never to a transport's own, which may hold the URL it was given.
type remoteError struct {
	text string
	is   error
}

func (e *remoteError) Error() string { return e.text }
func (e *remoteError) Unwrap() error { return e.is }

// The errors of a transport that are worth a word of advice.
var advice = []struct {
	is   error
	text string
}{
	{transport.ErrAuthenticationRequired, "authentication required: set CLEAVE_GIT_TOKEN or add the host to .netrc"},
	{transport.ErrAuthorizationFailed, "access denied: the credentials do not allow reading it"},
	{transport.ErrRepositoryNotFound, "no such repository, or no access to it"},
	{transport.ErrEmptyRemoteRepository, "the remote repository is empty"},
	{transport.ErrEmptyUploadPackRequest, "the server sent no pack: it may not have or not give that commit"},
	{ErrPrivate, ErrPrivate.Error() + ": --allow-private allows it, if it is meant"},
	{ErrRepoTooLarge, ErrRepoTooLarge.Error()},
	{ErrTooLarge, ErrTooLarge.Error()},
	{io.ErrUnexpectedEOF, "the server's answer ends too early"},
	{pktline.ErrInvalidPktLen, notGit},
	{packp.ErrEmptyInput, notGit},
}

const notGit = "the answer is not that of a git server: is this the URL of a repository?"

// maxErrorText bounds what a server can put into an error.
const maxErrorText = 300

// clean makes an error fit to be shown.
func (f *fetch) clean(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return &remoteError{cause.Error(), ctx.Err()}
	}
	if errors.Is(err, transport.ErrAuthenticationRequired) && f.auth != nil {
		return &remoteError{"access denied: the credentials were not accepted", transport.ErrAuthenticationRequired}
	}
	for _, a := range advice {
		if errors.Is(err, a.is) {
			return &remoteError{a.text, a.is}
		}
	}
	var key *knownhosts.KeyError
	if errors.As(err, &key) && len(key.Want) > 0 {
		return &remoteError{"host key mismatch: the server's key is not the one in known_hosts", nil}
	} else if key != nil {
		return &remoteError{"the server's key is not in known_hosts: connect with ssh once, and check it", nil}
	}
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err
	}
	text := err.Error()
	if strings.Contains(text, "object-format=sha256") {
		return &remoteError{"a sha256 repository cannot be fetched: clone it with git and read the clone", nil}
	}
	for _, secret := range f.secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	text = strings.Map(func(r rune) rune {
		if r < ' ' || 0x7f <= r && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text[:min(len(text), maxErrorText)], "?"))
	return &remoteError{strings.TrimSpace(text), nil}
}

package repo

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"syscall"
	"time"
)

// What a remote may reach and how much it may send.

// ErrPrivate is what Open returns for a host on a private or loopback address
// when those are refused.
var ErrPrivate = errors.New("private or loopback address refused")

// isPrivate reports whether an address lies inside somebody's network.
func isPrivate(a netip.Addr) bool {
	a = a.Unmap()
	if a.Is6() {
		b := a.As16()
		if netip.MustParsePrefix("64:ff9b::/96").Contains(a) { // NAT64
			return isPrivate(netip.AddrFrom4([4]byte(b[12:])))
		}
		if netip.MustParsePrefix("2002::/16").Contains(a) { // 6to4
			return isPrivate(netip.AddrFrom4([4]byte(b[2:6])))
		}
	}
	return !a.IsGlobalUnicast() || a.IsPrivate() ||
		netip.MustParsePrefix("100.64.0.0/10").Contains(a) || // carriers' NAT
		netip.MustParsePrefix("0.0.0.0/8").Contains(a) ||
		netip.MustParsePrefix("198.18.0.0/15").Contains(a) ||
		netip.MustParsePrefix("240.0.0.0/4").Contains(a)
}

// refusePrivate is a net.Dialer's Control: it sees the address itself, after any
// name was resolved and any redirect followed.
func refusePrivate(network, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil || isPrivate(ap.Addr().WithZone("")) {
		return ErrPrivate
	}
	return nil
}

// checkHost resolves a host and refuses it if any of its addresses is private.
// It is what can be done where the connection is made elsewhere: by a proxy, or
// inside the ssh and git transports.
func checkHost(ctx context.Context, host string) error {
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return err
	}
	for _, a := range addrs {
		if isPrivate(a.WithZone("")) {
			return ErrPrivate
		}
	}
	return nil
}

// httpClient is an http.Client within the bounds of the options.
func (o *Options) httpClient(c config) (*http.Client, error) {
	t := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout:   dialTimeout,
		ForceAttemptHTTP2:     true,
		MaxIdleConnsPerHost:   2,
		IdleConnTimeout:       time.Minute,
		ResponseHeaderTimeout: 0, // a server packs as long as it packs; Options.Timeout bounds it
	}
	ca := c["http.sslcainfo"]
	if env := os.Getenv("GIT_SSL_CAINFO"); env != "" {
		ca = env
	}
	if ca != "" {
		pem, err := os.ReadFile(expandHome(ca))
		if err != nil {
			return nil, fmt.Errorf("http.sslCAInfo: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("http.sslCAInfo: %s holds no certificate", ca)
		}
		t.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	var way http.RoundTripper = t
	if o.RefusePrivate && !o.AllowPrivate {
		direct := t.Clone()
		direct.Proxy = nil
		direct.DialContext = (&net.Dialer{Timeout: dialTimeout, Control: refusePrivate}).DialContext
		way = &guardedTransport{direct, t}
	}
	return &http.Client{Transport: &boundedTransport{way, o.MaxRepoSize}}, nil
}

const dialTimeout = 30 * time.Second

// guardedTransport keeps requests out of private networks. The address of a
// proxy that the environment names may be private; what is asked of it may not.
type guardedTransport struct{ direct, proxied http.RoundTripper }

func (t *guardedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	switch proxy, err := http.ProxyFromEnvironment(r); {
	case err != nil:
		return nil, err
	case proxy == nil:
		return t.direct.RoundTrip(r)
	}
	if err := checkHost(r.Context(), r.URL.Hostname()); err != nil {
		return nil, err
	}
	return t.proxied.RoundTrip(r)
}

// boundedTransport bounds the bytes of each answer: what a server lists of its
// refs or says in an error is held in memory by the transport.
type boundedTransport struct {
	http.RoundTripper
	limit int64
}

const (
	maxErrorBody = 64 << 10
	sideband     = 1 << 20 // what comes with a pack besides its bytes
)

func (t *boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := t.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	switch {
	case res.StatusCode >= 400:
		res.Body = body{io.LimitReader(res.Body, maxErrorBody), res.Body}
	case t.limit > 0:
		res.Body = body{&boundedReader{r: res.Body, left: t.limit + t.limit/64 + sideband}, res.Body}
	}
	return res, nil
}

type body struct {
	io.Reader
	io.Closer
}

// boundedReader fails once more than left bytes were read.
type boundedReader struct {
	r    io.Reader
	left int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, ErrRepoTooLarge
	}
	return n, err
}

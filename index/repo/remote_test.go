package repo

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// gitHandler serves the repositories below root with git's own http-backend.
func gitHandler(t testing.TB, root string) http.Handler {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	return &cgi.Handler{
		Path: path, Args: []string{"http-backend"},
		Env: []string{
			"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1", "HOME=" + os.Getenv("HOME"),
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
		},
		Stderr: io.Discard,
	}
}

// serve serves the repositories below root over http.
func serve(t testing.TB, root string) string {
	t.Helper()
	server := httptest.NewServer(gitHandler(t, root))
	t.Cleanup(server.Close)
	return server.URL
}

// A remote holds what its repository holds, wherever the pack is put.
func TestRemoteEqualsGit(t *testing.T) {
	dir := history(t)
	git(t, dir, "tag", "-am", "annotated", "v1", "HEAD~1")
	git(t, dir, "branch", "side/branch", "HEAD~2")
	git(t, dir, "config", "uploadpack.allowReachableSHA1InWant", "true")
	git(t, dir, "gc", "-q", "--aggressive")
	url := serve(t, filepath.Dir(dir)) + "/" + filepath.Base(dir)
	full := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD~3"))
	for _, rev := range []string{"", "main", "v1", "side/branch", "refs/heads/main", full} {
		for _, opts := range []Options{{}, {MemoryLimit: 1000}, {Cache: t.TempDir()}, {MaxRepoSize: 10 << 20}} {
			where, local := url, "HEAD"
			if rev != "" {
				where, local = url+"@"+rev, rev
			}
			s := open(t, where, opts)
			all := listing(t, s)
			if want, got := lsTree(t, dir, local), described(all); !slices.Equal(want, got) {
				t.Fatalf("%s, %+v:\ngit %q\ngot %q", rev, opts, want, got)
			}
			checkBytes(t, s, all)
			if want := strings.TrimSpace(git(t, dir, "rev-parse", local+"^{commit}")); s.Commit != want || s.Repo != url || s.Kind != Remote || s.Root != "" {
				t.Errorf("commit %s, not %s; repo %s", s.Commit, want, s.Repo)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	for _, rev := range []string{"nope", "HEAD~1", strings.Repeat("ab", 20)} {
		if _, err := Open(t.Context(), url+"@"+rev, Options{}); err == nil {
			t.Errorf("%s was read", rev)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "cleave-*.pack")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestFileURL(t *testing.T) {
	dir := history(t)
	git(t, dir, "tag", "v1", "HEAD~1")
	files(t, dir, map[string]string{"only on disk": "x"})
	for where, rev := range map[string]string{"": "HEAD", "@v1": "v1", "@main": "main", "@HEAD~2": "HEAD~2"} {
		s := open(t, "file://"+dir+where, Options{})
		if want, got := lsTree(t, dir, rev), described(listing(t, s)); !slices.Equal(want, got) {
			t.Errorf("%s: git %q\ngot %q", where, want, got)
		}
		if s.Repo != "file://"+dir {
			t.Errorf("repo %s", s.Repo)
		}
		s.Close()
	}
	if _, err := Open(t.Context(), "file:///nowhere/at/all", Options{}); err == nil || !strings.Contains(err.Error(), "no repository there") {
		t.Errorf("%v", err)
	}
}

// git:// is served by git's own daemon.
func TestGitURL(t *testing.T) {
	dir := history(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() { // a daemon of one service
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				head := make([]byte, 4)
				io.ReadFull(c, head)
				n := 0
				fmt.Sscanf(string(head), "%x", &n)
				io.CopyN(io.Discard, c, int64(n-4))
				cmd := exec.Command("git", "upload-pack", dir)
				cmd.Stdout = c
				in, _ := cmd.StdinPipe()
				go func() { io.Copy(in, c); in.Close() }()
				cmd.Run()
			}()
		}
	}()
	s := open(t, "git://"+l.Addr().String()+"/x", Options{})
	defer s.Close()
	if want, got := lsTree(t, dir, "HEAD"), described(listing(t, s)); !slices.Equal(want, got) {
		t.Errorf("git %q\ngot %q", want, got)
	}
}

// A kept clone is fetched into, asked for only what is new, and git can read it.
func TestCache(t *testing.T) {
	dir := history(t)
	var packs, bytesOut atomic.Int64
	backend := gitHandler(t, filepath.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			packs.Add(1)
			w = &countingWriter{w, &bytesOut}
		}
		backend.ServeHTTP(w, r)
	}))
	defer server.Close()
	url, root := server.URL+"/"+filepath.Base(dir), t.TempDir()
	read := func() int64 {
		t.Helper()
		before := bytesOut.Load()
		s := open(t, url, Options{Cache: root})
		defer s.Close()
		all := listing(t, s)
		if want, got := lsTree(t, dir, "HEAD"), described(all); !slices.Equal(want, got) {
			t.Fatalf("git %q\ngot %q", want, got)
		}
		checkBytes(t, s, all)
		return bytesOut.Load() - before
	}
	first := read()
	if read(); packs.Load() != 1 {
		t.Errorf("%d packs were fetched, not 1", packs.Load())
	}
	files(t, dir, map[string]string{"d0/f0.go": "changed", "new/file": "new"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "more")
	if second := read(); second*4 > first || packs.Load() != 2 {
		t.Errorf("%d packs; first %d bytes, then %d", packs.Load(), first, second)
	}
	clones, _ := filepath.Glob(filepath.Join(root, "*"))
	if len(clones) != 1 {
		t.Fatalf("clones: %q", clones)
	}
	git(t, clones[0], "fsck", "--full")
	if got := git(t, clones[0], "rev-parse", "HEAD"); got != git(t, dir, "rev-parse", "HEAD") {
		t.Errorf("the clone is at %s", got)
	}
}

type countingWriter struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return c.ResponseWriter.Write(p)
}

const secret = "s3cr3t-t0ken"

// tlsServer serves root over https to those who have the password.
func tlsServer(t *testing.T, root string, asked *atomic.Int64) *httptest.Server {
	t.Helper()
	backend := gitHandler(t, root)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != secret {
			w.Header().Set("WWW-Authenticate", "Basic")
			http.Error(w, "no: "+r.Header.Get("Authorization"), http.StatusUnauthorized)
			return
		}
		asked.Add(1)
		backend.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	ca := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(ca, block, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_SSL_CAINFO", ca)
	return server
}

// Credentials get in from each place they may come from, and never come out.
func TestCredentials(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a"})
	var asked atomic.Int64
	server := tlsServer(t, filepath.Dir(dir), &asked)
	name, host := "/"+filepath.Base(dir), strings.TrimPrefix(server.URL, "https://")
	plain := server.URL + name
	ok := func(how, where string) {
		t.Helper()
		root := t.TempDir()
		s, err := Open(t.Context(), where, Options{Cache: root})
		if err != nil {
			t.Errorf("%s: %v", how, err)
			return
		}
		defer s.Close()
		if s.Repo != plain {
			t.Errorf("%s: repo %q", how, s.Repo)
		}
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if b, err := os.ReadFile(path); err == nil && bytes.Contains(b, []byte(secret)) || strings.Contains(path, secret) {
				t.Errorf("%s: the secret is in %s", how, path)
			}
			return nil
		})
	}
	fails := func(how, where string) {
		t.Helper()
		_, err := Open(t.Context(), where, Options{Retries: -1})
		if err == nil {
			t.Errorf("%s: was read", how)
			return
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			if strings.Contains(e.Error(), secret) || strings.Contains(e.Error(), "czNjcjN0") {
				t.Errorf("%s: the secret is in %q", how, e)
			}
		}
	}
	fails("nothing", plain)
	ok("URL", "https://user:"+secret+"@"+host+name)
	fails("URL, no such repository", "https://user:"+secret+"@"+host+"/nope")
	fails("URL, no such host", "https://user:"+secret+"@127.0.0.1:1/nope")
	fails("URL, malformed port", "https://user:"+secret+"@127.0.0.1:port/nope")
	fails("URL, malformed", "https://user:"+secret+"%zz@127.0.0.1/nope")
	fails("URL, unknown scheme", "ftp://user:"+secret+"@127.0.0.1/nope")
	fails("URL, wrong place", "https://"+secret+"@"+host+name)
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
		line := "ERR you said " + password
		fmt.Fprintf(w, "%04x%s", len(line)+4, line)
	}))
	defer echo.Close()
	fails("a server that repeats it", strings.Replace(echo.URL, "://", "://user:"+secret+"@", 1)+"/x")
	t.Setenv("CLEAVE_GIT_TOKEN", secret)
	ok("token", plain)
	t.Setenv("CLEAVE_GIT_TOKEN_HOST", "elsewhere.example")
	fails("token for elsewhere", plain)
	t.Setenv("CLEAVE_GIT_TOKEN", "")
	file := filepath.Join(t.TempDir(), "netrc")
	text := "machine other.example login u password wrong\nmachine 127.0.0.1\n\tlogin u\n\tpassword " + secret + "\ndefault login x password y\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NETRC", file)
	ok("netrc", plain)
	if asked.Load() == 0 {
		t.Error("nobody asked")
	}
}

// A redirect to another host does not take the credentials along.
func TestRedirectDropsCredentials(t *testing.T) {
	var leaked atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			leaked.Store(true)
		}
		http.Error(w, "", http.StatusNotFound)
	}))
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+r.URL.String(), http.StatusFound)
	}))
	defer server.Close()
	where := strings.Replace(server.URL, "://", "://u:"+secret+"@", 1) + "/x"
	if _, err := Open(t.Context(), where, Options{Retries: -1}); err == nil {
		t.Error("was read")
	}
	if leaked.Load() {
		t.Error("the credentials went along")
	}
}

// Private addresses are refused however they are come by, unless allowed.
func TestRefusePrivate(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a"})
	url := serve(t, filepath.Dir(dir)) + "/" + filepath.Base(dir)
	if s, err := Open(t.Context(), url, Options{RefusePrivate: true, AllowPrivate: true}); err != nil {
		t.Error(err)
	} else {
		s.Close()
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(url, "http://"), ":")
	for _, where := range []string{url, "http://localhost:" + port, "http://[::1]:1/x", "http://10.1.2.3/x", "http://169.254.169.254/latest", "http://2130706433:" + port, "git://127.0.0.1/x"} {
		_, err := Open(t.Context(), where, Options{RefusePrivate: true, Retries: -1, Timeout: time.Minute})
		if err == nil || (!errors.Is(err, ErrPrivate) && !strings.Contains(where, "2130706433")) {
			t.Errorf("%s: %v", where, err)
		}
	}
	for addr, want := range map[string]bool{
		"8.8.8.8": false, "2606:4700::1111": false, "192.168.1.1": true, "172.16.0.1": true, "100.64.0.1": true, "0.0.0.0": true,
		"::": true, "fe80::1": true, "fd00::1": true, "::ffff:127.0.0.1": true, "64:ff9b::7f00:1": true, "2002:7f00:1::": true, "224.0.0.1": true, "255.255.255.255": true,
	} {
		if got := isPrivate(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: private %v", addr, got)
		}
	}
}

// A redirect into the network is refused as well.
func TestRefusePrivateRedirect(t *testing.T) {
	// Only the dialer can tell: it is asked directly, as after a redirect or a
	// name that resolves anew.
	for _, addr := range []string{"127.0.0.1:80", "[::1]:443", "10.0.0.1:80", "[fe80::1%lo]:80", "garbage"} {
		if err := refusePrivate("tcp", addr, nil); !errors.Is(err, ErrPrivate) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	if err := refusePrivate("tcp", "8.8.8.8:443", nil); err != nil {
		t.Error(err)
	}
	c, err := (&Options{RefusePrivate: true}).httpClient(config{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	if _, err := c.Get(server.URL); !errors.Is(err, ErrPrivate) {
		t.Errorf("%v", err)
	}
}

// Only what may pass is tried again.
func TestRetry(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a"})
	backend := gitHandler(t, filepath.Dir(dir))
	for status, want := range map[int]int64{503: 3, 500: 3, 429: 3, 401: 1, 403: 1, 404: 1, 400: 1} {
		var n atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n.Add(1)
			http.Error(w, "", status)
		}))
		if _, err := Open(t.Context(), server.URL+"/x", Options{}); err == nil {
			t.Errorf("%d: was read", status)
		}
		if n.Load() != want {
			t.Errorf("%d: tried %d times, not %d", status, n.Load(), want)
		}
		server.Close()
	}
	var n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			http.Error(w, "", http.StatusBadGateway)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	defer server.Close()
	s, err := Open(t.Context(), server.URL+"/"+filepath.Base(dir), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// Servers that hang, lie, babble or stop in the middle end in an error, soon.
func TestHostileServers(t *testing.T) {
	dir := history(t)
	backend := gitHandler(t, filepath.Dir(dir))
	path := "/" + filepath.Base(dir)
	release := make(chan struct{})
	servers := map[string]http.HandlerFunc{
		"hangs":        func(w http.ResponseWriter, r *http.Request) { <-release },
		"dumb":         func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "0123 refs/heads/main\n") },
		"empty":        func(w http.ResponseWriter, r *http.Request) {},
		"html":         func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html>"+strings.Repeat("x", 9999)) },
		"bad pkt-line": func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ffffzzzz") },
		"error with escapes": func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "\x1b[31mred\x07", http.StatusNotFound)
		},
		"endless refs": func(w http.ResponseWriter, r *http.Request) {
			id := strings.Repeat("ab", 20)
			io.WriteString(w, "001e# service=git-upload-pack\n0000")
			for i := 0; ; i++ {
				line := fmt.Sprintf("%s refs/heads/b%d\n", id, i)
				if i == 0 {
					line = id + " HEAD\x00shallow\n"
				}
				if _, err := fmt.Fprintf(w, "%04x%s", len(line)+4, line); err != nil {
					return
				}
			}
		},
	}
	for _, cut := range []int64{1, 10, 300, 2000} {
		servers[fmt.Sprintf("stops after %d bytes of pack", cut)] = func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				w = &cuttingWriter{w, cut}
			}
			backend.ServeHTTP(w, r)
		}
	}
	servers["stalls in the pack"] = func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.Header().Set("Content-Type", "application/x-git-upload-pack-result")
			io.WriteString(w, "0008NAK\n")
			w.(http.Flusher).Flush()
			<-release
			return
		}
		backend.ServeHTTP(w, r)
	}
	for name, handler := range servers {
		server := httptest.NewServer(handler)
		hangs, limit := name == "hangs" || name == "stalls in the pack", time.Minute
		if hangs {
			limit = 2 * time.Second
		}
		started := time.Now()
		_, err := Open(t.Context(), server.URL+path, Options{Timeout: limit, Retries: -1, MaxRepoSize: 1 << 20})
		if err == nil {
			t.Errorf("%s: was read", name)
		} else if strings.ContainsAny(err.Error(), "\x1b\x07") || len(err.Error()) > 500 {
			t.Errorf("%s: %q", name, err)
		}
		if took := time.Since(started); took > limit+30*time.Second {
			t.Errorf("%s: took %s", name, took)
		}
		if hangs != errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		server.CloseClientConnections()
		defer server.Close()
	}
	close(release)
}

// cuttingWriter stops in the middle.
type cuttingWriter struct {
	http.ResponseWriter
	left int64
}

func (c *cuttingWriter) Write(p []byte) (int, error) {
	n := min(int64(len(p)), c.left)
	c.left -= n
	c.ResponseWriter.Write(p[:n])
	return len(p), nil
}

// A huge blob compressed small is stopped before it is unpacked, as is a
// repository that is merely too large.
func TestBombs(t *testing.T) {
	bomb := newRepo(t, map[string]string{"zeros": strings.Repeat("\x00", 64<<20), "a": "a"})
	large := history(t)
	for name, dir := range map[string]string{"bomb": bomb, "large": large} {
		url := serve(t, filepath.Dir(dir)) + "/" + filepath.Base(dir)
		limit := map[string]int64{"bomb": 1 << 20, "large": 4 << 10}[name]
		if _, err := Open(t.Context(), url, Options{MaxRepoSize: limit}); !errors.Is(err, ErrRepoTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := open(t, serve(t, filepath.Dir(bomb))+"/"+filepath.Base(bomb), Options{MaxFileSize: 1 << 20})
	defer s.Close()
	if e := find(t, listing(t, s), "zeros"); e.Reason != TooLarge || e.Size != 64<<20 {
		t.Errorf("%+v", e)
	}
}

// packOf makes a pack of raw objects: type and size as claimed, bytes compressed.
func packOf(objects ...func(*bytes.Buffer)) []byte {
	var b bytes.Buffer
	b.WriteString("PACK\x00\x00\x00\x02")
	binary.Write(&b, binary.BigEndian, uint32(len(objects)))
	for _, o := range objects {
		o(&b)
	}
	sum := sha1.Sum(b.Bytes())
	b.Write(sum[:])
	return b.Bytes()
}

func rawObject(k kind, size int, extra, body string) func(*bytes.Buffer) {
	return func(b *bytes.Buffer) {
		c := byte(k)<<4 | byte(size&15)
		for size >>= 4; size > 0; size >>= 7 {
			b.WriteByte(c | 0x80)
			c = byte(size & 0x7f)
		}
		b.WriteByte(c)
		b.WriteString(extra)
		z := zlib.NewWriter(b)
		io.WriteString(z, body)
		z.Close()
	}
}

// Packs that lie about sizes, bases and counts are errors.
func TestLyingPacks(t *testing.T) {
	var first bytes.Buffer
	rawObject(blobObject, 5, "", "hello")(&first)
	back := string([]byte{byte(first.Len())})
	good := packOf(rawObject(blobObject, 5, "", "hello"), rawObject(offsetDelta, 4, back, "\x05\x05\x90\x05"))
	index, err := indexPack(t.Context(), good, 0)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := newPack(good, index, 20); err != nil || p.count != 1 {
		t.Fatalf("the honest pack: %v", err) // both objects are the same blob
	}
	for name, pack := range map[string][]byte{
		"size too large":        packOf(rawObject(blobObject, 6, "", "hello")),
		"size too small":        packOf(rawObject(blobObject, 4, "", "hello")),
		"enormous size":         packOf(rawObject(blobObject, 1<<40, "", "hello")),
		"size overflows":        packOf(rawObject(blobObject, 1<<62, "", "hello")),
		"no such type":          packOf(rawObject(kind(5), 5, "", "hello")),
		"base before the pack":  packOf(rawObject(offsetDelta, 4, "\x7f", "\x05\x05\x90\x05")),
		"base is itself":        packOf(rawObject(offsetDelta, 4, "\x00", "\x05\x05\x90\x05")),
		"base is nowhere":       packOf(rawObject(refDelta, 4, strings.Repeat("x", 20), "\x05\x05\x90\x05")),
		"delta of another size": packOf(rawObject(blobObject, 5, "", "hello"), rawObject(offsetDelta, 4, back, "\x06\x05\x90\x05")),
		"copy past the base":    packOf(rawObject(blobObject, 5, "", "hello"), rawObject(offsetDelta, 5, back, "\x05\x05\x91\x03\x05")),
		"enormous result":       packOf(rawObject(blobObject, 5, "", "hello"), rawObject(offsetDelta, 8, back, "\x05\xff\xff\xff\xff\x0f\x90\x05")),
		"truncated delta":       packOf(rawObject(blobObject, 5, "", "hello"), rawObject(offsetDelta, 3, back, "\x05\x05\x90")),
		"trailing bytes":        append(bytes.Clone(good), 0),
		"checksum":              append(bytes.Clone(good[:len(good)-1]), good[len(good)-1]^1),
		"empty":                 {},
		"count":                 append([]byte("PACK\x00\x00\x00\x02\xff\xff\xff\xff"), make([]byte, 20)...),
	} {
		if _, err := indexPack(t.Context(), pack, 0); err == nil {
			t.Errorf("%s: was taken", name)
		}
	}
}

// A sha256 remote is refused with words that say so.
func TestRemoteSHA256(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q", "--object-format=sha256")
	files(t, dir, map[string]string{"a": "a"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "x")
	_, err := Open(t.Context(), serve(t, filepath.Dir(dir))+"/"+filepath.Base(dir), Options{})
	if err == nil || !strings.Contains(err.Error(), "a sha256 repository cannot") {
		t.Errorf("%v", err)
	}
}

func TestParseLocation(t *testing.T) {
	for in, want := range map[string]location{
		"https://h/o/r":                  {scheme: "https", url: "https://h/o/r", host: "h", path: "/o/r"},
		"https://h/o/r@v1":               {scheme: "https", url: "https://h/o/r", host: "h", path: "/o/r", ref: "v1"},
		"https://h/o/r.git@feature/x":    {scheme: "https", url: "https://h/o/r.git", host: "h", path: "/o/r.git", ref: "feature/x"},
		"https://h/@scope/r":             {scheme: "https", url: "https://h/@scope/r", host: "h", path: "/@scope/r"},
		"https://u:p@h:8443/o/r@v1":      {scheme: "https", url: "https://h:8443/o/r", host: "h", path: "/o/r", ref: "v1", user: "u", password: "p"},
		"git@h:o/r@v1":                   {scheme: "ssh", url: "git@h:o/r", host: "h", path: "o/r", ref: "v1", user: "git"},
		"ssh://git@h:22/o/r":             {scheme: "ssh", url: "ssh://git@h:22/o/r", host: "h", path: "/o/r", user: "git"},
		"file:///a/b@main":               {scheme: "file", url: "file:///a/b", path: "/a/b", ref: "main"},
		"https://u:p@h/o/r?token=secret": {scheme: "https", url: "https://h/o/r", host: "h", path: "/o/r", user: "u", password: "p"},
	} {
		if got, err := parseLocation(in); err != nil || *got != want {
			t.Errorf("%s:\nwant %+v\ngot  %+v, %v", in, want, got, err)
		}
	}
	for _, in := range []string{"https://", "https://h", "https:///x", "ftp://h/x", "file://host/x", "https://h/", "ssh://-oProxyCommand=x/y", "git@h:-x"} {
		if got, err := parseLocation(in); err == nil {
			t.Errorf("%s: %+v", in, got)
		}
	}
	for in, want := range map[string]bool{".": false, "a/b": false, "a/b:c": false, "git@h:o/r": true, "https://h/x": true, `C:\x`: false, "c:x": false, "./a@b:c": false} {
		if IsRemote(in) != want {
			t.Errorf("%s: remote %v", in, !want)
		}
	}
}

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"https://u:p@h/o/r@v1":  "https://h/o/r@v1",
		"https://token@h/o/r":   "https://h/o/r",
		"http://u:p/w@h/o/r":    "http://h/o/r", // a slash in it must be written as %2F
		"http://u:p@%zz/":       "http://%zz/",
		"gopher://u:p@h/x":      "gopher://h/x",
		"ssh://git:p@h:22/o/r":  "ssh://git@h:22/o/r",
		"git@h:o/r":             "git@h:o/r",
		"git@h:-x":              "git@h:-x",
		"a@b/c":                 "a@b/c",
		"https://h/o/r?token=p": "https://h/o/r",
	} {
		if got := Redact(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

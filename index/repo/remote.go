package repo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	gitband "github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"
	"github.com/go-git/go-git/v5/plumbing/transport"
	gitgit "github.com/go-git/go-git/v5/plumbing/transport/git"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"
	gitssh "github.com/go-git/go-git/v5/plumbing/transport/ssh"
)

// Fetching one commit of a remote repository: its pack goes into memory or an
// unnamed file, is indexed here, and read like any other. go-git speaks the
// protocols; its storage and its table of transports, which is one for the whole
// process, are not used.

// ErrRepoTooLarge is what Open returns for a remote over Options.MaxRepoSize.
var ErrRepoTooLarge = errors.New("repository is larger than the limit")

// fetch is one fetch from a remote.
type fetch struct {
	*location
	opts    Options
	client  transport.Transport
	auth    transport.AuthMethod
	secrets []string
	cache   *cache // nil unless clones are kept
}

// openRemote clones the repository at where and opens the commit asked for.
func openRemote(ctx context.Context, where string, opts Options) (*Source, error) {
	l, err := parseLocation(where)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Redact(where), err)
	}
	s, err := l.open(ctx, opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.url, err)
	}
	return s, nil
}

func (l *location) open(ctx context.Context, opts Options) (*Source, error) {
	switch {
	case opts.Staged:
		return nil, errors.New("a remote has nothing staged")
	case opts.Rev != "" && l.ref != "" && opts.Rev != l.ref:
		return nil, fmt.Errorf("two revisions were asked for: %s and %s", l.ref, opts.Rev)
	case l.ref == "":
		l.ref = opts.Rev
	}
	s := &Source{Kind: Remote, Repo: l.url, Rev: l.ref, opts: opts}
	if l.scheme == "file" {
		return s, s.openFile(l)
	}
	if opts.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, opts.Timeout, fmt.Errorf("no answer within %s", opts.Timeout))
		defer cancel()
	}
	f := &fetch{location: l, opts: opts}
	if err := f.prepare(ctx); err != nil {
		return nil, f.clean(ctx, err)
	}
	got, err := f.run(ctx)
	if err != nil {
		return nil, f.clean(ctx, err)
	}
	s.objects, s.cleanup = got.objects, got.cleanup
	h, _, err := s.peel(got.commit, commitObject)
	if err == nil {
		s.Commit = h.String()
		s.tree, _, err = s.peel(h, treeObject)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openFile reads the repository behind a file URL where it lies: its object
// store is only read, as a server would read it.
func (s *Source) openFile(l *location) error {
	dir := realPath(l.path)
	gitDir, err := gitDirOf(dir)
	if err != nil {
		return err
	}
	if gitDir == "" && isGitDir(dir) {
		gitDir = dir
	}
	if gitDir == "" {
		return errors.New("no repository there")
	}
	s.repo = newRepository(gitDir, "")
	if err := s.repo.configure(); err != nil {
		return err
	}
	if s.opts.Rev = l.ref; l.ref == "" {
		s.opts.Rev = "HEAD"
	}
	return s.openObjects()
}

// prepare settles how to reach the remote.
func (f *fetch) prepare(ctx context.Context) (err error) {
	if f.auth, f.secrets, err = f.credentials(f.opts.RefusePrivate); err != nil {
		return err
	}
	switch f.scheme {
	case "ssh":
		f.client = gitssh.NewClient(nil)
	case "git":
		f.client = gitgit.DefaultClient
	default:
		c, err := f.opts.httpClient(loadConfig("", ""))
		if err != nil {
			return err
		}
		f.client = githttp.NewClient(c)
	}
	if f.opts.RefusePrivate && !f.opts.AllowPrivate && f.scheme != "http" && f.scheme != "https" {
		if err := checkHost(ctx, f.host); err != nil {
			return err
		}
	}
	if f.opts.Cache != "" && !f.opts.History {
		f.cache, err = newCache(f.opts.Cache, f.url)
	}
	return err
}

// result is a store that holds a commit.
type result struct {
	commit  hash
	objects *objects
	cleanup func() error
}

const firstPause = 300 * time.Millisecond // doubled at every further attempt

// run fetches, and again after a transient failure.
func (f *fetch) run(ctx context.Context) (*result, error) {
	retries := f.opts.Retries
	if retries == 0 {
		retries = 2
	}
	for attempt := 0; ; attempt++ {
		got, err := f.abandonable(ctx)
		if err == nil || attempt >= retries || ctx.Err() != nil || !transient(err) {
			return got, err
		}
		select {
		case <-time.After(firstPause << attempt):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// abandonable runs one attempt, and does not wait for it longer than ctx says:
// not every transport listens to it.
func (f *fetch) abandonable(ctx context.Context) (*result, error) {
	type outcome struct {
		got *result
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		got, err := f.once(ctx)
		if err == nil && ctx.Err() != nil {
			got.objects.close()
			got.cleanup()
			err = ctx.Err()
		}
		done <- outcome{got, err}
	}()
	select {
	case o := <-done:
		return o.got, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// once asks the remote for its refs, then for the commit wanted.
func (f *fetch) once(ctx context.Context) (*result, error) {
	if err := f.cache.begin(); err != nil {
		return nil, fmt.Errorf("%w: %w", errCache, err)
	}
	endpoint, err := transport.NewEndpoint(f.url)
	if err != nil {
		return nil, errors.New("not a repository URL")
	}
	session, err := f.client.NewUploadPackSession(endpoint, f.auth)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	stop := context.AfterFunc(ctx, func() { session.Close() })
	defer stop()
	refs, err := session.AdvertisedReferencesContext(ctx)
	if err != nil {
		return nil, err
	}
	want, commit, err := f.pick(refs)
	if err != nil {
		return nil, err
	}
	if got := f.cache.open(commit); got != nil {
		return got, nil
	}
	req := f.request(refs.Capabilities, want)
	res, err := session.UploadPack(ctx, req)
	if err != nil {
		return nil, err
	}
	defer res.Close()
	return f.receive(ctx, commit, f.demux(req, res))
}

// pick finds the ref wanted among those the remote has: the id to ask for, and
// that of its commit if the ref is a tag object.
func (f *fetch) pick(refs *packp.AdvRefs) (want, commit plumbing.Hash, err error) {
	if f.ref == "" || f.ref == "HEAD" {
		if refs.Head != nil {
			return *refs.Head, *refs.Head, nil
		}
		return want, commit, errors.New("the remote's HEAD has no commit: name a branch with @BRANCH")
	}
	for _, format := range []string{"refs/heads/%s", "refs/tags/%s", "%s", "refs/%s"} {
		name := fmt.Sprintf(format, f.ref)
		if h, ok := refs.References[name]; ok {
			if peeled, ok := refs.Peeled[name]; ok {
				return h, peeled, nil
			}
			return h, h, nil
		}
	}
	if plumbing.IsHash(f.ref) {
		h := plumbing.NewHash(f.ref)
		return h, h, nil
	}
	return want, commit, fmt.Errorf("%q is no branch, tag or full commit id of the remote", f.ref)
}

// request asks for one commit, without history if that is not wanted and the
// server can do that.
func (f *fetch) request(server *capability.List, want plumbing.Hash) *packp.UploadPackRequest {
	req := packp.NewUploadPackRequestFromCapabilities(server)
	req.Wants = []plumbing.Hash{want}
	if server.Supports(capability.Shallow) && !f.opts.History {
		req.Capabilities.Set(capability.Shallow)
		req.Depth = packp.DepthCommits(1)
		req.Haves = f.cache.commits()
		req.Shallows = req.Haves
		if len(req.Haves) > 0 { // without it, servers send a shallow clone everything again
			req.Capabilities.Set(capability.ThinPack)
		}
	}
	if f.opts.Progress == nil && server.Supports(capability.NoProgress) {
		req.Capabilities.Set(capability.NoProgress)
	}
	return req
}

// demux returns the pack in a response.
func (f *fetch) demux(req *packp.UploadPackRequest, res io.Reader) io.Reader {
	var d *gitband.Demuxer
	switch {
	case req.Capabilities.Supports(capability.Sideband64k):
		d = gitband.NewDemuxer(gitband.Sideband64k, res)
	case req.Capabilities.Supports(capability.Sideband):
		d = gitband.NewDemuxer(gitband.Sideband, res)
	default:
		return res
	}
	if f.opts.Progress != nil {
		d.Progress = messages(f.opts.Progress)
	}
	return d
}

// messages passes on what the server says, without its control characters.
type messages func(received int64, message string)

func (m messages) Write(p []byte) (int, error) {
	text := strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\r' || 0x7f <= r && r < 0xa0 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(string(p), "?"))
	m(-1, text)
	return len(p), nil
}

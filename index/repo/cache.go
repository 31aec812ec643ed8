package repo

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// Keeping clones: a directory per URL, laid out as a bare repository that git
// itself can open: packs, and a `shallow` file naming the commits that are
// complete. A fetch says which those are and gets what is missing. Everything
// is written under another name first, so that two runs or a kill leave nothing
// half done. A clone that is not what was kept, or has gathered many packs, is
// begun afresh; runs that read from it have it mapped, one that was writing to it
// tries again.

// cache is the clone of one URL. A nil cache holds nothing.
type cache struct {
	dir string
}

// errCache is a clone that cannot be used: trying again may help, as another run
// may have begun it afresh.
var errCache = errors.New("cache")

// maxPacks is how many packs gather before a clone is begun afresh.
const maxPacks = 50

// newCache returns the clone of url below root.
func newCache(root, url string) (*cache, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	sum := sha1.Sum([]byte(url))
	base := strings.TrimSuffix(url[strings.LastIndexAny(url, "/:\\")+1:], ".git")
	base = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, base[:min(len(base), 40)])
	return &cache{filepath.Join(root, strings.TrimLeft(base, ".")+"-"+hex.EncodeToString(sum[:6])+".git")}, nil
}

// begin makes the clone's directory where there is none that can be used.
func (c *cache) begin() error {
	if c == nil {
		return nil
	}
	if !c.sound() {
		if err := c.remove(); err != nil {
			return err
		}
	}
	for _, dir := range []string{"objects/pack", "objects/info", "refs/heads", "refs/tags"} {
		if err := os.MkdirAll(filepath.Join(c.dir, dir), 0o755); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{
		"HEAD":   "ref: refs/heads/fetched\n",
		"config": "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
	} {
		if _, err := os.Stat(filepath.Join(c.dir, name)); err != nil {
			if err := c.write(name, []byte(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sound reports whether the clone is what was kept: its packs have their
// checksums, and its commits are there.
func (c *cache) sound() bool {
	o, err := c.objects()
	if err != nil {
		return false
	}
	defer o.close()
	if o.bad != nil || len(o.packs) > maxPacks || slices.ContainsFunc(o.packs, func(p *pack) bool { return !p.intact() }) {
		return false
	}
	for _, h := range c.commits() {
		if k, _, err := o.read(hash(h[:]), nil); err != nil || k != commitObject {
			return false
		}
	}
	return true
}

// remove takes the clone away, in one step.
func (c *cache) remove() error {
	if _, err := os.Stat(c.dir); err != nil {
		return nil
	}
	aside, err := os.MkdirTemp(filepath.Dir(c.dir), ".old-*")
	if err != nil {
		return err
	}
	if err := os.Rename(c.dir, filepath.Join(aside, "clone")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.RemoveAll(aside)
}

// write replaces a file in one step.
func (c *cache) write(name string, body []byte) error {
	f, err := os.CreateTemp(c.dir, "tmp-*")
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(c.dir, name))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// commits returns the commits that are complete in the clone.
func (c *cache) commits() []plumbing.Hash {
	if c == nil {
		return nil
	}
	src, _ := os.ReadFile(filepath.Join(c.dir, "shallow"))
	var all []plumbing.Hash
	for line := range strings.Lines(string(src)) {
		if id := strings.TrimSpace(line); plumbing.IsHash(id) {
			all = append(all, plumbing.NewHash(id))
		}
	}
	return all
}

// open returns the store of the clone, or nil if commit is not complete in it.
func (c *cache) open(commit plumbing.Hash) *result {
	if c == nil || !slices.Contains(c.commits(), commit) {
		return nil
	}
	o, err := c.objects()
	if err != nil {
		return nil
	}
	if _, _, err := o.read(hash(commit[:]), nil); err != nil {
		o.close()
		return nil
	}
	return &result{hash(commit[:]), o, func() error { return nil }}
}

func (c *cache) objects() (*objects, error) {
	return newObjects([]string{filepath.Join(c.dir, "objects")}, 20, 0)
}

// keep is add, with errors that say that the clone is at fault.
func (c *cache) keep(data, index []byte, commit plumbing.Hash) (*objects, error) {
	o, err := c.add(data, index, commit)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errCache, err)
	}
	return o, nil
}

// add adds a pack that completes commit. The pack goes before its index, and
// both before the commit is called complete.
func (c *cache) add(data, index []byte, commit plumbing.Hash) (*objects, error) {
	name := "objects/pack/pack-" + hex.EncodeToString(data[len(data)-20:])
	if err := c.write(name+".pack", data); err != nil {
		return nil, err
	}
	if err := c.write(name+".idx", index); err != nil {
		return nil, err
	}
	o, err := c.objects()
	if err != nil {
		return nil, err
	}
	if k, _, err := o.read(hash(commit[:]), nil); err != nil || k != commitObject {
		return o, err // a tag's id was asked for: it is read, but says nothing of a commit
	}
	var text strings.Builder
	for _, h := range append(c.commits(), commit) {
		text.WriteString(h.String() + "\n")
	}
	err = c.write("shallow", []byte(text.String()))
	if err == nil {
		err = c.write("refs/heads/fetched", []byte(commit.String()+"\n"))
	}
	if err != nil {
		o.close()
		return nil, err
	}
	return o, nil
}

// complete makes a thin pack whole: the bases its deltas miss are appended from
// the clone, as git does before it stores such a pack.
func (c *cache) complete(ctx context.Context, data []byte, limit int64) ([]byte, error) {
	missing, err := missingBases(ctx, data, limit)
	if err != nil || len(missing) == 0 {
		return data, err
	}
	o, err := c.objects()
	if err != nil {
		return nil, err
	}
	defer o.close()
	out := bytes.NewBuffer(bytes.Clone(data[:len(data)-20]))
	var added uint32
	for _, h := range missing {
		k, body, err := o.read(h, nil)
		if errors.Is(err, errNoObject) {
			continue // itself a delta of this pack, or nowhere: indexing will tell
		}
		if err != nil {
			return nil, fmt.Errorf("base of a delta: %w", err)
		}
		appendObject(out, k, body)
		added++
	}
	whole := out.Bytes()
	count := binary.BigEndian.Uint32(whole[8:]) + added
	binary.BigEndian.PutUint32(whole[8:], count)
	sum := sha1.Sum(whole)
	return append(whole, sum[:]...), nil
}

// appendObject writes an object as packs hold it.
func appendObject(out *bytes.Buffer, k kind, body []byte) {
	size := len(body)
	c := byte(k)<<4 | byte(size&15)
	for size >>= 4; size > 0; size >>= 7 {
		out.WriteByte(c | 0x80)
		c = byte(size & 0x7f)
	}
	out.WriteByte(c)
	z := zlib.NewWriter(out)
	z.Write(body)
	z.Close()
}

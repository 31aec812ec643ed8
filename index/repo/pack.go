package repo

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

// Reading packs, as git's Documentation/gitformat-pack.txt has them. A pack and
// its index are memory, mapped or received, so any number of goroutines may read
// at once. What a pack claims is checked against what it holds before anything
// is allocated.

// kind is an object's type, as packs number them.
type kind byte

const (
	commitObject kind = 1
	treeObject   kind = 2
	blobObject   kind = 3
	tagObject    kind = 4
	offsetDelta  kind = 6
	refDelta     kind = 7
)

func (k kind) String() string {
	switch k {
	case commitObject:
		return "commit"
	case treeObject:
		return "tree"
	case blobObject:
		return "blob"
	case tagObject:
		return "tag"
	}
	return fmt.Sprintf("object type %d", byte(k))
}

var (
	errBadPack  = errors.New("damaged pack")
	errBadDelta = errors.New("damaged delta in pack")
)

const (
	maxRatio      = 1032 // deflate cannot do better, so more is a lie
	maxDeltaChain = 4096 // git makes chains of 250 at most
)

// pack is a pack with its index.
type pack struct {
	data    []byte
	index   []byte
	count   int
	hashLen int
	closers []func() error
}

// openPack maps name.pack and name.idx.
func openPack(name string, hashLen int) (*pack, error) {
	index, closeIndex, err := mapFile(name + ".idx")
	if err != nil {
		return nil, err
	}
	data, closeData, err := mapFile(name + ".pack")
	if err != nil {
		closeIndex()
		return nil, err
	}
	p, err := newPack(data, index, hashLen)
	if err != nil {
		closeIndex()
		closeData()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p.closers = []func() error{closeIndex, closeData}
	return p, nil
}

// newPack checks the index's shape, so that lookups need not.
func newPack(data, index []byte, hashLen int) (*pack, error) {
	if len(index) < 8+256*4 || !bytes.HasPrefix(index, []byte("\xfftOc\x00\x00\x00\x02")) {
		return nil, errors.New("pack index is not version 2: rebuild it with `git index-pack`")
	}
	p := &pack{data: data, index: index, hashLen: hashLen}
	prev := 0
	for i := range 256 {
		n := p.fanout(i)
		if n < prev {
			return nil, errBadPack
		}
		prev = n
	}
	p.count = prev
	if len(index) < p.wide(0)+2*hashLen || len(data) < 12+hashLen || string(data[:4]) != "PACK" {
		return nil, errBadPack
	}
	return p, nil
}

// intact reports whether the pack and its index have the checksums they end in;
// of packs with sha1.
func (p *pack) intact() bool {
	for _, b := range [][]byte{p.data, p.index} {
		if sum := sha1.Sum(b[:len(b)-20]); !bytes.HasSuffix(b, sum[:]) {
			return false
		}
	}
	return bytes.Equal(p.data[len(p.data)-20:], p.index[len(p.index)-40:len(p.index)-20])
}

func (p *pack) fanout(i int) int { return int(binary.BigEndian.Uint32(p.index[8+4*i:])) }

// The tables of the index: ids, checksums, offsets, and offsets over 2 GiB.
func (p *pack) name(i int) []byte {
	at := 8 + 256*4 + i*p.hashLen
	return p.index[at : at+p.hashLen]
}
func (p *pack) narrow(i int) int { return 8 + 256*4 + p.count*(p.hashLen+4) + 4*i }
func (p *pack) wide(i int) int   { return p.narrow(p.count) + 8*i }

// search returns the position of the first id not below prefix.
func (p *pack) search(prefix string) int {
	lo, hi := 0, p.count
	if prefix != "" {
		hi = p.fanout(int(prefix[0]))
		if prefix[0] > 0 {
			lo = p.fanout(int(prefix[0]) - 1)
		}
	}
	return lo + sort.Search(hi-lo, func(i int) bool { return string(p.name(lo+i)) >= prefix })
}

// find returns where the object is.
func (p *pack) find(h hash) (offset int, ok bool) {
	i := p.search(string(h))
	if i >= p.count || string(p.name(i)) != string(h) {
		return 0, false
	}
	offset = int(binary.BigEndian.Uint32(p.index[p.narrow(i):]))
	if offset&(1<<31) != 0 {
		at := p.wide(offset &^ (1 << 31))
		if at+8 > len(p.index) {
			return 0, false
		}
		offset = int(binary.BigEndian.Uint64(p.index[at:]))
	}
	return offset, offset >= 12 && offset < len(p.data)-p.hashLen
}

// header is what stands before an object's compressed bytes.
type header struct {
	kind kind
	size int  // of what is compressed there: the object, or the delta
	body int  // where the compressed bytes begin
	base int  // for an offset delta
	ref  hash // for a reference delta
}

func (p *pack) header(offset int) (header, error) {
	h := header{}
	end := len(p.data) - p.hashLen
	if offset < 12 || offset >= end {
		return h, errBadPack
	}
	c := p.data[offset]
	h.kind, h.size = kind(c>>4&7), int(c&15)
	pos := offset + 1
	for shift := 4; c&0x80 != 0; shift += 7 {
		if pos >= end || shift > 55 {
			return h, errBadPack
		}
		c = p.data[pos]
		h.size |= int(c&0x7f) << shift
		pos++
	}
	switch h.kind {
	case commitObject, treeObject, blobObject, tagObject:
	case offsetDelta:
		back, next, ok := offsetVarint(string(p.data[pos:min(pos+16, end)]), 0)
		if !ok || back <= 0 || back > offset-12 {
			return h, errBadPack
		}
		h.base, pos = offset-back, pos+next
	case refDelta:
		if pos+p.hashLen > end {
			return h, errBadPack
		}
		h.ref, pos = hash(p.data[pos:pos+p.hashLen]), pos+p.hashLen
	default:
		return h, errBadPack
	}
	if h.body = pos; h.size > maxRatio*(end-pos)+maxRatio {
		return h, errBadPack
	}
	return h, nil
}

// close unmaps what openPack mapped.
func (p *pack) close() error {
	var errs []error
	for _, c := range p.closers {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}

// inflater is a zlib reader to use again.
type inflater struct {
	src   bytes.Reader
	r     io.ReadCloser
	delta []byte // the last delta read, to read the next one into
}

// reset makes it read src.
func (z *inflater) reset(src []byte) error {
	z.src.Reset(src)
	if z.r == nil {
		r, err := zlib.NewReader(&z.src)
		z.r = r
		return err
	}
	return z.r.(zlib.Resetter).Reset(&z.src, nil)
}

// inflate reads exactly size bytes into buf's memory, and the checksum after them.
func (z *inflater) inflate(src []byte, size int, buf []byte) ([]byte, error) {
	if err := z.reset(src); err != nil {
		return nil, fmt.Errorf("%w: %w", errBadPack, err)
	}
	if cap(buf) < size {
		buf = make([]byte, size)
	}
	buf = buf[:size]
	if _, err := io.ReadFull(z.r, buf); err != nil {
		return nil, fmt.Errorf("%w: %w", errBadPack, err)
	}
	var more [1]byte
	if n, err := z.r.Read(more[:]); n != 0 || err != io.EOF {
		return nil, errBadPack
	}
	return buf, nil
}

// deltaSizes reads the two numbers a delta begins with.
func deltaSizes(delta []byte) (base, result int, rest []byte, err error) {
	for _, to := range []*int{&base, &result} {
		for shift := 0; ; shift += 7 {
			if len(delta) == 0 || shift > 55 {
				return 0, 0, nil, errBadDelta
			}
			c := delta[0]
			delta = delta[1:]
			*to |= int(c&0x7f) << shift
			if c&0x80 == 0 {
				break
			}
		}
	}
	return base, result, delta, nil
}

// patch applies a delta to base, into buf's memory.
func patch(base, delta, buf []byte) ([]byte, error) {
	baseSize, size, delta, err := deltaSizes(delta)
	if err != nil || baseSize != len(base) {
		return nil, errBadDelta
	}
	if cap(buf) < size {
		buf = make([]byte, 0, min(size, 16<<20)) // grows as it proves true
	}
	buf = buf[:0]
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		var piece []byte
		switch {
		case op == 0:
			return nil, errBadDelta
		case op&0x80 == 0:
			if int(op) > len(delta) {
				return nil, errBadDelta
			}
			piece, delta = delta[:op], delta[op:]
		default:
			var at, n int
			for i := range 7 {
				if op>>i&1 == 0 {
					continue
				}
				if len(delta) == 0 {
					return nil, errBadDelta
				}
				if i < 4 {
					at |= int(delta[0]) << (8 * i)
				} else {
					n |= int(delta[0]) << (8 * (i - 4))
				}
				delta = delta[1:]
			}
			if n == 0 {
				n = 0x10000
			}
			if at+n > len(base) {
				return nil, errBadDelta
			}
			piece = base[at : at+n]
		}
		if len(buf)+len(piece) > size {
			return nil, errBadDelta
		}
		buf = append(buf, piece...)
	}
	if len(buf) != size {
		return nil, errBadDelta
	}
	return buf, nil
}

// packNames lists the packs of an object directory, without extension.
func packNames(objects string) ([]string, error) {
	dir := objects + "/pack"
	list, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range list {
		if name, ok := strings.CutSuffix(e.Name(), ".idx"); ok {
			names = append(names, dir+"/"+name)
		}
	}
	return names, err
}

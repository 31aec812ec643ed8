package repo

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/go-git/go-git/v5/plumbing"
)

// Receiving a pack: into memory, or past Options.MemoryLimit into a file without
// a name, and indexing it: every object is unpacked once to learn its id, whole
// ones in the order they come, deltas after their bases.

// receive takes in the pack and returns the store it makes.
func (f *fetch) receive(ctx context.Context, commit plumbing.Hash, src io.Reader) (*result, error) {
	src = &countingReader{r: src, tell: f.opts.Progress}
	if f.opts.MaxRepoSize > 0 {
		src = &boundedReader{r: src, left: f.opts.MaxRepoSize}
	}
	data, release, err := f.takeIn(src)
	if err != nil {
		return nil, err
	}
	var o *objects
	if f.cache != nil {
		data, err = f.cache.complete(ctx, data, f.opts.MaxRepoSize)
	}
	var index []byte
	if err == nil {
		index, err = indexPack(ctx, data, f.opts.MaxRepoSize)
	}
	switch {
	case err != nil:
	case f.cache != nil:
		o, err = f.cache.keep(data, index, commit)
		release()
		release = func() error { return nil }
	default:
		if o, err = newObjects(nil, 20, f.opts.MaxRepoSize); err == nil {
			err = o.add(data, index)
		}
	}
	if err != nil {
		release()
		return nil, err
	}
	return &result{hash(commit[:]), o, release}, nil
}

// takeIn reads a pack to its end.
func (f *fetch) takeIn(src io.Reader) (data []byte, release func() error, err error) {
	limit := f.opts.MemoryLimit
	if limit == 0 {
		limit = 64 << 20
	}
	var head bytes.Buffer
	if _, err = io.Copy(&head, io.LimitReader(src, limit+1)); err != nil {
		return nil, nil, err
	}
	if int64(head.Len()) <= limit {
		return head.Bytes(), func() error { return nil }, nil
	}
	file, err := os.CreateTemp("", "cleave-*.pack")
	if err != nil {
		return nil, nil, err
	}
	if os.Remove(file.Name()) != nil { // without a name nothing can be left behind ...
		defer os.Remove(file.Name()) // ... where the system allows that
	}
	defer file.Close()
	if _, err = io.Copy(file, io.MultiReader(&head, src)); err != nil {
		return nil, nil, err
	}
	return mapOpen(file)
}

// countingReader tells how much was read.
type countingReader struct {
	r    io.Reader
	n    int64
	tell func(int64, string)
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.n += int64(n); c.tell != nil && n > 0 {
		c.tell(c.n, "")
	}
	return n, err
}

// packed is an object of a pack being indexed.
type packed struct {
	header
	at, end int
	id      hash
}

// indexer indexes a pack.
type indexer struct {
	p       *pack
	z       inflater
	limit   int64 // of all objects together
	total   int64
	objects []packed
	byPlace map[int][]int  // deltas by the place of their base
	byID    map[hash][]int // and by its id
}

// indexPack returns the index of a pack, version 2. All its objects together may
// unpack to limit bytes, if that is not 0.
func indexPack(ctx context.Context, data []byte, limit int64) ([]byte, error) {
	x, err := scanPack(ctx, data, limit)
	if err != nil {
		return nil, err
	}
	if err := x.deltas(ctx); err != nil {
		return nil, err
	}
	return x.encode(), nil
}

// missingBases returns the ids of the objects that deltas of a thin pack build on
// and that are not in it.
func missingBases(ctx context.Context, data []byte, limit int64) ([]hash, error) {
	x, err := scanPack(ctx, data, limit)
	if err != nil || len(x.byID) == 0 {
		return nil, err
	}
	x.deltas(ctx) // as far as it gets: what has an id then is not missing
	for _, o := range x.objects {
		delete(x.byID, o.id)
	}
	return slices.Collect(maps.Keys(x.byID)), ctx.Err()
}

// scanPack checks a pack's frame and names its whole objects.
func scanPack(ctx context.Context, data []byte, limit int64) (*indexer, error) {
	if len(data) < 12+20 || string(data[:4]) != "PACK" {
		return nil, fmt.Errorf("the server sent no pack: %w", io.ErrUnexpectedEOF)
	}
	if v := binary.BigEndian.Uint32(data[4:]); v != 2 && v != 3 {
		return nil, errBadPack
	}
	sum := make(chan [20]byte, 1) // on the other core meanwhile
	go func() { sum <- sha1.Sum(data[:len(data)-20]) }()
	x := &indexer{p: &pack{data: data, hashLen: 20}, limit: limit, byPlace: map[int][]int{}, byID: map[hash][]int{}}
	count := int(binary.BigEndian.Uint32(data[8:]))
	err := errBadPack
	if count <= len(data)/4 {
		err = x.whole(ctx, count)
	}
	if got := <-sum; err == nil && !bytes.Equal(got[:], data[len(data)-20:]) {
		return nil, fmt.Errorf("%w: checksum differs", errBadPack)
	}
	return x, err
}

// grow counts the bytes of an object against the limit.
func (x *indexer) grow(size int) error {
	if x.total += int64(size); x.limit > 0 && x.total > x.limit {
		return ErrRepoTooLarge
	}
	return nil
}

// whole goes through the pack, and names the objects that are not deltas.
func (x *indexer) whole(ctx context.Context, count int) error {
	x.objects = make([]packed, count)
	var buf []byte
	at := 12
	for i := range x.objects {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		h, err := x.p.header(at)
		if err != nil {
			return err
		}
		if err := x.grow(h.size); err != nil {
			return err
		}
		if buf, err = x.z.inflate(x.p.data[h.body:len(x.p.data)-20], h.size, buf); err != nil {
			return err
		}
		end := len(x.p.data) - 20 - x.z.src.Len()
		x.objects[i] = packed{header: h, at: at, end: end}
		switch h.kind {
		case offsetDelta:
			x.byPlace[h.base] = append(x.byPlace[h.base], i)
		case refDelta:
			x.byID[h.ref] = append(x.byID[h.ref], i)
		default:
			x.objects[i].id = objectID(h.kind, buf)
		}
		at = end
	}
	if at != len(x.p.data)-20 {
		return errBadPack
	}
	return nil
}

// objectID is git's id of an object.
func objectID(k kind, body []byte) hash {
	h := sha1.New()
	h.Write([]byte(k.String() + " " + strconv.Itoa(len(body)) + "\x00"))
	h.Write(body)
	return hash(h.Sum(nil))
}

// deltas names the deltas: from every object that is whole, along the chains
// that build on it, holding the bytes of one chain at a time.
func (x *indexer) deltas(ctx context.Context) error {
	if len(x.byPlace)+len(x.byID) == 0 {
		return nil
	}
	for i := range x.objects {
		o := &x.objects[i]
		if o.kind >= offsetDelta || len(x.byPlace[o.at])+len(x.byID[o.id]) == 0 {
			continue
		}
		body, err := x.z.inflate(x.p.data[o.body:], o.size, nil)
		if err == nil {
			err = x.chain(ctx, o, o.kind, body)
		}
		if err != nil {
			return err
		}
	}
	for i := range x.objects {
		if x.objects[i].id == "" {
			return fmt.Errorf("%w: a delta without its base", errBadPack)
		}
	}
	return nil
}

// chain names what builds on an object whose bytes are known.
func (x *indexer) chain(ctx context.Context, base *packed, k kind, body []byte) error {
	type step struct {
		base []byte
		i    int
	}
	var todo []step
	push := func(o *packed, body []byte) {
		for _, i := range x.byPlace[o.at] {
			todo = append(todo, step{body, i})
		}
		for _, i := range x.byID[o.id] {
			todo = append(todo, step{body, i})
		}
	}
	push(base, body)
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		o := &x.objects[s.i]
		if o.id != "" {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		delta, err := x.z.inflate(x.p.data[o.body:], o.size, x.z.delta)
		if err != nil {
			return err
		}
		x.z.delta = delta
		_, size, _, err := deltaSizes(delta)
		if err == nil {
			err = x.grow(size)
		}
		if err != nil {
			return err
		}
		out, err := patch(s.base, delta, nil)
		if err != nil {
			return err
		}
		o.id = objectID(k, out)
		push(o, out)
	}
	return nil
}

// encode writes the index.
func (x *indexer) encode() []byte {
	slices.SortFunc(x.objects, func(a, b packed) int { return bytes.Compare([]byte(a.id), []byte(b.id)) })
	x.objects = slices.CompactFunc(x.objects, func(a, b packed) bool { return a.id == b.id })
	out := []byte("\xfftOc\x00\x00\x00\x02")
	be := binary.BigEndian
	n := 0
	for b := range 256 {
		for n < len(x.objects) && int(x.objects[n].id[0]) <= b {
			n++
		}
		out = be.AppendUint32(out, uint32(n))
	}
	for _, o := range x.objects {
		out = append(out, o.id...)
	}
	for _, o := range x.objects {
		out = be.AppendUint32(out, crc32.ChecksumIEEE(x.p.data[o.at:o.end]))
	}
	var wide []byte
	for _, o := range x.objects {
		if o.at < 1<<31 {
			out = be.AppendUint32(out, uint32(o.at))
		} else {
			out = be.AppendUint32(out, uint32(1<<31|len(wide)/8))
			wide = be.AppendUint64(wide, uint64(o.at))
		}
	}
	out = append(append(out, wide...), x.p.data[len(x.p.data)-20:]...)
	sum := sha1.Sum(out)
	return append(out, sum[:]...)
}

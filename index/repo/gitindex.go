package repo

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// The git index: versions 2 to 4, split and sparse, with ids of either length.
// The format is in git's Documentation/gitformat-index.txt; go-git's decoder
// refuses split and sparse indexes and takes several times as long.

// hash is a raw object id: 20 bytes, or 32 in a sha256 repository.
type hash string

func (h hash) String() string { return hex.EncodeToString([]byte(h)) }

// parseHash reads a full hex id.
func parseHash(s string) (hash, bool) {
	raw, err := hex.DecodeString(s)
	return hash(raw), err == nil && (len(raw) == 20 || len(raw) == 32)
}

// indexEntry is one line of the index.
type indexEntry struct {
	path        string
	hash        hash
	mode        Mode
	stage       uint8
	skip        bool // skip-worktree: outside the sparse checkout
	intentToAdd bool
}

// gitIndex is the index file.
type gitIndex struct {
	entries []indexEntry // ordered by path, then stage
}

var errBadIndex = errors.New("malformed index")

// readIndex reads the index of r; a repository without one tracks nothing.
func readIndex(r *repository) (*gitIndex, error) {
	src, err := readFile(r.index)
	if errors.Is(err, os.ErrNotExist) {
		return &gitIndex{}, nil
	}
	if err != nil {
		return nil, err
	}
	d := indexDecoder{src: src, hashLen: 20}
	if r.sha256 {
		d.hashLen = 32
	}
	entries, err := d.decode()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.index, err)
	}
	if d.shared != "" {
		if entries, err = joinShared(r, &d, entries); err != nil {
			return nil, fmt.Errorf("%s: split index: %w", r.index, err)
		}
	}
	return &gitIndex{entries}, nil
}

func readFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.Grow(int(info.Size()))
	_, err = io.CopyN(&b, f, info.Size()) // git puts another file in its place, and never writes to it
	return b.String(), err
}

// indexDecoder walks through src.
type indexDecoder struct {
	src      string
	pos      int
	hashLen  int
	version  uint32
	shared   hash // base of a split index
	deleted  []int
	replaced []int
}

func (d *indexDecoder) decode() ([]indexEntry, error) {
	if len(d.src) < 12+d.hashLen || d.src[:4] != "DIRC" {
		return nil, errBadIndex
	}
	d.version = d.u32(4)
	count := int(d.u32(8))
	if d.version < 2 || d.version > 4 {
		return nil, fmt.Errorf("version %d is not known", d.version)
	}
	d.pos = 12
	if count > len(d.src)/(42+d.hashLen) {
		return nil, errBadIndex
	}
	entries := make([]indexEntry, count)
	prev := ""
	for i := range entries {
		if err := d.entry(&entries[i], prev); err != nil {
			return nil, err
		}
		prev = entries[i].path
	}
	return entries, d.extensions()
}

func (d *indexDecoder) u16(at int) uint16 { return uint16(d.src[at])<<8 | uint16(d.src[at+1]) }
func (d *indexDecoder) u32(at int) uint32 {
	return uint32(d.u16(at))<<16 | uint32(d.u16(at+2))
}

func (d *indexDecoder) entry(e *indexEntry, prev string) error {
	start := d.pos
	name := start + 40 + d.hashLen + 2
	end := len(d.src) - d.hashLen // the checksum is no part of it
	if name >= end {
		return errBadIndex
	}
	e.mode = Mode(d.u32(start + 24))
	e.hash = hash(d.src[start+40 : start+40+d.hashLen])
	flags := d.u16(name - 2)
	e.stage = uint8(flags >> 12 & 3)
	if flags&0x4000 != 0 {
		if d.version < 3 || name+2 >= end {
			return errBadIndex
		}
		more := d.u16(name)
		e.skip, e.intentToAdd = more&0x4000 != 0, more&0x2000 != 0
		name += 2
	}
	strip := 0
	if d.version == 4 {
		var ok bool
		if strip, name, ok = offsetVarint(d.src[:end], name); !ok || strip > len(prev) {
			return errBadIndex
		}
	}
	n := strings.IndexByte(d.src[name:end], 0)
	if n < 0 {
		return errBadIndex
	}
	if d.version == 4 {
		e.path = prev[:len(prev)-strip] + d.src[name:name+n]
		d.pos = name + n + 1
		return nil
	}
	e.path = d.src[name : name+n]
	d.pos = start + (name+n-start+8)&^7
	return nil
}

// offsetVarint reads the variable-length number that packs and indexes use for
// offsets.
func offsetVarint(src string, pos int) (value, next int, ok bool) {
	for first := true; ; first = false {
		if pos >= len(src) || value > 1<<48 {
			return 0, pos, false
		}
		c := int(src[pos])
		pos++
		if !first {
			value++
		}
		value = value<<7 | c&0x7f
		if c < 0x80 {
			return value, pos, true
		}
	}
}

func (d *indexDecoder) extensions() error {
	end := len(d.src) - d.hashLen
	for d.pos+8 <= end {
		name, size := d.src[d.pos:d.pos+4], int(d.u32(d.pos+4))
		d.pos += 8
		if size > end-d.pos {
			return errBadIndex
		}
		body := d.src[d.pos : d.pos+size]
		d.pos += size
		switch {
		case name == "link":
			if err := d.link(body); err != nil {
				return err
			}
		case name == "sdir": // sparse directories are told by their mode
		case name[0] < 'A' || name[0] > 'Z':
			return fmt.Errorf("extension %q is not known", name)
		}
	}
	return nil
}

// link reads the extension of a split index: the base's id, and which of its
// entries were deleted and replaced.
func (d *indexDecoder) link(body string) error {
	if len(body) < d.hashLen {
		return errBadIndex
	}
	d.shared, body = hash(body[:d.hashLen]), body[d.hashLen:]
	if strings.Trim(string(d.shared), "\x00") == "" {
		d.shared = ""
	}
	for _, to := range []*[]int{&d.deleted, &d.replaced} {
		if body == "" {
			return nil
		}
		var err error
		if *to, body, err = ewah(body); err != nil {
			return err
		}
	}
	return nil
}

// maxBits is how many entries a split index may have a say on: several times
// what the largest repositories hold. A few bytes can claim four thousand million.
const maxBits = 1 << 24

// ewah decodes a compressed bitmap into the positions of its set bits.
func ewah(s string) (set []int, rest string, err error) {
	if len(s) < 8 {
		return nil, "", errBadIndex
	}
	raw := []byte(s)
	bits, words := int(binary.BigEndian.Uint32(raw)), int(binary.BigEndian.Uint32(raw[4:]))
	if words > (len(s)-12)/8 || bits > maxBits {
		return nil, "", errBadIndex
	}
	word := func(i int) uint64 { return binary.BigEndian.Uint64(raw[8+8*i:]) }
	pos := 0
	for i := 0; i < words; {
		marker := word(i)
		i++
		run, literals := int(marker>>1&0xffffffff), int(marker>>33)
		if run > bits/64+1 || literals > words-i || pos > bits+64 {
			return nil, "", errBadIndex
		}
		for end := pos + 64*run; pos < end; pos++ {
			if marker&1 != 0 && pos < bits {
				set = append(set, pos)
			}
		}
		for ; literals > 0; literals-- {
			for w, b := word(i), 0; b < 64; b++ {
				if w>>b&1 != 0 {
					set = append(set, pos+b)
				}
			}
			pos, i = pos+64, i+1
		}
	}
	return set, s[8+8*words+4:], nil
}

// joinShared puts a split index on top of its base.
func joinShared(r *repository, top *indexDecoder, entries []indexEntry) ([]indexEntry, error) {
	src, err := os.ReadFile(filepath.Join(filepath.Dir(r.index), "sharedindex."+top.shared.String()))
	if errors.Is(err, os.ErrNotExist) {
		src, err = os.ReadFile(filepath.Join(r.gitDir, "sharedindex."+top.shared.String()))
	}
	if err != nil {
		return nil, err
	}
	base := indexDecoder{src: string(src), hashLen: top.hashLen}
	all, err := base.decode()
	if err != nil {
		return nil, err
	}
	for _, i := range top.replaced {
		if i >= len(all) || len(entries) == 0 || entries[0].path != "" {
			return nil, errBadIndex
		}
		entries[0].path = all[i].path
		all[i], entries = entries[0], entries[1:]
	}
	for _, i := range top.deleted {
		if i >= len(all) {
			return nil, errBadIndex
		}
		all[i].path = ""
	}
	all = slices.DeleteFunc(all, func(e indexEntry) bool { return e.path == "" })
	for _, e := range entries {
		i, found := slices.BinarySearchFunc(all, e, compareEntries)
		if found {
			all[i] = e
		} else {
			all = slices.Insert(all, i, e)
		}
	}
	return all, nil
}

func compareEntries(a, b indexEntry) int {
	if c := strings.Compare(a.path, b.path); c != 0 {
		return c
	}
	return int(a.stage) - int(b.stage)
}

func comparePath(e indexEntry, path string) int { return strings.Compare(e.path, path) }

// at returns the first entry of path.
func (x *gitIndex) at(path string) (indexEntry, bool) {
	i, found := slices.BinarySearchFunc(x.entries, path, comparePath)
	if !found {
		return indexEntry{}, false
	}
	return x.entries[i], true
}

// below returns the entries whose path begins with prefix.
func (x *gitIndex) below(prefix string) []indexEntry {
	lo, _ := slices.BinarySearchFunc(x.entries, prefix, comparePath)
	n := len(x.entries) - lo
	hi := lo + sort.Search(n, func(i int) bool { return !strings.HasPrefix(x.entries[lo+i].path, prefix) })
	return x.entries[lo:hi]
}

package index

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// item is one entry of a directory of a view.
type item struct {
	name   string // the last element of the path
	file   int64  // its row; 0 if it was passed over for a reason of the listing
	blob   string // the id of its bytes, raw; "" without a row
	reason string // why it has no row
	size   int64  // in bytes, of a work tree
	stamp  repo.Stamp
}

// listing is what a view has in one directory, by name.
type listing []item

// find gives the item of a name; nil if there is none.
func (l listing) find(name string) *item {
	i, ok := slices.BinarySearchFunc(l, name, func(it item, name string) int { return strings.Compare(it.name, name) })
	if !ok {
		return nil
	}
	return &l[i]
}

// pack writes a listing: for each item the name, the row, the blob, the reason,
// the size and what else the file system says; strings after their length,
// numbers as varints, the second time less the first.
func (l listing) pack() []byte {
	b := make([]byte, 0, 48*len(l))
	for i := range l {
		it := &l[i]
		b = packString(b, it.name)
		b = binary.AppendVarint(b, it.file)
		b = packString(b, it.blob)
		b = packString(b, it.reason)
		b = binary.AppendVarint(b, it.size)
		b = binary.AppendVarint(b, it.stamp.Modified)
		b = binary.AppendVarint(b, it.stamp.Changed-it.stamp.Modified)
		b = binary.AppendUvarint(b, it.stamp.Inode)
	}
	return b
}

func packString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

var errListing = errors.New("a listing cannot be read")

// unpackListing reads what pack wrote. b is not kept.
func unpackListing(b []byte) (listing, error) {
	u := unpacker{rest: string(b)}
	var l listing
	for u.rest != "" && !u.failed {
		it := item{name: u.string(), file: u.int(), blob: u.string(), reason: u.string(), size: u.int()}
		it.stamp.Modified = u.int()
		it.stamp.Changed = it.stamp.Modified + u.int()
		it.stamp.Inode = u.uint()
		l = append(l, it)
	}
	if u.failed {
		return nil, errListing
	}
	return l, nil
}

// unpacker reads strings and numbers from the front of rest.
type unpacker struct {
	rest   string
	failed bool
}

func (u *unpacker) string() string {
	n := u.length()
	if u.failed || n < 0 || n > len(u.rest) {
		u.failed = true
		return ""
	}
	s := u.rest[:n]
	u.rest = u.rest[n:]
	return s
}

// length reads a number that was written without a sign.
func (u *unpacker) length() int { return int(u.uint()) }

func (u *unpacker) int() int64 {
	v := u.uint()
	return int64(v>>1) ^ -int64(v&1)
}

func (u *unpacker) uint() uint64 {
	var v uint64
	for i := 0; i < len(u.rest) && i < binary.MaxVarintLen64; i++ {
		c := u.rest[i]
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			u.rest = u.rest[i+1:]
			return v
		}
	}
	u.failed = true
	return 0
}

// split parts a path into its directory and its name.
func split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 0)], path[i+1:]
}

// join is the inverse of split.
func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

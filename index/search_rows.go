package index

import (
	"iter"
	"math/bits"
	"slices"
)

// rowSet are the numbers of chunks, in order: a list, or where that would take
// more, a bit for each number. There are less than 2^32 chunks, which would take
// terabytes.
type rowSet struct {
	n    int
	list []uint32
	bits []uint64
}

func newRowSet(list []uint32) *rowSet {
	r := &rowSet{n: len(list), list: list}
	if r.n == 0 || int(list[r.n-1])/32 >= r.n {
		return r
	}
	r.list, r.bits = nil, make([]uint64, list[r.n-1]/64+1)
	for _, row := range list {
		r.bits[row/64] |= 1 << (row % 64)
	}
	return r
}

// size is what it takes in memory, in bytes.
func (r *rowSet) size() int { return 64 + 4*cap(r.list) + 8*len(r.bits) }

func (r *rowSet) all() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, row := range r.list {
			if !yield(row) {
				return
			}
		}
		for i, word := range r.bits {
			for ; word != 0; word &= word - 1 {
				if !yield(uint32(i*64 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// finder tells of rows, asked for in order, whether they are in the set.
type finder struct {
	set  *rowSet
	rest []uint32
}

func (f *finder) has(row uint32) bool {
	if f.set.bits != nil {
		i := int(row / 64)
		return i < len(f.set.bits) && f.set.bits[i]>>(row%64)&1 != 0
	}
	step := 1
	for step < len(f.rest) && f.rest[step-1] < row {
		f.rest, step = f.rest[step:], 2*step
	}
	i, found := slices.BinarySearch(f.rest[:min(step, len(f.rest))], row)
	f.rest = f.rest[i:]
	return found
}

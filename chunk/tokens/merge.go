package tokens

import "encoding/binary"

const (
	fewBytes  = 64      // up to here looking at every part is quicker than a heap
	keepParts = 1 << 16 // a larger piece's memory is given back
)

// mergeFew returns the number of tokens of a piece of at most fewBytes, at least one.
func mergeFew(v *vocabulary, piece []byte) int {
	var begins [fewBytes + 1]uint8 // where each part begins, then the piece's end
	var ranks [fewBytes]uint32     // of the token the part and the next would make, or noRank
	n := len(piece)
	for i := range n {
		begins[i] = uint8(i)
		ranks[i] = noRank
		if i+1 < n {
			ranks[i] = v.pairs[binary.BigEndian.Uint16(piece[i:])]
		}
	}
	begins[n] = uint8(n)
	for {
		i := 0
		for k, rank := range ranks[:n] {
			if rank < ranks[i] {
				i = k
			}
		}
		if ranks[i] == noRank {
			return n
		}
		copy(begins[i+1:n], begins[i+2:n+1])
		copy(ranks[i:n-1], ranks[i+1:n])
		n--
		// What ranks[i] holds now is the rank of the part that is gone and the one after.
		ranks[i] = noRank
		if i+1 < n {
			ranks[i] = v.rank(piece[begins[i]:begins[i+2]])
		}
		if i > 0 {
			ranks[i-1] = v.rank(piece[begins[i-1]:begins[i+1]])
		}
	}
}

// A merger merges long pieces. It keeps its memory from one piece to the next.
type merger struct {
	parts []part
	heap  []uint64 // rank<<32|offset: the lowest rank first, the leftmost of equals
}

// A part of a piece, kept at the index of its first byte.
type part struct {
	prev, next uint32 // where the part before begins, where the part after begins
	rank       uint32 // of the token this part and the next would make, or noRank
}

// count returns the number of tokens of a piece, the bytes of at least one.
func (m *merger) count(v *vocabulary, piece []byte) int {
	m.start(v, piece)
	n := uint32(len(piece))
	tokens := len(piece)
	for len(m.heap) > 0 {
		rank, i := m.pop()
		if m.parts[i].rank != rank {
			continue // the part has grown or gone since
		}
		gone := m.parts[i].next
		m.parts[gone].rank = noRank
		next := m.parts[gone].next
		m.parts[i].next = next
		tokens--
		m.parts[i].rank = noRank
		if next < n {
			m.parts[next].prev = i
			m.pair(v, piece, i, m.parts[next].next)
		}
		if i > 0 {
			m.pair(v, piece, m.parts[i].prev, next)
		}
	}
	if len(m.parts) > keepParts {
		*m = merger{}
	}
	return tokens
}

// start makes every byte a part, and puts every pair that is a token on the heap.
func (m *merger) start(v *vocabulary, piece []byte) {
	m.parts, m.heap = m.parts[:0], m.heap[:0]
	for i := range piece {
		m.parts = append(m.parts, part{prev: uint32(i) - 1, next: uint32(i) + 1, rank: noRank})
	}
	for i := range len(piece) - 1 {
		m.pair(v, piece, uint32(i), uint32(i)+2)
	}
}

// pair notes the token that the part at i and the one after it, which ends at end, would make.
func (m *merger) pair(v *vocabulary, piece []byte, i, end uint32) {
	rank := v.rank(piece[i:end])
	m.parts[i].rank = rank
	if rank != noRank {
		m.push(uint64(rank)<<32 | uint64(i))
	}
}

// push and pop keep a binary heap.

func (m *merger) push(x uint64) {
	h := append(m.heap, x)
	m.heap = h
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if h[up] <= x {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = x
}

func (m *merger) pop() (rank, offset uint32) {
	h := m.heap
	top, x := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	m.heap = h
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1] < h[down] {
			down++
		}
		if x <= h[down] {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = x
	}
	return uint32(top >> 32), uint32(top)
}

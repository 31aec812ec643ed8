package tokens

// A merger merges pieces into tokens. It keeps its memory from one piece to the next.
type merger struct {
	parts []part
	heap  []uint64
}

// A part of a piece, kept at the index of its first byte.
type part struct {
	prev, next uint32 // where the part before begins, where the part after begins
	rank       uint32 // of the token this part and the next would make, or noRank
}

const keepParts = 1 << 16 // a larger piece's memory is given back

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

// push and pop keep a binary heap of rank<<32|offset: the lowest rank first, the leftmost of equals.

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

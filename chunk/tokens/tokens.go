package tokens

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Names lists the vocabularies New knows.
func Names() []string {
	return []string{"cl100k_base", "o200k_base", "p50k_base", "r50k_base"}
}

// An Encoding is a vocabulary with its rule for pieces. It is immutable and safe for concurrent use.
type Encoding struct {
	name    string
	vocab   *vocabulary
	classes *classes
	next    func(t *classes, b []byte, i int) int // the end of the piece of b that starts at i
	clean   func(t *classes, b []byte, off int) bool
}

// New loads a vocabulary by name. It reads embedded data only; the error for an unknown name lists
// the known ones.
func New(name string) (*Encoding, error) {
	e := &Encoding{name: name}
	switch name {
	case "cl100k_base":
		e.next, e.clean = nextCL100K, cleanCL100K
	case "o200k_base":
		e.next, e.clean = nextO200K, cleanO200K
	case "p50k_base", "r50k_base":
		e.next, e.clean = nextGPT2, cleanGPT2
	default:
		return nil, fmt.Errorf("unknown vocabulary %q, want one of %s", name, strings.Join(Names(), ", "))
	}
	var err error
	if e.vocab, err = loadVocabulary(name); err != nil {
		return nil, fmt.Errorf("vocabulary %s: %w", name, err)
	}
	e.classes = newClasses()
	return e, nil
}

// Name returns the name New was given.
func (e *Encoding) Name() string { return e.name }

// A Counter counts tokens and remembers the counts of pieces it met, in half a megabyte and up to four
// more for long ones. It is not
// safe for concurrent use: take one per worker.
type Counter struct {
	enc   *Encoding
	tiny  []uint64          // two-way table of pieces of at most tinyLen bytes
	short []entry           // of at most shortLen bytes
	long  map[string]uint32 // longer pieces, emptied when full
	bytes int               // of those
	merge merger
}

// An entry is a short piece and its count: 15 bytes, zero-padded, and in the top byte of hi the count
// above the length, 4 bits each. An unused entry has length 0, which no piece has. A tiny piece is the
// same in one word, of 7 bytes.
type entry struct{ lo, hi uint64 }

const (
	tinyBits  = 15
	tinyLen   = 7
	shortBits = 14
	shortLen  = 15
	longLen   = 4 << 10 // pieces beyond are not remembered
	longCount = 4096    // pieces
	longBytes = 4 << 20 // of them together
)

// NewCounter returns a Counter that has met nothing yet.
func (e *Encoding) NewCounter() *Counter {
	return &Counter{enc: e, tiny: make([]uint64, 1<<tinyBits), short: make([]entry, 1<<shortBits), long: make(map[string]uint32)}
}

// Count returns the number of tokens of b, any bytes under 4 GiB: the length of what tiktoken-go's
// EncodeOrdinary returns for string(b).
func (c *Counter) Count(b []byte) int {
	next, classes := c.enc.next, c.enc.classes
	total := 0
	for i := 0; i < len(b); {
		end := next(classes, b, i)
		total += int(c.piece(b, i, end))
		i = end
	}
	return total
}

// Sums returns a slice s of len(b)+1 in which s[i] is the number of tokens of the pieces of b that
// end at or before byte i, in the memory of sums where that is large enough. So s[len(b)] is
// Count(b), and s[j]-s[i] is Count(b[i:j]) for any i <= j that are both Clean in b.
func (c *Counter) Sums(sums []uint32, b []byte) []uint32 {
	if cap(sums) <= len(b) {
		sums = make([]uint32, len(b)+1)
	}
	sums = sums[:len(b)+1]
	next, classes := c.enc.next, c.enc.classes
	total := uint32(0)
	for i := 0; i < len(b); {
		end := next(classes, b, i)
		for k := range sums[i:end] {
			sums[i+k] = total
		}
		total += c.piece(b, i, end)
		i = end
	}
	sums[len(b)] = total
	return sums
}

// piece counts the tokens of the piece b[i:end].
func (c *Counter) piece(b []byte, i, end int) uint32 {
	n := end - i
	if n == 1 && b[i] < utf8.RuneSelf {
		return 1
	}
	if n > shortLen {
		return c.longPiece(b[i:end])
	}
	var w []byte
	if i+16 <= len(b) {
		w = b[i : i+16]
	} else {
		w = append(make([]byte, 0, 16), b[i:end]...)[:16]
	}
	if n <= tinyLen {
		return c.tinyPiece(b[i:end], binary.LittleEndian.Uint64(w))
	}
	lo, hi := pack(w, n)
	at := (lo ^ bits.RotateLeft64(hi, 32)*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd >> (64 - shortBits)
	first, second := &c.short[at], &c.short[at^1]
	switch {
	case first.is(lo, hi):
		return uint32(first.hi >> 60)
	case second.is(lo, hi):
		return uint32(second.hi >> 60)
	}
	count := c.encode(b[i:end])
	if count < 16 { // as always in valid UTF-8
		*first, *second = entry{lo, hi | uint64(count)<<60}, *first
	}
	return count
}

// tinyPiece counts a piece that w begins with.
func (c *Counter) tinyPiece(piece []byte, w uint64) uint32 {
	n := len(piece)
	w = w&(1<<(8*uint(n))-1) | uint64(n)<<56
	at := w * 0xff51afd7ed558ccd >> (64 - tinyBits)
	first, second := &c.tiny[at], &c.tiny[at^1]
	switch {
	case *first<<4>>4 == w:
		return uint32(*first >> 60)
	case *second<<4>>4 == w:
		return uint32(*second >> 60)
	}
	count := c.encode(piece)
	if count < 16 {
		*first, *second = w|uint64(count)<<60, *first
	}
	return count
}

func (e *entry) is(lo, hi uint64) bool { return e.lo == lo && e.hi<<4 == hi<<4 }

// pack returns an entry, without its count, for the first n bytes of w, tinyLen < n <= shortLen.
func pack(w []byte, n int) (lo, hi uint64) {
	lo, hi = binary.LittleEndian.Uint64(w), binary.LittleEndian.Uint64(w[8:])
	return lo, hi&(1<<(8*uint(n-8))-1) | uint64(n)<<56
}

func (c *Counter) longPiece(piece []byte) uint32 {
	if n, ok := c.long[string(piece)]; ok {
		return n
	}
	n := c.encode(piece)
	if len(piece) <= longLen {
		if c.bytes += len(piece); c.bytes > longBytes || len(c.long) >= longCount {
			clear(c.long)
			c.bytes = len(piece)
		}
		c.long[string(piece)] = n
	}
	return n
}

// encode counts the tokens of a piece by the vocabulary alone.
func (c *Counter) encode(piece []byte) uint32 {
	if !utf8.Valid(piece) {
		piece = []byte(string([]rune(string(piece)))) // U+FFFD for every invalid byte
	}
	if c.enc.vocab.rank(piece) != noRank {
		return 1
	}
	if len(piece) <= fewBytes {
		return uint32(mergeFew(c.enc.vocab, piece))
	}
	return uint32(c.merge.count(c.enc.vocab, piece))
}

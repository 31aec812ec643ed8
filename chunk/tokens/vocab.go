package tokens

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// A vocabulary maps tokens to their ranks.
type vocabulary struct {
	text    []byte   // all tokens in order of rank
	ends    []uint32 // token r is text[ends[r]:ends[r+1]]; a rank without a token is empty
	slots   []uint32 // open addressing by hash: 0, or rank+1 below a tag
	filter  []uint64 // the filterBit of every token: 128 KB refuse most other strings
	longest int      // bytes of the longest token
	pairs   []uint32 // the rank of every two bytes, the first in the high byte, or noRank
}

const (
	noRank     = ^uint32(0)
	filterBits = 20
	rankBits   = 20
	rankMask   = 1<<rankBits - 1
)

// loadVocabulary reads the embedded file of lines "base64(token) rank", in order of rank.
func loadVocabulary(name string) (*vocabulary, error) {
	file, err := assets.Assets.ReadFile(name + ".tiktoken")
	if err != nil {
		return nil, err
	}
	v := &vocabulary{text: make([]byte, 0, len(file)/2), ends: make([]uint32, 1, len(file)/16)}
	for number := 1; len(file) > 0; number++ {
		var line []byte
		line, file, _ = bytes.Cut(file, []byte("\n"))
		if len(line) == 0 {
			continue
		}
		if err := v.addLine(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	v.index()
	return v, nil
}

func (v *vocabulary) addLine(line []byte) error {
	encoded, digits, _ := bytes.Cut(line, []byte(" "))
	rank, err := strconv.Atoi(string(digits))
	if err != nil {
		return err
	}
	if rank < len(v.ends)-1 || rank >= rankMask {
		return fmt.Errorf("rank %d after %d", rank, len(v.ends)-2)
	}
	for rank > len(v.ends)-1 {
		v.ends = append(v.ends, uint32(len(v.text)))
	}
	start := len(v.text)
	if v.text, err = base64.StdEncoding.AppendDecode(v.text, encoded); err != nil {
		return err
	}
	v.ends = append(v.ends, uint32(len(v.text)))
	v.longest = max(v.longest, len(v.text)-start)
	return nil
}

// index fills pairs and the hash table, at most half full.
func (v *vocabulary) index() {
	v.filter = make([]uint64, 1<<filterBits/64)
	v.pairs = make([]uint32, 1<<16)
	for i := range v.pairs {
		v.pairs[i] = noRank
	}
	v.slots = make([]uint32, 1<<bits.Len(uint(2*len(v.ends))))
	mask := uint64(len(v.slots) - 1)
	for rank := range len(v.ends) - 1 {
		token := v.token(uint32(rank))
		if len(token) == 0 {
			continue
		}
		if len(token) == 2 {
			v.pairs[binary.BigEndian.Uint16(token)] = uint32(rank)
		}
		h := hash(token)
		word, bit := filterBit(h)
		v.filter[word] |= bit
		i := h & mask
		for v.slots[i] != 0 {
			i = (i + 1) & mask
		}
		v.slots[i] = slotTag(h) | uint32(rank+1)
	}
}

func (v *vocabulary) token(rank uint32) []byte { return v.text[v.ends[rank]:v.ends[rank+1]] }

// rank returns the rank of a token, or noRank.
func (v *vocabulary) rank(token []byte) uint32 {
	if len(token) > v.longest {
		return noRank
	}
	h := hash(token)
	if word, bit := filterBit(h); v.filter[word]&bit == 0 {
		return noRank
	}
	tag := slotTag(h)
	mask := uint64(len(v.slots) - 1)
	for i := h & mask; v.slots[i] != 0; i = (i + 1) & mask {
		if s := v.slots[i]; s&^rankMask == tag && bytes.Equal(v.token(s&rankMask-1), token) {
			return s&rankMask - 1
		}
	}
	return noRank
}

// filterBit says which bit of the filter a hash has: its top bits do.
func filterBit(h uint64) (word, bit uint64) {
	n := h >> (64 - filterBits)
	return n / 64, 1 << (n % 64)
}

// slotTag is what a slot keeps of a hash, so that most strangers are told apart without a look at
// their bytes.
func slotTag(h uint64) uint32 { return uint32(h>>20) &^ rankMask }

// hash mixes the bytes of b eight at a time.
func hash(b []byte) uint64 {
	h := uint64(len(b))
	for ; len(b) > 8; b = b[8:] {
		h = mix(h, binary.LittleEndian.Uint64(b))
	}
	switch n := len(b); {
	case n >= 4: // the two halves may overlap: the length tells
		lo, hi := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[n-4:])
		return mix(h, uint64(lo)|uint64(hi)<<32)
	case n > 0:
		return mix(h, uint64(b[0])|uint64(b[n/2])<<8|uint64(b[n-1])<<16)
	}
	return h
}

func mix(h, word uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, word^0xff51afd7ed558ccd)
	return hi ^ lo
}

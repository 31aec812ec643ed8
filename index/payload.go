package index

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/klauspost/compress/zstd"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// A file's data is blocks of whole chunks, each compressed with zstd by itself,
// so that one chunk can be read without the others. In front stand, as unsigned
// varints, the number of blocks, and for each how many chunks it has and how many
// bytes it takes. A block has for each chunk
//
//   - its ordinal among the chunks of the file with the same text, from 0, and
//     its tokens;
//   - the lengths of what follows, of the context and the body each; these as
//     varints too;
//   - the record, as JSON, without what is known from elsewhere: the path, the
//     texts, id and hash, repository and commit;
//   - the words (words.go) of the name and of the scope, for a search to score it
//     without reading the record;
//   - the context and the body.

// blockBytes is how large a block grows before the next begins. Larger ones make
// the file smaller, and a search slower, which reads some sixty.
const blockBytes = 8 << 10

// codec packs and unpacks. It may be used from several goroutines.
type codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newCodec() (*codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(4<<30))
	if err != nil {
		return nil, err
	}
	return &codec{enc, dec}, nil
}

func (c *codec) close() {
	if c != nil {
		c.enc.Close()
		c.dec.Close()
	}
}

// pack writes the data of a file.
func (c *codec) pack(f *chunk.File) ([]byte, error) {
	if len(f.Chunks) == 0 {
		return []byte{}, nil
	}
	var head, blocks, block []byte
	seen := make(map[string]int)
	count, n := 0, uint64(0)
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		var err error
		if block, err = packChunk(block, ch, seen[ch.Text]); err != nil {
			return nil, err
		}
		seen[ch.Text]++
		if count++; len(block) < blockBytes && i+1 < len(f.Chunks) {
			continue
		}
		before := len(blocks)
		blocks = c.enc.EncodeAll(block, blocks)
		head = binary.AppendUvarint(head, uint64(count))
		head = binary.AppendUvarint(head, uint64(len(blocks)-before))
		block, count, n = block[:0], 0, n+1
	}
	b := make([]byte, 0, binary.MaxVarintLen32+len(head)+len(blocks))
	return append(append(binary.AppendUvarint(b, n), head...), blocks...), nil
}

func packChunk(b []byte, ch *chunk.Chunk, ordinal int) ([]byte, error) {
	r := *ch
	r.ID, r.Hash, r.Path, r.Text, r.Context, r.Repo, r.Commit = "", "", "", "", "", "", ""
	record, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	w := wordsOf(&chunk.Chunk{Kind: ch.Kind, Name: ch.Name, Scope: ch.Scope, Units: ch.Units})
	for _, n := range []int{ordinal, ch.Tokens, len(record), len(w.name), len(w.scope), len(ch.Context), len(ch.Text) - len(ch.Context)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = append(append(append(b, record...), w.name...), w.scope...)
	return append(b, ch.Text...), nil
}

var errPayload = errors.New("the data of a file cannot be read")

// unpack reads what pack wrote, into the file that it was.
func (c *codec) unpack(r *row) (*chunk.File, error) {
	f := &chunk.File{Path: r.path, Language: r.language, Strategy: r.strategy, Parse: parse.Result(r.parse)}
	if r.chunks == 0 {
		return f, nil
	}
	blocks, err := blocksOf(r)
	if err != nil {
		return nil, err
	}
	f.Chunks = make([]chunk.Chunk, 0, r.chunks)
	for _, b := range blocks {
		packed, err := c.open(b)
		if err != nil {
			return nil, err
		}
		for i := range packed {
			ch, err := packed[i].unpack(r.path)
			if err != nil {
				return nil, err
			}
			f.Chunks = append(f.Chunks, *ch)
		}
	}
	return f, nil
}

// block is some chunks of a file, as they are stored.
type block struct {
	first, chunks int
	data          []byte
}

// blocksOf finds the blocks in the data of a file.
func blocksOf(r *row) ([]block, error) {
	n, rest := length(r.data)
	if n < 1 || n > r.chunks {
		return nil, errPayload
	}
	blocks, lengths, chunks := make([]block, n), make([]int, n), 0
	for i := range blocks {
		blocks[i].first = chunks
		blocks[i].chunks, rest = length(rest)
		lengths[i], rest = length(rest)
		if blocks[i].chunks < 1 || lengths[i] < 0 {
			return nil, errPayload
		}
		chunks += blocks[i].chunks
	}
	for i, length := range lengths {
		if length > len(rest) {
			return nil, errPayload
		}
		blocks[i].data, rest = rest[:length], rest[length:]
	}
	if chunks != r.chunks || len(rest) > 0 {
		return nil, errPayload
	}
	return blocks, nil
}

// packed is a chunk of a block that was opened.
type packed struct {
	ordinal, tokens int
	record          []byte
	name, scope     []byte // words
	context         int    // its length
	text            []byte
}

// open decompresses a block.
func (c *codec) open(b block) ([]packed, error) {
	rest, err := c.dec.DecodeAll(b.data, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPayload, err)
	}
	out := make([]packed, b.chunks)
	for i := range out {
		var n [7]int // ordinal, tokens, record, name, scope, context, body
		for k := range n {
			if n[k], rest = length(rest); n[k] < 0 {
				return nil, errPayload
			}
		}
		if n[2]+n[3]+n[4]+n[5]+n[6] > len(rest) {
			return nil, errPayload
		}
		out[i] = packed{ordinal: n[0], tokens: n[1], context: n[5]}
		for _, part := range []struct {
			to *[]byte
			n  int
		}{{&out[i].record, n[2]}, {&out[i].name, n[3]}, {&out[i].scope, n[4]}, {&out[i].text, n[5] + n[6]}} {
			*part.to, rest = rest[:part.n], rest[part.n:]
		}
	}
	if len(rest) > 0 {
		return nil, errPayload
	}
	return out, nil
}

// length reads a varint from the front of b; less than 0 if there is none.
func length(b []byte) (int, []byte) {
	v, n := binary.Uvarint(b)
	if n <= 0 || v > math.MaxInt32 {
		return -1, nil
	}
	return int(v), b[n:]
}

// decode gives the record, without what is known from elsewhere.
func (p *packed) decode() (*chunk.Chunk, error) {
	ch := new(chunk.Chunk)
	if err := json.Unmarshal(p.record, ch); err != nil {
		return nil, fmt.Errorf("%w: %w", errPayload, err)
	}
	return ch, nil
}

// unpack gives the chunk, of the file at path.
func (p *packed) unpack(path string) (*chunk.Chunk, error) {
	ch, err := p.decode()
	if err != nil {
		return nil, err
	}
	ch.Path, ch.Text = path, string(p.text)
	ch.Context = ch.Text[:p.context]
	ch.Identify(p.ordinal)
	return ch, nil
}

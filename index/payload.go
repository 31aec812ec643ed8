package index

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// A file's data is compressed with zstd, all its chunks together. Before that
// it is the length of a JSON array, as an unsigned varint; the array, of the
// chunks' records without what is known from elsewhere (path, texts, id and
// hash, repository and commit); and for each chunk the length of its context,
// the length of its body, the context and the body.

// codec packs and unpacks. It may be used from several goroutines.
type codec struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newCodec() (*codec, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithLowerEncoderMem(true))
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
	records := make([]chunk.Chunk, len(f.Chunks))
	texts := 0
	for i := range f.Chunks {
		r := f.Chunks[i]
		texts += len(r.Text) + 8
		r.ID, r.Hash, r.Path, r.Text, r.Context, r.Repo, r.Commit = "", "", "", "", "", "", ""
		records[i] = r
	}
	head, err := json.Marshal(records)
	if err != nil {
		return nil, err
	}
	b := binary.AppendUvarint(make([]byte, 0, len(head)+texts+8), uint64(len(head)))
	b = append(b, head...)
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		b = binary.AppendUvarint(b, uint64(len(ch.Context)))
		b = binary.AppendUvarint(b, uint64(len(ch.Text)-len(ch.Context)))
		b = append(b, ch.Text...)
	}
	return c.enc.EncodeAll(b, nil), nil
}

var errPayload = errors.New("the data of a file cannot be read")

// unpack reads what pack wrote, into the file that it was.
func (c *codec) unpack(r *row) (*chunk.File, error) {
	f := &chunk.File{Path: r.path, Language: r.language, Strategy: r.strategy, Parse: parse.Result(r.parse)}
	if r.chunks == 0 {
		return f, nil
	}
	b, err := c.dec.DecodeAll(r.data, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPayload, err)
	}
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return nil, errPayload
	}
	head := b[size : size+int(n)]
	if err := json.Unmarshal(head, &f.Chunks); err != nil {
		return nil, fmt.Errorf("%w: %w", errPayload, err)
	}
	u := unpacker{rest: string(b[size+int(n):])}
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		context, body := u.length(), u.length()
		if u.failed || context < 0 || body < 0 || context > len(u.rest) || body > len(u.rest)-context {
			return nil, errPayload
		}
		ch.Text = u.rest[:context+body]
		ch.Context = ch.Text[:context]
		ch.Path = r.path
		u.rest = u.rest[context+body:]
	}
	if len(f.Chunks) != r.chunks || u.rest != "" {
		return nil, errPayload
	}
	f.Identify()
	return f, nil
}

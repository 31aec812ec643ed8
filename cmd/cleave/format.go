package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// format writes chunks in one of the forms of --format.
type format struct {
	name  string
	buf   *bytes.Buffer
	enc   *json.Encoder
	first bool
}

// jsonText is v as every command prints it: text as it is, <, > and & too, and a
// line end. It is indented for people, or one line.
func jsonText(v any, indent string) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return buf.Bytes(), err
}

func newFormat(name string) (*format, error) {
	switch name {
	case "jsonl", "json", "langchain", "text":
	default:
		return nil, fmt.Errorf("format is %q; it must be jsonl, json, langchain or text", name)
	}
	f := &format{name: name, buf: new(bytes.Buffer)}
	f.enc = json.NewEncoder(f.buf)
	f.enc.SetEscapeHTML(false)
	return f, nil
}

func (f *format) begin() []byte {
	f.first = true
	if f.name == "json" {
		return []byte("[")
	}
	return nil
}

func (f *format) end() []byte {
	if f.name == "json" {
		return []byte("\n]\n")
	}
	return nil
}

// file gives a file's chunks. The bytes are good until the next call.
func (f *format) file(file *chunk.File) ([]byte, error) {
	f.buf.Reset()
	for i := range file.Chunks {
		ch := &file.Chunks[i]
		if f.name == "text" {
			f.text(ch)
			continue
		}
		if f.name == "json" {
			if !f.first {
				f.buf.WriteByte(',')
			}
			f.buf.WriteByte('\n')
		}
		f.first = false
		if err := f.enc.Encode(f.record(ch)); err != nil {
			return nil, err
		}
		if f.name == "json" {
			f.buf.Truncate(f.buf.Len() - 1)
		}
	}
	return f.buf.Bytes(), nil
}

// document is LangChain's form of a chunk.
type document struct {
	PageContent string   `json:"page_content"`
	Metadata    metadata `json:"metadata"`
}

// metadata is the record without its text.
type metadata struct {
	chunk.Chunk
	Text    struct{} `json:"text,omitzero"`
	Context struct{} `json:"context,omitzero"`
}

func (f *format) record(ch *chunk.Chunk) any {
	if path, raw := chunk.PathText(ch.Path); raw != nil {
		odd := *ch
		odd.Path, odd.PathBytes = path, raw
		ch = &odd
	}
	if f.name == "langchain" {
		return document{ch.Text, metadata{Chunk: *ch}}
	}
	return ch
}

func (f *format) text(ch *chunk.Chunk) {
	head := fmt.Sprintf("──── %s:%d-%d  %s", printable(ch.Path), ch.StartLine, ch.EndLine, printable(heading(ch)))
	fmt.Fprintf(f.buf, "%s  (%d tokens)\n%s", strings.TrimRight(head, " "), ch.Tokens, ch.Text)
	if !strings.HasSuffix(ch.Text, "\n") {
		f.buf.WriteByte('\n')
	}
}

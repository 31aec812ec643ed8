package index

import (
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// indexed are the words by which the chunks of a file are found: those of the
// body, the path, the name and the scope, each once a chunk; and those that are
// not of the body alone once more, behind an underscore, which no word begins
// with.
type indexed struct {
	words []string
	ids   []uint32 // of each chunk the words it has, by where they stand in words
	ends  []int    // of each chunk, the end of its ids
	text  []byte
}

// chunk gives the ids of the words of a chunk.
func (w *indexed) chunk(i int) []uint32 {
	if i == 0 {
		return w.ids[:w.ends[0]]
	}
	return w.ids[w.ends[i-1]:w.ends[i]]
}

// join gives the words of a chunk as the full-text table gets them, a space after
// each. It is good until the next call.
func (w *indexed) join(i int) []byte {
	w.text = w.text[:0]
	for _, id := range w.chunk(i) {
		w.text = append(append(w.text, w.words[id]...), ' ')
	}
	return w.text
}

// indexer makes the words of one file after the other. A run (words.go) is taken
// apart once a file.
type indexer struct {
	ids   map[string]uint32 // of the words of the file
	body  map[string]made   // by run
	heads map[string]made
	made  []uint32
	chunk int
	last  []int // of each word, the last chunk that has it
	buf   []byte
	out   indexed
}

// made are the words that a run makes, from one to another in indexer.made.
type made struct{ from, to int }

// manyWords is how many words a file has for it to be cheaper to make new maps
// than to empty those of it.
const manyWords = 1 << 14

func (x *indexer) file(f *chunk.File) *indexed {
	if x.ids == nil || len(x.ids) > manyWords {
		x.ids, x.body, x.heads = make(map[string]uint32), make(map[string]made), make(map[string]made)
	}
	clear(x.ids)
	clear(x.body)
	clear(x.heads)
	x.made, x.last, x.out = x.made[:0], x.last[:0], indexed{}
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		x.chunk = i + 1
		x.add(ch.Path, x.heads, 1)
		for name := range namesOf(ch) {
			x.add(name, x.heads, 1)
		}
		for _, name := range ch.Scope {
			x.add(name, x.heads, 1)
		}
		x.add(ch.Text[len(ch.Context):], x.body, bodyLeast)
		x.out.ends = append(x.out.ends, len(x.out.ids))
	}
	out := x.out
	return &out
}

// add adds the words of a text to the chunk.
func (x *indexer) add(text string, runs map[string]made, least int) {
	for start, end := nextRun(text, 0); start < len(text); start, end = nextRun(text, end) {
		if end-start < least {
			continue
		}
		run := text[start:end]
		m, ok := runs[run]
		if !ok {
			m = x.make(run, least < bodyLeast)
			runs[run] = m
		}
		for _, id := range x.made[m.from:m.to] {
			if x.last[id] != x.chunk {
				x.last[id] = x.chunk
				x.out.ids = append(x.out.ids, id)
			}
		}
	}
}

// make numbers the words of a run.
func (x *indexer) make(run string, head bool) made {
	m := made{from: len(x.made)}
	x.buf = appendParts(x.buf[:0], strings.Trim(run, "_"))
	for word := range strings.FieldsSeq(string(x.buf)) {
		x.made = append(x.made, x.id(word))
		if head {
			x.made = append(x.made, x.id("_"+word))
		}
	}
	m.to = len(x.made)
	return m
}

// id numbers a word.
func (x *indexer) id(word string) uint32 {
	id, ok := x.ids[word]
	if !ok {
		id = uint32(len(x.out.words))
		x.ids[word] = id
		x.out.words, x.last = append(x.out.words, word), append(x.last, 0)
	}
	return id
}

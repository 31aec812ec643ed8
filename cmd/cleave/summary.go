package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// summary adds up a run.
type summary struct {
	start   time.Time
	files   int
	bytes   int
	tokens  int
	sizes   []int          // tokens of each chunk
	reasons map[string]int // of files passed over
	parses  map[string]int // of files chunked, other than ok
	langs   map[string]*share
}

func newSummary() *summary {
	return &summary{start: time.Now(), reasons: make(map[string]int), parses: make(map[string]int), langs: make(map[string]*share)}
}

func (s *summary) add(r index.Result) {
	if r.File == nil {
		if r.Reason != "" {
			s.reasons[r.Reason]++
		}
		return
	}
	s.files++
	s.bytes += r.Bytes
	if p := string(r.File.Parse); p != "ok" && p != "none" {
		s.parses[p]++
	}
	l := s.langs[r.File.Language]
	if l == nil {
		l = new(share)
		s.langs[r.File.Language] = l
	}
	l.Files++
	l.Bytes += int64(r.Bytes)
	l.Chunks += len(r.File.Chunks)
	for i := range r.File.Chunks {
		n := r.File.Chunks[i].Tokens
		l.Tokens += n
		s.tokens += n
		s.sizes = append(s.sizes, n)
	}
}

func (s *summary) print(w io.Writer) {
	secs := time.Since(s.start).Seconds()
	fmt.Fprintf(w, "%s, %s, %s", count(s.files, "file"), count(len(s.sizes), "chunk"), count(s.tokens, "token"))
	if len(s.sizes) > 0 {
		z := s.spread()
		fmt.Fprintf(w, " (%d/%d/%d a chunk, min/median/max)", z.Min, z.Median, z.Max)
	}
	fmt.Fprintf(w, ", %.1f s, %.1f MB/s\n", secs, float64(s.bytes)/1e6/max(secs, 1e-9))
	for _, p := range slices.Sorted(maps.Keys(s.parses)) {
		fmt.Fprintf(w, "parse %s: %s\n", p, count(s.parses[p], "file"))
	}
	io.WriteString(w, s.passedOver())
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// reportLine is one line of --report.
func reportLine(src *repo.Source, r index.Result) []byte {
	line := struct {
		Repo     string `json:"repo,omitempty"`
		Commit   string `json:"commit,omitempty"`
		Path     string `json:"path"`
		Raw      []byte `json:"path_bytes,omitempty"`
		Bytes    int64  `json:"bytes"`
		Language string `json:"language,omitempty"`
		Strategy string `json:"strategy,omitempty"`
		Chunks   int    `json:"chunks"`
		Tokens   int    `json:"tokens"`
		Parse    string `json:"parse,omitempty"`
		Reason   string `json:"reason,omitempty"`
		Error    string `json:"error,omitempty"`
	}{Bytes: r.Entry.Size, Reason: r.Reason}
	line.Path, line.Raw = chunk.PathText(r.Path)
	line.Repo, line.Commit = index.Provenance(src)
	if f := r.File; f != nil {
		line.Language, line.Strategy, line.Parse = f.Language, f.Strategy, string(f.Parse)
		if line.Chunks, line.Tokens = len(f.Chunks), f.Tokens(); line.Chunks == 0 {
			line.Reason = "empty"
		}
	}
	if r.Err != nil {
		line.Error = r.Err.Error()
	}
	return jsonLine(line)
}

// lostLine is the line of --report for a path or URL that could not be read to
// its end.
func lostLine(source string, err error) []byte {
	return jsonLine(struct {
		Source string `json:"source"`
		Error  string `json:"error"`
	}{source, err.Error()})
}

func jsonLine(v any) []byte {
	b, err := jsonText(v, "")
	if err != nil {
		return nil
	}
	return b
}

package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
)

// Tool is another chunker: its name and the chunks it made.
type Tool struct {
	Name   string
	chunks []foreign
}

// foreign is a chunk of another tool, as it gives it.
type foreign struct {
	Repo      string `json:"repo"`
	Snapshot  string `json:"snapshot"`
	Commit    string `json:"commit"`
	Path      string `json:"path"`
	Text      string `json:"text"`
	StartByte *int   `json:"start_byte"`
	EndByte   *int   `json:"end_byte"`
	StartLine *int   `json:"start_line"`
	EndLine   *int   `json:"end_line"`

	Kind     optional[string]       `json:"kind"`
	Name     optional[string]       `json:"name"`
	Scope    optional[[]string]     `json:"scope"`
	Units    optional[[]chunk.Unit] `json:"units"`
	Context  optional[*string]      `json:"context"`
	Encoding optional[string]       `json:"encoding"`
	Cell     optional[*int]         `json:"cell"`

	line  int
	wrong error // what keeps it from being read
}

// optional is a field that is read if it is as in chunk.Chunk: another tool may
// mean something else by the name.
type optional[T any] struct{ is T }

func (o *optional[T]) UnmarshalJSON(src []byte) error {
	var v T
	if json.Unmarshal(src, &v) == nil {
		o.is = v
	}
	return nil
}

// UnmarshalJSON takes 3.0 for 3, as programs print whose numbers may be missing.
func (f *foreign) UnmarshalJSON(src []byte) error {
	type plain foreign
	read := struct {
		*plain
		StartByte *float64 `json:"start_byte"`
		EndByte   *float64 `json:"end_byte"`
		StartLine *float64 `json:"start_line"`
		EndLine   *float64 `json:"end_line"`
	}{plain: (*plain)(f)}
	err := json.Unmarshal(src, &read)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		f.wrong = inWords(err)
	} else if err != nil {
		return err
	}
	for _, n := range []struct {
		name string
		from *float64
		to   **int
	}{{"start_byte", read.StartByte, &f.StartByte}, {"end_byte", read.EndByte, &f.EndByte},
		{"start_line", read.StartLine, &f.StartLine}, {"end_line", read.EndLine, &f.EndLine}} {
		if n.from == nil {
			continue
		}
		whole := int(max(-1, min(*n.from, math.MaxInt32))) // no file is so large
		if *n.to = &whole; f.wrong == nil && math.Trunc(*n.from) != *n.from {
			f.wrong = fmt.Errorf("%s is no whole number", n.name)
		}
	}
	return nil
}

// ReadChunks reads what another tool made: one JSON object a line, with path,
// text, and start_byte and end_byte (0-based, half-open) or start_line and
// end_line (1-based, inclusive) of what in the file the text is of; if all are
// given, they must be of the same place. Text besides that is context. Where snapshot or commit is given, the chunk is of that
// revision alone, and where repo is, of that repository.
//
// Ranking reads kind, name, scope and units as well, where they are as in
// chunk.Chunk, whose records rank as what they were printed from. Those of files
// that are decoded, and of notebooks, do not have the bytes of their range as
// text: their start_byte and end_byte are taken at their word.
//
// A line that is no JSON object is an error. An object that is no chunk is left
// out when chunks are placed.
func ReadChunks(name string, r io.Reader) (Tool, error) {
	t := Tool{Name: name}
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		}
		if len(bytes.TrimSpace(text)) > 0 {
			f := foreign{line: n}
			if err := json.Unmarshal(text, &f); err != nil {
				return t, fmt.Errorf("line %d: not a chunk: %w", n, inWords(err))
			}
			t.chunks = append(t.chunks, f)
		}
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return t, err
		}
	}
}

// of reports whether f is of the snapshot.
func (f *foreign) of(s *snapshot) bool {
	rev := f.Snapshot
	if rev == "" {
		rev = f.Commit
	}
	return (rev == "" || s.rev == "" || rev == s.rev) && (f.Repo == "" || s.repo == "" || f.Repo == s.repo)
}

// covers fails if a tool has no chunk of some of the snapshots: its figures
// would be zeros, and say nothing of it.
func (t *Tool) covers(all []*snapshot) error {
	var missing []string
	for _, s := range all {
		if !slices.ContainsFunc(t.chunks, func(f foreign) bool { return f.of(s) }) {
			missing = append(missing, fmt.Sprintf("%s@%.12s", s.repo, s.rev))
		}
	}
	switch {
	case len(missing) == 0:
		return nil
	case len(missing) < 2:
		return fmt.Errorf("%s: no chunks of %s: %s", t.Name, missing[0], howToCover)
	}
	return fmt.Errorf("%s: no chunks of %s and %d more of %d snapshots: %s", t.Name, missing[0], len(missing)-1, len(all), howToCover)
}

// strays says how many chunks are of none of the snapshots, if any.
func (t *Tool) strays(all []*snapshot) []string {
	n, first := 0, 0
	for i := range t.chunks {
		f := &t.chunks[i]
		if slices.ContainsFunc(all, f.of) {
			continue
		}
		if n++; n == 1 {
			first = f.line
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: %d of %d chunks left out, the first on line %d: of no snapshot or repository that the queries name", t.Name, n, len(t.chunks), first)}
}

const howToCover = "chunk each revision that the queries name, and give it in the lines, as snapshot"

// place finds a tool's chunks in the files of a snapshot. Those that are not
// there are left out, which the problems say; it fails if all are. The order is
// that of paths and places.
func (t *Tool) place(s *snapshot, files map[string]*File, count *tokens.Counter) (out []Chunk, problems []string, err error) {
	type left struct{ n, first int }
	reasons := map[string]*left{}
	firstLost := "" // the path of the first chunk that has no file
	all := 0
	for i := range t.chunks {
		f := &t.chunks[i]
		if !f.of(s) {
			continue
		}
		all++
		c, err := f.place(files[f.Path], count)
		if err != nil {
			reason := err.Error()
			if errors.Is(err, errNoFile) {
				if firstLost == "" {
					firstLost = f.Path
				}
				reason = fmt.Sprintf("%s: %q; paths are relative to %s", reason, firstLost, s.top())
			}
			if reasons[reason] == nil {
				reasons[reason] = &left{0, f.line}
			}
			reasons[reason].n++
			continue
		}
		out = append(out, c)
	}
	for reason, l := range reasons {
		problems = append(problems, fmt.Sprintf("%s: %d of %d chunks left out, the first on line %d: %s", s.named(t.Name), l.n, all, l.first, reason))
	}
	slices.Sort(problems)
	if len(out) == 0 {
		if all == 0 {
			return nil, nil, fmt.Errorf("%s: no chunks", s.named(t.Name))
		}
		return nil, nil, fmt.Errorf("%s; they must be made from the very files that are measured", problems[0])
	}
	slices.SortStableFunc(out, func(a, b Chunk) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return a.Start - b.Start
	})
	return out, problems, nil
}

var (
	errNoPath  = errors.New("no path: give the file's in the repository")
	errNoFile  = errors.New("no such file in the snapshot")
	errNoRange = errors.New("no range: give start_byte and end_byte, or start_line and end_line")
	errRange   = errors.New("the range lies outside the file")
	errPlaces  = errors.New("start_byte and end_byte are not of the same place as start_line and end_line: give either")
	errText    = errors.New("the text is not what the file has there")
)

// place finds one chunk in its file.
func (f *foreign) place(file *File, count *tokens.Counter) (Chunk, error) {
	if f.wrong != nil {
		return Chunk{}, f.wrong
	}
	if f.Path == "" {
		return Chunk{}, errNoPath
	}
	if file == nil {
		return Chunk{}, errNoFile
	}
	s, err := f.span(file)
	if err != nil {
		return Chunk{}, err
	}
	c := Chunk{Path: f.Path, Kind: f.Kind.is, Name: f.Name.is, Scope: f.Scope.is, Units: f.Units.is,
		Text: f.Text, Tokens: count.Count([]byte(f.Text))}
	if body, ok := f.record(file.Src, s); ok {
		c.Body, c.Start, c.End = body, s.start, s.end
		c.Context = count.Count([]byte(f.Text[:len(f.Text)-len(body)]))
		return c, nil
	}
	if s, err = f.body(file.Src, s); err != nil {
		return Chunk{}, err
	}
	c.Body, c.Start, c.End = string(file.Src[s.start:s.end]), s.start, s.end
	c.Context = max(0, c.Tokens-count.Count(file.Src[s.start:s.end]))
	return c, nil
}

// record gives the body of a chunk that is as cleave prints them: its context,
// and then just what the bytes have, if need be decoded.
func (f *foreign) record(src []byte, s span) (body string, ok bool) {
	if f.Context.is == nil || f.StartByte == nil || f.EndByte == nil {
		return "", false
	}
	body, ok = strings.CutPrefix(f.Text, *f.Context.is)
	return body, ok && (f.decoded(src) || body == string(src[s.start:s.end]))
}

// decoded reports whether f is cleave's record of a file whose bytes are not
// the text.
func (f *foreign) decoded(src []byte) bool {
	return f.Context.is != nil && (f.Cell.is != nil ||
		f.Encoding.is != "" && (bytes.HasPrefix(src, []byte(byteOrderMark)) || !utf8.Valid(src)))
}

func (f *foreign) span(file *File) (span, error) {
	switch {
	case f.StartByte != nil && f.EndByte != nil:
		s := span{*f.StartByte, *f.EndByte}
		if s.start < 0 || s.end < s.start || s.end > len(file.Src) {
			return s, errRange
		}
		if !f.decoded(file.Src) && !f.agrees(file.Src, s) {
			return s, errPlaces
		}
		return s, nil
	case f.StartLine != nil && f.EndLine != nil:
		starts, end := lineStarts(file.Src), *f.EndLine
		if end == len(starts)+1 && bytes.HasSuffix(file.Src, []byte("\n")) {
			end-- // to many tools what follows the last newline is a line
		}
		s, ok := lineSpan(starts, len(file.Src), Lines{*f.StartLine, end})
		if !ok {
			return s, errRange
		}
		return s, nil
	}
	return span{}, errNoRange
}

// agrees reports whether the lines that are given beside the bytes s are those
// of s, with or without the white space at its ends.
func (f *foreign) agrees(src []byte, s span) bool {
	line := func(at int) int { return 1 + bytes.Count(src[:at], []byte("\n")) }
	within := func(n *int, from, to int) bool { return n == nil || from <= *n && *n <= to }
	text := trimmed(src, s)
	return within(f.StartLine, line(s.start), line(text.start)) && within(f.EndLine, line(text.end), line(s.end))
}

// body narrows s to what the text has of it: all of it, beside a context; or,
// where lines are given, a part of them. White space at the ends is nothing.
func (f *foreign) body(src []byte, s span) (span, error) {
	there, text := trimmed(src, s), []byte(f.Text)
	within := src[there.start:there.end]
	if len(within) == 0 || len(bytes.TrimSpace(text)) == 0 {
		return s, errText
	}
	if bytes.Contains(text, within) {
		return there, nil
	}
	if f.StartByte == nil || f.EndByte == nil {
		text = bytes.TrimSpace(text)
		if i := bytes.Index(within, text); i >= 0 {
			return span{there.start + i, there.start + i + len(text)}, nil
		}
	}
	return s, errText
}

// trimmed leaves out the white space at the ends of a range.
func trimmed(src []byte, s span) span {
	b := src[s.start:s.end]
	s.start += len(b) - len(bytes.TrimLeft(b, " \t\r\n"))
	return span{s.start, max(s.start, s.end-(len(b)-len(bytes.TrimRight(b, " \t\r\n"))))}
}

package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// # The files of queries
//
// One JSON object a line: a Query. A line that has no query holds what to blank
// in what is indexed for queries whose source is docstring: an object from "repo@snapshot" to paths to ranges of
// lines, [first, last, replacement], the replacement for the text of the first
// line. The rest of the range becomes empty lines, so that lines keep their
// numbers.
//
// The names "changed" for "lines", "set" for "source", "commit" for a snapshot
// that is missing, and "leak_file" for "leak" are read as well.

// byteOrderMark is what some programs begin a file of UTF-8 with.
const byteOrderMark = "\ufeff"

// Set is what files of queries hold.
type Set struct {
	Queries []Query
	Blanks  map[string]map[string][]Blank
}

// Blank is a range of lines to blank, and what stands there instead.
type Blank struct {
	Lines
	Text string
}

// MarshalJSON writes [first, last, text].
func (b Blank) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{b.Lines[0], b.Lines[1], b.Text})
}

// UnmarshalJSON reads [first, last, text] or [first, last].
func (b *Blank) UnmarshalJSON(src []byte) error {
	parts := []any{&b.Lines[0], &b.Lines[1], &b.Text}
	if err := json.Unmarshal(src, &parts); err != nil {
		return err
	}
	if b.Lines[0] < 1 || b.Lines[1] < b.Lines[0] {
		return fmt.Errorf("%s is no range of lines", src)
	}
	return nil
}

// line is a line of a file of queries, in all the forms that are read.
type line struct {
	Query
	Set      string `json:"set"`
	LeakFile bool   `json:"leak_file"`
	Gold     []struct {
		Gold
		Changed []Lines `json:"changed"`
	} `json:"gold"`
}

// Read adds the queries and blanks of one file.
func (s *Set) Read(r io.Reader) error {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte(byteOrderMark))
		}
		if len(strings.TrimSpace(string(text))) > 0 {
			if err := s.line(text); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *Set) line(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return fmt.Errorf("not a JSON object: %w", inWords(err))
	}
	if fields["query"] == nil {
		for _, key := range slices.Sorted(maps.Keys(fields)) {
			if !strings.Contains(key, "@") {
				return fmt.Errorf("neither a query nor lines to blank: it has no query, and %q is not of the form repo@snapshot", key)
			}
		}
		return s.blank(text)
	}
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("not a query: %w", inWords(err))
	}
	q := l.Query
	q.Gold = nil
	for _, g := range l.Gold {
		g.Lines = slices.Concat(g.Lines, g.Changed)
		q.Gold = append(q.Gold, g.Gold)
	}
	if q.Snapshot == "" {
		q.Snapshot, q.Commit = q.Commit, ""
	}
	if q.Source == "" {
		q.Source = l.Set
	}
	if q.Source == "" {
		q.Source = "commit"
	}
	q.Leak = q.Leak || l.LeakFile
	if q.Text == "" || q.Snapshot == "" || len(q.Gold) == 0 {
		return errors.New("a query needs query, snapshot and gold")
	}
	s.Queries = append(s.Queries, q)
	return nil
}

func (s *Set) blank(text []byte) error {
	var b map[string]map[string][]Blank
	if err := json.Unmarshal(text, &b); err != nil {
		return fmt.Errorf("neither a query nor lines to blank: %w", inWords(err))
	}
	if s.Blanks == nil {
		s.Blanks = map[string]map[string][]Blank{}
	}
	for key, files := range b {
		if s.Blanks[key] == nil {
			s.Blanks[key] = map[string][]Blank{}
		}
		for path, list := range files {
			s.Blanks[key][path] = append(s.Blanks[key][path], list...)
		}
	}
	return nil
}

// inWords says of which field a value is of the wrong kind, without Go's types.
func inWords(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	if wrong.Field == "" {
		return fmt.Errorf("unexpected %s", wrong.Value)
	}
	return fmt.Errorf("%s is of the wrong kind: %s", wrong.Field[strings.LastIndex(wrong.Field, ".")+1:], wrong.Value)
}

// Write writes the lines to blank, if any, and the queries.
func (s *Set) Write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	if len(s.Blanks) > 0 {
		if err := out.Encode(s.Blanks); err != nil {
			return err
		}
	}
	for i := range s.Queries {
		if err := out.Encode(&s.Queries[i]); err != nil {
			return err
		}
	}
	return nil
}

// applyBlanks gives src with lines blanked. Ranges that reach past its end are
// cut off there.
func applyBlanks(src []byte, list []Blank) []byte {
	if len(list) == 0 {
		return src
	}
	lines := strings.SplitAfter(string(src), "\n")
	for _, b := range list {
		for n := b.Lines[0]; n <= min(b.Lines[1], len(lines)); n++ {
			text := ""
			if n == b.Lines[0] {
				text = b.Text
			}
			old := lines[n-1]
			lines[n-1] = text + old[len(strings.TrimRight(old, "\r\n")):]
		}
	}
	return []byte(strings.Join(lines, ""))
}

// kind says what a query is made of: identifier if it has a word that people
// write in code alone, else words.
func kind(query string) string {
	for _, w := range strings.Fields(query) {
		w = strings.TrimFunc(w, func(r rune) bool { return unicode.IsPunct(r) && r != '_' && r != '(' && r != ')' && r != '`' })
		inner := strings.IndexFunc(w[min(1, len(w)):], unicode.IsUpper) >= 0 && strings.IndexFunc(w, unicode.IsLower) >= 0
		if inner || strings.ContainsAny(w, "_`") || strings.Contains(w, "()") || strings.Contains(w, "::") {
			return "identifier"
		}
	}
	return "words"
}

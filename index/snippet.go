package index

import (
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// Snippet is the part of a chunk's body that shows best why it was found: whole
// lines, at most snippetLines.
type Snippet struct {
	Text string `json:"text"`
	// StartLine is the line of the file that Text begins on, and Line, Column
	// (in bytes, from 1) where the best line of it has its first match. In a
	// notebook both are those of the chunk.
	StartLine int `json:"start_line"`
	Line      int `json:"line"`
	Column    int `json:"column"`
	// Matches are the ranges of Text that are words of the query, in bytes.
	Matches [][2]int `json:"matches"`
}

const (
	snippetLines = 3
	snippetBytes = 400 // of a line; of a longer one the part around its first match
)

// snippet picks the lines of a chunk with the most of the terms, the first of
// equals, and one line before and after.
func (s *scorer) snippet(ch *chunk.Chunk) Snippet {
	lines := strings.SplitAfter(ch.Text[len(ch.Context):], "\n")
	bestLine, most := 0, -1.0
	for i, line := range lines {
		sum := 0.0
		seen := make(map[string]bool)
		for _, m := range s.matches(line) {
			if w := strings.ToLower(line[m[0]:m[1]]); !seen[w] {
				seen[w] = true
				sum += s.worth(w)
			}
		}
		if sum > most && (strings.TrimSpace(line) != "" || sum > 0) {
			bestLine, most = i, sum
		}
	}
	from, to := bestLine, bestLine+1
	if most > 0 {
		from, to = max(bestLine-1, 0), min(bestLine+snippetLines-1, len(lines))
	}
	for from < bestLine && strings.TrimSpace(lines[from]) == "" {
		from++
	}
	for to > bestLine+1 && strings.TrimSpace(lines[to-1]) == "" {
		to--
	}
	return s.cut(ch, lines, from, to, bestLine)
}

// cut makes the snippet of the lines from up to to.
func (s *scorer) cut(ch *chunk.Chunk, lines []string, from, to, best int) Snippet {
	out := Snippet{StartLine: ch.StartLine, Line: ch.StartLine, Column: 1, Matches: [][2]int{}}
	var b strings.Builder
	for i, line := range lines[from:to] {
		line = strings.TrimRight(line, "\r\n")
		matches := s.matches(line)
		if from+i == best && len(matches) > 0 {
			out.Column = matches[0][0] + 1
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		line, skipped := shortened(line, matches)
		for _, m := range matches {
			if m[0] >= skipped && m[1]-skipped <= len(line) {
				out.Matches = append(out.Matches, [2]int{b.Len() + m[0] - skipped, b.Len() + m[1] - skipped})
			}
		}
		b.WriteString(line)
	}
	out.Text = b.String()
	if ch.Cell == nil {
		out.StartLine, out.Line = ch.StartLine+from, ch.StartLine+best
	}
	return out
}

// shortened gives the part of a long line around its first match, and where
// that begins.
func shortened(line string, matches [][2]int) (string, int) {
	if len(line) <= snippetBytes {
		return line, 0
	}
	start := 0
	if len(matches) > 0 {
		start = max(min(matches[0][0]-snippetBytes/4, len(line)-snippetBytes), 0)
	}
	end := start + snippetBytes
	for start > 0 && line[start]&0xc0 == 0x80 {
		start++
	}
	for end < len(line) && line[end]&0xc0 == 0x80 {
		end--
	}
	return line[start:end], start
}

// matches gives the ranges of a text that are words of the terms: a word, or
// the parts of it that are.
func (s *scorer) matches(text string) [][2]int {
	var out [][2]int
	add := func(start, end int) bool {
		for start < end && text[start] == '_' {
			start++
		}
		for end > start && text[end-1] == '_' {
			end--
		}
		if _, ok := s.ids[strings.ToLower(text[start:end])]; ok && start < end {
			out = append(out, [2]int{start, end})
			return true
		}
		return false
	}
	for start, end := nextRun(text, 0); start < len(text); start, end = nextRun(text, end) {
		if add(start, end) {
			continue
		}
		run := strings.Trim(text[start:end], "_")
		at := start + strings.Index(text[start:end], run)
		for i := 0; i < len(run); {
			next := partEnd(run, i)
			add(at+i, at+next)
			i = next
		}
	}
	return out
}

// worth is the highest idf of the terms with a word.
func (s *scorer) worth(word string) float64 {
	most := 0.0
	for i := range s.terms {
		for _, w := range s.terms[i].words {
			if w == word {
				most = max(most, s.terms[i].idf)
			}
		}
	}
	return most
}

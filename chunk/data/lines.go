package data

import (
	"bytes"
	"strings"
)

// dialect says how a format of sections and keys, each on its line, differs
// from others.
type dialect struct {
	comments string // the bytes that a comment begins with
	colons   bool   // a colon may stand between key and value
	slash    bool   // a backslash at the end of a line goes on in the next
	indented bool   // a line that is indented deeper than its key belongs to it
	quotes   string // quotes that span lines, longest first, separated by blanks
	brackets bool   // brackets span lines
	sections bool   // [name] begins a section
	dotted   bool   // a section a.b is part of the section a before it
	strict   bool   // what is none of all this, by the rules of TOML, breaks it
}

var (
	tables     = dialect{comments: "#", quotes: `""" '''`, brackets: true, sections: true, dotted: true, strict: true}
	ini        = dialect{comments: "#;", colons: true, slash: true, indented: true, sections: true}
	properties = dialect{comments: "#!", colons: true, slash: true}
	dotenv     = dialect{comments: "#", quotes: `" '`}
)

type lineScanner struct {
	*Text
	dialect
	names   []string // of the open sections, in full
	pending [][2]int // comments that belong to what comes next
	column  int      // of the last key
	open    bool     // a quote or bracket was found that nothing closes
}

// lines scans a format whose records are lines.
func (t *Text) lines(d dialect) {
	s := lineScanner{Text: t, dialect: d}
	i := 0
	if bytes.HasPrefix(t.Src, mark) {
		i = len(mark)
	}
	for i < len(t.Src) {
		i = s.line(i)
	}
	s.comments()
}

func (s *lineScanner) line(i int) int {
	end := lineEnd(s.Src, i)
	pos := min(blanks(s.Src, i), end)
	switch {
	case pos == end:
	case strings.IndexByte(s.dialect.comments, s.Src[pos]) >= 0:
		s.pending = append(s.pending, [2]int{pos, end})
	case s.sections && s.Src[pos] == '[' && bytes.IndexByte(s.Src[pos:end], ']') > 0:
		s.section(pos, end)
	case s.indented && pos-i > s.column && len(s.Records) > 0 && s.Records[len(s.Records)-1].Kind == "key":
		s.extend(end)
		s.pending = nil // they stand inside the value
	default:
		s.column = pos - i
		return s.key(pos, end)
	}
	return nextLine(s.Src, end)
}

// comments writes down the comments before the next record.
func (s *lineScanner) comments() {
	for _, c := range s.pending {
		s.add(Record{Kind: "comment", Start: c[0], Head: c[0], Body: c[0], End: c[1]})
	}
	s.pending = nil
}

// section begins the section whose header is src[pos:end].
func (s *lineScanner) section(pos, end int) {
	s.Broken = s.Broken || s.strict && !tomlHeader(s.Src[pos:end])
	close := pos + bytes.LastIndexByte(s.Src[pos:end], ']')
	if hash := bytes.Index(s.Src[pos:end], []byte("] #")); hash > 0 {
		close = pos + hash
	}
	full := strings.Trim(squeeze(s.Src[pos:close+1]), "[] \t")
	name, kind := full, "section"
	for len(s.names) > 0 {
		around := s.names[len(s.names)-1]
		if rest, ok := strings.CutPrefix(full, around+"."); ok && s.dotted && len(s.names) < maxDepth {
			name = rest
			break
		}
		s.names = s.names[:len(s.names)-1]
	}
	s.closeTo(len(s.names))
	if s.dotted {
		kind = "table"
	}
	s.comments()
	s.names = append(s.names, full)
	s.begin(Record{Kind: kind, Name: clean([]byte(name)), Start: pos, Head: pos, Body: close + 1, End: end})
	if s.Src[pos+1] != '[' { // only the tables of an array need telling apart
		s.Records[len(s.Records)-1].rank = noLabel
	}
	s.column = 0
}

// key reads the key at pos and its value.
func (s *lineScanner) key(pos, end int) int {
	s.comments()
	sep := bytes.IndexByte(s.Src[pos:end], '=')
	if colon := bytes.IndexByte(s.Src[pos:end], ':'); s.colons && colon >= 0 && (sep < 0 || colon < sep) {
		sep = colon
	}
	if s.strict {
		if k := tomlKey(s.Src[pos:end], '='); k >= 0 {
			sep = k
		} else {
			s.Broken = true
		}
	}
	value := end
	name := s.Src[pos:end]
	if sep >= 0 {
		value, name = min(blanks(s.Src, pos+sep+1), end), bytes.TrimSpace(s.Src[pos:pos+sep])
	}
	stop := s.valueEnd(value, end)
	s.Broken = s.Broken || s.strict && !tomlValue(s.Src[value:stop])
	s.leaf(Record{Name: clean(name), Start: pos, Head: pos, Body: value, value: value, End: stop})
	return nextLine(s.Src, stop)
}

// valueEnd gives the end of the last line of the value that begins at value,
// in a line that ends at end.
func (s *lineScanner) valueEnd(value, end int) int {
	if s.slash {
		for odd(s.Src[value:end]) && end < len(s.Src) {
			value = nextLine(s.Src, end)
			end = lineEnd(s.Src, value)
		}
		return end
	}
	if value == end || s.open {
		return end
	}
	stop, ok := end, true
	switch c := s.Src[value]; {
	case s.brackets && (c == '[' || c == '{'):
		stop, ok = flow(s.Src, value, true)
	default:
		for _, q := range strings.Fields(s.quotes) {
			if bytes.HasPrefix(s.Src[value:], []byte(q)) {
				if stop, ok = quoted(s.Src, value, len(s.Src)); s.strict {
					stop, ok = tomlString(s.Src, value)
				}
				break
			}
		}
	}
	if !ok {
		s.open, s.Broken = true, true
		return end
	}
	return max(end, lineEnd(s.Src, stop))
}

// odd reports whether line ends in an odd number of backslashes.
func odd(line []byte) bool {
	n := len(line) - len(bytes.TrimRight(line, `\`))
	return n%2 == 1
}

package data

import "bytes"

// json scans JSON, with the comments, single quotes and bare words that its
// relatives allow, and files that hold one value after the other (JSON Lines).
//
// If one value is all of the file it is no record: its members are. Else each
// value is an item.
func (t *Text) json() { t.objects(false) }

// objects scans JSON, or if plain YAML's flow collections, whose words need no
// quotes and follow each other: there only brackets can be wrong.
func (t *Text) objects(plain bool) {
	t.Between, t.More = " ", ", ..."
	s := jsonScanner{Text: t, key: -1, plain: plain}
	s.file(0, len(t.Src))
}

type jsonScanner struct {
	*Text
	key     int // where the key begins whose value is to come, or -1
	keyEnd  int
	objects []bool // by open record of this scan: it is an object
	root    bool   // the value that is all of the file is open
	plain   bool
	last    byte // of the token before: a bracket, a comma, a colon, or 0 after a value
}

// wrong says that what is read cannot stand in JSON.
func (s *jsonScanner) wrong() { s.Broken = s.Broken || !s.plain }

func (s *jsonScanner) file(i, end int) {
	if bytes.HasPrefix(s.Src[i:], mark) {
		i += len(mark)
	}
	if b := s.skip(i, end); b < end && (s.Src[b] == '{' || s.Src[b] == '[') {
		if stop, ok := s.match(b, end); ok && s.skip(stop, end) == end {
			s.root, s.lead, s.last = true, b, s.Src[b]
			s.objects = append(s.objects, s.Src[b] == '{')
			i = b + 1
		}
	}
	for i < end {
		i = s.token(i, end)
	}
	s.Broken = s.Broken || len(s.objects) > 0
	s.dangling()
}

// token reads what begins at i, and gives where it ends.
func (s *jsonScanner) token(i, end int) int {
	switch c := s.Src[i]; c {
	case ' ', '\t', '\r', '\n':
		return i + 1
	case ',', ':':
		if c == ':' || s.last != 0 || len(s.objects) == 0 {
			s.wrong()
		}
		s.last = c
		return i + 1
	case '{', '[':
		s.begins()
		return s.enter(i, end)
	case '}', ']':
		s.leave(i)
		return i + 1
	case '/', '#':
		if stop := s.commentEnd(i, end); stop > i {
			s.comment(i, stop)
			return stop
		}
	}
	stop := s.wordEnd(i, end)
	if s.key < 0 && s.inObject() {
		if next := s.skip(stop, end); next < end && s.Src[next] == ':' {
			if s.last == 0 {
				s.wrong()
			}
			s.key, s.keyEnd, s.last = i, next+1, ':'
			return next + 1
		}
	}
	s.begins()
	if !literal(s.Src[i:stop]) {
		s.wrong()
	}
	s.value(i, stop)
	return stop
}

// begins looks at what stands before a value.
func (s *jsonScanner) begins() {
	if s.last == 0 && len(s.objects) > 0 || s.last != ':' && s.inObject() {
		s.wrong()
	}
}

// literal reports whether a word is a value: a string, a number, a constant.
func literal(word []byte) bool {
	switch c := word[0]; c {
	case '"', '\'':
		return true
	case '-', '+', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		word = bytes.TrimLeft(word, "+-")
		return len(bytes.Trim(word, "0123456789abcdefABCDEFxX.+-_")) == 0 || string(word) == "Infinity" || string(word) == "NaN"
	}
	switch string(word) {
	case "true", "false", "null", "NaN", "Infinity", "undefined":
		return true
	}
	return false
}

func (s *jsonScanner) inObject() bool {
	return len(s.objects) > 0 && s.objects[len(s.objects)-1]
}

// value writes down a value that holds no others.
func (s *jsonScanner) value(i, stop int) {
	s.last = 0
	r := Record{Start: i, Head: i, Body: i, value: i, End: stop}
	if s.key >= 0 {
		r.Name = clean(s.Src[s.key:s.word(s.key)])
		r.Start, r.Head, r.Body = s.key, s.key, s.keyEnd
		s.key = -1
	}
	s.leaf(r)
}

// word gives the end of the key that begins at i.
func (s *jsonScanner) word(i int) int { return s.wordEnd(i, len(s.Src)) }

// enter begins the object or array that opens at i.
func (s *jsonScanner) enter(i, end int) int {
	if stop := s.skip(i+1, end); stop < end && s.Src[stop] == s.Src[i]+2 { // empty: ] and } come two after [ and {
		s.value(i, stop+1)
		return stop + 1
	}
	if len(s.objects) >= maxDepth {
		s.TooDeep = true
		stop, ok := s.match(i, end)
		s.Broken = s.Broken || !ok
		s.value(i, stop)
		return stop
	}
	r := Record{Kind: "item", Start: i, Head: i, Body: i + 1}
	if s.key >= 0 {
		r = Record{Kind: "key", Name: clean(s.Src[s.key:s.word(s.key)]), Start: s.key, Head: s.key, Body: i + 1}
		s.key = -1
	} else {
		r.Name = s.item()
	}
	s.begin(r)
	s.last = s.Src[i]
	s.objects = append(s.objects, s.Src[i] == '{')
	return i + 1
}

// leave ends what the bracket at i closes.
func (s *jsonScanner) leave(i int) {
	s.dangling()
	s.last = 0
	if len(s.objects) == 0 || s.inObject() != (s.Src[i] == '}') {
		s.Broken = true
		if len(s.objects) == 0 {
			return
		}
	}
	s.objects = s.objects[:len(s.objects)-1]
	if s.root && len(s.objects) == 0 {
		s.root = false
		return
	}
	s.end(i + 1)
}

// dangling writes down a key that has no value.
func (s *jsonScanner) dangling() {
	if s.key >= 0 {
		s.wrong()
		s.value(s.keyEnd, s.keyEnd)
	}
}

// comment takes a comment to what stands before it on its line, or else as a
// record of its own.
func (s *jsonScanner) comment(i, stop int) {
	if s.key >= 0 {
		return
	}
	prev := len(s.Records) - 1
	for prev >= 0 && s.Records[prev].Parent != s.parent() {
		prev = s.Records[prev].Parent
	}
	if prev >= 0 && bytes.IndexByte(s.Src[min(s.Records[prev].End, i):i], '\n') < 0 {
		s.reach(prev, stop)
		return
	}
	s.add(Record{Kind: "comment", Start: i, Head: i, Body: i, End: stop})
}

// skip gives where blanks and comments from i on end.
func (s *jsonScanner) skip(i, end int) int {
	for i < end {
		switch s.Src[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '/', '#':
			stop := s.commentEnd(i, end)
			if stop == i {
				return i
			}
			i = stop
		default:
			return i
		}
	}
	return end
}

// commentEnd gives the end of the comment that begins at i, or i if none does.
func (s *jsonScanner) commentEnd(i, end int) int {
	rest := s.Src[i:end]
	switch {
	case rest[0] == '#', bytes.HasPrefix(rest, []byte("//")):
		return min(lineEnd(s.Src, i), end)
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return i + n + 4
		}
	}
	return i
}

// wordEnd gives the end of the string, number or word that begins at i.
func (s *jsonScanner) wordEnd(i, end int) int {
	if c := s.Src[i]; c == '"' || c == '\'' {
		return s.stringEnd(i, end)
	}
	stops := " \t\r\n,:{}[]\"'/"
	if s.plain {
		stops = stops[:len(stops)-1]
	}
	n := bytes.IndexAny(s.Src[i+1:end], stops)
	if n < 0 {
		return end
	}
	return i + 1 + n
}

// stringEnd gives the end of the string that begins at i. One that is not
// closed ends with its line.
func (s *jsonScanner) stringEnd(i, end int) int {
	quote := s.Src[i]
	for j := i + 1; j < end; j++ {
		switch s.Src[j] {
		case '\\':
			j++
		case quote:
			return j + 1
		case '\n':
			s.wrong()
			return j
		}
	}
	s.wrong()
	return end
}

// match gives where the object or array ends that opens at i; ok is false if it
// does not.
func (s *jsonScanner) match(i, end int) (stop int, ok bool) {
	broken := s.Broken
	defer func() { s.Broken = broken }()
	depth := 0
	for i < end {
		switch s.Src[i] {
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
			if depth == 0 {
				return i, true
			}
		case '"', '\'':
			i = s.stringEnd(i, end)
		case '/', '#':
			i = max(s.commentEnd(i, end), i+1)
		default:
			i++
		}
	}
	return end, false
}

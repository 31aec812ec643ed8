package data

import (
	"bytes"
	"slices"
	"strings"
)

// xml scans elements. The root is no record: what it holds is. In pages (HTML,
// Vue, Svelte) words that are set in type are no records either, some elements
// end without saying so, and what is in a script or style is of another
// language.
func (t *Text) xml(page bool) {
	t.Page = page
	s := xmlScanner{Text: t}
	for i := 0; i < len(t.Src); {
		n := bytes.IndexByte(t.Src[i:], '<')
		if n < 0 {
			n = len(t.Src) - i
		}
		s.text(i, i+n)
		if i += n; i < len(t.Src) {
			i = s.tag(i)
		}
	}
	if !t.Page && len(s.stack) > 0 {
		t.Broken = true
	}
}

type xmlScanner struct {
	*Text
	stack []element
	begun bool // the root has been seen
	open  bool // a tag was found that nothing closes
}

// element is one that has begun.
type element struct {
	tag    string
	record bool // and is among the records
}

var (
	// void are the elements that have no end.
	void = strings.Fields("area base br col embed hr img input link meta param source track wbr")
	// inline are those set in a line of text.
	inline = strings.Fields("a abbr b bdi bdo cite code del em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var")
	// around are those around all of a page.
	around = strings.Fields("html head body")
	// ends are those that the next of their kind ends.
	ends = strings.Fields("dd dt li option p td th tr")
)

// longText is the size from which on text among elements is a record.
const longText = 200

func (s *xmlScanner) text(i, end int) {
	text := s.Src[i:end]
	start := end - len(bytes.TrimLeft(text, " \t\r\n"))
	end = i + len(bytes.TrimRight(text, " \t\r\n"))
	if end-start >= longText {
		s.add(Record{Kind: "text", Start: start, Head: start, Body: start, End: end})
	}
}

// tag reads the tag, comment or declaration that begins at i.
func (s *xmlScanner) tag(i int) int {
	rest := s.Src[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		stop, ok := s.until(i+4, "-->")
		if ok {
			s.add(Record{Kind: "comment", Start: i, Head: i, Body: i, End: stop})
		}
		s.Broken = s.Broken || !ok
		return stop
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		stop, ok := s.until(i+9, "]]>")
		s.Broken = s.Broken || !ok
		return stop
	case bytes.HasPrefix(rest, []byte("<?")):
		stop, ok := s.until(i+2, "?>")
		if s.Page && bytes.IndexByte(s.Src[i:stop], '\n') >= 0 { // PHP, which need not be closed
			s.add(Record{Kind: "script", Name: "php", Code: "php", Start: i, Head: i, Body: i, CodeEnd: stop, End: stop})
			return stop
		}
		s.Broken = s.Broken || !ok
		if !s.begun && len(s.Records) == 0 {
			s.lead = 0
		}
		return stop
	}
	name := tagName(rest)
	if name == "" {
		if !bytes.HasPrefix(rest, []byte("<!")) {
			return i + 1
		}
	}
	stop := s.tagEnd(i + 1)
	switch {
	case stop < 0:
		return i + 1
	case name == "":
		if !s.begun && len(s.Records) == 0 {
			s.lead = 0
		}
	case rest[1] == '/':
		s.close(s.fold(name), i, stop)
	default:
		return s.element(i, stop, s.fold(name))
	}
	return stop
}

// until gives where the next mark ends; if there is none it reads no further
// than where it began.
func (s *xmlScanner) until(i int, mark string) (stop int, ok bool) {
	if i > len(s.Src) {
		return len(s.Src), false
	}
	if n := bytes.Index(s.Src[i:], []byte(mark)); n >= 0 {
		return i + n + len(mark), true
	}
	return len(s.Src), false
}

func (s *xmlScanner) fold(name string) string {
	if s.Page {
		return strings.ToLower(name)
	}
	return name
}

// tagName gives the name in the tag that b begins with; "" for none.
func tagName(b []byte) string {
	i := 1
	if i < len(b) && b[i] == '/' {
		i++
	}
	start := i
	for i < len(b) && i-start < maxName && (b[i] >= 0x80 || b[i] == '_' || b[i] == ':' || b[i]|0x20 >= 'a' && b[i]|0x20 <= 'z' ||
		i > start && (b[i] == '-' || b[i] == '.' || b[i] >= '0' && b[i] <= '9')) {
		i++
	}
	return string(b[start:i])
}

// tagEnd gives where the tag ends that has begun before i, past quotes and
// braces; -1 if it does not.
func (s *xmlScanner) tagEnd(i int) int {
	if s.open { // something was not closed: believe no quotes any more
		if n := bytes.IndexAny(s.Src[i:], "<>"); n >= 0 && s.Src[i+n] == '>' {
			return i + n + 1
		}
		return -1
	}
	braces := 0
	for quote := byte(0); i < len(s.Src); i++ {
		switch c := s.Src[i]; {
		case s.Page && c == '<' && i+1 < len(s.Src) && s.Src[i+1] == '?': // PHP
			i, _ = s.until(i, "?>")
			i--
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case s.Page && c == '{':
			braces++
		case s.Page && c == '}':
			braces--
		case c == '>' && braces <= 0:
			return i + 1
		}
	}
	s.open, s.Broken = true, true
	return -1
}

// element begins the element whose tag is src[i:stop], and gives where to go on.
func (s *xmlScanner) element(i, stop int, tag string) int {
	empty := s.Src[stop-2] == '/' || s.Page && slices.Contains(void, tag)
	if !s.begun && !s.Page && !empty {
		s.begun = true
		if len(s.Records) == 0 {
			s.lead = s.from(i)
		}
		s.stack = append(s.stack, element{tag: tag})
		return stop
	}
	if s.Page && slices.Contains(around, tag) && !empty {
		if len(s.Records) == 0 {
			s.lead = s.from(i)
		}
		s.stack = append(s.stack, element{tag: tag})
		return stop
	}
	if n := len(s.stack); s.Page && n > 0 && s.stack[n-1].tag == tag && slices.Contains(ends, tag) {
		s.close(tag, i, i)
	}
	r := Record{Kind: "element", Name: tag, Start: i, Head: i, Body: stop, End: stop}
	s.attributes(&r, tag)
	switch {
	case s.Page && slices.Contains(inline, tag) || len(s.Text.open) >= maxDepth:
		s.TooDeep = s.TooDeep || len(s.Text.open) >= maxDepth
		if !empty {
			s.stack = append(s.stack, element{tag: tag})
		}
		return stop
	case empty:
		s.add(r)
		return stop
	case s.Page && (tag == "script" || tag == "style"):
		return s.code(r, tag)
	}
	s.stack = append(s.stack, element{tag: tag, record: true})
	s.begin(r)
	return stop
}

// code reads a script or style up to its end, which alone ends it.
func (s *xmlScanner) code(r Record, tag string) int {
	end := len(s.Src)
	for i := r.Body; i < len(s.Src); i++ {
		n := bytes.Index(s.Src[i:], []byte("</"))
		if n < 0 {
			break
		}
		i += n
		if strings.EqualFold(tagName(s.Src[i:]), tag) {
			end = i
			break
		}
	}
	r.Kind, r.CodeEnd, r.End = tag, end, end
	if n := bytes.IndexByte(s.Src[end:], '>'); n >= 0 {
		r.End = end + n + 1
	}
	s.add(r)
	return r.End
}

// attributes takes a record's name and its language from its tag.
func (s *xmlScanner) attributes(r *Record, tag string) {
	text := s.Src[r.Head:r.Body]
	switch {
	case !s.Page:
		for _, a := range []string{"name", "id", "key"} {
			if v := attribute(text, a); v != "" {
				r.Name = v
				break
			}
		}
	case tag == "script" || tag == "style":
		r.Code = attribute(text, "lang")
		if r.Code == "" {
			r.Code = codeOf(tag, attribute(text, "type"))
		}
		r.Code = strings.ToLower(r.Code)
	default:
		if v := attribute(text, "id"); v != "" {
			r.Name = tag + "#" + v
		}
	}
}

// codeOf gives the language of a script or style by its media type.
func codeOf(tag, media string) string {
	media = strings.ToLower(media)
	switch {
	case tag == "style":
		return "css"
	case media == "", media == "module", strings.Contains(media, "javascript"), strings.Contains(media, "ecmascript"):
		return "javascript"
	case strings.Contains(media, "json"), media == "importmap":
		return "json"
	case strings.Contains(media, "typescript"):
		return "typescript"
	case media == "text/babel", media == "text/jsx":
		return "javascript"
	case strings.Contains(media, "python"):
		return "python"
	}
	return "" // a template, a shader: text
}

// attribute gives the value of an attribute in a tag.
func attribute(tag []byte, name string) string {
	for i := 0; ; {
		n := bytes.Index(tag[i:], []byte(name))
		if n < 0 {
			return ""
		}
		start := i + n
		i = start + len(name)
		if start > 0 && !bytes.ContainsRune([]byte(" \t\r\n"), rune(tag[start-1])) {
			continue
		}
		rest := bytes.TrimLeft(tag[i:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '=' {
			continue
		}
		if rest = bytes.TrimLeft(rest[1:], " \t\r\n"); len(rest) == 0 {
			return ""
		}
		end := bytes.IndexAny(rest, " \t\r\n/>")
		if q := rest[0]; q == '"' || q == '\'' {
			rest = rest[1:]
			end = bytes.IndexByte(rest, q)
		}
		if end < 0 {
			return ""
		}
		return clean(rest[:end])
	}
}

// maxUnclosed is how many open elements an end tag is looked for in.
const maxUnclosed = 200

// close ends the innermost element of that tag with the end tag src[i:stop],
// and those in it before that.
func (s *xmlScanner) close(tag string, i, stop int) {
	before := len(bytes.TrimRight(s.Src[:i], " \t\r\n"))
	for n := len(s.stack) - 1; n >= 0 && n >= len(s.stack)-maxUnclosed; n-- {
		if s.stack[n].tag != tag {
			continue
		}
		for k := len(s.stack) - 1; k >= n; k-- {
			if !s.stack[k].record {
				continue
			}
			if k == n && stop > i {
				s.end(stop)
			} else {
				s.end(before)
			}
		}
		s.stack = s.stack[:n]
		return
	}
	s.Broken = s.Broken || !s.Page
}

// PHPPage reports whether a PHP file is a page with PHP in it: more than a fifth
// of it is no PHP, and no function or class reaches from one piece of PHP over
// the page to the next, which only the whole file's syntax tells.
func PHPPage(src []byte) bool {
	page := 0
	for rest := src; ; {
		n := bytes.Index(rest, []byte("<?"))
		if n < 0 {
			page += len(rest)
			break
		}
		page += n
		end := bytes.Index(rest[n:], []byte("?>"))
		if end < 0 {
			break
		}
		code := rest[n : n+end]
		if bytes.Count(code, []byte("{")) != bytes.Count(code, []byte("}")) &&
			(bytes.Contains(code, []byte("function")) || bytes.Contains(code, []byte("class "))) {
			return false
		}
		rest = rest[n+end+2:]
	}
	return page > len(src)/5
}

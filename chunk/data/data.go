// Package data finds the records of data files: the keys of JSON, YAML, TOML,
// INI and properties, the elements of XML, the rows of CSV.
//
// Each format has a scanner of its own, a page long, that goes over the bytes
// once and writes down where each record begins and ends. They are no parsers
// of values: what is between the brackets of a number or a date does not
// matter here, and a file that breaks its format's rules still has records,
// which tree-sitter's error nodes would lose. None of them recurses, so no
// nesting is too deep for the stack; records nested more than maxDepth deep are
// taken whole.
//
// Not done: YAML's flow collections and TOML's inline tables and arrays are
// taken whole; anchors are not followed.
package data

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Record is a piece of a data file. Offsets are bytes, half-open.
type Record struct {
	Kind string // key, item, table, section, element, document; comment
	// Name is the key, the tag; of an item what its member name, id or key
	// says, else its index in brackets.
	Name  string
	Start int // with all of its key
	// Head and Body bound what opens it, which stands before a part of it:
	// `"web": {`, `<dependencies>`.
	Head, Body int
	End        int
	Parent     int // index of the record around it, -1 for none
	Next       int // index of the record that follows its last descendant
	// Label is the index of the member that tells it from its siblings, or -1.
	Label int
	// Holds says that it has records in it.
	Holds bool
	// Code names the language of what lies in [Body, CodeEnd) in lower case, as
	// the file says it: a script in a page.
	Code    string
	CodeEnd int

	rank   int // of the label
	column int // YAML: where it begins in its line
	value  int // where the value begins
	count  int // of its items so far
}

// Named reports whether the record has a name of its own, and not an index.
func (r *Record) Named() bool { return r.Kind != "item" || r.rank > 0 }

// Text is one file's records, in the order of the file, each before those
// that it holds.
type Text struct {
	Src     []byte
	Records []Record
	// Between and More are written around a label after the head: JSON has
	// `{ "name": "web", ...`.
	Between, More string
	// Broken says that the file breaks the rules of its format, as far as one
	// look at it tells: brackets and quotes that nothing closes; in JSON what
	// stands where no value or key can; in TOML a line that is none of its.
	Broken bool
	// Page says that elements are set for people to read, and hold scripts.
	Page bool
	// TooDeep says that records nest beyond what is followed.
	TooDeep bool

	open  []int  // indices of the records being read, outermost first
	lead  int    // where the next record is to begin, if before its own start; or -1
	items int    // outside of any record
	table string // the name of a file of rows
}

// maxDepth is how many levels of records are followed.
const maxDepth = 64

// mark is the byte order mark that a file may begin with.
var mark = []byte("\xef\xbb\xbf")

// maxName bounds a name in bytes.
const maxName = 200

// labels are the members that tell the items of a list apart, the best first.
var labels = []string{"name", "id", "key", "title"}

// Scan reads src in a data language, by its Linguist name; nil when it is
// none. The path names the table that a file of rows is.
func Scan(language, name string, src []byte) *Text {
	scan := scanner(language)
	if scan == nil {
		return nil
	}
	t := &Text{Src: src, Records: make([]Record, 0, len(src)/64+8), lead: -1, Between: " ", table: strings.TrimSuffix(path.Base(name), path.Ext(name))}
	scan(t)
	t.closeTo(0)
	return t
}

// Known reports whether Scan reads a language.
func Known(language string) bool { return scanner(language) != nil }

func scanner(language string) func(*Text) {
	switch language {
	case "JSON", "JSON with Comments", "JSON5", "JSONLD", "Jupyter Notebook", "OASv2-json", "OASv3-json":
		return (*Text).json
	case "YAML", "MiniYAML", "OASv2-yaml", "OASv3-yaml":
		return (*Text).yaml
	case "TOML":
		return (*Text).toml
	case "INI", "EditorConfig", "Git Config", "desktop", "NPM Config":
		return func(t *Text) { t.lines(ini) }
	case "Java Properties":
		return func(t *Text) { t.lines(properties) }
	case "Dotenv":
		return func(t *Text) { t.lines(dotenv) }
	case "XML", "SVG", "XSLT", "Maven POM", "XML Property List", "Ant Build System", "COLLADA", "XPages", "Web Ontology Language":
		return func(t *Text) { t.xml(false) }
	case "HTML", "Vue", "Svelte", "HTML+PHP", "HTML+ERB", "HTML+EEX", "HTML+Django", "Jinja", "Twig", "EJS", "Handlebars", "Blade":
		return func(t *Text) { t.xml(true) }
	case "CSV":
		return func(t *Text) { t.csv(',') }
	case "TSV":
		return func(t *Text) { t.csv('\t') }
	}
	return nil
}

// from gives where a record is to begin, and takes lead into it.
func (t *Text) from(start int) int {
	if t.lead >= 0 {
		start, t.lead = t.lead, -1
	}
	return start
}

// parent is the record that is being read, or -1.
func (t *Text) parent() int {
	if len(t.open) == 0 {
		return -1
	}
	return t.open[len(t.open)-1]
}

// add writes down a record without any in it.
func (t *Text) add(r Record) int {
	i := len(t.Records)
	r.Parent, r.Next, r.Label = t.parent(), i+1, -1
	r.Start = t.from(r.Start)
	if r.Parent >= 0 && r.Kind != "comment" {
		t.Records[r.Parent].Holds = true
	}
	t.Records = append(t.Records, r)
	return i
}

// begin writes down a record that what follows belongs to.
func (t *Text) begin(r Record) { t.open = append(t.open, t.add(r)) }

// item names an item by its index.
func (t *Text) item() string {
	count := &t.items
	if p := t.parent(); p >= 0 {
		count = &t.Records[p].count
	}
	*count++
	return "[" + itoa(*count-1) + "]"
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// leaf writes down a key and its value, or a value alone.
func (t *Text) leaf(r Record) {
	if r.Kind == "" {
		r.Kind = "key"
	}
	i := t.add(r)
	if p := t.parent(); p >= 0 && r.End-r.Start <= maxName {
		t.label(p, i)
	}
}

// noLabel is the rank of a record that needs no label.
const noLabel = 100

// label lets record i tell its parent from others, if it does so best so far:
// the first of all, or one of the labels.
func (t *Text) label(p, i int) {
	parent, r := &t.Records[p], &t.Records[i]
	rank := 1
	if k := slices.Index(labels, strings.ToLower(r.Name)); k >= 0 {
		rank = 2 + len(labels) - k
	}
	if rank <= parent.rank || rank == 1 && (parent.Label >= 0 || r.Name == "") {
		return
	}
	parent.Label = i
	if rank > 1 {
		parent.rank = rank
		if parent.Kind == "item" {
			parent.Name = t.firstLine(r)
		}
	}
}

// firstLine gives a record's value as a name, without what else stands there.
func (t *Text) firstLine(r *Record) string {
	line := t.Src[r.value:lineEnd(t.Src[:r.End], r.value)]
	if i := bytes.Index(line, []byte(" #")); i >= 0 {
		line = line[:i]
	}
	return clean(line)
}

// end closes the innermost record, which reaches at least to off.
func (t *Text) end(off int) {
	i := t.parent()
	t.open = t.open[:len(t.open)-1]
	r := &t.Records[i]
	r.Next = len(t.Records)
	r.End = max(r.End, off, r.Body)
	if r.Parent >= 0 {
		t.Records[r.Parent].End = max(t.Records[r.Parent].End, r.End)
	}
}

// closeTo closes records until n are open.
func (t *Text) closeTo(n int) {
	for len(t.open) > n {
		t.end(t.last())
	}
}

// last gives where the last record ends.
func (t *Text) last() int {
	if len(t.Records) == 0 {
		return 0
	}
	return max(t.Records[len(t.Records)-1].End, t.Records[len(t.Records)-1].Body)
}

// extend makes the last record reach to off.
func (t *Text) extend(off int) { t.reach(len(t.Records)-1, off) }

// reach makes record i reach to off, and with it those around it.
func (t *Text) reach(i, off int) {
	for ; i >= 0; i = t.Records[i].Parent {
		t.Records[i].End = max(t.Records[i].End, off)
	}
}

// Context writes what stands before a part of record i that is not its first.
func (t *Text) Context(i int) string {
	r := &t.Records[i]
	text := squeeze(t.Src[r.Head:r.Body])
	if r.Kind == "item" || r.Kind == "table" {
		if r.Label >= 0 {
			l := &t.Records[r.Label]
			text += t.Between + squeeze(t.Src[l.Head:l.End]) + t.More
		} else if r.Kind == "item" {
			return ""
		}
	}
	if text == "" {
		return ""
	}
	at := r.Head
	for at > 0 && (t.Src[at-1] == ' ' || t.Src[at-1] == '\t') {
		at--
	}
	if at > 0 && t.Src[at-1] != '\n' {
		at = r.Head
	}
	return string(t.Src[at:r.Head]) + text + "\n"
}

// maxHead bounds what is kept of a head, in bytes.
const maxHead = 2000

// squeeze writes text without line ends.
func squeeze(text []byte) string {
	text = text[:min(len(text), maxHead)]
	if bytes.IndexByte(text, '\n') < 0 {
		return strings.ToValidUTF8(string(bytes.TrimSpace(text)), "\uFFFD")
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(text), "\uFFFD")), " ")
}

// clean makes a name of a key or a short value: one line, without its quotes.
func clean(text []byte) string {
	name := squeeze(text[:min(len(text), 4*maxName)])
	if n := len(name); n > 1 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
		name = name[1 : n-1]
	}
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "")
	}
	return name
}

// lineEnd gives the end of the line that off lies on, without its line end.
func lineEnd(src []byte, off int) int {
	end := len(src)
	if n := bytes.IndexByte(src[off:], '\n'); n >= 0 {
		end = off + n
	}
	if end > off && src[end-1] == '\r' {
		end--
	}
	return end
}

// nextLine gives the start of the line after the one that off lies on.
func nextLine(src []byte, off int) int {
	if n := bytes.IndexByte(src[off:], '\n'); n >= 0 {
		return off + n + 1
	}
	return len(src)
}

// blanks gives the offset of the first byte from off on that is no blank.
func blanks(src []byte, off int) int {
	for off < len(src) && (src[off] == ' ' || src[off] == '\t') {
		off++
	}
	return off
}

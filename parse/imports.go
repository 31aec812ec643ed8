package parse

import (
	"bytes"
	paths "path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// Statement is an import statement. Offsets are bytes, half-open.
type Statement struct {
	Start, End int
	Items      []Item // what it imports; empty: only side effects
}

// Item is one thing that a statement imports.
type Item struct {
	Start, End int
	// Name is what it binds; "" when it is not told. For an opaque import
	// it is the last part of what is named, a guess at what it brings.
	Name   string
	Opaque bool // brings names that are not told
}

// importing finds how n imports; nil when it does not.
func (w *walker) importing(n *node, sym *symbol, at *place) *importRule {
	for _, r := range sym.imports {
		if !(r.Global && !w.global(at)) && w.applies(n, r.only, r.word, r.Kinds) {
			return r
		}
	}
	return nil
}

func (w *walker) imports(rule *importRule, n *node, nd Node) {
	st := Statement{Start: nd.Start, End: nd.End}
	if text := w.src[nd.Start:nd.End]; rule.target == nil || rule.After != "" && tells(text, rule.After) {
		st.Items = bindings(rule, text, nd.Start)
	} else {
		st.Items = []Item{{Start: nd.Start, End: nd.End, Name: rule.last(w.text(n, rule.target)), Opaque: rule.Opaque}}
	}
	w.out.Imports = append(w.out.Imports, st)
}

// tells reports whether an import statement has the word.
func tells(text []byte, after string) bool {
	for _, t := range scan(text, "") {
		if t.text == after && !t.quoted {
			return true
		}
	}
	return false
}

// last gives what an import's target is called.
func (r *importRule) last(name string) string {
	if r.Take == langs.Base {
		return stem(name)
	}
	return name[1+strings.LastIndexAny(name, ".: "):]
}

// stem is the last part of a file's name, without its ending.
func stem(name string) string {
	name = paths.Base(strings.Trim(name, "<>\"'` "))
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return name
}

// word is a token of an import statement.
type word struct {
	text       string
	start, end int
	name       bool // an identifier or a string
	quoted     bool
	line       bool // the first of its line
}

// bindings reads the items off a statement's text, which starts at base.
func bindings(r *importRule, text []byte, base int) []Item {
	b := binder{rule: r, base: base, from: -1}
	words, source := between(scan(text, r.Chars), r.After, r.Before)
	b.source = source
	for i, t := range words {
		if t.text == "," && i+1 < len(words) && slices.Contains(r.As, words[i+1].text) { // alias A.B, as: C
			continue
		}
		b.ends = i+1 < len(words) && (words[i+1].text == "," || words[i+1].text == "}")
		b.word(t, i > 0 && t.line && b.from >= 0)
	}
	b.flush()
	if r.Opaque && len(b.items) == 0 && r.target == nil {
		b.items = []Item{{Start: base, End: base + len(text), Opaque: true}}
	}
	return b.items
}

// between keeps the words after one and before another, where there is one.
// source is the last name before them: what they are imported from.
func between(words []word, after, before string) (kept []word, source string) {
	if after != "" {
		i := 0
		for i < len(words) && words[i].text != after {
			if i > 0 && words[i].name {
				source = words[i].text
			}
			i++
		}
		words = words[min(i+1, len(words)):]
	}
	for i := len(words) - 1; i >= 0 && before != ""; i-- { // import { from } from
		if words[i].text == before && !words[i].quoted {
			return words[:i], source
		}
	}
	return words, source
}

// binder collects the parts of one item after the other.
type binder struct {
	rule   *importRule
	base   int
	items  []Item
	source string   // last part of what the items come from
	prefix []string // last part of the path before each open brace

	from, to int // of the item at hand; from < 0 when there is none
	first    string
	last     string
	alias    string
	quoted   string
	as       bool // the next name is the alias
	wild     bool

	ends  bool // the word at hand is the last of its item
	call  bool // the word before is a name: no separator before a bracket
	until int  // 1 + the open brackets when what is not read began, or 0
}

func (b *binder) word(t word, newLine bool) {
	r := b.rule
	defer func() { b.call = t.name || b.call && t.text == "(" }()
	if newLine && r.Take == langs.Base { // a group's lines stand for commas
		b.flush()
	}
	switch {
	case b.passed(t):
	case !t.quoted && t.text == r.Until && r.Until != "":
		b.until = 1 + len(b.prefix)
	case !t.quoted && !b.ends && slices.Contains(r.Skip, t.text):
	case !t.quoted && slices.Contains(r.As, t.text):
		b.as = true
	case !t.quoted && !b.as && slices.Contains(r.Wild, t.text):
		b.reach(t)
		b.wild = true
	case t.name && !t.quoted && t.text[0] >= '0' && t.text[0] <= '9': // Elixir's f: 2
		if b.from >= 0 {
			b.to = t.end
		}
	case t.name:
		b.reach(t)
		b.name(t)
	case t.text == "," || t.text == ";":
		b.flush()
	case t.text == "{" || t.text == "(" || t.text == "[":
		b.open()
	case t.text == "}" || t.text == ")" || t.text == "]":
		b.flush()
		b.prefix = b.prefix[:max(len(b.prefix)-1, 0)]
	}
}

// passed takes in a word that belongs to the item but is not read.
func (b *binder) passed(t word) bool {
	if b.until == 0 {
		return false
	}
	switch {
	case t.quoted || t.name:
	case (t.text == "," || t.text == ";") && len(b.prefix) < b.until:
		b.until = 0
		return false
	case t.text == "(" || t.text == "[" || t.text == "{":
		b.prefix = append(b.prefix, "")
	case (t.text == ")" || t.text == "]" || t.text == "}") && len(b.prefix) > 0:
		b.prefix = b.prefix[:len(b.prefix)-1]
	}
	if b.from >= 0 {
		b.to = t.end
	}
	return true
}

// open makes what was read a prefix of the items in the bracket. It is bound
// all the same where nothing parts it from the bracket, as in Haskell's
// import Data.Map (Map, lookup) or import Data.Map as M (Map).
func (b *binder) open() {
	last := b.last
	if b.alias == "" && !b.call {
		b.reset()
	}
	if b.alias == "" && b.rule.Listed && len(b.prefix) == 0 {
		b.last, b.quoted = "", ""
	}
	b.flush()
	b.prefix = append(b.prefix, last)
}

func (b *binder) reach(t word) {
	if b.from < 0 {
		b.from = t.start
	}
	b.to = t.end
}

func (b *binder) name(t word) {
	switch {
	case b.as:
		b.alias, b.as = t.text, false
	case t.quoted:
		b.quoted = t.text
	default:
		if b.first == "" {
			b.first = t.text
		}
		b.last = t.text
	}
}

func (b *binder) reset() {
	b.from, b.first, b.last, b.alias, b.quoted, b.as, b.wild = -1, "", "", "", "", false, false
}

func (b *binder) flush() {
	if b.from >= 0 {
		item := Item{Start: b.base + b.from, End: b.base + b.to, Name: b.bound(), Opaque: b.wild && b.alias == "" || b.rule.Opaque && b.rule.target == nil}
		if item.Name == b.rule.Blank {
			item.Name = ""
		}
		b.items = append(b.items, item)
	}
	b.reset()
}

func (b *binder) bound() string {
	r := b.rule
	switch {
	case b.alias != "":
		return b.alias
	case r.AsFirst && b.first != "" && (b.quoted != "" || r.Take != langs.Base):
		return b.first
	case b.wild && b.last == "" && len(b.prefix) > 0:
		return b.prefix[len(b.prefix)-1]
	case b.wild && b.last == "":
		return b.source
	case b.wild:
		return b.last
	case b.quoted != "":
		return base(b.quoted)
	case r.Take == langs.First:
		return b.first
	case b.last == "self" && len(b.prefix) > 0:
		return b.prefix[len(b.prefix)-1]
	}
	return b.last
}

// base guesses the name a path is used by: net/http is http, yaml.v3 and
// go-yaml are yaml, example/mod/v2 is mod, ./a/b_c.h is b_c.
func base(p string) string {
	name := paths.Base(p)
	if i := strings.LastIndexByte(name, ':'); i >= 0 { // CUE's path:package
		name = name[i+1:]
	}
	if isVersion(name) && strings.Contains(p, "/") {
		name = paths.Base(paths.Dir(p))
	}
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	name = strings.TrimPrefix(strings.TrimSuffix(name, "-go"), "go-")
	if i := strings.LastIndexByte(name, '-'); i >= 0 {
		name = name[i+1:]
	}
	return name
}

func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// scan cuts a statement into words. Comments are passed over: they are rare
// here and a stray word in one binds a name nobody uses.
// chars are the bytes that are part of a name besides letters and digits.
func scan(text []byte, chars string) []word {
	var out []word
	line := true
	for i := 0; i < len(text); {
		start, c := i, text[i]
		switch {
		case c == '\n':
			line = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			if end := bytes.Index(text[i+2:], []byte("*/")); end >= 0 {
				i += end + 4
			} else {
				i = len(text)
			}
			continue
		case (c == '/' || c == '-') && i+1 < len(text) && text[i+1] == c || c == '#' && len(out) > 0 && !isName(text[i-1:]):
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		case c == '"' || c == '\'' || c == '`':
			i = endOfString(text, i)
			out = append(out, word{text: strings.Trim(string(text[start:i]), "\"'`"), name: true, quoted: true})
		case isName(text[i:]):
			for i < len(text) && (isName(text[i:]) || strings.IndexByte(chars, text[i]) >= 0) {
				_, n := utf8.DecodeRune(text[i:])
				i += n
			}
			out = append(out, word{text: string(text[start:i]), name: true})
		default:
			i++
			if i < len(text) && (c == '=' && text[i] == '>' || c == '-' && text[i] == '>' || c == '.' && text[i] == '.') {
				i++
			}
			out = append(out, word{text: string(text[start:i])})
		}
		last := &out[len(out)-1]
		last.start, last.end, last.line = start, i, line
		line = false
	}
	return out
}

func endOfString(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		if text[i] == '\\' && quote != '`' {
			i++
		} else if text[i] == quote {
			return i + 1
		}
	}
	return len(text)
}

func isName(b []byte) bool {
	r, _ := utf8.DecodeRune(b)
	return r == '_' || r == '$' || r == '@' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

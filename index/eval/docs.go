package eval

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/go-enry/go-enry/v2"
	"github.com/rivo/uniseg"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// MineDocs makes queries of the doc comments in one revision, and counts those
// that make none by the reason. The query is the first sentence, with the name
// struck out; the gold is the function under it. The Set says to blank all doc
// comments, so that nothing but the code can answer.
func MineDocs(ctx context.Context, location string, o MineOptions) (*Set, map[string]int, error) {
	files, id, err := ReadFiles(ctx, location, cmp.Or(o.Rev, "HEAD"))
	if err != nil {
		return nil, nil, err
	}
	if id == "" {
		return nil, nil, fmt.Errorf("%s: no commit to name: not a git repository, or a new one", location)
	}
	m := docMiner{repo: o.Repo, rev: id, left: map[string]int{}, blanks: map[string][]Blank{}}
	defer m.parser.Close()
	for _, f := range files {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err := m.file(f); err != nil {
			return nil, nil, err
		}
	}
	return &Set{m.unique(), map[string]map[string][]Blank{o.Repo + "@" + id: m.blanks}}, m.left, nil
}

// docMiner is one run of MineDocs.
type docMiner struct {
	repo, rev string
	parser    parse.Parser
	out       []Query
	blanks    map[string][]Blank
	left      map[string]int
}

// unique leaves out what two functions have in common: neither is the answer.
func (m *docMiner) unique() []Query {
	times := map[string]int{}
	for _, q := range m.out {
		times[q.Text]++
	}
	var out []Query
	for _, q := range m.out {
		if times[q.Text] > 1 {
			m.left["the same sentence twice"]++
			continue
		}
		out = append(out, q)
	}
	return out
}

func (m *docMiner) file(f *File) error {
	lang := langs.ByName(f.Language)
	if lang == nil || enry.GetLanguageType(f.Language) != enry.Programming {
		return nil
	}
	o, err := m.parser.Parse(lang, f.Src, func(_, _ int, unit bool) bool { return unit })
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	starts := lineStarts(f.Src)
	done := 0
	for _, u := range o.Units {
		doc, alone := docOf(lang, f.Src, u)
		if doc.start >= doc.end || doc.start < done {
			continue
		}
		done = doc.end
		m.blank(f, starts, doc, alone)
		if isTest(f.Path) || u.Members || u.Name == "" || u.Kind != "function" && u.Kind != "method" && u.Kind != "constructor" {
			continue
		}
		text := strike(firstSentence(string(f.Src[doc.start:doc.end])), u.Name)
		first, last := lineOf(starts, u.Own), lineOf(starts, u.End-1)
		switch {
		case wordCount(text) < leastWords:
			m.left["short sentence"]++
			continue
		case alone || (spans{{u.Own, u.End}}).minus(spans{doc}).weight(f.Src) == 0:
			m.left["nothing but the comment"]++
			continue
		}
		gold := []Gold{{f.Path, []Lines{{first, last}}}}
		m.out = append(m.out, Query{ID: fmt.Sprintf("%s:%s:%d", f.Path, u.Name, first), Repo: m.repo, Snapshot: m.rev,
			Source: "docstring", Text: text, Gold: gold, Leak: leaks(text, gold)})
	}
	return nil
}

// docOf gives where a unit's doc comment is: the comments before it, or in
// languages that have them there, the string its body begins with. alone says
// that this string is all of the body.
func docOf(lang *langs.Language, src []byte, u parse.Unit) (doc span, alone bool) {
	if lang.Docstring != "" && u.Body > 0 && u.Body < u.End {
		at := u.Body + len(src[u.Body:u.End]) - len(bytes.TrimLeft(src[u.Body:u.End], ": \t\r\n"))
		if m := docstring.FindIndex(src[at:u.End]); m != nil {
			doc = span{at, at + m[1]}
			return doc, (spans{{doc.end, u.End}}).weight(src) == 0
		}
	}
	end := u.Start + len(bytes.TrimRight(src[u.Start:u.Own], " \t\r\n"))
	return span{u.Start, end}, false
}

var docstring = regexp.MustCompile(`^(?s:[rRuU]?("""(\\.|[^\\])*?"""|'''(\\.|[^\\])*?'''))`)

// blank says to blank a doc comment, but not what else is on its lines.
func (m *docMiner) blank(f *File, starts []int, doc span, alone bool) {
	first, last := lineOf(starts, doc.start), lineOf(starts, doc.end-1)
	line, _ := lineSpan(starts, len(f.Src), Lines{last, last})
	before := strings.TrimRight(string(f.Src[starts[first-1]:doc.start]), " \t")
	after := strings.TrimRight(string(f.Src[doc.end:line.end]), " \t\r\n")
	if alone {
		before = string(f.Src[starts[first-1]:doc.start]) + "pass"
	}
	list := m.blanks[f.Path]
	switch {
	case after == "":
		list = append(list, Blank{Lines{first, last}, before})
	case first == last:
		list = append(list, Blank{Lines{first, first}, before + after})
	default:
		list = append(list, Blank{Lines{first, last - 1}, before}, Blank{Lines{last, last}, after})
	}
	m.blanks[f.Path] = list
}

var (
	marker = regexp.MustCompile(`^\s*([rRuU]?"""|[rRuU]?'''|/\*+!?|//+!?|\*+/?|#+!?|--+\[*|;+|%+|\(\*+)?\s?`)
	closer = regexp.MustCompile(`\s*("""|'''|\*+/|\*+\)|\]\]|-\})\s*$`)
	tag    = regexp.MustCompile(`^\s*([@:\\][a-z]+\b|[A-Z][a-z]+:\s*$|[-=~*^]{3,}\s*$)`)
	markup = regexp.MustCompile(`</?[A-Za-z][^<>]*>|\{@\w+\s+([^{}]*)\}|:\w+:` + "`" + `|[` + "`" + `*]`)
)

// firstSentence gives the first sentence of a doc comment, without the signs of
// the comment and the markup in it.
func firstSentence(doc string) string {
	var text []string
	for line := range strings.Lines(doc) {
		line = strings.TrimRight(line, "\r\n")
		line = strings.TrimSpace(closer.ReplaceAllString(line[len(marker.FindString(line)):], ""))
		if line == "" && len(text) > 0 || tag.MatchString(line) {
			break
		}
		if line != "" {
			text = append(text, line)
		}
	}
	all := strings.ToValidUTF8(cleanLine(markup.ReplaceAllString(strings.Join(text, " "), "$1")), "\uFFFD")
	sentence, _, _ := uniseg.FirstSentenceInString(all, -1)
	return strings.TrimSpace(sentence)
}

// strike takes a name out of a text.
func strike(text, name string) string {
	name = name[strings.LastIndexAny(name, ".:")+1:]
	word := regexp.MustCompile(`(?i)(^|[^\pL\pN_])` + regexp.QuoteMeta(name) + `($|[^\pL\pN_])`)
	for word.MatchString(text) {
		text = word.ReplaceAllString(text, "$1 $2")
	}
	return strings.TrimSpace(blanks.ReplaceAllString(text, " "))
}

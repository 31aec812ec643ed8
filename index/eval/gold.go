package eval

import (
	"bytes"
	"slices"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// trivia reports whether all text in s is imports and comments, Python's
// docstrings among them.
func (m *miner) trivia(path string, src []byte, s spans) (bool, error) {
	if s.weight(src) == 0 {
		return true, nil
	}
	lang := langs.ByName(langs.Detect(path, src))
	if lang == nil {
		return false, nil
	}
	o, err := m.parser.Parse(lang, src, func(start, end int, _ bool) bool {
		return len(s.and(spans{{start, end}})) > 0
	})
	if err != nil {
		return false, err
	}
	var list []span
	for _, n := range o.Nodes {
		text := bytes.TrimLeft(src[n.Start:n.End], "rRuU")
		docstring := n.Statement && lang.Docstring != "" && (bytes.HasPrefix(text, []byte(`"""`)) || bytes.HasPrefix(text, []byte("'''")))
		if n.Role == parse.Comment || n.Role == parse.Trailing || n.Role == parse.Import || docstring {
			list = append(list, span{n.Start, n.End})
		}
	}
	for _, i := range o.Imports {
		list = append(list, span{i.Start, i.End})
	}
	return s.minus(union(list...)).weight(src) == 0, nil
}

// gold maps the lines that changes are of to the snapshot.
func (m *miner) gold(changes []touched) ([]Gold, error) {
	var out []Gold
	for _, c := range changes {
		id := m.blobs[c.path]
		if id == "" {
			continue
		}
		before, err := m.src.ReadBlob(id, nil)
		if err != nil {
			return nil, err
		}
		old, err := m.src.ReadBlob(c.blob, nil)
		if err != nil {
			return nil, err
		}
		if lines := mapped(c.lines, old, before); len(lines) > 0 {
			out = append(out, Gold{c.path, lines})
		}
	}
	return out, nil
}

// changed lists the old lines that an edit changes, counted from 0. An addition
// inside of a function, or to a document, changes the last line with text before
// it.
func (m *miner) changed(e *edit) ([]int, error) {
	var out []int
	starts := lineStarts(e.old)
	var units []parse.Unit
	parsed := false
	for _, h := range e.hunks {
		for n := h.old.from; n < h.old.to; n++ {
			out = append(out, n)
		}
		if h.old.from < h.old.to {
			continue
		}
		if !parsed {
			var err error
			units, err = functions(&m.parser, &File{e.path, langs.Detect(e.path, e.old), e.old})
			if err != nil {
				return nil, err
			}
			parsed = true
		}
		at := len(e.old)
		if h.old.from < len(starts) {
			at = starts[h.old.from]
		}
		inside := m.Documents || slices.ContainsFunc(units, func(u parse.Unit) bool { return u.Start < at && at < u.End })
		before := bytes.TrimRight(e.old[:at], " \t\r\n")
		if inside && len(before) > 0 {
			out = append(out, bytes.Count(before, []byte("\n")))
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// mapped gives the lines of the snapshot's text that lines of the old text,
// counted from 0, are unchanged from; blank lines are left out.
func mapped(lines []int, old, snapshot []byte) []Lines {
	starts := lineStarts(old)
	to := unchanged(string(snapshot), string(old), len(starts))
	var out []Lines
	for _, n := range lines {
		s, _ := lineSpan(starts, len(old), Lines{n + 1, n + 1})
		at, ok := to[n]
		if !ok || (spans{s}).weight(old) == 0 {
			continue
		}
		if k := len(out); k > 0 && out[k-1][1] == at {
			out[k-1][1] = at + 1
			continue
		}
		out = append(out, Lines{at + 1, at + 1})
	}
	return out
}

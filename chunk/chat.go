package chunk

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"github.com/seed5e9d5dd4/cleave/parse"
)

// A conversation is a text of turns, "Name: what was said", or lines of JSON
// objects that have a role and a content. Turns are units named after who
// speaks; several share a chunk, and a later part of a long one has its name
// as context. Whether a text is one is a guess: every name but few speaks more
// than once, they take turns, and no turn comes before the first name.

// turn is what one speaker says before the next does.
type turn struct {
	start int
	name  string
}

// said matches the beginning of a turn: perhaps a time, a name in bold or in
// angle brackets, a colon.
var said = regexp.MustCompile(`^(?:\[[^\]\n]{1,30}\]\s*|\d{1,2}:\d\d(?::\d\d)?\s+(?:-\s+)?)?` +
	`(?:<([^<>\s]{1,30})>|(?:\*\*)?(\p{L}[\p{L}\p{N} ._'-]{0,30}?)(?:\*\*)?\s?:(?:\*\*)?)(?:[ \t\r\n]|$)`)

// turns gives the turns of a text, nil if it is no conversation.
func turns(src []byte) []turn {
	var out []turn
	for off := 0; off < len(src); off = lineAfter(src, off) {
		line := src[off:min(lineAfter(src, off), off+200)]
		m := said.FindSubmatch(line)
		if m == nil && len(out) == 0 && len(bytes.TrimSpace(line)) > 0 {
			return nil
		}
		if m != nil {
			out = append(out, turn{off, string(m[1]) + string(m[2])})
		}
	}
	if !conversation(src, out) {
		return nil
	}
	return out
}

// conversation tells turns from what only looks so: headers, records, lists of
// terms.
func conversation(src []byte, turns []turn) bool {
	count, openers := make(map[string]int), make(map[string]int)
	changes, paragraphs := 0, 0
	for i, t := range turns {
		count[t.name]++
		if i > 0 && turns[i-1].name != t.name {
			changes++
		}
		if i > 0 && blankAbove(src, t.start) {
			openers[t.name]++
			paragraphs++
		}
	}
	return len(turns) >= 4 && len(count) >= 2 && 2*len(count) <= len(turns) && 2*changes >= len(turns) &&
		!(paragraphs > 2 && len(openers) == 1)
}

func lineAfter(src []byte, off int) int {
	if i := bytes.IndexByte(src[off:], '\n'); i >= 0 {
		return off + i + 1
	}
	return len(src)
}

// messages gives the turns of a log that has one JSON object in each line.
func messages(name string, src []byte) []turn {
	if ext := strings.ToLower(path.Ext(name)); ext != ".jsonl" && ext != ".ndjson" {
		return nil
	}
	var out []turn
	for off := 0; off < len(src); off = lineAfter(src, off) {
		line := bytes.TrimSpace(src[off:lineAfter(src, off)])
		if len(line) == 0 {
			continue
		}
		who := speaker(line)
		if who == "" {
			return nil
		}
		out = append(out, turn{off, who})
	}
	return out
}

// speaker gives the role that a message names, "" if it is none.
func speaker(line []byte) string {
	var m struct {
		Role, Speaker, Author, From         string
		Content, Text, Message, Value, Body json.RawMessage
	}
	if json.Unmarshal(line, &m) != nil || m.Content == nil && m.Text == nil && m.Message == nil && m.Value == nil && m.Body == nil {
		return ""
	}
	for _, s := range []string{m.Role, m.Speaker, m.Author, m.From} {
		if s != "" {
			return s
		}
	}
	return ""
}

// chat lays out a conversation.
func (c *Chunker) chat(path string, l *layout, turns []turn) *layout {
	l.strategy, l.result = "turns", parse.OK
	d := &doc{c: c, l: l, ctx: c.contexts(path, l), unit: -1}
	l.cut(0, 0)
	for i, t := range turns {
		end := len(l.src)
		if i+1 < len(turns) {
			end = turns[i+1].start
		}
		name := printable(t.name)
		u := unit{kind: "turn", name: name, start: t.start, own: t.start, head: t.start, body: t.start, end: end, parent: -1}
		whole := d.fits(t.start, end)
		cost := float32(costUnit)
		if answers(name) {
			cost += costLead
		}
		d.cut(t.start, cost, whole)
		if !whole {
			c.introduce(&u, name+":\n")
			c.lines(l, t.start, end)
		}
		l.units = append(l.units, u)
	}
	c.settle(l)
	return l
}

// answers reports whether a speaker's turns are replies, to be kept with what
// they reply to.
func answers(name string) bool {
	switch strings.ToLower(name) {
	case "assistant", "ai", "bot", "model", "tool", "function", "gpt":
		return true
	}
	return false
}

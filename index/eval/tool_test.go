package eval

import (
	"errors"
	"strings"
	"testing"
)

// TestPlace finds other tools' chunks where they say they are, or says why not.
func TestPlace(t *testing.T) {
	src := "package a\n\nfunc f() {\n\treturn\n}\n\nfunc g() {\n\treturn\n}\n"
	file := &File{"a.go", "Go", []byte(src)}
	at := func(n int) *int { return &n }
	body := func(text string) span {
		i := strings.Index(src, text)
		return span{i, i + len(text)}
	}
	f := "func f() {\n\treturn\n}"
	tests := []struct {
		name string
		c    foreign
		want span
		err  error
	}{
		{"bytes", foreign{Text: f + "\n", StartByte: at(11), EndByte: at(32)}, body(f), nil},
		{"lines", foreign{Text: f, StartLine: at(3), EndLine: at(5)}, body(f), nil},
		{"context before and after", foreign{Text: "# a.go\n" + f + "\n# end", StartLine: at(3), EndLine: at(5)}, body(f), nil},
		{"part of the lines", foreign{Text: "f() {\n\tret", StartLine: at(3), EndLine: at(4)}, body("f() {\n\tret"), nil},
		{"the second of two places", foreign{Text: "return\n}\n", StartLine: at(8), EndLine: at(9)}, span{len(src) - 9, len(src) - 1}, nil},
		{"to what follows the last newline", foreign{Text: "return\n}\n", StartLine: at(8), EndLine: at(10)}, span{len(src) - 9, len(src) - 1}, nil},
		{"beyond that", foreign{Text: "return\n}\n", StartLine: at(8), EndLine: at(11)}, span{}, errRange},
		{"bytes and lines", foreign{Text: f, StartByte: at(11), EndByte: at(31), StartLine: at(3), EndLine: at(5)}, body(f), nil},
		{"with blank lines around", foreign{Text: f, StartByte: at(10), EndByte: at(32), StartLine: at(2), EndLine: at(6)}, body(f), nil},
		{"to the end", foreign{Text: "return\n}\n", StartByte: at(len(src) - 9), EndByte: at(len(src)), StartLine: at(8), EndLine: at(10)}, span{len(src) - 9, len(src) - 1}, nil},
		{"bytes and a line", foreign{Text: f, StartByte: at(11), EndByte: at(31), StartLine: at(3)}, body(f), nil},
		{"lines of another place", foreign{Text: f, StartByte: at(11), EndByte: at(31), StartLine: at(1), EndLine: at(1)}, span{}, errPlaces},
		{"lines from 0", foreign{Text: f, StartByte: at(11), EndByte: at(31), StartLine: at(2), EndLine: at(4)}, span{}, errPlaces},
		{"more lines", foreign{Text: f, StartByte: at(11), EndByte: at(31), StartLine: at(3), EndLine: at(7)}, span{}, errPlaces},
		{"no range", foreign{Text: f}, span{}, errNoRange},
		{"half a range", foreign{Text: f, StartByte: at(11), EndLine: at(5)}, span{}, errNoRange},
		{"bytes outside", foreign{Text: f, StartByte: at(11), EndByte: at(1000)}, span{}, errRange},
		{"bytes backwards", foreign{Text: f, StartByte: at(11), EndByte: at(10)}, span{}, errRange},
		{"lines outside", foreign{Text: f, StartLine: at(0), EndLine: at(5)}, span{}, errRange},
		{"other text", foreign{Text: "func h() {}", StartLine: at(3), EndLine: at(5)}, span{}, errText},
		{"text from elsewhere", foreign{Text: "func g() {", StartLine: at(3), EndLine: at(5)}, span{}, errText},
		{"half the bytes", foreign{Text: "func f()", StartByte: at(11), EndByte: at(32)}, span{}, errText},
		{"blank", foreign{Text: "\n", StartLine: at(2), EndLine: at(2)}, span{}, errText},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.c.Path = file.Path
			c, err := test.c.place(file, counter(t))
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			if err != nil {
				return
			}
			if got := (span{c.Start, c.End}); got != test.want {
				t.Errorf("%v is %q, want %q", got, src[c.Start:c.End], src[test.want.start:test.want.end])
			}
			if all := counter(t).Count([]byte(test.c.Text)); c.Tokens != all || c.Context < 0 || c.Context >= all {
				t.Errorf("%d tokens and %d of context, of %d", c.Tokens, c.Context, all)
			}
		})
	}
	if _, err := (&foreign{Path: "b.go", Text: f}).place(nil, counter(t)); !errors.Is(err, errNoFile) {
		t.Errorf("error %v, want %v", err, errNoFile)
	}
	if _, err := (&foreign{Text: f}).place(nil, counter(t)); !errors.Is(err, errNoPath) {
		t.Errorf("error %v, want %v", err, errNoPath)
	}
}

// TestCovers: a tool that has nothing to say of a snapshot is told, not scored.
func TestCovers(t *testing.T) {
	a, b := &snapshot{repo: "x", rev: "aaa"}, &snapshot{repo: "x", rev: "bbb"}
	for _, test := range []struct {
		chunks []foreign
		all    []*snapshot
		want   string
	}{
		{[]foreign{{}}, []*snapshot{a, b}, ""},
		{[]foreign{{Snapshot: "aaa"}, {Commit: "bbb"}}, []*snapshot{a, b}, ""},
		{[]foreign{{Snapshot: "aaa"}}, []*snapshot{a, b}, "no chunks of x@bbb: "},
		{[]foreign{{Snapshot: "aaa", Repo: "y"}}, []*snapshot{a}, "no chunks of x@aaa: "},
		{nil, []*snapshot{a, b}, "no chunks of x@aaa and 1 more of 2 snapshots: "},
	} {
		err := (&Tool{Name: "other", chunks: test.chunks}).covers(test.all)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: got %v, want %q", test.chunks, err, test.want)
		}
	}
}

// TestReadQueries: what is no query is told, with its line.
func TestReadQueries(t *testing.T) {
	for text, want := range map[string]string{
		"{\"query\": \"x\"}":           "line 1: a query needs query, snapshot and gold",
		"\n\nx\n":                      "line 3: not a JSON object",
		`{"id": "x", "gold": []}`:      `line 1: neither a query nor lines to blank: it has no query, and "gold" is not of the form repo@snapshot`,
		`{"query": 1}`:                 "line 1: not a query: query is of the wrong kind: number",
		`{"query": "x", "leak": 1.5}`:  "line 1: not a query: leak is of the wrong kind: number",
		`[1]`:                          "line 1: not a JSON object: unexpected array",
		`{"a@b": 1.5}`:                 "line 1: neither a query nor lines to blank: unexpected number",
		`{"a": 1}`:                     "line 1: neither a query nor lines to blank",
		`{"a": {"b": [[1, 2, ""]]}}`:   "not of the form repo@snapshot",
		`{"a@b": {"c": [[2, 1, ""]]}}`: "no range of lines",
		`{"query": "x", "snapshot": "y", "gold": [{"path":1}]}`: "line 1: ",
	} {
		var s Set
		if err := s.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// TestRank: more of the query's words, rarer ones, and shorter chunks rank
// higher; of equals, the first; what has none is not ranked.
func TestRank(t *testing.T) {
	src := "parse the header\nparse the body\nwriteHTTPHeader\nnothing here\nparse the body\n"
	var chunks []Chunk
	for line := range strings.Lines(src) {
		chunks = append(chunks, Chunk{Path: "a.txt", Body: line})
	}
	chunks[3].Name, chunks[3].Scope = "Encode", []string{"Wire"}
	r := newRanker(chunks)
	for query, want := range map[string][]int{
		"parse header":    {0, 2, 1, 4},
		"body":            {1, 4},
		"http_header":     {2, 0},
		"writehttpheader": {2},
		"encode wire":     {3},
		"a.txt":           {0, 1, 2, 3, 4}, // all the same: the first
		"unheard of":      nil,
		"":                nil,
	} {
		got := r.Rank(query)
		if len(got) != len(want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: got %v, want %v", query, got, want)
				break
			}
		}
	}
}

package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// TestRecords: a tool that is the records of auto has auto's figures, whatever
// the encoding of the files.
func TestRecords(t *testing.T) {
	wide := func(text string) string {
		out := "\xff\xfe"
		for _, c := range []byte(text) {
			out += string([]byte{c, 0})
		}
		return out
	}
	class := "class Store:\n    def get(self, key):\n        return self.disk.read(key)\n\n    def put(self, key, value):\n        self.disk.write(key, value)\n"
	h := newHistory(t)
	rev := h.commit("all", map[string]string{
		"store.go":   "\n" + store,
		"a.py":       class,
		"wide.py":    wide(strings.ReplaceAll(class, "Store", "Wide")),
		"marked.py":  byteOrderMark + strings.ReplaceAll(class, "Store", "Marked"),
		"latin.py":   strings.ReplaceAll(class, "Store", "Latin") + "# gr\xfc\xdfe, caf\xe9\n",
		"n.ipynb":    `{"cells":[{"cell_type":"code","source":["def note(key):\\n","    return \\"a\\"\\n"],"outputs":[],"metadata":{},"execution_count":1}],"metadata":{"language_info":{"name":"python"}},"nbformat":4,"nbformat_minor":5}`,
		"broken.txt": "odd \xff\xfe\xfd\xfc bytes of a store\n",
	})
	set := &Set{}
	for _, q := range []Query{
		{Text: "get store", Gold: []Gold{{"store.go", []Lines{{7, 9}}}}},
		{Text: "class put function", Gold: []Gold{{"a.py", []Lines{{5, 6}}}}},
		{Text: "wide method get", Gold: []Gold{{"wide.py", []Lines{{2, 3}}}}},
		{Text: "marked disk write", Gold: []Gold{{"marked.py", []Lines{{1, 6}}}}},
		{Text: "latin store", Gold: []Gold{{"latin.py", []Lines{{4, 7}}}}},
		{Text: "note key", Gold: []Gold{{"n.ipynb", []Lines{{1, 1}}}}},
	} {
		q.Repo, q.Snapshot, q.Source = "kv", rev, "commit"
		set.Queries = append(set.Queries, q)
	}
	files, _, err := ReadFiles(context.Background(), h.dir, rev)
	if err != nil || len(files) != 7 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, most := range []int{32, 64, 500} {
		o := chunk.Options{Max: most}
		c, err := chunk.New(o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		var lines bytes.Buffer
		encodings := map[string]bool{}
		for _, f := range files {
			made, err := c.File(f.Path, f.Src)
			if err != nil {
				t.Fatal(err)
			}
			for _, ch := range made.Chunks {
				encodings[ch.Encoding] = true
				if err := json.NewEncoder(&lines).Encode(ch); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(encodings) != 5 {
			t.Errorf("encodings %v", encodings)
		}
		tool, err := ReadChunks("records", &lines)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Measure(context.Background(), set, Options{Chunk: o, Strategies: []string{"auto"}, Tools: []Tool{tool},
			Locate: func(string) (string, error) { return h.dir, nil }})
		if err != nil {
			t.Fatal(err)
		}
		if len(run.Problems) > 0 || len(run.Queries) != len(set.Queries) {
			t.Errorf("max %d: %d queries, %q", most, len(run.Queries), run.Problems)
		}
		auto, records := run.Chunkers[0], run.Chunkers[1]
		if auto.Chunks != records.Chunks || !slices.Equal(auto.scores, records.scores) {
			t.Errorf("max %d: auto has %d chunks and %v,\nits records %d and %v", most, auto.Chunks, auto.scores, records.Chunks, records.scores)
		}
	}
}

// TestReadChunks: what is a number is taken, what is no chunk is left out, and
// what is not even an object ends it.
func TestReadChunks(t *testing.T) {
	files := map[string]*File{"a.go": {"a.go", "Go", []byte("package a\n")}}
	for text, want := range map[string]string{
		`"start_line": 1.0, "end_line": 1e0`:                      "",
		`"start_byte": 0, "end_byte": 10.0, "start_line": null`:   "",
		`"start_line": 1, "end_line": 1, "kind": 3, "units": 2`:   "",
		`"start_line": 1, "end_line": 1, "encoding": "gpt2"`:      "",
		`"start_line": 1.5, "end_line": 2`:                        "line 2: start_line is no whole number",
		`"start_line": "1", "end_line": 1`:                        "line 2: start_line is of the wrong kind: string",
		`"start_line": 1, "end_line": 1, "path": 1`:               "line 2: path is of the wrong kind: number",
		`"start_byte": -1e30, "end_byte": 1e30`:                   "line 2: the range lies outside the file",
		`"start_line": 1, "end_line": 1, "path": "/home/me/a.go"`: `line 2: no such file in the snapshot: "/home/me/a.go"; paths are relative to the top of the repository`,
	} {
		good := `{"path": "a.go", "text": "package a", "start_line": 1, "end_line": 1}` + "\n"
		tool, err := ReadChunks("other", strings.NewReader(byteOrderMark+good+`{"path": "a.go", "text": "package a", `+text+"}\n"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		list, problems, err := tool.place(&snapshot{repo: "x", rev: "y"}, files, counter(t))
		if err != nil || len(list)+len(problems) != 2 || (want == "") != (len(list) == 2) || want != "" && !strings.HasSuffix(problems[0], want) {
			t.Errorf("%s: %d chunks, %q, %v; want %q", text, len(list), problems, err, want)
		}
	}
	for text, want := range map[string]string{"[1]": "line 1: not a chunk: unexpected array", "{": "line 1: not a chunk: "} {
		if _, err := ReadChunks("other", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

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

// TestReadQueriesMarked: a byte order mark is none of the first query's.
func TestReadQueriesMarked(t *testing.T) {
	var s Set
	err := s.Read(strings.NewReader(byteOrderMark + `{"query": "x", "snapshot": "y", "gold": [{"path": "a", "lines": [[1, 2]]}]}`))
	if err != nil || len(s.Queries) != 1 {
		t.Errorf("%v, %v", s.Queries, err)
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

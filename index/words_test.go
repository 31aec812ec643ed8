package index

import (
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

func TestWords(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"... - * \" ( )", ""},
		{"HTTPServer2", "httpserver2 http server 2 "},
		{"snake_case", "snake_case snake case "},
		{"camelCase PascalCase", "camelcase camel case pascalcase pascal case "},
		{"__init__", "init "},
		{"_", ""},
		{"a__b_", "a__b a b "},
		{"MAX_BUF2", "max_buf2 max buf 2 "},
		{"utf8.ValidString", "utf8 utf 8 validstring valid string "},
		{"ID URLs parseURL", "id urls ur ls parseurl parse url "},
		{"0xFF 12px 3.14", "0xff 12px 3 14 "},
		{"plain", "plain "},
		{"ÜberGroß naïve", "übergroß über groß naïve "},
		{"搜索foo検索", "搜 索 foo 検 索 "},
		{"a\xffb\x00c", "a b c "},
	} {
		if got := wordsIn(test.text, 1); got != test.want {
			t.Errorf("the words of %q are %q, want %q", test.text, got, test.want)
		}
	}
}

func TestShortWordsStayOutOfTheBody(t *testing.T) {
	if got, want := wordsIn("i := v2 + x", 2), "v2 v 2 "; got != want {
		t.Errorf("words are %q, want %q", got, want)
	}
}

// What a definition is called counts more than a heading, or documents would
// stand before the code that they are about.
func TestHeadingsAreNoNames(t *testing.T) {
	doc := chunk.Chunk{Kind: "section", Name: "Sending files", Scope: []string{"Quickstart"}, Text: "## Sending files\n\nIn short:\n",
		Units: []chunk.Unit{{Kind: "section", Name: "Sending files"}, {Kind: "function", Name: "cell"}}}
	if got, want := wordsOf(&doc), (words{"sending files in short ", "", "cell ", "quickstart "}); got != want {
		t.Errorf("words are %q, want %q", got, want)
	}
	code := chunk.Chunk{Kind: "function", Name: "send_files", Text: "def send_files():\n    stream()\n",
		Units: []chunk.Unit{{Kind: "function", Name: "send_files"}}}
	if got := NewRanker([]chunk.Chunk{doc, code}).Rank("send files"); len(got) != 2 || got[0] != 1 {
		t.Errorf("ranked %v, want the function first", got)
	}
}

package chunk

import (
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// TestEmbed lays out Go code in the middle of a text, as a part of a file.
func TestEmbed(t *testing.T) {
	code := "import \"os\"\n\n" + strings.Repeat("// F opens a file.\nfunc F(name string) (*os.File, error) {\n\tprintln(name)\n\treturn os.Open(name)\n}\n\n", 9)
	src := []byte("before\n\n<go>\n" + code + "</go>\n\nafter\n")
	c := newChunker(t, Options{Max: 128, Min: 32})
	l := &layout{src: src, language: "Text", strategy: "code", result: parse.OK}
	c.sums = c.counter.Sums(nil, src)
	begin, end := strings.Index(string(src), "<go>"), strings.Index(string(src), "</go>")
	l.cut(0, 0)
	l.cut(begin, costParagraph)
	l.units = append(l.units, unit{kind: "script", name: "go", start: begin, own: begin, head: begin, body: begin + 5,
		end: end + 5, parent: -1, members: true, language: "Go", context: "<go>\n", tokens: c.counter.Count([]byte("<go>\n"))})
	if r, err := c.embed(c.contexts("a.txt", l), l, begin+5, end, langs.ByName("Go"), 0); r != parse.OK || err != nil {
		t.Fatal(r, err)
	}
	l.cut(end+7, costParagraph)
	c.settle(l)
	f := c.finish("a.txt", l)
	k := &checker{t: t, c: c, src: src, f: f, l: l, name: "a.txt"}
	k.all()
	if len(l.units) != 10 {
		t.Errorf("%d units, want the script and 9 functions", len(l.units))
	}
	for i, ch := range f.Chunks {
		context, language := "a.txt\n<go>\nimport \"os\"\n\n", "Go"
		if i == 0 {
			context = "a.txt\n"
		}
		if i == 0 || i == len(f.Chunks)-1 { // the text before and after stands there
			language = "Text"
		}
		if ch.Context != context || ch.Language != language {
			t.Errorf("chunk %d is %s, want %s; its context %q, want %q", i, ch.Language, language, ch.Context, context)
		}
	}
	if len(f.Chunks) < 3 {
		t.Errorf("only %d chunks", len(f.Chunks))
	}
}

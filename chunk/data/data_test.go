package data

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// formats are the languages that have a scanner of their own.
var formats = []string{"JSON", "YAML", "TOML", "INI", "Java Properties", "Dotenv", "XML", "HTML", "CSV", "TSV"}

// scan reads src and fails the test where records do not lie in their parents,
// one after the other.
func scan(t testing.TB, language, src string) *Text {
	t.Helper()
	x := Scan(language, "dir/table.ext", []byte(src))
	var open []int
	last := make([]int, len(x.Records)+1) // by 1 + parent: where its last record ends
	for i := range x.Records {
		r := &x.Records[i]
		for len(open) > 0 && x.Records[open[len(open)-1]].Next <= i {
			open = open[:len(open)-1]
		}
		parent, from, to := -1, 0, len(src)
		if len(open) > 0 {
			parent = open[len(open)-1]
			from, to = x.Records[parent].Start, x.Records[parent].End
		}
		if r.Parent != parent || r.Next <= i || r.Next > len(x.Records) || parent >= 0 && r.Next > x.Records[parent].Next {
			t.Errorf("%s %q: record %d has parent %d and next %d, in %d", language, src, i, r.Parent, r.Next, parent)
			return x
		}
		if r.Start < max(from, last[parent+1]) || r.Start > r.Head || r.Head > r.Body || r.Body > r.End || r.End > to {
			t.Errorf("%s %q: record %d %s %q at %d, head %d, body %d, end %d; in [%d, %d), after %d", language, src, i, r.Kind, r.Name,
				r.Start, r.Head, r.Body, r.End, from, to, last[parent+1])
			return x
		}
		last[parent+1] = r.End
		x.Context(i)
		if r.Next > i+1 {
			open = append(open, i)
		}
	}
	return x
}

// dump writes records as an indented list: kind, name, text.
func dump(x *Text) string {
	var b strings.Builder
	for i := range x.Records {
		r := &x.Records[i]
		depth := 0
		for p := r.Parent; p >= 0; p = x.Records[p].Parent {
			depth++
		}
		text := strings.Join(strings.Fields(string(x.Src[r.Start:r.End])), " ")
		fmt.Fprintf(&b, "%s%s %s: %s\n", strings.Repeat("  ", depth), r.Kind, r.Name, text)
	}
	return b.String()
}

func TestScan(t *testing.T) {
	for _, test := range []struct{ language, src, want string }{
		{"JSON", `{"a": 1, "b": {"c": [], "d": [true, {"name": "x"}]}}`,
			"key a: {\"a\": 1\nkey b: \"b\": {\"c\": [], \"d\": [true, {\"name\": \"x\"}]}\n  key c: \"c\": []\n  key d: \"d\": [true, {\"name\": \"x\"}]\n    key : true\n    item x: {\"name\": \"x\"}\n      key name: \"name\": \"x\"\n"},
		{"JSON", "{\"id\": 7, \"name\": \"n\"}\n[1]\n", "item n: {\"id\": 7, \"name\": \"n\"}\n  key id: \"id\": 7\n  key name: \"name\": \"n\"\nitem [1]: [1]\n  key : 1\n"},
		{"JSON", "{// why\n \"a\": 'x', // tail\n b: .5,}", "comment : {// why\nkey a: \"a\": 'x', // tail\nkey b: b: .5\n"},
		{"JSON", `{"a": "x}]\"", "u": "http://b//c"}`, "key a: {\"a\": \"x}]\\\"\"\nkey u: \"u\": \"http://b//c\"\n"},
		{"JSON", `{"a": [1, 2`, "item [0]: {\"a\": [1, 2\n  key a: \"a\": [1, 2\n    key : 1\n    key : 2\n"},

		{"YAML", "a: 1\nb:\n  c: x\n  # of d\n  d: [1,\n    2]\n# tail\n", "key a: a: 1\nkey b: b: c: x # of d d: [1, 2]\n  key c: c: x\n  comment : # of d\n  key d: d: [1, 2]\ncomment : # tail\n"},
		{"YAML", "l:\n- id: a\n  v: 1\n- - x\n  - y\nm: 2\n", "key l: l: - id: a v: 1 - - x - y\n  item a: - id: a v: 1\n    key id: id: a\n    key v: v: 1\n  item [1]: - - x - y\n    item [0]: - x\n    item [1]: - y\nkey m: m: 2\n"},
		{"YAML", "s: |\n  # no comment\n  k: v\n\n   more\nt: \"a\n  b: c\"\nu: x\n", "key s: s: | # no comment k: v more\nkey t: t: \"a b: c\"\nkey u: u: x\n"},
		{"YAML", "kind: Pod\nmetadata:\n  name: web\n---\nkind: Service\n...\n", "document Pod/web: kind: Pod metadata: name: web\n  key kind: kind: Pod\n  key metadata: metadata: name: web\n    key name: name: web\ndocument Service: --- kind: Service ...\n  key kind: kind: Service ...\n"},
		{"YAML", "-\n#\n0", "item [0]: - # 0\n"},
		{"YAML", "a:\n  # b\n  [c,\n   d: e]\nf:\n", "key a: a: # b [c, d: e]\nkey f: f:\n"},
		{"YAML", "---\na: b\n", "key a: --- a: b\n"},
		{"YAML", "{\"a\": {\"b\": 1}}", "key a: {\"a\": {\"b\": 1}\n  key b: \"b\": 1\n"},
		{"YAML", "a: &x\n  b: 1\n'q: r': 2\nhttp://h: 3\n", "key a: a: &x b: 1\n  key b: b: 1\nkey q: r: 'q: r': 2\nkey http://h: http://h: 3\n"},

		{"TOML", "k = 1\n[a]\nx = [\n 1, # c ]\n]\n[a.b]\ny = \"\"\"\n[no]\n\"\"\"\n# of c\n[[c]]\nname = 'n'\n",
			"key k: k = 1\ntable a: [a] x = [ 1, # c ] ] [a.b] y = \"\"\" [no] \"\"\"\n  key x: x = [ 1, # c ] ]\n  table b: [a.b] y = \"\"\" [no] \"\"\"\n    key y: y = \"\"\" [no] \"\"\"\ncomment : # of c\ntable c: [[c]] name = 'n'\n  key name: name = 'n'\n"},
		{"INI", "[s \"t\"]\n\tk = v\n\tl: w\n; c\n[u]\nlist =\n  a\n  b=c\nz\n", "section s \"t\": [s \"t\"] k = v l: w\n  key k: k = v\n  key l: l: w\ncomment : ; c\nsection u: [u] list = a b=c z\n  key list: list = a b=c\n  key z: z\n"},
		{"Java Properties", "a.b=c\\\n  d\n! note\ne : f\\\\\ng\n", "key a.b: a.b=c\\ d\ncomment : ! note\nkey e: e : f\\\\\nkey g: g\n"},
		{"Dotenv", "A=\"x\nB=y\"\nexport C=1\n", "key A: A=\"x B=y\"\nkey export C: export C=1\n"},

		{"XML", "<?xml?><r a='>'><b id=\"x\">t</b><!-- <c> --><c/><d><![CDATA[<e>]]></d></r>",
			"element x: <?xml?><r a='>'><b id=\"x\">t</b>\ncomment : <!-- <c> -->\nelement c: <c/>\nelement d: <d><![CDATA[<e>]]></d>\n"},
		{"HTML", "<body><ul><li>a<li><b>b</b></ul><script>if (a</b) {}</script><br>x",
			"element ul: <body><ul><li>a<li><b>b</b></ul>\n  element li: <li>a\n  element li: <li><b>b</b>\nscript script: <script>if (a</b) {}</script>\nelement br: <br>\n"},

		{"HTML", "<?php\nf('<p>');\n?>\n<p <?= a ? '>' : '' ?>><?= b ?></p>\n<?php\nend();\n",
			"script php: <?php f('<p>'); ?>\nelement p: <p <?= a ? '>' : '' ?>><?= b ?></p>\nscript php: <?php end();\n"},

		{"CSV", "id,name\n1,\"a\nb\"\n2,c\"d\n", "table table: id,name 1,\"a b\" 2,c\"d\n  row : 1,\"a b\"\n  row : 2,c\"d\n"},
		{"CSV", "1,2\n3,\"4\n5,6\n", "row : 1,2\nrow : 3,\"4\nrow : 5,6\n"},
		{"TSV", "a\tb\n1\t2\n", "table table: a b 1 2\n  row : 1 2\n"},
	} {
		if got := dump(scan(t, test.language, test.src)); got != test.want {
			t.Errorf("%s %q:\n%swant\n%s", test.language, test.src, got, test.want)
		}
	}
}

// What stands before the later parts of a record.
func TestContext(t *testing.T) {
	for _, test := range []struct{ language, src, record, want string }{
		{"JSON", "{\n  \"a\": {\n    \"b\": 1\n  }\n}", "a", "  \"a\": {\n"},
		{"JSON", `[{"v": 0, "name": "x"}]`, "x", "{ \"name\": \"x\", ...\n"},
		{"JSON", `[[[1]]]`, "[0]", ""},
		{"YAML", "a:\n  b: &c # d\n    e: 1\n", "b", "  b: &c\n"},
		{"YAML", "- image: i\n  name: x\n", "x", "- name: x\n"},
		{"YAML", "- uses: u\n  with:\n    a: b\n", "[0]", "- uses: u\n"},
		{"TOML", "[[t]]\nname = \"n\"\nx = 1\n", "t", "[[t]]\nname = \"n\"\n"},
		{"TOML", "[t] # why\nname = \"n\"\n", "t", "[t]\n"},
		{"XML", "<r>\n  <a\n    b='c'>\n    <d/>\n  </a>\n</r>", "a", "  <a b='c'>\n"},
	} {
		x := scan(t, test.language, test.src)
		found := false
		for i := range x.Records {
			if x.Records[i].Name == test.record && !found {
				found = true
				if got := x.Context(i); got != test.want {
					t.Errorf("%s %q: context of %s is %q, want %q", test.language, test.src, test.record, got, test.want)
				}
			}
		}
		if !found {
			t.Errorf("%s %q: no record %s in\n%s", test.language, test.src, test.record, dump(x))
		}
	}
}

// What cannot be parsed says so, and what can does not.
func TestBroken(t *testing.T) {
	many := strings.Repeat("(", 200_000)
	for language, sources := range map[string]struct{ ok, broken []string }{
		"JSON": {
			ok: []string{"", "1", "{}", "[1, -2.5e3, 0x1F, .5]", "{\"a\": 1,}", "[1, // one\n 2/* two */, ]", "{a: 'b', $c: NaN} # d", "1\n\"b\"\n{}\n[]\n", "\xef\xbb\xbf{\"a\": null}",
				"[\"}\", \"\\\"[\"]", "{\"a\": -Infinity}", strings.Repeat("[", 70) + strings.Repeat("]", 70)},
			broken: []string{"hello", "(((", many, "[hello]", "{\"a\": b}", "[1 2]", "{\"a\": 1 \"b\": 2}", "[1,,2]", "[1:2]", "{\"a\"}", "{\"a\":}", "{\"a\"::1}", "{{}}", "{[1]}", "{,}",
				"[1", "1]", "[1}", "{\"a\": 1]", "\"a", "{\"a\": \"b}\n", ",", "{{ x }}", strings.Repeat("[", 70) + strings.Repeat("}", 70)},
		},
		"YAML": {
			ok: []string{"", "a", many, "a: [1, {b: c}]\n", "a: [don't, it's]\n", "a: [http://x, b#c] # ]\n", "a: ['it''s [', \"]\\\"\",\n  b]\n", "a:\n  [b,\n   c: d]\n", "a: {{ .Values.b }}\n",
				"a: |\n  b: [\n", "- !t |\n  b: [\n", "- &x |\n  b: [\n", "a:\n  \"b\n  c: [\"\n", "{a: b c, d}\n", "[a: b, c d]\n", "a: b [\n", "a: 'b''c'\n"},
			broken: []string{"a: [1\nb: }\n - x\n", "a: [\n", "a: [1}\n", "a: {b: [c}]\n", "- [a\n- b\n", "a:\n  [b\nc: d\n", "{a: b", "[a}", "a: \"b\n"},
		},
		"TOML": {
			ok: []string{"", "# c\n\n", "a = 1 # b\r\nb.c = true\r\n", "\"a=b\" = 'c\\'\n'd' . e = \"\\\"#\"#\n", "[a]\n[ b . \"c]\" ] # ]\n[[d]]#\n", "a = [ # ]\n 'b]', \"\"\"\n]\"\"\"\n]\n", "a = {b = [1], c = '}'}\n",
				"a = \"\"\"b\"\"\"\"\"\nb = \"\"\"\\\"\"\"\"\nc = ''''''\n", "a = 1979-05-27 07:32:00.5-07:00\nb = 07:32:00\nc = -inf\nd = 0xDEAD_beef\ne = 1_000e-1\n", "\xef\xbb\xbfa = 1\n"},
			broken: []string{"a = = 1\n[[[\n", "[[[\n", "a = = 1\n", many, "hello\n", "a =\n", "= 1\n", "a = b\n", "a = 1 2\n", "a = 1 = 2\n", "a b = 1\n", "a: 1\n", "[a\n", "[a] b\n", "[[a]\n", "[]\n", "a = [1}\n",
				"a = [1\nb = 2\n", "a = \"b\n", "a = \"b\" c\n", "a = [1] 2\n", "a = \"\"\"b\n", "a = 1__2\n", "[a\nb = [1]\n"},
		},
	} {
		for _, src := range sources.ok {
			if scan(t, language, src).Broken {
				t.Errorf("%s %.100q is broken", language, src)
			}
		}
		for _, src := range sources.broken {
			if !scan(t, language, src).Broken {
				t.Errorf("%s %.100q is not broken", language, src)
			}
		}
	}
}

// With one mark of JSON left out or written twice, a text is broken just where
// the standard library cannot read it.
func TestBrokenJSON(t *testing.T) {
	const text = `{"a": [1, {"b": []}, "x"], "c": {"d": null, "e": [[true], [{}]]}}`
	n := 0
	for i := range len(text) {
		if strings.IndexByte(`{}[]:,`, text[i]) < 0 {
			continue
		}
		for _, src := range []string{text[:i] + text[i+1:], text[:i] + text[i:i+1] + text[i:]} {
			n++
			if got, want := scan(t, "JSON", src).Broken, !json.Valid([]byte(src)); got != want {
				t.Errorf("%s: broken %v, want %v", src, got, want)
			}
		}
	}
	if n < 50 {
		t.Fatal(n)
	}
}

func FuzzScan(f *testing.F) {
	paths, err := filepath.Glob("../../testdata/*/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range paths {
		src, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		language := map[string]uint8{".json": 0, ".jsonl": 0, ".yaml": 1, ".toml": 2, ".cfg": 3, ".properties": 4, ".env": 5, ".xml": 6, ".html": 7, ".vue": 7, ".csv": 8}
		if kind, ok := language[filepath.Ext(p)]; ok && len(src) < 4096 {
			f.Add(string(src), kind)
		}
	}
	f.Fuzz(func(t *testing.T, src string, kind uint8) {
		scan(t, formats[int(kind)%len(formats)], src)
	})
}

func TestPHPPage(t *testing.T) {
	for src, want := range map[string]bool{
		"<?php\nfunction f() { return 1; }\n":     false,
		"<?php\nfunction f() { return 1; }\n?>\n": false,
		"<p>Hello, <?= $name ?></p>\n":            true,
		"<?php\nfunction f() { return 1; }\n?>\n<ul>\n<?php if (f()) { ?>\n<li>a ship\n<?php } ?>\n": true,
		"<?php\nfunction f() { ?>\n<ul><li>a<li>b<li>c<li>d</ul>\n<?php } ?>\n":                      false,
	} {
		if got := PHPPage([]byte(src)); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
}

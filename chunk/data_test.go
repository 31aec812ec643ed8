package chunk

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk/data"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// samples gives the sample files of data formats and pages.
func samples(t testing.TB, each func(path string, src []byte)) {
	n := 0
	for _, format := range []string{"json", "yaml", "toml", "ini", "properties", "dotenv", "xml", "csv", "html", "vue", "svelte"} {
		paths, err := filepath.Glob(filepath.Join("..", "testdata", format, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			if slices.Contains([]string{".want", ".outline"}, filepath.Ext(p)) {
				continue
			}
			src, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			n++
			each(filepath.ToSlash(strings.TrimPrefix(p, filepath.Join("..", "testdata")+string(filepath.Separator))), src)
		}
	}
	if n < 11 {
		t.Fatalf("found %d sample files", n)
	}
}

func TestDataSamples(t *testing.T) {
	for _, o := range settings() {
		c := newChunker(t, o)
		samples(t, func(path string, src []byte) {
			f := check(t, c, path, src)
			if o.Strategy == "" && f.Strategy != "data" && f.Strategy != "page" {
				t.Errorf("%s: strategy %s", path, f.Strategy)
			}
			check(t, c, path, bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
			check(t, c, path, src[:len(src)*2/3])
		})
	}
}

// TestDataTree holds the promises on the data files among the modules that
// this one is built from.
func TestDataTree(t *testing.T) {
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	var cs []*Chunker
	for _, o := range []Options{{}, {Max: 100}, {Max: 256, Tokenizer: "o200k_base"}} {
		cs = append(cs, newChunker(t, o))
	}
	n := 0
	exts := []string{".json", ".yaml", ".yml", ".toml", ".xml", ".csv", ".html", ".svg", ".ini", ".properties"}
	err = filepath.WalkDir(strings.TrimSpace(string(out)), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains(exts, filepath.Ext(p)) {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil || len(src) > 100<<10 || !data.Known(langs.Detect(p, src)) {
			return err
		}
		if n++; n%10 == 0 {
			check(t, cs[n/10%len(cs)], filepath.Base(p), src)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 10 {
		t.Fatalf("found %d data files", n)
	}
}

// A long list of small objects is packed to size, whatever its line breaks.
func TestPacked(t *testing.T) {
	var lines, one, rows, ports strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&lines, "  {\"id\": %d, \"name\": \"ship %d\", \"berth\": \"north-%d\"},\n", i, i*7, i%9)
		fmt.Fprintf(&one, `{"id":%d,"name":"ship %d","berth":"north-%d"},`, i, i*7, i%9)
		fmt.Fprintf(&rows, "%d,ship %d,north-%d\n", i, i*7, i%9)
		fmt.Fprintf(&ports, "- id: %d\n  name: ship %d\n", i, i*7)
	}
	for path, src := range map[string]string{
		"a.json":    "[\n" + strings.TrimSuffix(lines.String(), ",\n") + "\n]\n",
		"deep.json": `{"fleet":{"ships":[` + strings.TrimSuffix(one.String(), ",") + `]}}`,
		"a.csv":     "id,name,berth\n" + rows.String(),
		"a.yaml":    ports.String(),
	} {
		c := newChunker(t, Options{})
		f := check(t, c, path, []byte(src))
		for i := range f.Chunks[:len(f.Chunks)-1] {
			if ch := &f.Chunks[i]; ch.Tokens < c.opts.Max*4/5 {
				t.Errorf("%s:%d-%d has only %d tokens", path, ch.StartLine, ch.EndLine, ch.Tokens)
			}
		}
		if last := &f.Chunks[len(f.Chunks)-1]; path == "a.csv" && !strings.HasSuffix(last.Context, "\nid,name,berth\n") {
			t.Errorf("%s: the context of the last chunk is %q", path, last.Context)
		}
	}
}

// One line of a hundred kilobytes, brackets beyond number, quotes and tags that
// nothing closes: the promises hold, and it does not take long.
func TestDataHostile(t *testing.T) {
	many := func(s string) string { return strings.Repeat(s, 12000/len(s)) }
	for _, path := range []string{"a.json", "a.yaml", "a.toml", "a.ini", "a.properties", ".env", "a.xml", "a.html", "a.vue", "a.phtml", "a.csv", "a.tsv", "a.ipynb"} {
		c := newChunker(t, Options{})
		for _, src := range []string{
			many("["), many("{\"a\":"), many("{\"a\":[") + many("]}"), many("a: [\n"), many("- "), many("<a>"), many("<a b=\""), many("</a>"),
			many("<a>") + many("</b>"), many("k = \"\"\"\n"), many("\"a,b\n"), many("a: \"b\n"), many("x\\\n"), many("a"), many("[a.b]\n"),
			many("key: value, "), many("<script>"), many("<!--"), many("<?php\n"), many("<a <? ?>>"), many("<a '"), many("/*"), many("# c\n"), many("{\"a\" 1 \"b\""), many("a:\n b:\n  c: |\n   d\n"),
			"\xef\xbb\xbf{\"a\": 1}", "\x00\x00", "\xff\xfe\xff", "", "\n", "---\n---\n", "{", "]", "<", "<!", "a:", "-", "\"", "[", "=",
		} {
			check(t, c, path, []byte(src))
		}
	}
}

func FuzzData(f *testing.F) {
	paths := []string{"a.json", "a.yaml", "a.toml", "a.ini", "a.properties", ".env", "a.xml", "a.html", "a.vue", "a.phtml", "a.csv", "a.tsv", "a.ipynb"}
	samples(f, func(path string, src []byte) {
		for i, p := range paths {
			if filepath.Ext(p) == filepath.Ext(path) {
				f.Add(src, uint8(i), uint16(100))
			}
		}
	})
	f.Fuzz(func(t *testing.T, src []byte, kind uint8, max uint16) {
		c, err := New(Options{Max: LeastMax + int(max)%1000})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		check(t, c, paths[int(kind)%len(paths)], src)
	})
}

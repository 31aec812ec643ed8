package repo

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What reads bytes takes any: it may refuse them, and must not panic, hang or
// claim more than there is.

func FuzzIgnore(f *testing.F) {
	for _, line := range []string{"*.o", "!/a/**/b", "[[:alpha:]]*", "a**/b", "**/", "\\", "[", "[a-\\", "[!]]", "*a*a*a*a*a*b", "a\\ ", "\xef\xbb\xbfa\r\n#b"} {
		f.Add(line, "a/b/aaaaaaaaaaaaaaaaaaaaaaaa", true)
	}
	f.Fuzz(func(t *testing.T, src, path string, fold bool) {
		if len(src) > 200 || len(path) > 200 || path == "" || strings.Contains(path, "\x00") {
			return
		}
		rs := parseRules([]byte(src), 0, fold)
		if len(rs.list) > strings.Count(src, "\n")+1 {
			t.Fatalf("%d rules of %q", len(rs.list), src)
		}
		name := strings.LastIndexByte(path, '/') + 1
		file, dir := rs.match(path, name, false), rs.match(path, name, true)
		if !strings.Contains(src, "/") && file != dir {
			t.Fatalf("%q: only a slash tells directories apart", src)
		}
		if !strings.Contains(src, "!") && (file == keep || dir == keep) {
			t.Fatalf("%q keeps %q", src, path)
		}
		escaped := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
		if !wildmatch(escaped, path, true, fold) {
			t.Fatalf("%q does not match itself", path)
		}
	})
}

func FuzzIndex(f *testing.F) {
	dir := f.TempDir()
	git(f, dir, "init", "-q")
	files(f, dir, map[string]string{"a": "1", "d/b": "2", "d/e/c": "3"})
	git(f, dir, "add", "-A")
	for _, v := range []string{"2", "3", "4"} {
		git(f, dir, "update-index", "--index-version", v)
		src, err := os.ReadFile(filepath.Join(dir, ".git/index"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src), 20)
	}
	git(f, dir, "config", "splitIndex.maxPercentChange", "100")
	git(f, dir, "update-index", "--split-index")
	git(f, dir, "rm", "-q", "--cached", "a")
	src, err := os.ReadFile(filepath.Join(dir, ".git/index"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(src), 20)
	f.Fuzz(func(t *testing.T, src string, hashLen int) {
		if hashLen != 20 {
			hashLen = 32
		}
		d := indexDecoder{src: src, hashLen: hashLen}
		list, err := d.decode()
		if err != nil {
			return
		}
		for _, e := range list {
			if len(e.hash) != hashLen || strings.Contains(e.path, "\x00") {
				t.Fatalf("%+v", e)
			}
		}
		if d.deleted != nil && !slices.IsSorted(d.deleted) {
			t.Fatalf("deleted: %v", d.deleted)
		}
	})
}

func FuzzPack(f *testing.F) {
	f.Add(packOf(rawObject(blobObject, 5, "", "hello"), rawObject(offsetDelta, 4, "\x0e", "\x05\x05\x90\x05")))
	f.Add(packOf(rawObject(blobObject, 5, "", "hello"), rawObject(refDelta, 4, string(objectID(blobObject, []byte("hello"))), "\x05\x05\x90\x05")))
	f.Add(packOf(rawObject(treeObject, 31, "", string(treeLine("100644", "abc", strings.Repeat("ab", 20))))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 20 { // let it past the checksum
			data = packSum(data[:len(data)-20])
		}
		index, err := indexPack(t.Context(), data, 1<<20)
		if err != nil {
			return
		}
		o, _ := newObjects(nil, 20, 1<<20)
		if err := o.add(data, index); err != nil {
			t.Fatalf("an index made here is refused: %v", err)
		}
		p := o.packs[0]
		for i := range p.count {
			h := hash(p.name(i))
			k, b, err := o.read(h, nil)
			if err != nil || objectID(k, b) != h {
				t.Fatalf("object %s: %v", h, err)
			}
			if _, n, err := o.size(h); err != nil || n != len(b) {
				t.Fatalf("object %s: size %d, not %d; %v", h, n, len(b), err)
			}
		}
	})
}

func FuzzConfig(f *testing.F) {
	f.Add("[core]\n\texcludesFile = \"a b\" ; c\n[include \"x\\\"y\"]path=\\\n z")
	f.Add("[a.b]c\n[d \"e\"]\nf=\"\\t\\n\"")
	f.Fuzz(func(t *testing.T, src string) {
		total := 0
		parseConfig(src, func(section, sub, key, value string) {
			if key == "" || strings.ToLower(key) != key {
				t.Fatalf("key %q", key)
			}
			total += len(value)
		})
		if total > len(src)+4*strings.Count(src, "\n")+4*len(src) {
			t.Fatalf("%d bytes of values in %d", total, len(src))
		}
	})
}

// Configuration is read as git reads it.
func TestConfigEqualsGit(t *testing.T) {
	src := "\ufeff[core]\r\n  A = 1 ; c\r\n\tb=\"x ; y\" # d\n c = a\\\n  b   \n d\n e =\n[Sec \"Sub\\\"Q\\\\\"]k=v\n[old.Style]\nkey=\"a\\tb\\n\"\"c\" d  \n" +
		"[x]y-1=\\\"q\\\" ; z\n[x]z = a b  c\t\n"
	file := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	var got []string
	parseConfig(src, func(section, sub, key, value string) {
		name := section + "." + key
		if sub != "" {
			name = section + "." + sub + "." + key
		}
		got = append(got, name+"\n"+value)
	})
	var want []string
	for _, line := range strings.Split(strings.TrimSuffix(git(t, filepath.Dir(file), "config", "-f", file, "--list", "-z"), "\x00"), "\x00") {
		if !strings.Contains(line, "\n") {
			line += "\ntrue" // a key alone
		}
		want = append(want, line)
	}
	if !slices.Equal(want, got) {
		t.Errorf("git %q\ngot %q", want, got)
	}
}

func packSum(body []byte) []byte {
	return append(bytes.Clone(body), sha1Of(body)...)
}

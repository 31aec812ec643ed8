package chunk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/seed5e9d5dd4/cleave/langs"
)

const german = `# Grüße aus dem Hafen.
def begrüßen(name):
    """Sagt guten Tag, höflich."""
    return f"Schönen Tag, {name}!"


# Größen in Metern: Länge, Breite, Tiefgang.
def größe(schiff):
    maße = (schiff.länge, schiff.breite, schiff.tiefgang)
    return " × ".join(str(m) for m in maße)
`

func inUTF16(text string, big bool) []byte {
	var b []byte
	for _, u := range append([]uint16{0xfeff}, utf16.Encode([]rune(text))...) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func inUTF32(text string, order binary.AppendByteOrder) []byte {
	var b []byte
	for _, r := range "\ufeff" + text {
		b = order.AppendUint32(b, uint32(r))
	}
	return b
}

func charset(t testing.TB, m *charmap.Charmap, text string) []byte {
	b, err := m.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A file in another encoding gives the chunks that it gives in UTF-8, and its
// offsets are those of the bytes that each body was read from.
func TestEncodings(t *testing.T) {
	text := strings.Repeat(german, 6)
	rich := text + "# Pr\u00fcfer: \u201eJa\u201c \u2013 5 \u20ac\n"
	emoji := text + "# \U0001F6A2\U0001F30A\n"
	for _, test := range []struct {
		name, text string
		src        []byte
	}{
		{"utf-8-bom", text, []byte("\ufeff" + text)},
		{"utf-16le", emoji, inUTF16(emoji, false)},
		{"utf-16be", emoji, inUTF16(emoji, true)},
		{"utf-32le", emoji, inUTF32(emoji, binary.LittleEndian)},
		{"utf-32be", emoji, inUTF32(emoji, binary.BigEndian)},
		{"iso-8859-1", text, charset(t, charmap.ISO8859_1, text)},
		{"windows-1252", rich, charset(t, charmap.Windows1252, rich)},
	} {
		for _, o := range []Options{{Max: 80}, {Max: 32, Min: 16}, {Max: 64, Strategy: "recursive"}} {
			c := newChunker(t, o)
			want := check(t, c, "a.py", []byte(test.text))
			got := check(t, c, "a.py", test.src)
			if len(got.Chunks) != len(want.Chunks) {
				t.Fatalf("%s: %d chunks, %d in UTF-8", test.name, len(got.Chunks), len(want.Chunks))
			}
			for i := range got.Chunks {
				g, w := &got.Chunks[i], &want.Chunks[i]
				if g.ID != w.ID || g.Text != w.Text || g.StartLine != w.StartLine || g.EndLine != w.EndLine || g.Encoding != test.name {
					t.Errorf("%s: chunk %d is %s %d-%d %q, in UTF-8 %d-%d %q", test.name, i, g.Encoding, g.StartLine, g.EndLine, g.Text, w.StartLine, w.EndLine, w.Text)
				}
				if body := reread(t, test.name, test.src[g.StartByte:g.EndByte]); body != g.Text[len(g.Context):] {
					t.Errorf("%s: chunk %d's bytes are %q, its body %q", test.name, i, body, g.Text[len(g.Context):])
				}
			}
		}
	}
}

// reread decodes a chunk's bytes by other means than the chunker's.
func reread(t testing.TB, name string, b []byte) string {
	switch name {
	case "iso-8859-1", "windows-1252":
		m := charmap.ISO8859_1
		if name == "windows-1252" {
			m = charmap.Windows1252
		}
		out, err := m.NewDecoder().Bytes(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	case "utf-16le", "utf-16be":
		if len(b)%2 != 0 {
			t.Errorf("%s: cut inside a unit", name)
		}
		var units []uint16
		for i := 0; i+1 < len(b); i += 2 {
			lo, hi := b[i], b[i+1]
			if name == "utf-16be" {
				lo, hi = hi, lo
			}
			units = append(units, uint16(lo)|uint16(hi)<<8)
		}
		b = []byte(string(utf16.Decode(units)))
	case "utf-32le", "utf-32be":
		order := map[string]utf32.Endianness{"utf-32le": utf32.LittleEndian, "utf-32be": utf32.BigEndian}[name]
		out, err := utf32.UTF32(order, utf32.IgnoreBOM).NewDecoder().Bytes(b)
		if err != nil || len(b)%4 != 0 {
			t.Errorf("%s: cut inside a unit: %v", name, err)
		}
		b = out
	}
	return strings.TrimPrefix(string(b), "\ufeff")
}

func TestEncodingNames(t *testing.T) {
	for src, want := range map[string]string{
		"":                              "",
		"plain":                         "",
		"größe":                         "",
		"\ufeff":                        "", // a mark and no text: nothing to decode
		"caf\xe9 cr\xe8me":              "iso-8859-1",
		"5 \x80 \x96 ja":                "windows-1252",
		"ok: größe, bad: \xff":          "utf-8-invalid",
		"\xcf\xf0\xe8\xe2\xe5\xf2 \xec": "unknown", // windows-1251
		"\x00\xe9\x00":                  "unknown",
		"\xff\xfe\x00\x00h\x00\x00\x00": "utf-32le",
		"\x00\x00\xfe\xff\x00\x00\x00":  "utf-32be",
		"\xff\xfea":                     "utf-16le",
		"\xff\xfe":                      "utf-16le",
		"\xfe\xff\xd8\x00\x00a":         "utf-16be",
	} {
		if got := decode([]byte(src)).encoding; got != want {
			t.Errorf("%q: %s, want %s", src, got, want)
		}
	}
}

// Bytes that are no text in any encoding are lost nowhere and stop nothing.
func TestInvalid(t *testing.T) {
	var every []byte
	for i := range 256 {
		every = append(every, byte(i), byte(255-i), byte(i*7))
	}
	for _, o := range []Options{{}, {Max: 40, Min: 1}, {Max: 64, Tokenizer: "o200k_base"}, {Max: 64, Strategy: "recursive"}} {
		c := newChunker(t, o)
		for _, path := range []string{"a.py", "a.c", "a.md", "a.txt", "a.json", "a.html"} {
			for _, src := range [][]byte{
				every, bytes.Repeat(every, 9), bytes.Repeat([]byte{0}, 5000), []byte("x = 1\n\x00\x00y = 2\n"),
				bytes.Repeat([]byte("x = '\xff\xfe\xfd'\n"), 90), append([]byte("\xff\xfe"), every...), append([]byte("\xfe\xff"), bytes.Repeat(every, 5)...),
				append([]byte("\xff\xfe\x00\x00"), every...), append([]byte("\x00\x00\xfe\xff"), bytes.Repeat(every, 5)...),
			} {
				f := check(t, c, path, src)
				if !bytes.Contains(src, []byte("\n")) && len(f.Chunks) == 0 {
					t.Errorf("%s: no chunks", path)
				}
			}
		}
	}
}

func FuzzEncodings(f *testing.F) {
	for _, src := range [][]byte{[]byte(german), inUTF16(german, false), inUTF16(german, true), inUTF32(german, binary.BigEndian), charset(f, charmap.Windows1252, german), []byte("\ufeff" + german)} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c := newChunker(t, Options{Max: 64})
		for _, path := range []string{"a.py", "a.txt"} {
			check(t, c, path, src)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	text := strings.Repeat(german, 2000)
	for name, src := range map[string][]byte{"utf-8": []byte(text), "utf-16le": inUTF16(text, false), "iso-8859-1": charset(b, charmap.ISO8859_1, text)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if d := decode(src); len(d.text) != len(text) {
					b.Fatal(fmt.Sprint(d.encoding, len(d.text)))
				}
			}
		})
	}
}

// A minified file is told as what it is, and cut all the same when asked for.
func TestMinified(t *testing.T) {
	for path, piece := range map[string]string{
		"app.js":  "function a(b,c){return b+c}var d=a(1,[2,\"x\"]);",
		"app.css": "a{color:red}b:hover{margin:0 auto}",
		"app.ts":  "const a=(b:number)=>b+1;",
	} {
		src := []byte(strings.Repeat(piece, 100_000/len(piece)))
		if why := langs.Skip(path, src, int64(len(src)), langs.DefaultMaxFileSize); why != langs.Minified {
			t.Errorf("%s: %q", path, why)
		}
		for _, o := range []Options{{}, {Max: 64, Tokenizer: "o200k_base"}} {
			if f := check(t, newChunker(t, o), path, src); len(f.Chunks) < 2 {
				t.Errorf("%s: %d chunks", path, len(f.Chunks))
			}
		}
	}
}

package chunk

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// classics are the strategies that can overlap, with and without.
func classics() []Options {
	var out []Options
	for _, s := range []string{"fixed", "sentence", "recursive"} {
		out = append(out, Options{Strategy: s}, Options{Strategy: s, Max: 32, Overlap: 6}, Options{Strategy: s, Max: 64, Min: 10, Tokenizer: "o200k_base"},
			Options{Strategy: s, Max: 100, Overlap: 20, Tokenizer: "p50k_base"}, Options{Strategy: s, Max: 1000, Overlap: 50, NoPath: true, Tokenizer: "r50k_base"})
	}
	return out
}

func TestClassics(t *testing.T) {
	for i, o := range classics() {
		c := newChunker(t, o)
		sources(t, 300+i, func(path string, src []byte) { check(t, c, path, src) })
		cached(t, 60+i, []string{".md", ".txt"}, func(path string, src []byte) { check(t, c, path, src) })
		for _, text := range languages {
			check(t, c, "text.txt", []byte(strings.Repeat(text, 30)))
		}
	}
}

// languages are paragraphs that say where they may be cut in different ways.
var languages = map[string]string{
	"Chinese":  "港口的灯塔建于一八九二年，当时的看守人姓林，他在塔里住了四十年。每天傍晚，他都要爬上一百二十级台阶，把灯点亮；冬天风大的时候，要用整整一个小时。“灯不能灭。”他常说。",
	"Japanese": "港の灯台は一八九二年に建てられた。灯台守は林という人で、四十年のあいだ塔に住んでいた。毎日夕方になると、百二十段の階段をのぼってランプに火をともした。「火を消してはならない」と彼はよく言った。",
	"Thai":     "ประภาคารของท่าเรือสร้างขึ้นเมื่อปี พ.ศ. ๒๔๓๕ ผู้ดูแลคนแรกอาศัยอยู่ในหอคอยนานถึงสี่สิบปี ทุกเย็นเขาต้องปีนบันไดหนึ่งร้อยยี่สิบขั้นเพื่อจุดตะเกียง ในฤดูหนาวลมแรงมาก บางครั้งใช้เวลาหนึ่งชั่วโมงเต็ม ",
	"Arabic":   "بُنيت منارة الميناء عام ١٨٩٢، وكان حارسها الأول يسكن البرج أربعين سنة. كل مساء كان يصعد مئة وعشرين درجة ليشعل المصباح؛ وفي الشتاء، حين تشتد الريح، كان ذلك يستغرق ساعة كاملة. هل انطفأ المصباح يومًا؟ لم ينطفئ قط! ",
	"Turkish":  "Limanın feneri 1892'de yapıldı, ilk bekçisi kırk yıl kulede yaşadı. Her akşam yüz yirmi basamak çıkıp lambayı yakardı; kışın, rüzgâr sert estiğinde, bu tam bir saat sürerdi. Işık hiç söndü mü? Hiç sönmedi! ",
	"emoji":    "👩‍👩‍👧‍👦👨🏽‍🚀🏳️‍🌈🇫🇷🇯🇵é👍🏿",
}

// TestSentences cuts text of several languages into sentences, and looks at
// what every chunk ends in.
func TestSentences(t *testing.T) {
	ends := map[string]string{"Chinese": "。”", "Japanese": "。」", "Arabic": ".؟!", "Turkish": ".?!"}
	for language, marks := range ends {
		text := strings.Repeat(languages[language], 40)
		for _, strategy := range []string{"sentence", "recursive"} {
			f := check(t, newChunker(t, Options{Strategy: strategy, Max: 256}), "a.txt", []byte(text))
			if len(f.Chunks) < 10 {
				t.Fatalf("%s: %d chunks", language, len(f.Chunks))
			}
			for i := range f.Chunks {
				body := strings.TrimSpace(text[f.Chunks[i].StartByte:f.Chunks[i].EndByte])
				if r, _ := utf8.DecodeLastRuneInString(body); !strings.ContainsRune(marks, r) {
					t.Errorf("%s, %s: a chunk ends in %q", language, strategy, body[max(0, len(body)-40):])
				}
			}
		}
	}
}

// TestThai: a chunk ends where a blank ends a clause.
func TestThai(t *testing.T) {
	text := strings.Repeat(languages["Thai"], 40)
	f := check(t, newChunker(t, Options{}), "a.txt", []byte(text))
	if len(f.Chunks) < 10 {
		t.Fatal(len(f.Chunks), "chunks")
	}
	for _, ch := range f.Chunks[1:] {
		if text[ch.StartByte] != ' ' && text[ch.StartByte-1] != ' ' {
			t.Errorf("cut between %q and %q", text[ch.StartByte-30:ch.StartByte], text[ch.StartByte:ch.StartByte+30])
		}
	}
}

// TestGraphemes: no strategy cuts inside a grapheme that fits.
func TestGraphemes(t *testing.T) {
	src := []byte(strings.Repeat(languages["emoji"], 60))
	starts := map[int]bool{0: true}
	g := uniseg.NewGraphemes(string(src))
	for g.Next() {
		_, end := g.Positions()
		starts[end] = true
	}
	for _, o := range append(classics(), Options{Strategy: "markdown"}, Options{}) {
		o.NoPath = true
		o.Max = max(o.Max, 64)
		for _, ch := range check(t, newChunker(t, o), "a.txt", src).Chunks {
			if !starts[ch.StartByte] || !starts[ch.EndByte] {
				t.Errorf("%s: a cut inside a grapheme at %d or %d", o.Strategy, ch.StartByte, ch.EndByte)
			}
		}
	}
}

// TestFixed: windows are full but for the last.
func TestFixed(t *testing.T) {
	text := bytes.Repeat([]byte(languages["Turkish"]), 100)
	for _, overlap := range []int{0, 20} {
		f := check(t, newChunker(t, Options{Strategy: "fixed", Max: 100, Overlap: overlap}), "a.txt", text)
		for _, ch := range f.Chunks[:len(f.Chunks)-1] {
			if ch.Tokens < 90 {
				t.Errorf("overlap %d: a window of %d tokens", overlap, ch.Tokens)
			}
		}
		for i := 1; i < len(f.Chunks) && overlap > 0; i++ {
			if n := f.Chunks[i-1].EndByte - f.Chunks[i].StartByte; n < 20 {
				t.Errorf("window %d overlaps by %d bytes", i, n)
			}
		}
	}
}

// TestOverlapErrors: what cannot be is said, with what can.
func TestOverlapErrors(t *testing.T) {
	for _, k := range []struct {
		o    Options
		want string
	}{
		{Options{Strategy: "fixed", Max: 100, Overlap: 21}, "between 0 and a fifth of max, which is 20"},
		{Options{Strategy: "fixed", Overlap: -1}, "between 0 and a fifth"},
		{Options{Overlap: 10}, "fixed, sentence and recursive, not auto"},
		{Options{Strategy: "code", Overlap: 10}, "not code"},
		{Options{ParentMax: -1}, "cannot be negative"},
	} {
		if _, err := New(k.o); err == nil || !strings.Contains(err.Error(), k.want) {
			t.Errorf("%+v: %v, want %q", k.o, err, k.want)
		}
	}
	if _, err := New(Options{Strategy: "sentence", Max: 100, Overlap: 20}); err != nil {
		t.Error(err)
	}
}

// A bitmap under a text's name: long pieces that no vocabulary has, in which
// the sums tell nothing.
func TestNoText(t *testing.T) {
	src := []byte("P4\n200 200\n" + strings.Repeat("\x00", 600) + strings.Repeat("\xff\x80\x01\x00", 500))
	for _, o := range classics() {
		check(t, newChunker(t, o), "bitmap.txt", src)
	}
}

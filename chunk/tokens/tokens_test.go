package tokens

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pkoukk/tiktoken-go"
	tiktoken_loader "github.com/pkoukk/tiktoken-go-loader"
	"pgregory.net/rapid"
)

// A pair is a Counter beside what it must agree with.
type pair struct {
	*Counter
	truth *tiktoken.Tiktoken
}

func (p pair) want(b []byte) int { return len(p.truth.EncodeOrdinary(string(b))) }

// pairs loads every vocabulary once for all tests.
var pairs = sync.OnceValue(func() []pair {
	tiktoken.SetBpeLoader(tiktoken_loader.NewOfflineLoader())
	var all []pair
	for _, name := range Names() {
		e, err := New(name)
		if err != nil {
			panic(err)
		}
		truth, err := tiktoken.GetEncoding(name)
		if err != nil {
			panic(err)
		}
		all = append(all, pair{e.NewCounter(), truth})
	}
	return all
})

func TestUnknownName(t *testing.T) {
	_, err := New("gpt2")
	if err == nil || !strings.Contains(err.Error(), "cl100k_base") {
		t.Fatalf("got %v, want an error naming the known ones", err)
	}
}

// tricky has texts for every branch of every pattern.
var tricky = []string{
	"", "a", " ", "\n", "\x00", "\xff", "'", "  ", "\t\t", "\r\n", "/",
	"I'm don't we'll they've I'd it's you're", "I'M DON'T WE'LL THEY'VE I'D IT'S YOU'RE", "'lL'Re'vE'x'l 'r''s",
	"'soup 'tis 'mad 'dog 'veal 'really 'llama", " 's  't\n'm", "a's's b'ss", "x'", "x'l", "x'r", "x'v", "éé's日本's",
	"'\u017f it'\u017f '\u017foup 'Ve\u212a", "\u0130'S",
	"camelCase HTTPServer XMLHttpRequest snake_case SCREAMING_CASE x1y2z3 A AB ABc aBC",
	"日本語ABCあDEfG ǅabc ǅ ʰABʰ 中ABC中 AB中'sX", "(foo [bar {baz <qux =quux \tfoo \tFOO +日本",
	"1 12 123 1234 1234567 ١٢٣٤ Ⅷ ² ½½½½ 1a2b", " 12 1234",
	"e\u0301 \u0301 \u0301a =\u0301 ==\u0301a \u0301A \u0301\u0301AB A\u0301B\u0301 \n\u0301x 1\u0301 '\u0301s",
	"\u0301's \u0301\u0301'll =\u0301'sA",
	"}\n\n\n  foo", "};\r\n\r\n\tbar", "foo \n \n\n  bar  \n", "   x", "    ", "\n   ", "   \n", " \t \u00a0 x", "\u00a0x\u0085y\u2028z",
	"//\n/foo", "*\n/*\n *\n */", "a\n/b", "(\n\n//x /\r/\r\n/ y", " !\n !", " ?!", "  ?!", "\u3000\u3000日", "\u2003 \u2003",
	"a\u0085\n\u2028\nb", "\v\f\n\v\fx", "<|endoftext|> <|fim_prefix|><|endofprompt|>",
	"👩‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️ text️", "\ufeffpackage x", "\u200b\u200dab", "ﬁ Ꭰꭰ Ა ა 𝐀𝐚𝟎 𐐀𐐨 𠀀𠀁",
	"\xffabc\xfe \xc3 \xe2\x80 \xe2\x80\xa8\xed\xa0\x80\xf4\x90\x80\x80 a\xc0\x80b\n\xff\n/\xff",
	"\xc2\xa0\xa0 \xa0\x80a \x80\x80\x80\x80\x80\x80\x80\x80\x80\x80",
	"\x00\x00\x00 a\x00b\x00", "a\x00", "aaaaaaaa\x00", "ab\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
	strings.Repeat(" ", 100) + "x", strings.Repeat("\t", 90), strings.Repeat("=", 90), strings.Repeat("a", 300),
	strings.Repeat("ab", 150), strings.Repeat("\n", 50) + strings.Repeat(" ", 50), strings.Repeat("日", 90),
	"averyveryverylongidentifierindeedwhichisnotoneword AVERYVERYLONGCONSTANTNAME",
}

func TestTricky(t *testing.T) {
	for _, p := range pairs() {
		for _, s := range tricky {
			checkCount(t, p, []byte(s))
			checkSums(t, p, []byte(s))
			checkClean(t, p, []byte(s))
			for i := range len(s) {
				checkCount(t, p, []byte(s[i:]))
				checkCount(t, p, []byte(s[:i]))
			}
		}
	}
}

// TestClasses meets every rune, in the places where classes matter.
func TestClasses(t *testing.T) {
	var b []byte
	for r := rune(0); r <= 0x10ffff; r++ {
		if r >= 0x30000 && r%97 != 0 || r >= 0x3400 && r < 0xd800 && r%17 != 0 || r >= 0xe000 && r < 0xf900 && r%17 != 0 {
			continue // long stretches of one class
		}
		b = append(b, "A"+string(r)+"Bc "+string(r)+"1'"+string(r)+"\n"...)
	}
	for _, p := range pairs() {
		for i := 0; i < len(b); i += 1 << 16 {
			checkCount(t, p, b[i:min(i+1<<16, len(b))])
		}
	}
}

func checkCount(t interface{ Fatalf(string, ...any) }, p pair, b []byte) {
	if got, want := p.Count(b), p.want(b); got != want {
		t.Fatalf("%s: Count(%s) = %d, want %d", p.enc.Name(), show(b), got, want)
	}
}

func checkSums(t interface{ Fatalf(string, ...any) }, p pair, b []byte) {
	sums := p.Sums(make([]uint32, 3, 40), b)
	if len(sums) != len(b)+1 || sums[0] != 0 || int(sums[len(b)]) != p.Count(b) {
		t.Fatalf("%s: Sums(%s): length %d, first %d, last %d", p.enc.Name(), show(b), len(sums), sums[0], sums[len(sums)-1])
	}
	last := 0
	for i := range b {
		if sums[i] > sums[i+1] {
			t.Fatalf("%s: Sums(%s) falls at %d", p.enc.Name(), show(b), i)
		}
		if p.Clean(b, i) {
			if got, want := int(sums[i]-sums[last]), p.Count(b[last:i]); got != want {
				t.Fatalf("%s: Sums(%s) over %d:%d = %d, want %d", p.enc.Name(), show(b), last, i, got, want)
			}
			last = i
		}
	}
}

// checkClean tries every clean offset with many surroundings.
func checkClean(t interface{ Fatalf(string, ...any) }, p pair, b []byte) {
	for off := range len(b) + 1 {
		if !p.Clean(b, off) {
			continue
		}
		for _, x := range ends(0, off) {
			for _, y := range ends(off, len(b)) {
				if p.Count(b[x:off])+p.Count(b[off:y]) != p.Count(b[x:y]) {
					t.Fatalf("%s: Clean(%s, %d) is wrong for %d:%d", p.enc.Name(), show(b), off, x, y)
				}
			}
		}
	}
}

// ends returns offsets from low to high: those within 12 of either.
func ends(low, high int) (all []int) {
	for i := low; i <= high; i++ {
		if i-low <= 12 || high-i <= 12 {
			all = append(all, i)
		}
	}
	return all
}

func show(b []byte) string {
	if len(b) > 300 {
		b = b[:300]
	}
	return strconv.Quote(string(b))
}

// words are what the generated texts are made of.
var words = []string{
	"a", "B", "foo", "Bar", "HTTPServer", "don't", "'s", "'LL", "'re", "'", "1", "1234", "é", "É", "日本", "あ", "ǅ", "ʰ", "\u0301",
	" ", "  ", "    ", "\t", "\n", "\n\n", "\r", "\r\n", "\u00a0", "\u0085", "\u2028", "\u3000", "\v", "/", "//", "/*", "*/", "=", "==", "()", "{", "};",
	"👍", "🏽", "\u200d", "\ufe0f", "\x00", "\xff", "\x80", "\xc2", "\xe2\x80", "\xed\xa0\x80", "\ufeff", "\ufffd", "²", "Ⅷ", "𝐀", "𠀀", "<|endoftext|>",
}

var texts = rapid.Custom(func(t *rapid.T) []byte {
	n := rapid.IntRange(0, 40).Draw(t, "n") // SliceOfN alone prefers short ones
	parts := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom(words),
		rapid.SampledFrom(words[19:31]),
		rapid.Map(rapid.Rune(), func(r rune) string { return string(r) }),
	), n, n).Draw(t, "parts")
	return []byte(strings.Join(parts, ""))
})

func TestGenerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := texts.Draw(t, "b")
		for _, p := range pairs() {
			checkCount(t, p, b)
			checkSums(t, p, b)
			checkClean(t, p, b)
		}
	})
}

func FuzzCount(f *testing.F) {
	for i, s := range tricky {
		f.Add(uint8(i), []byte(s))
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		p := pairs()[int(which)%len(pairs())]
		if len(b) > 4096 {
			b = b[:4096] // tiktoken-go is quadratic in a piece
		}
		checkCount(t, p, b)
		checkSums(t, p, b)
	})
}

func FuzzClean(f *testing.F) {
	for i, s := range tricky {
		f.Add(uint8(i), []byte(s))
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		if len(b) > 1024 {
			b = b[:1024]
		}
		checkClean(t, pairs()[int(which)%len(pairs())], b)
	})
}

// TestLongPieces asks for less than quadratic time.
func TestLongPieces(t *testing.T) {
	for _, p := range pairs() {
		for _, s := range []string{"a", "=", " ", "\n", "ab", "日", "\xff", "A", "\u0301", "aé"} {
			start := time.Now()
			n := p.Count(bytes.Repeat([]byte(s), 100_000))
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("%s: 100,000 times %q took %v for %d tokens", p.enc.Name(), s, took, n)
			}
			checkCount(t, p, bytes.Repeat([]byte(s), 2000))
		}
	}
}

// sourceFiles returns about size bytes of files under root with one of the extensions, chosen by
// chance but always the same.
func sourceFiles(root string, size int, extensions ...string) (files [][]byte) {
	var paths []string
	filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			for _, e := range extensions {
				if strings.HasSuffix(path, e) {
					paths = append(paths, path)
				}
			}
		}
		return nil
	})
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for _, path := range paths {
		if b, err := os.ReadFile(path); err == nil && len(b) < 1<<18 {
			files = append(files, b)
			if size -= len(b); size < 0 {
				break
			}
		}
	}
	return files
}

func TestRealFiles(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size = 1 << 17
	}
	files := sourceFiles(filepath.Join(runtime.GOROOT(), "src"), size, ".go", ".s", ".md", ".txt", ".c", ".h")
	for _, root := range []string{"/usr/lib/python3", "/usr/lib/node_modules", "/usr/share/perl"} {
		files = append(files, sourceFiles(root, size/4, ".py", ".js", ".ts", ".json", ".md", ".pm", ".pl")...)
	}
	for _, p := range pairs() {
		for _, b := range files {
			checkCount(t, p, b)
			checkSums(t, p, b)
		}
	}
}

func sample(b *testing.B) []byte {
	return bytes.Join(sourceFiles(filepath.Join(runtime.GOROOT(), "src"), 4<<20, ".go"), nil)
}

func BenchmarkCount(b *testing.B) {
	text := sample(b)
	for _, p := range pairs() {
		b.Run(p.enc.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p.Count(text)
			}
		})
	}
}

func BenchmarkSums(b *testing.B) {
	text := sample(b)
	for _, p := range pairs() {
		b.Run(p.enc.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			var sums []uint32
			for b.Loop() {
				sums = p.Sums(sums, text)
			}
		})
	}
}

func BenchmarkTiktoken(b *testing.B) {
	text := sample(b)
	for _, p := range pairs() {
		b.Run(p.enc.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				p.want(text)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New(name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

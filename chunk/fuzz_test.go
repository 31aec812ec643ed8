package chunk

import (
	"fmt"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// options makes options that can be of any numbers.
func options(max, min uint16, bits uint32) Options {
	strategies, imports := Strategies(), []string{"used", "all", "none"}
	pick := func(n int) int {
		k := int(bits % uint32(n))
		bits /= uint32(n)
		return k
	}
	o := Options{Max: LeastMax + int(max)%1000}
	o.Min = 1 + int(min)%o.Max
	o.Tokenizer = tokens.Names()[pick(len(tokens.Names()))]
	o.Imports = imports[pick(len(imports))]
	o.Strategy = strategies[pick(len(strategies))]
	o.NoPath = pick(2) == 1
	o.Parents = pick(2) == 1
	if overlaps(o.Strategy) && pick(2) == 1 {
		o.Overlap = o.Max / 5
	}
	return o
}

// FuzzChunk cuts any bytes as any language under any options, and holds the
// result against the promises.
func FuzzChunk(f *testing.F) {
	all := langs.All()
	for i, l := range all {
		if src := sampleOf(f, l.Name); src != nil {
			f.Add(src[:min(len(src), 1500)], uint8(i), uint16(0), uint16(15), uint32(i))
			f.Add(src[:min(len(src), 700)], uint8(i), uint16(64), uint16(40), uint32(977*i))
		}
	}
	f.Add([]byte("x = \"\xff\x00é\r\n\r\"\r\n"), uint8(0), uint16(3), uint16(9), uint32(5))
	f.Add([]byte("#ifdef A\nint f(int a){\n#else\nint f(void){\n#endif\nreturn 1;}\n"), uint8(0), uint16(0), uint16(9), uint32(0))
	f.Fuzz(func(t *testing.T, src []byte, lang uint8, max, min uint16, bits uint32) {
		if len(src) > 16<<10 {
			return
		}
		o := options(max, min, bits)
		o.Language = all[int(lang)%len(all)].Name
		c := newChunker(t, o)
		check(t, c, fmt.Sprintf("d/%d", lang), src)
	})
}

package chunk

import (
	"os"
	"slices"
	"testing"
)

// An atom that fits by the sums but not by the count is opened, and the rest
// of the file is cut as before: promises 2 and 5 where counts do not add up.
func TestOver(t *testing.T) {
	cs, err := os.ReadFile("../testdata/csharp/Program.cs")
	if err != nil {
		t.Fatal(err)
	}
	md, err := os.ReadFile("../testdata/markdown/tide.md")
	if err != nil {
		t.Fatal(err)
	}
	for most := LeastMax; most <= 130; most += 7 {
		for _, name := range []string{"cl100k_base", "o200k_base", "p50k_base", "r50k_base"} {
			c := newChunker(t, Options{Max: most, Tokenizer: name})
			for path, src := range map[string][]byte{"a.cs": broken, "csharp/Program.cs": cs, "markdown/tide.md": md} {
				f, err := c.File(path, src)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(f.Chunks, func(ch Chunk) bool { return ch.EndByte == len(src) }) {
					t.Errorf("%s: the end is in no chunk", path)
				}
				counter := c.enc.NewCounter()
				for i := range f.Chunks {
					if n := counter.Count([]byte(f.Chunks[i].Text)); n > most {
						t.Errorf("%s: max %d, %s: lines %d-%d have %d tokens", path, most, name, f.Chunks[i].StartLine, f.Chunks[i].EndLine, n)
					}
				}
			}
		}
	}
}

// broken has a body that its grammar cannot place, under o200k_base just over.
var broken = []byte(`namespace Newtonsoft.Tests.Converters
#if !NET20
        [Test]
        public void DeserializeMemberWithDifferentCases()
        {
            MemberWithDifferentCases e = Convert.DeserializeObject<MemberWithDifferentCases>(@"""M""", new StringConverter());
            Assert.AreEqual(MemberWithDifferentCases.Month, e);
            e = Convert.DeserializeObject<MemberWithDifferentCases>(@"""m""", new StringConverter());
            Assert.AreEqual(MemberWithDifferentCases.Minute, e);
        }
#endif
    }
        foo_bar_NOT_USED = 3
    }
#endif
}
`)

package parse

import (
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// Scanners whose state is as large as the runtime has room for, and larger, end
// the file's parse at worst, and leave the next as it is.
func TestScannerState(t *testing.T) {
	var p Parser
	defer p.Close()
	plain := map[string]string{"YAML": "a:\n  b: 1\n", "Shell": "cat <<EOF\na\nEOF\n", "Python": "if a:\n  b = 1\n", "HTML": "<a-b><p>c</p></a-b>\n", "Ruby": "a = <<B\nc\nB\n"}
	nest := func(n int, open, pad string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(pad, i) + open + "\n")
		}
		return b.String()
	}
	for _, n := range []int{126, 200, 253, 254, 255, 256, 508, 509, 510, 511, 512, 700, 1022, 1023, 1024, 1100} {
		for name, src := range map[string]string{
			"YAML":   nest(n, "a:", " "),
			"Python": nest(n, "if a:", " "),
			"HTML":   strings.Repeat("<x-y>", n),
			"Ruby":   "a(" + strings.Repeat("<<B, ", n) + "1)\n",
			"Shell":  "cat <<" + strings.Repeat("A", n) + " <<" + strings.Repeat("B", max(1007-n, 1)) + "\nx\n" + strings.Repeat("A", n) + "\n",
		} {
			lang := langs.ByName(name)
			sound(t, mustParse(t, &p, lang, []byte(src), true), []byte(src))
			if o := mustParse(t, &p, lang, []byte(plain[name]), true); o.Result != OK {
				t.Errorf("%s after %d: %s", name, n, o.Result)
			}
		}
	}
}

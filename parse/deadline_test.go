package parse

import (
	"strings"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestDeadline gives scanners what made them read to the end of the file from
// every character: minutes, without a look at the deadline.
func TestDeadline(t *testing.T) {
	for _, test := range [][2]string{{"Scala", "`"}, {"CUE", "\u3000，"}, {"Lua", "é\n"}, {"Shell", "\x00"}} {
		p := Parser{Timeout: 300 * time.Millisecond}
		begin := time.Now()
		mustParse(t, &p, langs.ByName(test[0]), []byte(strings.Repeat(test[1], 100_000)), true)
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%s: %q took %v", test[0], test[1], took)
		}
		if o := mustParse(t, &p, langs.ByName(test[0]), []byte("a\n"), true); o.Result == Timeout {
			t.Errorf("%s: the next file timed out as well", test[0])
		}
		p.Close()
	}
}

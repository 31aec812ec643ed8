package parse

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestDeadline gives scanners what made them read to the end of the file from
// every character: minutes, without a look at the deadline.
func TestDeadline(t *testing.T) {
	runtime.LockOSThread() // whose clock it is
	defer runtime.UnlockOSThread()
	for _, test := range [][2]string{{"Scala", "`"}, {"CUE", "\u3000，"}, {"Lua", "é\n"}, {"Shell", "\x00"}} {
		p := Parser{Timeout: 300 * time.Millisecond}
		begin := clock()
		mustParse(t, &p, langs.ByName(test[0]), []byte(strings.Repeat(test[1], 100_000)), true)
		if took := clock() - begin; took > 5*time.Second {
			t.Errorf("%s: %q took %v", test[0], test[1], took)
		}
		if o := mustParse(t, &p, langs.ByName(test[0]), []byte("a\n"), true); o.Result == Timeout {
			t.Errorf("%s: the next file timed out as well", test[0])
		}
		p.Close()
	}
}

// TestMemory gives the runtime what makes it take memory with the square of the
// file's size: gigabytes, long before the deadline.
func TestMemory(t *testing.T) {
	p := Parser{Timeout: time.Hour}
	defer p.Close()
	for _, lang := range []string{"Java", "C#", "TypeScript", "Kotlin"} {
		l := langs.ByName(lang)
		o := mustParse(t, &p, l, []byte(strings.Repeat("x=>", 2500)), true)
		if lang == "Java" && o.Result != Timeout {
			t.Errorf("%s: the parse is %s, want %s", lang, o.Result, Timeout)
		}
		if o := mustParse(t, &p, l, []byte("class A { }\n"), true); o.Result != OK {
			t.Errorf("%s: the next parse is %s", lang, o.Result)
		}
	}
}

// TestScannerGivesUp gives scanners what they end the program on: a stack that
// is full, a state that does not fit where they keep it.
func TestScannerGivesUp(t *testing.T) {
	var p Parser
	defer p.Close()
	for _, test := range [][2]string{
		{"Kotlin", `val x = ` + strings.Repeat(`"${`, 1030)},
		{"Kotlin", `val x = ` + strings.Repeat(`"""${`, 1100)},
		{"Ruby", "x = <<~" + strings.Repeat("A", 256) + "\n hi\n"},
		{"Ruby", "x = <<~" + strings.Repeat("A", 1000) + "\n hi\n"},
	} {
		l := langs.ByName(test[0])
		if o := mustParse(t, &p, l, []byte(test[1]), true); o.Result != Timeout {
			t.Errorf("%s: the parse is %s, want %s", test[0], o.Result, Timeout)
		}
		if o := mustParse(t, &p, l, []byte("x\n"), true); o.Result == Timeout {
			t.Errorf("%s: the next parse is %s", test[0], o.Result)
		}
	}
}

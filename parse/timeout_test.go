package parse

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// Where the runtime tries every way to go on from what is half written, the
// ways can be too many: the file is given up in the time that its size allows.
func TestHalfWritten(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, half := range []struct {
		lang, path string
		size       int
	}{
		{"Groovy", "../testdata/groovy/Depot.groovy", 771},
		{"Groovy", "../testdata/groovy/Release.groovy", 621},
		{"Zig", "../testdata/zig/ring.zig", 1639},
	} {
		src, err := os.ReadFile(half.path)
		if err != nil {
			t.Fatal(err)
		}
		var p Parser
		defer p.Close()
		l, start := langs.ByName(half.lang), clock()
		if o := mustParse(t, &p, l, src[:half.size], true); o.Result == OK {
			t.Errorf("%s: half of it is read as %s", half.path, o.Result)
		}
		if took := clock() - start; took > 2*timeoutBase {
			t.Errorf("%s: took %v", half.path, took)
		}
		if o := mustParse(t, &p, l, src, true); len(o.Units) == 0 {
			t.Errorf("%s: after its half it is read as %s", half.path, o.Result)
		}
	}
}

// The parses of one file share its time, and leave that of the next alone.
func TestBegin(t *testing.T) {
	src, err := os.ReadFile("../testdata/groovy/Depot.groovy")
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var p Parser
	defer p.Close()
	l, start := langs.ByName("Groovy"), clock()
	p.Begin(20 * 771)
	for range 20 {
		mustParse(t, &p, l, src[:771], true)
	}
	if took := clock() - start; took > 2*allowed(20*771) {
		t.Errorf("took %v", took)
	}
	if o := mustParse(t, &p, l, src, true); o.Result != Timeout {
		t.Errorf("with no time left it is read as %s", o.Result)
	}
	p.Begin(len(src))
	if o := mustParse(t, &p, l, src, true); len(o.Units) == 0 {
		t.Errorf("the next is read as %s", o.Result)
	}
}

func TestAllowed(t *testing.T) {
	for n, want := range map[int]time.Duration{0: time.Second, 100_000: 3 * time.Second, 450_000: 10 * time.Second, 1 << 30: 10 * time.Second} {
		if got := allowed(n); got != want {
			t.Errorf("%d bytes: %v, want %v", n, got, want)
		}
	}
}

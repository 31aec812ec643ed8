package parse

import (
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestNothingStays: what one parser read, to the end or not, changes nothing of
// what any other reads after it, or beside it.
func TestNothingStays(t *testing.T) {
	rests := []string{"x = \"never closed", "x = 'never", "--[==[ never", "x = [===[ never", "`never", "<<A\nnever", "{ ' \" ((", "'''", "\"\"\"never", "#{\"#{", "<style>{", "a: |\n  b"}
	texts := []string{"f 'it''s' \"and\" [[so]] x]] \"on\"\n", "a = [==[ b ]==]\nc = ']]'\n", "\"\"\"a\"\"\"\n", "x]] y]==] 'z'\n"}
	enter := func(start, end int, unit bool) bool { return true }
	parse := func(p *Parser, l *langs.Language, text string) *Outline {
		out, err := p.Parse(l, []byte(text), enter)
		if err != nil {
			t.Error(err)
		}
		return out
	}
	for _, l := range langs.All() {
		var first Parser
		defer first.Close()
		for _, text := range texts {
			want := parse(&first, l, text)
			for _, rest := range rests {
				var p Parser
				parse(&p, l, rest)
				if got := parse(&p, l, text); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %q is read otherwise after %q: its scanner remembers, and needs a Reset", l.Name, text, rest)
				}
				p.Timeout = time.Microsecond
				parse(&p, l, text+rest)
				p.Timeout = 0
				if got := parse(&p, l, text); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %q is read otherwise after %q in no time", l.Name, text, rest)
				}
				p.Close()
			}
		}
	}
	l := langs.ByName("Lua")
	var first Parser
	defer first.Close()
	want := parse(&first, l, texts[1])
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var p Parser
			defer p.Close()
			for i := range 100 {
				parse(&p, l, rests[i%len(rests)])
				if got := parse(&p, l, texts[1]); !reflect.DeepEqual(got, want) {
					t.Errorf("%q is read otherwise beside others", texts[1])
					return
				}
			}
		}()
	}
	wg.Wait()
}

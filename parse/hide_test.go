package parse

import (
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestHide gives texts which the grammar alone does not read: what is read
// instead takes their place, byte for byte, and the units come out whole.
func TestHide(t *testing.T) {
	const message = "message A { int32 a = 1; }\n"
	var p Parser
	defer p.Close()
	for _, test := range []string{
		"syntax = \"proto2\";\n" + message,
		"syntax='proto3';" + message,
		"edition=\"2023\";\n" + message,
		"// by year\nedition = '2024' ; // the last\n" + message,
		"// of old\n/* no\nsyntax */\npackage a.b.old;\n" + message,
		"edition = \"2023\";\nenum E { reserved 1, 2 to max; reserved \"B\", 'C'; reserved D, E; A = 0; }\n" + message,
		"syntax = \"proto2\";\nmessage B { extensions 4; required group C = 1 [lazy = true] { required bool required = 2; } }\n" + message,
	} {
		o := mustParse(t, &p, langs.ByName("Protocol Buffer"), []byte(test), true)
		if o.Result != OK || len(o.Units) == 0 {
			t.Errorf("%q: the parse is %s, with %d units", test, o.Result, len(o.Units))
			continue
		}
		u := o.Units[len(o.Units)-1]
		if got := test[u.Own:u.End] + "\n"; got != message || u.Name != "A" {
			t.Errorf("%q: the last unit is %s, %q", test, u.Name, got)
		}
	}
}

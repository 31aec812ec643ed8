package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestFrame gives interfaces, broken ones too, and programs that look like one:
// offsets are the file's, and the frame is seen nowhere.
func TestFrame(t *testing.T) {
	var p Parser
	defer p.Close()
	for _, test := range []struct{ src, units string }{
		{"val f : int -> int\n\nval g : int\n\ntype t = int\n\nval h : t\n", "val f : int -> int|val g : int|type t = int|val h : t"},
		{"val f : int", "val f : int"},
		{"val f : int\r\n(** of f *)", "val f : int"},
		{"module type S = sig\nval x : int\nend\nlet y = 1\n", "module type S = sig\nval x : int\nend|val x : int|let y = 1"},
		{"val f : int\nmodule M : sig\n  val x : int\n", ""},
		{"val f : int\nend\nval g : int\n", ""},
		{"end\n(*\nval f : \"", ""},
		{"val ", ""},
	} {
		o := mustParse(t, &p, langs.ByName("OCaml"), []byte(test.src), true)
		sound(t, o, []byte(test.src))
		var got []string
		for _, u := range o.Units {
			got = append(got, test.src[u.Own:u.End])
		}
		if units := strings.Join(got, "|"); test.units != "" && (units != test.units || o.Result != OK) {
			t.Errorf("%q has the units %q, %s; want %q", test.src, units, o.Result, test.units)
		}
		if strings.Contains(fmt.Sprint(o.Units), " S ") != strings.Contains(test.src, " S ") {
			t.Errorf("%q has a unit of the frame", test.src)
		}
	}
}

// TestFrameCut cuts an interface off anywhere: no node is left without bytes.
func TestFrameCut(t *testing.T) {
	var p Parser
	defer p.Close()
	src := sample(t, "../testdata/ocaml/lender.outline")
	for n := range src {
		o := mustParse(t, &p, langs.ByName("OCaml"), src[:n], true)
		sound(t, o, src[:n])
		for _, nd := range o.Nodes {
			if nd.Start >= nd.End {
				t.Errorf("cut at %d: the node %+v is empty", n, nd)
			}
		}
	}
}

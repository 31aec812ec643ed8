package parse

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

var update = flag.Bool("update", false, "rewrite the .outline files: read every line of the difference")

// TestOutline compares the outline of testdata/<language>/<name> with what
// <name>.outline, which begins with the language's name, says it is: the
// parse's result, then the imports, then the units, indented below the unit
// around them, with the lines they span and their signature.
func TestOutline(t *testing.T) {
	wants, err := filepath.Glob("../testdata/*/*.outline")
	if err != nil || len(wants) == 0 {
		t.Fatal("no outlines", err)
	}
	var p Parser
	defer p.Close()
	have := make(map[*langs.Language]bool)
	for _, file := range wants {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(string(want), ":")
		name = strings.TrimSpace(name)
		lang := langs.ByName(name)
		have[lang] = true
		t.Run(strings.TrimPrefix(filepath.ToSlash(file), "../testdata/"), func(t *testing.T) {
			src := sample(t, file)
			if lang == nil {
				t.Fatalf("no language %q", name)
			}
			all := mustParse(t, &p, lang, src, true)
			got := name + ": " + print(all, src)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				want = []byte(got)
			}
			if got != string(want) {
				t.Errorf("outline differs:\n%s", difference(string(want), got))
			}
			sound(t, all, src)
			few := mustParse(t, &p, lang, src, false)
			sound(t, few, src)
			membersListed(t, all, few)
		})
	}
	for _, l := range langs.All() {
		if !have[l] {
			t.Errorf("%s has no .outline in testdata", l.Name)
		}
	}
}

// sample reads the file that an outline is of: the one with its name.
func sample(t *testing.T, outline string) []byte {
	base := strings.TrimSuffix(outline, ".outline")
	files, _ := filepath.Glob(base + ".*")
	for _, f := range append(files, base) {
		if f == outline || filepath.Ext(f) == ".want" {
			continue
		}
		if src, err := os.ReadFile(f); err == nil {
			return src
		}
	}
	t.Fatalf("no source for %s", outline)
	return nil
}

func mustParse(t *testing.T, p *Parser, lang *langs.Language, src []byte, enter bool) *Outline {
	o, err := p.Parse(lang, src, func(int, int, bool) bool { return enter })
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func print(o *Outline, src []byte) string {
	var b strings.Builder
	fmt.Fprintln(&b, o.Result)
	for _, st := range o.Imports {
		fmt.Fprintf(&b, "import %d:", line(src, st.Start))
		for i, it := range st.Items {
			name := it.Name
			if name == "" {
				name = "-"
			}
			if it.Opaque {
				name += "*"
			}
			fmt.Fprintf(&b, "%.*s %s", min(i, 1), ",", name)
		}
		fmt.Fprintln(&b)
	}
	depth := make([]int, len(o.Units))
	for i, u := range o.Units {
		if u.Parent >= 0 {
			depth[i] = depth[u.Parent] + 1
		}
		name := u.Name
		if u.Owner != "" {
			name = "(" + u.Owner + ") " + name
		}
		fmt.Fprintf(&b, "%s%s %s %d-%d: %s\n", strings.Repeat("    ", depth[i]), u.Kind, name,
			line(src, u.Start), line(src, u.End-1), strings.Join(strings.Fields(string(src[u.Head:u.Body])), " "))
	}
	return b.String()
}

func line(src []byte, off int) int { return 1 + strings.Count(string(src[:off]), "\n") }

// difference shows the lines around the first one that differs.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for i := range max(len(w), len(g)) {
		var a, c string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			c = g[i]
		}
		if a != c {
			fmt.Fprintf(&b, "%d: want %s\n%d: got  %s\n", i+1, a, i+1, c)
		}
	}
	return b.String()
}

// sound checks that offsets lie in the file and that units nest.
func sound(t *testing.T, o *Outline, src []byte) {
	t.Helper()
	for i, n := range o.Nodes {
		if n.Start < 0 || n.Start > n.End || n.End > len(src) || n.Next <= i || n.Next > len(o.Nodes) {
			t.Errorf("node %d is unsound: %+v", i, n)
		}
	}
	for i, u := range o.Units {
		if u.Start > u.Own || u.Own > u.Head || u.Head > u.Body || u.Body > u.End || u.End > len(src) || u.Parent >= i {
			t.Errorf("unit %d is unsound: %+v", i, u)
			continue
		}
		if u.Parent >= 0 && (u.Start < o.Units[u.Parent].Start || u.End > o.Units[u.Parent].End) {
			t.Errorf("unit %d %s sticks out of %s", i, u.Name, o.Units[u.Parent].Name)
		}
	}
}

// membersListed checks that the units which lie directly in nothing but units
// with members are found without entering anything.
func membersListed(t *testing.T, all, few *Outline) {
	t.Helper()
	found := map[Unit]bool{}
	for _, u := range few.Units {
		u.Parent = 0
		found[u] = true
	}
	listed := make([]bool, len(all.Units))
	for _, n := range all.Nodes {
		if n.Role != Def {
			continue
		}
		u := all.Units[n.Unit]
		listed[n.Unit] = n.Depth == 0 && (u.Parent < 0 || listed[u.Parent] && all.Units[u.Parent].Members)
		if u.Parent = 0; listed[n.Unit] && !found[u] {
			t.Errorf("%s %s is not listed when nothing is entered", u.Kind, u.Name)
		}
	}
}

package eval

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestMineDocs: a query for each documented function, and nothing of the comment
// left in what is indexed.
func TestMineDocs(t *testing.T) {
	h := newHistory(t)
	files := map[string]string{
		"a.go": `package a

// Get reads a value from the store. It may block.
func Get() int { return 1 }

// Put it there.
func Put() {}

/* Sum adds up all the numbers given. */ func Sum(n ...int) int { return len(n) }

// Keys are all the keys that it has.
type Keys []string
`,
		"b.py": `class B:
    """Holds the values of one key."""

    def load(self):
        """
        Load one document from the disk.

        :param x: nothing
        """
        return 1

    def drop(self):
        """Drop everything that was ever stored."""
`,
		"C.java": `class C {
  /**
   * Returns the {@code index} of the <b>last</b> element, if any.
   * @return it
   */
  int last() { return 1; }

  /** Says what was said already elsewhere. */
  int one() { return 1; }

  /** Says what was said already elsewhere. */
  int two() { return 2; }
}
`,
		"tests/d.go": "package d\n\n// Help is of use to the tests alone.\nfunc Help() {}\n",
	}
	commit := h.commit("first", files)
	set, left, err := MineDocs(context.Background(), h.dir, MineOptions{Repo: "r"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, q := range set.Queries {
		got = append(got, fmt.Sprintf("%s|%s|%v", q.ID, q.Text, q.Gold[0].Lines))
	}
	want := []string{
		"C.java:last:6|Returns the index of the element, if any.|[[6 6]]",
		"a.go:Get:4|reads a value from the store.|[[4 4]]",
		"a.go:Sum:9|adds up all the numbers given.|[[9 9]]",
		"b.py:load:4|one document from the disk.|[[4 10]]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for why, n := range map[string]int{"short sentence": 1, "the same sentence twice": 2, "nothing but the comment": 1} {
		if left[why] != n {
			t.Errorf("left out, %s: %d, want %d", why, left[why], n)
		}
	}
	blanks := set.Blanks["r@"+commit]
	for path, src := range files {
		blanked := string(applyBlanks([]byte(src), blanks[path]))
		if a, b := strings.Count(src, "\n"), strings.Count(blanked, "\n"); a != b {
			t.Errorf("%s: %d lines became %d", path, a, b)
		}
		for _, word := range []string{"value", "there", "adds", "keys that", "Holds", "document", "Drop", "element", "Says", "of use"} {
			if strings.Contains(blanked, word) {
				t.Errorf("%s: %q is still there:\n%s", path, word, blanked)
			}
		}
	}
	blanked := string(applyBlanks([]byte(files["b.py"]), blanks["b.py"]))
	if want := "    def drop(self):\n        pass\n"; !strings.Contains(blanked, want) {
		t.Errorf("no %q in\n%s", want, blanked)
	}
	if !strings.Contains(string(applyBlanks([]byte(files["a.go"]), blanks["a.go"])), "\n func Sum(n ...int)") {
		t.Error("what follows a comment on its line is gone")
	}
	var text bytes.Buffer
	if err := set.Write(&text); err != nil {
		t.Fatal(err)
	}
	var again Set
	if err := again.Read(&text); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(again) != fmt.Sprint(*set) {
		t.Errorf("written and read, it is\n%v\nnot\n%v", again, *set)
	}
}

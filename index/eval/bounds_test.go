package eval

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

const decorated = `import os

# Reads it.
# All of it.
@cache
@log
def get(key):
    return os.read(key)


class Store:
    def put(self):
        pass
`

// TestBounds holds the figures of a tool's chunks against ones worked out by hand.
func TestBounds(t *testing.T) {
	f := &File{"a.py", "Python", []byte(decorated)}
	at := func(text string) int {
		i := strings.Index(decorated, text)
		if i < 0 {
			t.Fatalf("no %q", text)
		}
		return i
	}
	n := counter(t).Count
	whole := n([]byte(decorated))
	tests := []struct {
		name string
		cuts []int
		want Boundaries
	}{
		{"no cut", nil, Boundaries{Chunks: 1, Fitting: 2, Commented: 1, Marked: 1}},
		{"between functions", []int{at("\nclass")}, Boundaries{Chunks: 2, Fitting: 2, Commented: 1, Marked: 1}},
		{"in the comment", []int{at("# All")}, Boundaries{Chunks: 2, Fitting: 2, Commented: 1, CommentCut: 1, Marked: 1}},
		{"after the comment", []int{at("@cache")}, Boundaries{Chunks: 2, Fitting: 2, Commented: 1, CommentCut: 1, Marked: 1}},
		{"between decorators", []int{at("@log")}, Boundaries{Chunks: 2, Fitting: 2, Cut: 1, Commented: 1, Marked: 1, MarkCut: 1}},
		{"in a body", []int{at("os.read")}, Boundaries{Chunks: 2, Fitting: 2, Cut: 1, Commented: 1, Marked: 1}},
		{"in both bodies", []int{at("os.read"), at("pass")}, Boundaries{Chunks: 3, Fitting: 2, Cut: 2, Commented: 1, Marked: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tool := Tool{Name: "x"}
			start := 0
			for _, end := range append(test.cuts, len(decorated)) {
				tool.chunks = append(tool.chunks, foreign{Path: "a.py", Text: decorated[start:end], StartByte: &[]int{start}[0], EndByte: &[]int{end}[0]})
				start = end
			}
			list, problems, err := Bounds(context.Background(), []*File{f}, Options{Strategies: []string{"auto"}, Tools: []Tool{tool}})
			if err != nil || len(problems) > 0 || len(list) != 2 {
				t.Fatal(list, problems, err)
			}
			got := list[1]
			if test.name == "no cut" && (got.Mean != float64(whole) || got.Cover != float64(whole) || got.Under != 1 || got.Over != 0) {
				t.Errorf("one chunk of %d tokens: %+v", whole, got)
			}
			got.Name, got.Mean, got.Under, got.Cover, got.Own, got.Context = "", 0, 0, 0, 0, 0
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if a := list[0]; a.Cut != 0 || a.CommentCut != 0 || a.MarkCut != 0 || a.Fitting != 2 {
				t.Errorf("auto: %+v", a)
			}
		})
	}
}

// TestCovering: the fewest chunks that hold a range, where they overlap.
func TestCovering(t *testing.T) {
	list := []Chunk{{Start: 0, End: 10, Tokens: 1}, {Start: 5, End: 15, Tokens: 10}, {Start: 8, End: 20, Tokens: 100}, {Start: 30, End: 40, Tokens: 1000}}
	for s, want := range map[span]int{{0, 10}: 1, {0, 20}: 101, {9, 12}: 100, {5, 12}: 10, {25, 35}: 1000, {20, 30}: 0, {12, 40}: 1100} {
		if got := covering(list, s); got != want {
			t.Errorf("%v: %d tokens, want %d", s, got, want)
		}
	}
}

// TestEdits: one line of one chunk changed, in a file that has three.
func TestEdits(t *testing.T) {
	h := newHistory(t)
	h.commit("first", map[string]string{"a.txt": "one one\n\ntwo two\n\nthree three\n", "b.txt": "new in the next\n"})
	h.commit("second", map[string]string{"a.txt": "one one\n\ntwo 2 two\n\nthree three\n", "c.txt": "added\n"})
	h.commit("third", map[string]string{"d.txt": "no file is changed\n"})
	r, err := Edits(context.Background(), h.dir, "", 10, Options{Strategies: []string{wholeFile, "recursive"}, Chunk: chunk.Options{Max: 32, Min: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Commits != 1 || r.Files != 1 || r.Lines != 1 {
		t.Errorf("replayed %+v, want one commit of one line", r)
	}
	text := "a.txt\none one\n\ntwo 2 two\n\nthree three\n"
	want := Stability{Name: wholeFile, Mean: r.Strategies[0].Mean, Chunks: 1, Tokens: counter(t).Count([]byte(text)), PerLine: 1}
	want.TokensPerLine = float64(want.Tokens)
	if r.Strategies[0] != want {
		t.Errorf("got %+v, want %+v", r.Strategies[0], want)
	}
}

// TestDifferences: the interval holds the mean, is a point where all clusters
// agree, and is the same for the same seed.
func TestDifferences(t *testing.T) {
	base, other := Chunker{}, Chunker{}
	var clusters [][]int
	for c := range 5 {
		var list []int
		for q := range 4 {
			list = append(list, len(base.scores))
			base.scores = append(base.scores, Scores{0: 0.5, 1: 0.25})
			other.scores = append(other.scores, Scores{0: 0.75, 1: float64(c) + float64(q)/10})
		}
		clusters = append(clusters, list)
	}
	got := differences(&other, &base, clusters, 3)
	if got[0] != (Difference{0.25, 0.25, 0.25}) {
		t.Errorf("all the same: %+v", got[0])
	}
	if d := got[1]; math.Abs(d.Mean-1.9) > 1e-9 || !(0.5 < d.Low && d.Low < 1.2 && 2.6 < d.High && d.High < 3.3) {
		// clusters of means 0.15 to 4.15 less 0.25; the mean of 5 draws has a
		// deviation of 0.63
		t.Errorf("spread: %+v", d)
	}
	if again := differences(&other, &base, clusters, 3); !slices.Equal(got, again) {
		t.Error("the same seed gives something else")
	}
}

package eval

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// place is a byte of a file.
type place struct {
	path string
	at   int
}

// naive scores byte by byte, by the definitions at the top of the package. In
// its files every byte is a token, and every second one white space.
type naive struct {
	src    string
	gold   map[place]bool
	chunks []Chunk
}

func (n *naive) text(c *Chunk) map[place]bool {
	out := map[place]bool{}
	for i := c.Start; i < c.End; i++ {
		if n.src[i] != '\n' {
			out[place{c.Path, i}] = true
		}
	}
	return out
}

func (n *naive) relevant(c *Chunk) bool { return common(n.text(c), n.gold) > 0 }

func common(a, b map[place]bool) float64 {
	both := 0.0
	for p := range a {
		if b[p] {
			both++
		}
	}
	return both
}

// over gives recall, precision and IoU of the text of some chunks.
func (n *naive) over(list []*Chunk) []float64 {
	all := map[place]bool{}
	for _, c := range list {
		for p := range n.text(c) {
			all[p] = true
		}
	}
	if len(all) == 0 {
		return []float64{0, 0, 0}
	}
	both := common(all, n.gold)
	return []float64{both / float64(len(n.gold)), both / float64(len(all)), both / (float64(len(all)+len(n.gold)) - both)}
}

func (n *naive) score(ranking []int) (s [9]float64) {
	first, dcg, ideal, total := 0, 0.0, 0.0, 0
	var top, relevant []*Chunk
	for i := range n.chunks {
		if c := &n.chunks[i]; n.relevant(c) {
			relevant = append(relevant, c)
			if total++; total <= 10 {
				ideal += 1 / math.Log2(float64(total+1))
			}
		}
	}
	for i, at := range ranking {
		c := &n.chunks[at]
		if i < 5 {
			top = append(top, c)
		}
		if i < 10 && n.relevant(c) {
			dcg += 1 / math.Log2(float64(i+2))
			if first == 0 {
				first = i + 1
			}
		}
	}
	for i, k := range []int{1, 5, 10} {
		s[i] = one(first > 0 && first <= k)
	}
	if first > 0 {
		s[3], s[4] = 1/float64(first), dcg/ideal
	}
	copy(s[5:], n.over(top))
	s[8] = n.over(relevant)[2]
	return s
}

// within walks the ranking, and pays a token for each byte.
func (n *naive) within(budget int, ranking []int) map[place]bool {
	got := map[place]bool{}
	for _, at := range ranking {
		c := &n.chunks[at]
		var fresh []place
		news := false
		for i := c.Start; i < c.End; i++ {
			if p := (place{c.Path, i}); !got[p] {
				fresh = append(fresh, p)
				news = news || n.src[i] != '\n'
			}
		}
		if !news {
			continue
		}
		left := budget - c.Context
		for _, p := range fresh[:max(0, min(len(fresh), left))] {
			got[p] = true
		}
		if budget -= c.Context + len(fresh); budget <= 0 {
			break
		}
	}
	return got
}

// TestScoreIsNaive holds every figure against its definition, with chunks that
// overlap, rankings that leave some out, and budgets that end anywhere.
func TestScoreIsNaive(t *testing.T) {
	count := counter(t)
	src := strings.Repeat(ten, 4)
	if n := count.Count([]byte(src)); n != len(src) {
		t.Fatalf("the file has %d tokens, not %d: the figures below are wrong", n, len(src))
	}
	files := byPath([]*File{{"a", "", []byte(src)}, {"b", "", []byte(src)}})
	rapid.Check(t, func(t *rapid.T) {
		n := &naive{src: src, gold: map[place]bool{}}
		gold := map[string]spans{}
		draw := func(label string) (string, span) {
			x := rapid.IntRange(0, len(src)-1).Draw(t, label)
			return rapid.SampledFrom([]string{"a", "b"}).Draw(t, "path"), span{x, rapid.IntRange(x+1, len(src)).Draw(t, label)}
		}
		for range rapid.IntRange(1, 3).Draw(t, "golds") {
			path, s := draw("gold")
			gold[path] = union(append(gold[path], s)...)
			for p := range n.text(&Chunk{Path: path, Start: s.start, End: s.end}) {
				n.gold[p] = true
			}
		}
		a := &answer{files: files, gold: gold}
		if a.weight = a.weigh(gold); a.weight != len(n.gold) {
			t.Fatalf("the gold weighs %d, want %d", a.weight, len(n.gold))
		}
		if a.weight == 0 {
			t.Skip("a newline is no gold")
		}
		for range rapid.IntRange(0, 14).Draw(t, "chunks") {
			path, s := draw("chunk")
			context := rapid.IntRange(0, 9).Draw(t, "context")
			n.chunks = append(n.chunks, Chunk{Path: path, Start: s.start, End: s.end, Context: context, Tokens: context + s.end - s.start})
		}
		ranking := rapid.Permutation(indexes(len(n.chunks))).Draw(t, "ranking")
		ranking = ranking[:rapid.IntRange(0, len(ranking)).Draw(t, "ranked")]
		got, want := a.score(n.chunks, ranking, count), n.score(ranking)
		for i, w := range want {
			if math.Abs(got[i]-w) > 1e-12 {
				t.Fatalf("%s is %v, want %v", Metrics()[i], got[i], w)
			}
		}
		budget := rapid.IntRange(1, 120).Draw(t, "budget")
		text := map[place]bool{}
		for path, list := range a.within(budget, n.chunks, ranking, count) {
			for _, s := range list {
				for i := s.start; i < s.end; i++ {
					text[place{path, i}] = true
				}
			}
		}
		if want := n.within(budget, ranking); len(text) != len(want) || int(common(text, want)) != len(want) {
			t.Fatalf("%d bytes in %d tokens, want %d", len(text), budget, len(want))
		}
	})
}

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

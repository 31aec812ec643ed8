package eval

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
)

// counter counts tokens; in the files of these tests every letter is one, with
// the newline after it another.
func counter(t testing.TB) *tokens.Counter {
	t.Helper()
	enc, err := tokens.New("cl100k_base")
	if err != nil {
		t.Fatal(err)
	}
	return enc.NewCounter()
}

// fataler is what testing and rapid have in common.
type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// metric reads one figure by its name.
func metric(t fataler, s Scores, name string) float64 {
	t.Helper()
	i := slices.Index(Metrics(), name)
	if i < 0 {
		t.Fatalf("no metric %s", name)
	}
	return s[i]
}

// ten is a file of ten lines of two bytes, one character of weight each.
const ten = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"

// answerTo is a query with gold lines in a file a of ten lines; b is another.
func answerTo(t testing.TB, lines ...Lines) *answer {
	t.Helper()
	files := byPath([]*File{{"a", "", []byte(ten)}, {"b", "", []byte(ten)}})
	a, err := newAnswer(&Query{Gold: []Gold{{"a", lines}}}, files)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// lines makes a chunk of lines of a file, without context.
func lines(path string, first, last int) Chunk {
	c := Chunk{Path: path, Start: 2 * (first - 1), End: 2 * last}
	c.Tokens = 2 * (last - first + 1)
	return c
}

// TestScore holds the figures against ones worked out by hand.
func TestScore(t *testing.T) {
	log := math.Log2
	tests := []struct {
		name    string
		gold    []Lines
		chunks  []Chunk
		ranking []int
		want    map[string]float64
	}{
		{"nothing retrieved", []Lines{{1, 2}}, []Chunk{lines("a", 1, 5), lines("a", 6, 10)}, nil, map[string]float64{
			"hit@1": 0, "hit@10": 0, "mrr@10": 0, "ndcg@10": 0, "recall@5": 0, "precision@5": 0, "iou@5": 0,
			"recall@8k": 0, "hit@8k": 0, "precision_omega": 2. / 5,
		}},
		{"no chunks", []Lines{{1, 2}}, nil, nil, map[string]float64{
			"precision_omega": 0, "ndcg@10": 0, "recall@5": 0,
		}},
		{"second of two", []Lines{{1, 2}}, []Chunk{lines("a", 1, 5), lines("b", 1, 5)}, []int{1, 0}, map[string]float64{
			"hit@1": 0, "hit@5": 1, "mrr@10": 0.5, "ndcg@10": 1 / log(3), "recall@5": 1,
			"precision@5": 2. / 10, "iou@5": 2. / 10, "precision_omega": 2. / 5, "recall@1k": 1, "hit@1k": 1,
		}},
		{"the same lines in another file are no gold", []Lines{{1, 10}}, []Chunk{lines("b", 1, 10)}, []int{0}, map[string]float64{
			"hit@10": 0, "recall@5": 0, "precision@5": 0, "iou@5": 0, "precision_omega": 0, "hit@8k": 0,
		}},
		{"gold in three chunks, two of them ranked", []Lines{{2, 2}, {5, 9}},
			[]Chunk{lines("a", 1, 3), lines("a", 4, 6), lines("a", 7, 10), lines("b", 1, 3)}, []int{0, 3, 1},
			map[string]float64{
				"hit@1": 1, "mrr@10": 1, "ndcg@10": (1 + 1/log(4)) / (1 + 1/log(3) + 1/log(4)),
				"recall@5": 3. / 6, "precision@5": 3. / 9, "iou@5": 3. / 12, "precision_omega": 6. / 10,
			}},
		{"sixth place is outside of five", []Lines{{1, 1}},
			[]Chunk{lines("b", 1, 1), lines("b", 2, 2), lines("b", 3, 3), lines("b", 4, 4), lines("b", 5, 5), lines("a", 1, 1)},
			[]int{0, 1, 2, 3, 4, 5}, map[string]float64{
				"hit@5": 0, "hit@10": 1, "mrr@10": 1. / 6, "ndcg@10": 1 / log(7), "recall@5": 0, "precision@5": 0, "precision_omega": 1,
			}},
		{"overlap counts once", []Lines{{4, 6}}, []Chunk{lines("a", 1, 5), lines("a", 4, 8)}, []int{0, 1}, map[string]float64{
			"recall@5": 1, "precision@5": 3. / 8, "iou@5": 3. / 8, "precision_omega": 3. / 8, "ndcg@10": 1,
		}},
		{"gold given twice", []Lines{{4, 6}, {5, 6}}, []Chunk{lines("a", 4, 5)}, []int{0}, map[string]float64{
			"recall@5": 2. / 3, "precision@5": 1, "iou@5": 2. / 3,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := answerTo(t, test.gold...).score(test.chunks, test.ranking, counter(t))
			for name, want := range test.want {
				if got := metric(t, s, name); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s is %v, want %v", name, got, want)
				}
			}
		})
	}
}

// TestBudget walks rankings by hand. Every line of ten is two tokens.
func TestBudget(t *testing.T) {
	if n := counter(t).Count([]byte(ten)); n != 20 {
		t.Fatalf("the file has %d tokens, not 20: the cases below are wrong", n)
	}
	costly := lines("a", 3, 4)
	costly.Context, costly.Tokens = 5, 9
	tests := []struct {
		name    string
		budget  int
		chunks  []Chunk
		ranking []int
		want    spans // of file a
	}{
		{"all of it", 20, []Chunk{lines("a", 1, 10)}, []int{0}, spans{{0, 20}}},
		{"gold longer than the budget: its beginning", 6, []Chunk{lines("a", 1, 10)}, []int{0}, spans{{0, 6}}},
		{"cut after the last whole token", 5, []Chunk{lines("a", 1, 10)}, []int{0}, spans{{0, 5}}},
		{"what another file takes is gone", 10, []Chunk{lines("a", 1, 10), lines("b", 1, 3)}, []int{1, 0}, spans{{0, 4}}},
		{"spent by one before", 6, []Chunk{lines("a", 1, 10), lines("b", 1, 3)}, []int{1, 0}, nil},
		{"context is paid for", 8, []Chunk{costly, lines("a", 9, 10)}, []int{0, 1}, spans{{4, 7}}},
		{"context alone leaves nothing", 5, []Chunk{costly}, []int{0}, nil},
		{"the next goes on after a context", 10, []Chunk{costly, lines("a", 9, 10)}, []int{0, 1}, spans{{4, 8}, {16, 17}}},
		{"overlap is paid for once", 12, []Chunk{lines("a", 1, 4), lines("a", 3, 8)}, []int{0, 1}, spans{{0, 12}}},
		{"what brings nothing new is free", 10, []Chunk{lines("a", 1, 4), costly, lines("a", 5, 5)}, []int{0, 1, 2}, spans{{0, 10}}},
		{"nothing retrieved", 10, []Chunk{lines("a", 1, 4)}, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := answerTo(t, Lines{1, 10})
			if got := a.within(test.budget, test.chunks, test.ranking, counter(t))["a"]; !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestAnswerFails: gold that is not there is told, not guessed.
func TestAnswerFails(t *testing.T) {
	files := byPath([]*File{{"a", "", []byte("x\n\n\ny\n")}})
	for want, gold := range map[string]Gold{
		"not among the files": {"b", []Lines{{1, 1}}},
		"has 4 lines":         {"a", []Lines{{4, 5}}},
		"no text":             {"a", []Lines{{2, 3}}},
		"lines 0 to 1":        {"a", []Lines{{0, 1}}},
		"lines 3 to 2":        {"a", []Lines{{3, 2}}},
	} {
		_, err := newAnswer(&Query{Gold: []Gold{gold}}, files)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", gold, err, want)
		}
	}
}

// TestSpans holds the operations on spans against ones on single bytes.
func TestSpans(t *testing.T) {
	draw := func(t *rapid.T, label string) ([]span, [40]bool) {
		var set [40]bool
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) span {
			start := rapid.IntRange(0, 39).Draw(t, "start")
			return span{start, rapid.IntRange(start, 40).Draw(t, "end")}
		}), 0, 6).Draw(t, label)
		for _, s := range list {
			for i := s.start; i < s.end; i++ {
				set[i] = true
			}
		}
		return list, set
	}
	check := func(t *rapid.T, what string, got spans, want func(int) bool) {
		last := -1
		var set [40]bool
		for _, s := range got {
			if s.start < last || s.start >= s.end {
				t.Fatalf("%s: %v is not in order", what, got)
			}
			last = s.end
			for i := s.start; i < s.end; i++ {
				set[i] = true
			}
		}
		for i, in := range set {
			if in != want(i) {
				t.Fatalf("%s: byte %d of %v", what, i, got)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x, inX := draw(t, "x")
		y, inY := draw(t, "y")
		check(t, "union", union(x...), func(i int) bool { return inX[i] })
		check(t, "and", union(x...).and(union(y...)), func(i int) bool { return inX[i] && inY[i] })
		check(t, "minus", union(x...).minus(union(y...)), func(i int) bool { return inX[i] && !inY[i] })
	})
}

// TestWeight: characters, not bytes, and none that is white space.
func TestWeight(t *testing.T) {
	src := "é\t 日本\n\xff x"
	if got := (spans{{0, len(src)}}).weight([]byte(src)); got != 5 {
		t.Errorf("%d characters, want 5", got)
	}
}

// TestScoreProperties: figures are shares; more is never less.
func TestScoreProperties(t *testing.T) {
	count := counter(t)
	rapid.Check(t, func(t *rapid.T) {
		body := strings.Repeat("word and more of it\n", rapid.IntRange(1, 900).Draw(t, "lines"))
		files := byPath([]*File{{"a", "", []byte(body)}, {"b", "", []byte(body)}})
		place := func(label string) span {
			x := rapid.IntRange(0, len(body)).Draw(t, label)
			return span{x, rapid.IntRange(x, len(body)).Draw(t, label)}
		}
		gold := union(place("gold"), place("gold"))
		a := &answer{files: files, gold: map[string]spans{"a": gold}}
		if a.weight = a.weigh(a.gold); a.weight == 0 {
			t.Skip("no gold")
		}
		var chunks []Chunk
		var ranking []int
		for i := range rapid.IntRange(0, 12).Draw(t, "chunks") {
			s := place("chunk")
			context := rapid.IntRange(0, 50).Draw(t, "context")
			chunks = append(chunks, Chunk{Path: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "path"), Start: s.start, End: s.end,
				Tokens: context + count.Count([]byte(body[s.start:s.end])), Context: context})
			ranking = append(ranking, i)
		}
		got := a.score(chunks, ranking, count)
		for i, name := range Metrics() {
			if !(got[i] >= 0 && got[i] <= 1+1e-12) {
				t.Fatalf("%s is %v", name, got[i])
			}
		}
		for _, rising := range [][]string{{"hit@1", "hit@5", "hit@10"}, {"hit@1k", "hit@2k", "hit@4k", "hit@8k"},
			{"recall@1k", "recall@2k", "recall@4k", "recall@8k"}, {"iou@5", "precision@5"}, {"iou@5", "recall@5"}, {"hit@1", "mrr@10"}} {
			for i := 1; i < len(rising); i++ {
				if metric(t, got, rising[i]) < metric(t, got, rising[i-1])-1e-12 {
					t.Fatalf("%s is less than %s: %v", rising[i], rising[i-1], got)
				}
			}
		}
		for _, budget := range Budgets() {
			within := a.within(budget, chunks, ranking, count)
			sum := 0
			for path, list := range within {
				for _, s := range list {
					sum += count.Count(files[path].Src[s.start:s.end])
				}
			}
			if sum > budget+12 { // text that was cut apart and joined again may count a little more
				t.Fatalf("%d tokens in a budget of %d", sum, budget)
			}
		}
	})
}

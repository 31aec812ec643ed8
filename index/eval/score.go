package eval

import (
	"fmt"
	"math"
	"sort"

	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
)

// Scores are the figures of one query, in the order of Metrics.
type Scores [17]float64

// Metrics names the figures.
func Metrics() []string {
	return []string{"hit@1", "hit@5", "hit@10", "mrr@10", "ndcg@10",
		"recall@5", "precision@5", "iou@5", "precision_omega",
		"recall@1k", "recall@2k", "recall@4k", "recall@8k",
		"hit@1k", "hit@2k", "hit@4k", "hit@8k"}
}

// Budgets are those of recall and hit, in tokens.
func Budgets() []int { return []int{1000, 2000, 4000, 8000} }

// Where the figures that belong together begin in Scores.
const (
	atHit, atMRR, atNDCG, atText, atOmega, atRecall, atBudgetHit = 0, 3, 4, 5, 8, 9, 13
)

// answer is a query's gold in bytes of the files.
type answer struct {
	files  map[string]*File
	gold   map[string]spans
	weight int
}

// newAnswer finds the gold in the files. It fails if there is no such file or
// line, or no text in them.
func newAnswer(q *Query, files map[string]*File) (*answer, error) {
	a := &answer{files, map[string]spans{}, 0}
	for _, g := range q.Gold {
		f := files[g.Path]
		if f == nil {
			return nil, fmt.Errorf("%s is not among the files of the snapshot", g.Path)
		}
		starts := lineStarts(f.Src)
		list := a.gold[g.Path]
		for _, l := range g.Lines {
			s, ok := lineSpan(starts, len(f.Src), l)
			if !ok {
				return nil, fmt.Errorf("%s has %d lines: there are no lines %d to %d", g.Path, len(starts), l[0], l[1])
			}
			list = append(list, s)
		}
		a.gold[g.Path] = union(list...)
	}
	if a.weight = a.weigh(a.gold); a.weight == 0 {
		return nil, fmt.Errorf("gold has no text")
	}
	return a, nil
}

func (a *answer) weigh(s map[string]spans) int {
	n := 0
	for path, list := range s {
		n += list.weight(a.files[path].Src)
	}
	return n
}

// found weighs the gold that is in s.
func (a *answer) found(s map[string]spans) int {
	n := 0
	for path, list := range s {
		n += list.and(a.gold[path]).weight(a.files[path].Src)
	}
	return n
}

func (a *answer) relevant(c *Chunk) bool {
	gold := a.gold[c.Path]
	return len(gold) > 0 && gold.and(union(span{c.Start, c.End})).weight(a.files[c.Path].Src) > 0
}

// score measures a ranking: indexes into chunks, best first.
func (a *answer) score(chunks []Chunk, ranking []int, count *tokens.Counter) Scores {
	var s Scores
	a.ranks(&s, chunks, ranking)
	top := map[string]spans{}
	for _, i := range ranking[:min(5, len(ranking))] {
		take(top, &chunks[i])
	}
	s[atText], s[atText+1], s[atText+2] = a.overlap(top)
	relevant := map[string]spans{}
	for i := range chunks {
		if a.relevant(&chunks[i]) {
			take(relevant, &chunks[i])
		}
	}
	_, _, s[atOmega] = a.overlap(relevant)
	for i, budget := range Budgets() {
		found := a.found(a.within(budget, chunks, ranking, count))
		s[atRecall+i] = float64(found) / float64(a.weight)
		s[atBudgetHit+i] = one(found > 0)
	}
	return s
}

// ranks sets the figures that look at ranks alone.
func (a *answer) ranks(s *Scores, chunks []Chunk, ranking []int) {
	dcg, first := 0.0, 0
	for i, at := range ranking[:min(10, len(ranking))] {
		if !a.relevant(&chunks[at]) {
			continue
		}
		dcg += gain(i)
		if first == 0 {
			first = i + 1
		}
	}
	if first == 0 {
		return
	}
	ideal, n := 0.0, 0
	for i := range chunks {
		if n < 10 && a.relevant(&chunks[i]) {
			ideal += gain(n)
			n++
		}
	}
	for i, k := range []int{1, 5, 10} {
		s[atHit+i] = one(first <= k)
	}
	s[atMRR] = 1 / float64(first)
	s[atNDCG] = dcg / ideal
}

func gain(i int) float64 { return 1 / math.Log2(float64(i+2)) }

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// overlap gives recall, precision and IoU of text against the gold.
func (a *answer) overlap(text map[string]spans) (recall, precision, iou float64) {
	both, all := a.found(text), a.weigh(text)
	if all == 0 {
		return 0, 0, 0
	}
	return float64(both) / float64(a.weight), float64(both) / float64(all), float64(both) / float64(all+a.weight-both)
}

func take(text map[string]spans, c *Chunk) {
	text[c.Path] = union(append(text[c.Path], span{c.Start, c.End})...)
}

// within gives the text that fits into a budget of tokens.
func (a *answer) within(budget int, chunks []Chunk, ranking []int, count *tokens.Counter) map[string]spans {
	text := map[string]spans{}
	for _, i := range ranking {
		c := &chunks[i]
		src := a.files[c.Path].Src
		body := union(span{c.Start, c.End})
		fresh := body.minus(text[c.Path])
		if fresh.weight(src) == 0 {
			continue
		}
		cost := c.Tokens
		if len(body.and(text[c.Path])) > 0 {
			cost = c.Context
			for _, s := range fresh {
				cost += count.Count(src[s.start:s.end])
			}
		}
		if cost > budget {
			fresh = cut(fresh, src, budget-c.Context, count)
		}
		text[c.Path] = union(append(text[c.Path], fresh...)...)
		if budget -= cost; budget <= 0 {
			break
		}
	}
	return text
}

// cut gives the beginning of s that has at most so many tokens.
func cut(s spans, src []byte, most int, count *tokens.Counter) spans {
	var out spans
	for _, a := range s {
		if most <= 0 {
			break
		}
		sums := count.Sums(nil, src[a.start:a.end])
		over := sort.Search(len(sums), func(i int) bool { return int(sums[i]) > most })
		n := over - 1
		if over < len(sums) { // up to where the last token that fits ends
			n = sort.Search(over, func(i int) bool { return sums[i] >= sums[over-1] })
		}
		if n > 0 {
			out = append(out, span{a.start, a.start + n})
		}
		most -= int(sums[len(sums)-1])
	}
	return out
}

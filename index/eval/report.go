package eval

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Report is a run in figures, as printed. Figures are rounded to six digits.
type Report struct {
	Metrics    []string `json:"metrics"`
	Queries    int      `json:"queries"`
	Left       int      `json:"queries_left_out"`
	Repos      int      `json:"repositories"`
	Baseline   string   `json:"baseline"`
	Clustered  bool     `json:"clustered"` // intervals are over repositories, not queries
	Strategies []Row    `json:"strategies"`
	Strata     []Strata `json:"strata"`
	Problems   []string `json:"problems"`
}

// Row is one chunker.
type Row struct {
	Name   string    `json:"name"`
	Max    int       `json:"max,omitempty"`
	Chunks int       `json:"chunks"`
	Mean   float64   `json:"mean_tokens"`
	Scores []float64 `json:"scores"` // in the order of Report.Metrics
	// Differences from the baseline, of each metric; none in its own row.
	Differences []Difference `json:"differences,omitempty"`
}

// Difference is a mean paired difference and the ends of its 95% interval.
type Difference struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Strata are the queries split in one way.
type Strata struct {
	By     string    `json:"by"` // source, leak, language, kind
	Values []Stratum `json:"values"`
}

// Stratum is one part of them.
type Stratum struct {
	Value   string      `json:"value"`
	Queries int         `json:"queries"`
	Scores  [][]float64 `json:"scores"` // a list in the order of Report.Metrics for each strategy
}

// Report sums a run up. The seed is that of the bootstrap.
func (r *Run) Report(total int, seed uint64) *Report {
	out := &Report{Metrics: Metrics(), Queries: len(r.Queries), Left: total - len(r.Queries),
		Baseline: r.Chunkers[0].Name, Problems: append([]string{}, r.Problems...)}
	clusters := r.clusters()
	out.Repos = len(clusters)
	if out.Clustered = len(clusters) > 1; !out.Clustered {
		clusters = nil
		for i := range r.Queries {
			clusters = append(clusters, []int{i})
		}
	}
	all := make([]int, len(r.Queries))
	for i := range all {
		all[i] = i
	}
	for i := range r.Chunkers {
		c := &r.Chunkers[i]
		row := Row{Name: c.Name, Max: c.Max, Chunks: c.Chunks, Mean: round(c.Mean()), Scores: c.mean(all)}
		if i > 0 {
			row.Differences = differences(c, &r.Chunkers[0], clusters, seed)
		}
		out.Strategies = append(out.Strategies, row)
	}
	for _, by := range []string{"source", "leak", "language", "kind"} {
		out.Strata = append(out.Strata, r.strata(by))
	}
	return out
}

// clusters groups the queries by repository, in order of its name.
func (r *Run) clusters() [][]int {
	groups := map[string][]int{}
	for i, q := range r.Queries {
		groups[q.Repo] = append(groups[q.Repo], i)
	}
	var out [][]int
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		out = append(out, groups[name])
	}
	return out
}

// mean is the mean of each metric over some queries.
func (c *Chunker) mean(queries []int) []float64 {
	out := make([]float64, len(Scores{}))
	for _, q := range queries {
		for m, s := range c.scores[q] {
			out[m] += s
		}
	}
	for m := range out {
		out[m] = round(out[m] / float64(len(queries)))
	}
	return out
}

// resamples is how often the bootstrap draws.
const resamples = 10_000

// differences draws clusters with replacement and takes the mean over their
// queries each time; the interval is between the 2.5th and 97.5th percentile.
func differences(c, base *Chunker, clusters [][]int, seed uint64) []Difference {
	metrics := len(Scores{})
	sums := make([]Scores, len(clusters))
	total, count := Scores{}, 0
	for i, list := range clusters {
		for _, q := range list {
			for m := range metrics {
				sums[i][m] += c.scores[q][m] - base.scores[q][m]
			}
		}
		for m := range metrics {
			total[m] += sums[i][m]
		}
		count += len(list)
	}
	draws := make([][]float64, metrics)
	random := rand.New(rand.NewPCG(seed, 0))
	for range resamples {
		sum, n := Scores{}, 0
		for range clusters {
			i := random.IntN(len(clusters))
			n += len(clusters[i])
			for m := range metrics {
				sum[m] += sums[i][m]
			}
		}
		for m := range metrics {
			draws[m] = append(draws[m], sum[m]/float64(n))
		}
	}
	out := make([]Difference, metrics)
	for m := range metrics {
		slices.Sort(draws[m])
		out[m] = Difference{round(total[m] / float64(count)), round(draws[m][resamples*25/1000]), round(draws[m][resamples*975/1000])}
	}
	return out
}

// strata splits the queries in one way, the largest part first.
func (r *Run) strata(by string) Strata {
	parts := map[string][]int{}
	for i, q := range r.Queries {
		value := map[string]string{"source": q.Source, "language": q.Language, "kind": q.Kind,
			"leak": map[bool]string{true: "yes", false: "no"}[q.Leak]}[by]
		if value == "" {
			value = "(unknown)"
		}
		parts[value] = append(parts[value], i)
	}
	names := slices.Sorted(maps.Keys(parts))
	slices.SortStableFunc(names, func(a, b string) int { return len(parts[b]) - len(parts[a]) })
	out := Strata{By: by}
	for _, name := range names {
		s := Stratum{Value: name, Queries: len(parts[name])}
		for i := range r.Chunkers {
			s.Scores = append(s.Scores, r.Chunkers[i].mean(parts[name]))
		}
		out.Values = append(out.Values, s)
	}
	return out
}

// round makes a figure that prints the same on every machine.
func round(x float64) float64 { return math.Round(x*1e6)/1e6 + 0 }

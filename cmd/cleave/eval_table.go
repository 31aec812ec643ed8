package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/index/eval"
)

// evalTables is what people read of a report.
func evalTables(r *eval.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "queries %d, left out %d, repositories %d\n\n", r.Queries, r.Left, r.Repos)
	b.WriteString(aligned(scoreRows(r)))
	if len(r.Strategies) > 1 {
		over := "repositories"
		if !r.Clustered {
			over = "queries: there is one repository"
		}
		fmt.Fprintf(&b, "\ndifferences from %s, with 95%% intervals over %s\n\n", r.Baseline, over)
		b.WriteString(aligned(differenceRows(r)))
	}
	fmt.Fprintf(&b, "\n%s of the parts\n\n", main4k)
	b.WriteString(aligned(strataRows(r)))
	return b.String()
}

// main4k is the metric by which parts are told apart where there is room for one.
const main4k = "recall@4k"

func scoreRows(r *eval.Report) [][]string {
	head := []string{"STRATEGY", "MAX", "MEAN", "CHUNKS"}
	for _, m := range r.Metrics {
		head = append(head, shortName(m))
	}
	rows := [][]string{head}
	for _, s := range r.Strategies {
		row := []string{s.Name, limit(s.Max), fmt.Sprintf("%.0f", s.Mean), fmt.Sprint(s.Chunks)}
		for _, x := range s.Scores {
			row = append(row, fraction(x))
		}
		rows = append(rows, row)
	}
	return rows
}

func differenceRows(r *eval.Report) [][]string {
	shown := []string{"hit@5", "ndcg@10", "recall@5", "iou@5", "recall@2k", main4k}
	rows := [][]string{append([]string{"STRATEGY"}, shown...)}
	for _, s := range r.Strategies[1:] {
		row := []string{s.Name}
		for _, m := range shown {
			d := s.Differences[slices.Index(r.Metrics, m)]
			row = append(row, fmt.Sprintf("%s [%s %s]", signed(d.Mean), signed(d.Low), signed(d.High)))
		}
		rows = append(rows, row)
	}
	return rows
}

func strataRows(r *eval.Report) [][]string {
	at := slices.Index(r.Metrics, main4k)
	head := []string{"PART", "QUERIES"}
	for _, s := range r.Strategies {
		head = append(head, s.Name)
	}
	rows := [][]string{head}
	for _, by := range r.Strata {
		for _, v := range by.Values {
			row := []string{by.By + ": " + v.Value, fmt.Sprint(v.Queries)}
			for _, s := range v.Scores {
				row = append(row, fraction(s[at]))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// aligned sets a table: the first column left, the others right.
func aligned(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i == 0 {
				fmt.Fprintf(&b, "%-*s", widths[i], cell)
			} else {
				fmt.Fprintf(&b, "  %*s", widths[i], cell)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// fraction is a number from 0 to 1, without the nought.
func fraction(x float64) string {
	return strings.Replace(fmt.Sprintf("%.3f", x), "0.", ".", 1)
}

// signed is a difference, which is zero where it is too small to be seen.
func signed(x float64) string {
	return strings.Replace(fmt.Sprintf("%+.3f", math.Round(x*1000)/1000+0), "0.", ".", 1)
}

// shortName is a metric's name as it stands over a narrow column.
func shortName(metric string) string {
	return strings.NewReplacer("recall", "rec", "precision", "prec", "_omega", "_Ω").Replace(metric)
}

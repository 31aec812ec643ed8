package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/index/eval"
)

// The page of eval run --plot: recall against budget, a line a strategy, with
// the numbers in a table. It has no scripts.

//go:embed plot.html
var plotText string

var plotTemplate = template.Must(template.New("plot").Parse(plotText))

type plotLine struct {
	Name, Class, Dash, Points, Mean string
	Dots                            []plotDot
}

type plotDot struct{ X, Y, Value string }

type plotTick struct{ At, Label string }

// The drawing, in its own units.
const (
	plotWidth, plotHeight                    = 900, 460
	plotLeft, plotRight, plotTop, plotBottom = 60, 880, 20, 400
)

// plotColours are told apart by people who see few colours too (Okabe and Ito).
func plotColours() []template.CSS {
	return []template.CSS{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f"}
}

// plotPage writes the page of a report.
func plotPage(w io.Writer, r *eval.Report) error {
	budgets := eval.Budgets()
	first := slices.Index(r.Metrics, "recall@1k")
	top := 0.1
	for _, s := range r.Strategies {
		top = max(top, math.Ceil(10*slices.Max(s.Scores[first:first+len(budgets)]))/10)
	}
	x := func(budget int) string {
		share := math.Log2(float64(budget)/float64(budgets[0])) / math.Log2(float64(budgets[len(budgets)-1])/float64(budgets[0]))
		return fmt.Sprintf("%.1f", plotLeft+share*(plotRight-plotLeft))
	}
	y := func(recall float64) string { return fmt.Sprintf("%.1f", plotBottom-recall/top*(plotBottom-plotTop)) }
	var xs, ys []plotTick
	for _, b := range budgets {
		xs = append(xs, plotTick{x(b), fmt.Sprintf("%d,000", b/1000)})
	}
	for tenths := 0; float64(tenths) <= 10*top+.5; tenths++ {
		ys = append(ys, plotTick{y(float64(tenths) / 10), fmt.Sprintf("%.1f", float64(tenths)/10)})
	}
	colours := plotColours()
	var lines []plotLine
	for i, s := range r.Strategies {
		l := plotLine{Name: s.Name, Class: fmt.Sprintf("c%d", i%len(colours)), Mean: fmt.Sprintf("%.0f", s.Mean)}
		if i >= len(colours) {
			l.Dash = "dashed"
		}
		var points []string
		for j, b := range budgets {
			d := plotDot{x(b), y(s.Scores[first+j]), fraction(s.Scores[first+j])}
			l.Dots = append(l.Dots, d)
			points = append(points, d.X+","+d.Y)
		}
		l.Points = strings.Join(points, " ")
		lines = append(lines, l)
	}
	return plotTemplate.Execute(w, map[string]any{"Queries": r.Queries, "Repos": r.Repos, "Colours": colours, "Lines": lines,
		"XTicks": xs, "YTicks": ys, "Width": plotWidth, "Height": plotHeight,
		"Left": plotLeft, "Right": plotRight, "Top": plotTop, "Bottom": plotBottom})
}

package main

import (
	"bytes"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/index/eval"
)

// plotProbe is put into a copy of the page: it writes down what is drawn.
const plotProbe = `<pre id="probe"></pre><script>
const box = document.querySelector('svg').getBoundingClientRect();
const inside = r => r.left >= box.left && r.right <= box.right && r.top >= box.top && r.bottom <= box.bottom;
document.getElementById('probe').textContent = JSON.stringify({
  lines: [...document.querySelectorAll('svg g')].map(g => ({name: g.querySelector('title').textContent, points: g.querySelector('polyline').points.numberOfItems,
    colour: getComputedStyle(g.querySelector('polyline')).stroke, dashed: getComputedStyle(g.querySelector('polyline')).strokeDasharray !== 'none',
    heights: [...g.querySelectorAll('circle')].map(c => +c.getAttribute('cy')), inside: [...g.querySelectorAll('circle')].every(c => inside(c.getBoundingClientRect()))})),
  rows: [...document.querySelectorAll('tbody tr')].map(r => [...r.cells].map(c => c.textContent)),
  labels: [...document.querySelectorAll('svg text')].every(t => inside(t.getBoundingClientRect())),
  pwned: String(window.pwned)});
</script>`

// TestPlotInBrowser: every strategy is drawn within the drawing, the better one
// higher, told apart, and with its numbers in the table.
func TestPlotInBrowser(t *testing.T) {
	r := &eval.Report{Metrics: eval.Metrics(), Queries: 3, Repos: 1}
	names := []string{"auto", "fixed", "<script>pwned=1</script>", "a", "b", "c", "d", "e"}
	for i, name := range names {
		row := eval.Row{Name: name, Mean: 100, Scores: make([]float64, len(r.Metrics))}
		for m := range row.Scores {
			row.Scores[m] = 1 - float64(i)/8
		}
		r.Strategies = append(r.Strategies, row)
	}
	var page bytes.Buffer
	if err := plotPage(&page, r); err != nil {
		t.Fatal(err)
	}
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	if !policy.Match(page.Bytes()) {
		t.Fatal("the page has no policy")
	}
	path := filepath.Join(t.TempDir(), "plot.html")
	if err := os.WriteFile(path, append(policy.ReplaceAll(page.Bytes(), nil), plotProbe...), 0o644); err != nil {
		t.Fatal(err)
	}
	_, dom, _ := strings.Cut(browse(t, path), `<pre id="probe">`)
	dom, _, _ = strings.Cut(dom, "</pre>")
	var got struct {
		Lines []struct {
			Name, Colour   string
			Points         int
			Dashed, Inside bool
			Heights        []float64
		}
		Rows   [][]string
		Labels bool
		Pwned  string
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(dom)), &got); err != nil {
		t.Fatalf("%v in %q", err, dom)
	}
	if len(got.Lines) != len(names) || len(got.Rows) != len(names) || !got.Labels || got.Pwned != "undefined" {
		t.Fatalf("odd page: %+v", got)
	}
	looks := map[string]bool{}
	for i, l := range got.Lines {
		if l.Name != names[i] || l.Points != 4 || !l.Inside || i > 0 && l.Heights[0] <= got.Lines[i-1].Heights[0] {
			t.Errorf("line %d: %+v", i, l)
		}
		looks[l.Colour+map[bool]string{true: " dashed"}[l.Dashed]] = true
		if row := got.Rows[i]; row[0] != names[i] || len(row) != 6 || row[5] != fraction(r.Strategies[i].Scores[0]) {
			t.Errorf("row %d: %q", i, row)
		}
	}
	if len(looks) != len(names) {
		t.Errorf("%d lines look alike: %v", len(names), looks)
	}
}

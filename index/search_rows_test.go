package index

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRowSet: a set has what it was made of, in order, whether it is kept as a
// list or as bits.
func TestRowSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]uint32{70, 500, 100_000, 1<<32 - 1}).Draw(t, "most")
		rows := rapid.SliceOfDistinct(rapid.Uint32Range(0, most), func(n uint32) uint32 { return n }).Draw(t, "rows")
		slices.Sort(rows)
		asked := rapid.SliceOf(rapid.Uint32Range(0, most)).Draw(t, "asked")
		asked = append(asked, rows...)
		slices.Sort(asked)
		set := newRowSet(slices.Clone(rows))
		if got := slices.Collect(set.all()); !slices.Equal(got, rows) || set.n != len(rows) {
			t.Fatalf("%d rows %v, want %v", set.n, got, rows)
		}
		in := finder{set, set.list}
		for _, row := range asked {
			if want := slices.Contains(rows, row); in.has(row) != want {
				t.Fatalf("has(%d) is %v, want %v", row, !want, want)
			}
		}
	})
}

package eval

import (
	"context"
	"math"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// matchSizes chooses the maximum of each cutter but the first so that the mean
// size of its chunks of the files is that of the first's.
func matchSizes(ctx context.Context, cutters []*cutter, files []*File, progress func(string)) error {
	want, err := meanSize(ctx, cutters[0], files)
	if err != nil {
		return err
	}
	for _, k := range cutters[1:] {
		if !sized(k.strategy) {
			continue
		}
		if progress != nil {
			progress("matching the size of " + k.strategy)
		}
		if err := matchSize(ctx, k, files, want); err != nil {
			return err
		}
	}
	return nil
}

// meanSize is the mean size of a cutter's chunks, in tokens.
func meanSize(ctx context.Context, k *cutter, files []*File) (float64, error) {
	list, err := k.cut(ctx, files)
	n, sum := 0, 0
	for _, chunks := range list {
		n += len(chunks)
		sum += size(chunks)
	}
	return float64(sum) / float64(max(1, n)), err
}

// size is how many tokens chunks have together.
func size(chunks []Chunk) int {
	n := 0
	for i := range chunks {
		n += chunks[i].Tokens
	}
	return n
}

// matchSize looks for the maximum at which k's chunks have the mean size, to
// within one per cent, or as near as six steps come. The mean is nearly in
// proportion to the maximum.
func matchSize(ctx context.Context, k *cutter, files []*File, want float64) error {
	best, most := 0.0, 0
	for range 6 {
		mean, err := meanSize(ctx, k, files)
		if err != nil || mean == 0 {
			return err
		}
		if off := max(mean/want, want/mean); most == 0 || off < best {
			best, most = off, k.most()
		}
		next := max(chunk.LeastMax, int(math.Round(float64(k.most())*want/mean)))
		if best < 1.01 || next == k.most() {
			break
		}
		k.options.Max, k.options.Min = next, 0
		k.forget()
	}
	k.options.Max = most
	return nil
}

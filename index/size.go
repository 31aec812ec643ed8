package index

import (
	"context"
	"os"
)

// Size is how much an index holds.
type Size struct {
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"` // on disk, what is not yet merged into the file included
	Format  int    `json:"format"`
	Files   int    `json:"files"` // of any view or none, each state of each once
	Chunks  int    `json:"chunks"`
	Garbage int    `json:"garbage"` // chunks that no view holds
}

// Size counts what the index holds.
func (x *Index) Size(ctx context.Context) (Size, error) {
	s := Size{Path: x.path, Format: version}
	err := x.db.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(chunks), 0),
		coalesce(sum(chunks) FILTER (WHERE refs = 0), 0) FROM file`).Scan(&s.Files, &s.Chunks, &s.Garbage)
	if err != nil {
		return s, x.explain(err)
	}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(x.path + suffix); err == nil {
			s.Bytes += info.Size()
		}
	}
	return s, nil
}

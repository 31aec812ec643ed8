package index

import (
	"context"
	"os"
	"path/filepath"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Head gives the commit that is now where the view was made from; "" if there is
// none, or if the view is not of what lies at location. See Stale for more.
func (v *View) Head(ctx context.Context, location string) (string, error) {
	src, err := v.source(ctx, location)
	if src == nil || err != nil {
		return "", err
	}
	defer src.Close()
	return src.Commit, nil
}

// changed reports whether a file of a work tree is not on disk as it was when it
// was indexed, by its size and time.
func (v *View) changed(path string, it *item) bool {
	if v.Kind != repo.WorkTree {
		return false
	}
	info, err := os.Lstat(filepath.Join(v.Place, filepath.FromSlash(path)))
	return err != nil || info.Size() != it.size || info.ModTime().UnixNano() != it.time
}

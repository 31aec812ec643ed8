package index

import (
	"context"
	"path/filepath"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Head gives the commit that is now where the view was made from; "" if there is
// none, and of a remote. See Stale for more.
func (v *View) Head(ctx context.Context) (string, error) {
	src, err := v.source(ctx)
	if src == nil || err != nil {
		return "", err
	}
	defer src.Close()
	return src.Commit, nil
}

// changed reports whether a file of a work tree is not on disk as it was when it
// was indexed, by its size, its inode and when its bytes were changed.
func (v *View) changed(path string, it *item) bool {
	if v.Kind != repo.WorkTree {
		return false
	}
	size, now, err := repo.StampOf(filepath.Join(v.Place, filepath.FromSlash(path)))
	return err != nil || it == nil || size != it.size || now.Modified != it.stamp.Modified || now.Inode != it.stamp.Inode
}

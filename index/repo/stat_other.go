//go:build !unix

package repo

import (
	"os"
	"path/filepath"
)

func openDir(name string) (*os.File, error) { return os.Open(name) }

// statAt looks at a name in a directory; without one, at a path. A link is not
// followed.
func statAt(dir *os.File, name string) (status, error) {
	if dir != nil {
		name = filepath.Join(dir.Name(), name)
	}
	info, err := os.Lstat(name)
	if err != nil {
		return status{}, err
	}
	return status{mode: info.Mode(), size: info.Size(), stamp: Stamp{Modified: info.ModTime().UnixNano()}}, nil
}

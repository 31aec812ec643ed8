//go:build !unix

package repo

import (
	"fmt"
	"os"
)

// openFile opens a regular file; a link in its place is refused.
func openFile(name string) (*os.File, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	return os.Open(name)
}

//go:build !unix

package repo

import "os"

// mapFile returns a file's bytes, and what gives them back.
func mapFile(name string) ([]byte, func() error, error) {
	b, err := os.ReadFile(name)
	return b, func() error { return nil }, err
}

package repo

import (
	"context"
	"errors"
)

type objects struct{}

func (o *objects) close() error { return nil }
func isRemote(string) bool      { return false }
func openRemote(ctx context.Context, l string, o Options) (*Source, error) {
	return nil, errors.New("remotes cannot be read yet")
}
func (s *Source) openObjects() error { return nil }
func (s *Source) walkStaged(emit func(Entry) bool) error {
	return errors.New("what is staged cannot be read yet")
}
func (s *Source) walkRevision(emit func(Entry) bool) error {
	return errors.New("revisions cannot be read yet")
}
func (s *Source) readBlob(e Entry, buf []byte) ([]byte, error) { return nil, errors.New("not yet") }

// Package store keeps documents by key.
package store

import (
	"context"
	"errors"
	"fmt"
	_ "net/http/pprof"
	. "strings"

	yaml "gopkg.in/yaml.v3"

	"example.com/tools/go-cache/v2"
)

import "sync"

// ErrMissing says that a key is not there.
var ErrMissing = errors.New("missing")

// Sizes of pages.
const (
	small = 1 << iota
	large // the rest
)

var (
	mu    sync.Mutex
	names = map[string]int{
		"a": 1,
	}
)

type (
	// Key names a document.
	Key string

	// Loader loads documents.
	Loader interface {
		Load(ctx context.Context, key Key) ([]byte, error)
	}
)

// Store holds documents.
//
// It is safe for concurrent use.
type Store[K comparable] struct {
	docs  map[K][]byte
	cache *cache.Cache // may be nil
}

type Pair = struct{ A, B string }

//go:generate stringer -type=Mode
type Mode int

// New makes an empty store.
func New[K comparable]() *Store[K] {
	return &Store[K]{docs: make(map[K][]byte)}
}

// Load reads one document.
func (s *Store[K]) Load(
	ctx context.Context,
	key K,
) ([]byte, error) {
	type local struct{ n int }
	if doc, ok := s.docs[key]; ok {
		return doc, nil
	}
	return nil, fmt.Errorf("%v: %w", key, ErrMissing)
	// not reached
}

func (m Mode) String() string { return Repeat("x", int(m)) } // short

func (Mode) isMode()

// A comment about nothing in particular.

func init() {
	mu.Lock()
	defer mu.Unlock()
	yaml.Unmarshal(nil, &names)
}

package repo

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// objects is an object store: directories of loose objects and packs, the
// alternates they name, and packs that are only in memory. It may be used from
// several goroutines.
type objects struct {
	dirs    []string
	hashLen int
	limit   int // no object larger than this is read; 0: no limit

	mu    sync.RWMutex
	packs []*pack
	known map[string]bool // packs by name
	bad   error           // of packs that cannot be read; told when an object is missed

	bases     baseCache
	inflaters sync.Pool
}

var errNoObject = errors.New("no such object; in a partial or shallow clone, fetch it first")

// newObjects opens the store in dirs.
func newObjects(dirs []string, hashLen int, limit int64) (*objects, error) {
	o := &objects{hashLen: hashLen, limit: int(limit), known: map[string]bool{}}
	o.inflaters.New = func() any { return new(inflater) }
	for _, dir := range dirs {
		if err := o.addDir(dir, 0); err != nil {
			return nil, err
		}
	}
	return o, o.scan()
}

// maxAlternates is how far git follows alternates of alternates.
const maxAlternates = 5

// addDir adds an object directory and the alternates it names.
func (o *objects) addDir(dir string, depth int) error {
	dir = realPath(dir)
	for _, d := range o.dirs {
		if d == dir {
			return nil
		}
	}
	if depth > maxAlternates {
		return fmt.Errorf("%s: alternates nest too deeply", dir)
	}
	o.dirs = append(o.dirs, dir)
	src, err := os.ReadFile(filepath.Join(dir, "info", "alternates"))
	if err != nil {
		return nil // usually there is none
	}
	for line := range strings.Lines(string(src)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.HasPrefix(line, `"`) {
			if plain, err := strconv.Unquote(line); err == nil {
				line = plain
			}
		}
		if err := o.addDir(absolute(dir, line), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// scan opens the packs that are not open yet.
func (o *objects) scan() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, dir := range o.dirs {
		names, err := packNames(dir)
		if err != nil {
			return err
		}
		for _, name := range names {
			if o.known[name] {
				continue
			}
			p, err := openPack(name, o.hashLen)
			if errors.Is(err, os.ErrNotExist) {
				continue // repacked under us
			}
			o.known[name] = true
			if err != nil {
				o.bad = errors.Join(o.bad, err)
				continue
			}
			o.packs = append(o.packs, p)
		}
	}
	return nil
}

// add puts a pack that is in memory into the store.
func (o *objects) add(data, index []byte) error {
	p, err := newPack(data, index, o.hashLen)
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.packs = append(o.packs, p)
	return nil
}

func (o *objects) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var errs []error
	for _, p := range o.packs {
		errs = append(errs, p.close())
	}
	o.packs = nil
	return errors.Join(errs...)
}

// findPacked returns the pack and place of an object.
func (o *objects) findPacked(h hash) (*pack, int, bool) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	for _, p := range o.packs {
		if at, ok := p.find(h); ok {
			return p, at, true
		}
	}
	return nil, 0, false
}

// read returns an object's type and bytes, using buf's memory if it is large enough.
func (o *objects) read(h hash, buf []byte) (kind, []byte, error) {
	for again := false; ; again = true {
		if p, at, ok := o.findPacked(h); ok {
			return o.readPacked(p, at, buf)
		}
		l, err := o.openLoose(h)
		if err == nil {
			return l.read(o, buf)
		}
		if !errors.Is(err, os.ErrNotExist) {
			return 0, nil, err
		}
		if again {
			return 0, nil, o.missing(h)
		}
		if err := o.scan(); err != nil { // perhaps a repack moved it
			return 0, nil, err
		}
	}
}

// missing says that an object is nowhere.
func (o *objects) missing(h hash) error {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if o.bad != nil {
		return fmt.Errorf("object %s: %w", h, o.bad)
	}
	return fmt.Errorf("object %s: %w", h, errNoObject)
}

// readType is read for an object that has to be of one type.
func (o *objects) readType(h hash, want kind, buf []byte) ([]byte, error) {
	k, b, err := o.read(h, buf)
	if err == nil && k != want {
		err = fmt.Errorf("object %s is a %s, not a %s", h, k, want)
	}
	return b, err
}

// size returns an object's type and size without reading all of it.
func (o *objects) size(h hash) (kind, int, error) {
	for again := false; ; again = true {
		if p, at, ok := o.findPacked(h); ok {
			return o.sizePacked(p, at)
		}
		l, err := o.openLoose(h)
		if err == nil {
			l.Close()
			return l.kind, l.size, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return 0, 0, err
		}
		if again {
			return 0, 0, o.missing(h)
		}
		if err := o.scan(); err != nil {
			return 0, 0, err
		}
	}
}

// allowed reports whether an object of this size may be read.
func (o *objects) allowed(size int) error {
	if o.limit > 0 && size > o.limit {
		return ErrTooLarge
	}
	return nil
}

// readPacked reads the object at a place in a pack: down the chain of deltas to
// a whole object, and up again patching.
func (o *objects) readPacked(p *pack, at int, buf []byte) (kind, []byte, error) {
	z := o.inflaters.Get().(*inflater)
	defer o.inflaters.Put(z)
	k, base, deltas, err := o.deltaChain(z, p, at, buf)
	if err != nil {
		return 0, nil, err
	}
	for i := len(deltas) - 1; i >= 0; i-- {
		d := deltas[i]
		delta, err := z.inflate(p.data[d.body:], d.size, z.delta)
		if err != nil {
			return 0, nil, err
		}
		z.delta = delta
		if _, size, _, err := deltaSizes(delta); err != nil || o.allowed(size) != nil {
			return 0, nil, errors.Join(err, o.allowed(size))
		}
		var into []byte
		if i == 0 {
			into = buf
		}
		if base, err = patch(base, delta, into); err != nil {
			return 0, nil, err
		}
		if i > 0 {
			o.bases.put(p, d.at, k, base)
		}
	}
	return k, base, nil
}

// link is a delta in a chain, and where it lies in the pack.
type link struct {
	at int
	header
}

// deltaChain follows an object's deltas, the object's own first, to the whole
// object they are made from. One that needs no delta is read into buf.
func (o *objects) deltaChain(z *inflater, p *pack, at int, buf []byte) (k kind, base []byte, deltas []link, err error) {
	for whole := false; !whole; {
		if len(deltas) > 0 {
			if base, k, whole = o.bases.get(p, at); whole {
				break
			}
		}
		h, err := p.header(at)
		if err == nil {
			err = o.allowed(h.size)
		}
		if err != nil {
			return 0, nil, nil, err
		}
		switch h.kind {
		case offsetDelta:
			deltas = append(deltas, link{at, h})
			at = h.base
		case refDelta:
			deltas = append(deltas, link{at, h})
			next, ok := p.find(h.ref)
			if !ok { // a thin pack's base lies elsewhere
				if k, base, err = o.readOutside(p, h.ref); err != nil {
					return 0, nil, nil, err
				}
				whole = true
			}
			at = next
		default:
			into := buf
			if len(deltas) > 0 {
				into = nil
			}
			if base, err = z.inflate(p.data[h.body:], h.size, into); err != nil {
				return 0, nil, nil, err
			}
			whole = true
			if k = h.kind; len(deltas) > 0 {
				o.bases.put(p, at, k, base)
			}
		}
		if len(deltas) > maxDeltaChain {
			return 0, nil, nil, errBadDelta
		}
	}
	return k, base, deltas, nil
}

// readOutside reads a delta's base that its own pack does not hold.
func (o *objects) readOutside(p *pack, h hash) (kind, []byte, error) {
	other, at, ok := o.findPacked(h)
	if ok && other != p {
		return o.readPacked(other, at, nil)
	}
	l, err := o.openLoose(h)
	if err != nil {
		return 0, nil, fmt.Errorf("base %s: %w", h, errBadDelta)
	}
	return l.read(o, nil)
}

// sizePacked returns the type and size of the object at a place in a pack. The
// size stands before an object; for a delta, at the beginning of its bytes.
func (o *objects) sizePacked(p *pack, at int) (kind, int, error) {
	h, err := p.header(at)
	if err != nil || h.kind < offsetDelta {
		return h.kind, h.size, err
	}
	z := o.inflaters.Get().(*inflater)
	defer o.inflaters.Put(z)
	if err := z.reset(p.data[h.body:]); err != nil {
		return 0, 0, errBadPack
	}
	var start [20]byte
	n, err := io.ReadFull(z.r, start[:min(len(start), h.size)])
	if err != nil {
		return 0, 0, errBadPack
	}
	_, size, _, err := deltaSizes(start[:n])
	return blobObject, size, err // a delta of anything else is never asked about
}

// withPrefix returns the objects whose hex id begins with prefix.
func (o *objects) withPrefix(prefix string) []hash {
	found := map[hash]bool{}
	even := prefix[:len(prefix)&^1]
	raw, err := hex.DecodeString(even)
	if err != nil {
		return nil
	}
	o.mu.RLock()
	for _, p := range o.packs {
		for i := p.search(string(raw)); i < p.count; i++ {
			h := hash(p.name(i))
			if !strings.HasPrefix(string(h), string(raw)) {
				break
			}
			if strings.HasPrefix(h.String(), prefix) {
				found[h] = true
			}
		}
	}
	o.mu.RUnlock()
	for _, dir := range o.dirs {
		list, _ := os.ReadDir(filepath.Join(dir, prefix[:2]))
		for _, e := range list {
			name := prefix[:2] + e.Name()
			if h, ok := parseHash(name); ok && strings.HasPrefix(name, prefix) {
				found[h] = true
			}
		}
	}
	return slices.Collect(maps.Keys(found))
}

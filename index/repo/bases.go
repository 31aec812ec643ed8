package repo

import (
	"container/list"
	"sync"
)

// baseCache keeps the bases of deltas that were read last: neighbours in a pack
// share them. It holds at most as many bytes as git's.
type baseCache struct {
	mu    sync.Mutex
	at    map[baseKey]*list.Element
	order list.List // of *base, the last used in front
	bytes int
}

type baseKey struct {
	pack *pack
	at   int
}

type base struct {
	baseKey
	kind  kind
	bytes []byte
}

const maxBases = 96 << 20

// get returns bytes that must not be changed.
func (c *baseCache) get(p *pack, at int) ([]byte, kind, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.at[baseKey{p, at}]
	if !ok {
		return nil, 0, false
	}
	c.order.MoveToFront(e)
	b := e.Value.(*base)
	return b.bytes, b.kind, true
}

// put keeps bytes; the caller changes them no more.
func (c *baseCache) put(p *pack, at int, k kind, bytes []byte) {
	if len(bytes) > maxBases/4 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := baseKey{p, at}
	if _, ok := c.at[key]; ok {
		return
	}
	if c.at == nil {
		c.at = map[baseKey]*list.Element{}
	}
	c.at[key] = c.order.PushFront(&base{key, k, bytes})
	c.bytes += len(bytes)
	for c.bytes > maxBases {
		last := c.order.Back()
		b := c.order.Remove(last).(*base)
		delete(c.at, b.baseKey)
		c.bytes -= len(b.bytes)
	}
}

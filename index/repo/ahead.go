package repo

import (
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Most of a walk is waiting for the system. So several workers read the
// directories that the index has files in, ahead of the walk and in its order.

// listed is a directory, and what the index has in it.
type listed struct {
	path    string // below the top, with a trailing slash; "" at the top
	tracked []indexEntry
	above   *listed // nil for the first
	items   []item
	err     error
	done    chan struct{} // closed once it was read
}

// read lists the directory. What is tracked is looked at too, while it is open.
func (l *listed) read(dir string) {
	f, err := openDir(dir)
	if err != nil {
		l.err = err
		return
	}
	defer f.Close()
	list, err := f.ReadDir(-1)
	if err != nil {
		l.err = err
		return
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int {
		return compareNames(a.Name(), a.IsDir(), b.Name(), b.IsDir())
	})
	l.items = merge(list, l.tracked, len(l.path))
	for i := range l.items {
		if it := &l.items[i]; len(it.entries) > 0 && it.disk != nil && !it.disk.IsDir() {
			it.seen, err = statAt(f, it.name)
			it.looked = err == nil
		}
	}
}

// ahead reads directories.
type ahead struct {
	top   string
	order chan *listed // as they will be asked for
	quit  chan struct{}
	wg    sync.WaitGroup
}

// window is how many directories are read ahead at most.
const window = 64

// newAhead begins to read. Its stop has to be called.
func newAhead(top, prefix string, tracked []indexEntry) *ahead {
	a := &ahead{top: top, order: make(chan *listed, window), quit: make(chan struct{})}
	work := make(chan *listed, window)
	a.wg.Go(func() {
		defer close(a.order)
		defer close(work)
		a.plan(prefix, tracked, work)
	})
	for range runtime.GOMAXPROCS(0) {
		a.wg.Go(func() {
			for l := range work {
				a.read(l)
			}
		})
	}
	return a
}

// plan hands out the directories, those above first.
func (a *ahead) plan(prefix string, tracked []indexEntry, work chan<- *listed) {
	at := &listed{path: prefix}
	for i := range tracked {
		path := tracked[i].path
		for at.above != nil && !strings.HasPrefix(path, at.path) {
			at = at.above
		}
		if i == 0 && !a.begin(at, tracked, work) || !strings.HasPrefix(path, at.path) {
			return
		}
		for n := strings.IndexByte(path[len(at.path):], '/'); n >= 0; n = strings.IndexByte(path[len(at.path):], '/') {
			at = &listed{path: path[:len(at.path)+n+1], above: at}
			if !a.begin(at, tracked[i:], work) {
				return
			}
		}
	}
}

// begin hands out a directory. It is false when the walk has ended.
func (a *ahead) begin(l *listed, entries []indexEntry, work chan<- *listed) bool {
	n := sort.Search(len(entries), func(j int) bool { return !strings.HasPrefix(entries[j].path, l.path) })
	l.tracked, l.done = entries[:n], make(chan struct{})
	for _, to := range []chan<- *listed{a.order, work} {
		select {
		case to <- l:
		case <-a.quit:
			return false
		}
	}
	return true
}

func (a *ahead) read(l *listed) {
	defer close(l.done)
	if l.above != nil { // it was begun before, so nobody waits in a circle
		<-l.above.done
		if !hasDir(l.above.items, l.path[len(l.above.path):]) {
			return // nobody will ask
		}
	}
	select {
	case <-a.quit:
	default:
		l.read(a.dir(l))
	}
}

// take gives a directory that was read. Those before it in order, which were not
// asked for, are let go. What the index has nothing in is read now.
func (a *ahead) take(path string, tracked []indexEntry) *listed {
	for len(tracked) > 0 {
		l, more := <-a.order
		if !more {
			break
		}
		if l.path == path {
			<-l.done
			return l
		}
	}
	l := &listed{path: path, tracked: tracked}
	l.read(a.dir(l))
	return l
}

func (a *ahead) dir(l *listed) string { return filepath.Join(a.top, filepath.FromSlash(l.path)) }

// stop ends the reading.
func (a *ahead) stop() {
	close(a.quit)
	a.wg.Wait()
}

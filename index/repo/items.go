package repo

import (
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// item is a name in a directory: on disk, in the index, or both.
type item struct {
	name    string // with a trailing slash if a directory
	disk    fs.DirEntry
	entries []indexEntry // of this very file, or of everything below
	seen    status       // of what is on disk ...
	looked  bool         // ... if that was looked at
}

// status looks at what lies on disk, in dir.
func (it *item) status(dir string) (status, error) {
	if it.looked {
		return it.seen, nil
	}
	return statAt(nil, dir+string(filepath.Separator)+it.name)
}

// compareNames compares names as if those of directories ended in a slash.
func compareNames(a string, aDir bool, b string, bDir bool) int {
	n := min(len(a), len(b))
	if c := strings.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	tail := func(s string, dir bool) int {
		if len(s) > n {
			return int(s[n])
		}
		if dir {
			return '/'
		}
		return -1
	}
	if c := tail(a, aDir) - tail(b, bDir); c != 0 {
		return c
	}
	return len(a) - len(b)
}

// merge joins what lies in a directory with what the index has there.
func merge(list []fs.DirEntry, tracked []indexEntry, prefix int) []item {
	items := make([]item, 0, len(list))
	for _, d := range list {
		if d.Name() == ".git" {
			continue
		}
		disk := item{name: d.Name(), disk: d}
		if d.IsDir() {
			disk.name += "/"
		}
		for len(tracked) > 0 {
			next, n := firstItem(tracked, prefix)
			if next.name > disk.name {
				break
			}
			tracked = tracked[n:]
			if next.name == disk.name {
				disk.entries = next.entries
				break
			}
			items = append(items, next)
		}
		items = append(items, disk)
	}
	for len(tracked) > 0 {
		next, n := firstItem(tracked, prefix)
		items, tracked = append(items, next), tracked[n:]
	}
	return items
}

// firstItem returns the item the first entries of the index make, and how many
// they are.
func firstItem(tracked []indexEntry, prefix int) (item, int) {
	path := tracked[0].path
	name := path[prefix:]
	i := strings.IndexByte(name, '/')
	n := 1
	if i < 0 {
		for n < len(tracked) && tracked[n].path == path {
			n++
		}
	} else {
		name = name[:i+1]
		below := path[:prefix+i+1]
		n = sort.Search(len(tracked), func(j int) bool { return !strings.HasPrefix(tracked[j].path, below) })
	}
	return item{name: name, entries: tracked[:n]}, n
}

func hasName(items []item, name string) bool {
	_, ok := findItem(items, name)
	return ok
}

// hasDir reports whether a directory is on disk by a name, with its slash.
func hasDir(items []item, name string) bool {
	i, ok := findItem(items, name)
	return ok && items[i].disk != nil
}

func findItem(items []item, name string) (int, bool) {
	return slices.BinarySearchFunc(items, name, func(it item, name string) int { return strings.Compare(it.name, name) })
}

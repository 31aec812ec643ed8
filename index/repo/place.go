package repo

import (
	"os"
	"path/filepath"
)

// place is a directory of the walk, with what holds in it.
type place struct {
	dir     string // on disk
	path    string // below the top, with a trailing slash; "" at the top
	git     *chain // ignore files
	cleave  *chain // .cleaveignore files
	ignored bool   // git does not look in here
	left    bool   // a .cleaveignore left it out
}

func (w *walker) chainFile(c *chain, name string) *chain {
	if name == "" {
		return c
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return c
	}
	return c.with(src, 0, w.fold)
}

// enter returns the place of a subdirectory.
func (w *walker) enter(at place, name string) place {
	path := at.path + name
	at.ignored, at.left = w.judge(&at, path, len(at.path), true)
	at.dir, at.path = at.dir+string(filepath.Separator)+name, path+"/"
	return at
}

// judge reports whether git ignores path, and whether a .cleaveignore leaves it
// out. What a .cleaveignore brings back git no longer ignores.
func (w *walker) judge(at *place, path string, name int, dir bool) (ignored, left bool) {
	v := at.cleave.match(path, name, dir)
	if at.left {
		v = ignore
	}
	ignored = at.ignored
	if !ignored || v == keep {
		ignored = v != keep && at.git.match(path, name, dir) == ignore
	}
	return ignored, v == ignore
}

// rulesOf adds the ignore files that lie in at; has says which names do.
func (w *walker) rulesOf(at place, has func(name string) bool) place {
	if src := w.rulesFile(at, ".gitignore", has); src != nil {
		at.git = at.git.with(src, len(at.path), w.fold)
	}
	if src := w.rulesFile(at, ".cleaveignore", has); src != nil {
		at.cleave = at.cleave.with(src, len(at.path), w.fold)
	}
	return at
}

// maxRulesFile bounds an ignore file; git stops at 100 MB as well.
const maxRulesFile = 100 << 20

// rulesFile reads an ignore file. Git does not follow a link there. Outside the
// sparse checkout, the one in the index holds.
func (w *walker) rulesFile(at place, name string, has func(string) bool) []byte {
	if !has(name) {
		return nil
	}
	src, err := readRegular(at.dir+string(filepath.Separator)+name, maxRulesFile, nil)
	if err != nil {
		return w.sparseFile(at.path + name)
	}
	return src
}

// sparseFile returns what the index has at path, if that is outside the sparse
// checkout.
func (w *walker) sparseFile(path string) []byte {
	x, ok := w.index.at(path)
	if !ok || !x.skip {
		return nil
	}
	src, err := w.s.objects.readType(x.hash, blobObject, nil)
	if err != nil {
		return nil
	}
	return src
}

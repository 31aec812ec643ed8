package eval

import (
	"bytes"
	"regexp"

	"github.com/go-enry/go-enry/v2"

	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

// Bounds on a commit that makes a query.
const (
	mostFiles   = 5   // source files
	mostLines   = 80  // lines changed
	mostChanges = 300 // files of any kind
)

// edit is what a commit does to one file.
type edit struct {
	path     string
	blob     string // of old
	old, now []byte
	hunks    []hunk
}

// edits reads what a commit does to source files, or to documents if those are
// mined, or says why it makes no query.
func (m *miner) edits(changes []repo.Change) ([]edit, string, error) {
	if len(changes) > mostChanges {
		return nil, "too many files", nil
	}
	var out []edit
	for _, c := range changes {
		if !m.Documents && (isTest(c.Path) || enry.IsDocumentation(c.Path)) {
			continue
		}
		e := edit{path: c.Path, blob: c.Old}
		for _, side := range []struct {
			id   string
			into *[]byte
		}{{c.Old, &e.old}, {c.New, &e.now}} {
			if side.id == "" {
				continue
			}
			var err error
			if *side.into, err = m.src.ReadBlob(side.id, nil); err != nil {
				return nil, "", err
			}
		}
		code := source(e.path, e.old) || source(e.path, e.now)
		switch {
		case m.Documents && code && !enry.IsDocumentation(e.path):
			return nil, "source", nil
		case code && !m.Documents, m.Documents && !isTest(e.path) && (document(e.path, e.old) || document(e.path, e.now)):
			out = append(out, e)
		}
	}
	switch {
	case len(out) == 0 && m.Documents:
		return nil, "no documents", nil
	case len(out) == 0:
		return nil, "no source but tests", nil
	case len(out) > mostFiles:
		return nil, "too many files", nil
	}
	return m.compare(out)
}

// isTest reports whether a path is that of a test or of what belongs to tests. They
// may stand beside the source: skiplist_test.cc, JsonTest.java, conftest.py.
func isTest(path string) bool {
	return enry.IsTest(path) || testDirectory.MatchString(path) || testFile.MatchString(path)
}

var (
	testDirectory = regexp.MustCompile(`(^|/)(tests?|testing|testdata|specs?|__tests__)/`)
	testFile      = regexp.MustCompile(`(^|/)(conftest\.py|(.*[_.-])?((unit)?tests?|specs?)\.\w+|[^/]*[a-z0-9](Tests?|TestCase|Spec|IT)\.\w+|Test[A-Z][^/]*\.\w+)$`)
)

// source reports whether a file is in a programming language, written by people.
func source(path string, src []byte) bool {
	return written(path, src) && enry.GetLanguageType(langs.Detect(path, src)) == enry.Programming
}

// document reports whether a file is a document, written by people. Plain text
// is one where documentation lies: elsewhere it may be a list of anything.
func document(path string, src []byte) bool {
	if !written(path, src) || list.MatchString(path) {
		return false
	}
	language := langs.Detect(path, src)
	return language == "MDX" || enry.GetLanguageType(language) == enry.Prose && (language != "Text" || enry.IsDocumentation(path))
}

func written(path string, src []byte) bool {
	return len(src) > 0 && len(src) <= langs.DefaultMaxFileSize && langs.Skip(path, src, int64(len(src)), 0) == ""
}

// list matches what only lists what commits did, or what is needed.
var list = regexp.MustCompile(`(?i)(^|/)(change(s|log)?s?|history|news|release[-_]?(notes|history)|releases|requirements)\b[^/]*$`)

// compare finds the hunks of edits, or says why they make no query.
func (m *miner) compare(edits []edit) ([]edit, string, error) {
	lines := 0
	spaces, trivia := true, true
	for i := range edits {
		e := &edits[i]
		e.hunks = diffLines(string(e.old), string(e.now))
		for _, h := range e.hunks {
			lines += h.lines()
		}
	}
	if lines > mostLines {
		return nil, "too many lines", nil
	}
	for i := range edits {
		e := &edits[i]
		var old, now [][2]int
		for _, h := range e.hunks {
			old, now = append(old, [2]int{h.old.from, h.old.to}), append(now, [2]int{h.new.from, h.new.to})
		}
		was, is := lineSpans(e.old, old), lineSpans(e.now, now)
		spaces = spaces && bytes.Equal(dense(e.old, was), dense(e.now, is))
		for _, side := range []struct {
			src []byte
			at  spans
		}{{e.old, was}, {e.now, is}} {
			if trivia {
				only, err := m.trivia(e.path, side.src, side.at)
				if err != nil {
					return nil, "", err
				}
				trivia = only
			}
		}
	}
	switch {
	case spaces:
		return nil, "formatting", nil
	case trivia:
		return nil, "imports and comments only", nil
	}
	return edits, "", nil
}

// lineSpans gives the bytes of lines, counted from 0, half-open.
func lineSpans(src []byte, lines [][2]int) spans {
	starts := lineStarts(src)
	var out []span
	for _, l := range lines {
		if s, ok := lineSpan(starts, len(src), Lines{l[0] + 1, l[1]}); ok {
			out = append(out, s)
		}
	}
	return union(out...)
}

// dense is the text in s without white space.
func dense(src []byte, s spans) []byte {
	var out []byte
	for _, a := range s {
		out = append(out, bytes.Join(bytes.Fields(src[a.start:a.end]), nil)...)
	}
	return out
}

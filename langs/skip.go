package langs

import (
	"bytes"
	"encoding/binary"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/go-enry/go-enry/v2"
)

// Reason says why a file is passed over by default; "" for one that is taken.
type Reason string

const (
	Binary    Reason = "binary"
	TooLarge  Reason = "too-large"
	LFS       Reason = "lfs-pointer"
	LockFile  Reason = "lock-file"
	Vendored  Reason = "vendored"
	Generated Reason = "generated"
	Minified  Reason = "minified"
)

// DefaultMaxFileSize is the size from which on a file counts as too large.
const DefaultMaxFileSize = 1 << 20

// Skip gives the reason why a file should be passed over unless everything was
// asked for. head is the file's first bytes or all of it: what needs to see
// the end (a few of the marks of generated files) is then not seen. size is
// that of the whole file; most, if above 0, is the largest that is taken.
//
// name has slashes and is relative to what the user named: a vendored tree
// that is asked for by its own path is no longer below vendor/, and is taken.
//
// Generated and vendored are as GitHub's rules (go-enry) say, with two
// differences, for these rules serve to count languages, not to find code:
// what a repository's own people write (package cache, .github, testdata,
// *.d.ts) is not vendored, and a file is not generated because the average of
// its lines is long.
func Skip(name string, head []byte, size, most int64) Reason {
	switch {
	case lfsPointer(head, size):
		return LFS
	case most > 0 && size > most:
		return TooLarge
	case IsBinary(head):
		return Binary
	case lockFile(name):
		return LockFile
	case minName(name):
		return Minified
	case vendored(name, head):
		return Vendored
	case generated(name, head):
		return Generated
	case minified(name, head):
		return Minified
	}
	return ""
}

// maxPointer is the size that git-lfs allows a pointer.
const maxPointer = 1024

func lfsPointer(head []byte, size int64) bool {
	return size < maxPointer && (bytes.HasPrefix(head, []byte("version https://git-lfs.github.com/spec/")) ||
		bytes.HasPrefix(head, []byte("version https://hawser.github.com/spec/")))
}

// sniff is how many bytes tell whether a file is binary: git reads no more.
const sniff = 8000

// IsBinary reports whether no text is in the file that head begins: it has a
// NUL and is not UTF-16 or UTF-32 with a byte order mark, or is a PDF, or one byte in
// ten is a control character.
func IsBinary(head []byte) bool {
	head = head[:min(len(head), sniff)]
	if wide(head) {
		return false
	}
	if bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(head, []byte("%PDF-")) {
		return true
	}
	controls := 0
	for _, c := range head {
		if c < ' ' && (c < '\b' || c > '\r') && c != 0x1b || c == 0x7f {
			controls++
		}
	}
	return controls*10 > len(head)
}

// wide reports whether head begins with the byte order mark of UTF-16, or with
// that of UTF-32 and characters after it: other files begin with two NULs too.
func wide(head []byte) bool {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		order = binary.BigEndian
	default:
		return bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
	}
	for ; len(head) >= 4; head = head[4:] {
		if order.Uint32(head) > unicode.MaxRune {
			return false
		}
	}
	return true
}

// lockNames are the lock files that do not end in .lock.
var lockNames = []string{
	".terraform.lock.hcl", "Cartfile.resolved", "Package.resolved", "bun.lockb", "cabal.project.freeze",
	"conda-lock.yml", "go.sum", "go.work.sum", "npm-shrinkwrap.json", "package-lock.json", "packages.lock.json",
	"pnpm-lock.yaml",
}

func lockFile(name string) bool {
	base := path.Base(name)
	return slices.Contains(lockNames, base) || strings.HasSuffix(base, ".lock") || strings.HasSuffix(base, ".lockfile")
}

// own are the names, of files or folders, that go-enry takes for vendored and
// that a repository's own people write.
var own = []string{
	".gitattributes", ".github", ".gitignore", ".gitmodules", ".gitpod.Dockerfile", ".obsidian", ".osx", ".teamcity",
	".vscode", "Jenkinsfile", "Vagrantfile", "cache", "debian", "env", "fabfile.py", "fixtures", "proguard-rules.pro",
	"proguard.pro", "puphpet", "testdata",
}

func vendored(name string, head []byte) bool {
	parts := strings.Split(name, "/")
	script := scripts[strings.ToLower(path.Ext(name))]
	for i, p := range parts {
		if p == "site-packages" {
			return true
		}
		// Only scripts and styles are built into dist: Go's dist tool is not.
		if slices.Contains(own, p) || p == "dist" && !script {
			parts[i] = "-"
		}
	}
	name = strings.TrimSuffix(strings.Join(parts, "/"), ".d.ts")
	if !enry.IsVendor(name) {
		return false
	}
	// By its folder; or by its name, and then a script that is named like a
	// library (bootstrap.js, react-hooks.js) is one if it says so.
	return enry.IsVendor(path.Dir(name)+"/-") || !script || banner(head)
}

var scripts = map[string]bool{".js": true, ".mjs": true, ".cjs": true, ".map": true, ".css": true, ".less": true, ".scss": true, ".sass": true, ".styl": true}

// banner reports whether head begins as libraries do: with a comment that
// tools keep, or that names a license.
func banner(head []byte) bool {
	head = bytes.ToLower(head[:min(len(head), 512)])
	return bytes.Contains(head, []byte("/*!")) || bytes.Contains(head, []byte("license")) || bytes.Contains(head, []byte("copyright"))
}

// generated asks go-enry. Of scripts and styles it is shown short lines only,
// or it would take those for generated whose lines are long on average, be it
// because of a single one.
func generated(name string, head []byte) bool {
	if scripts[strings.ToLower(path.Ext(name))] {
		head = shorten(head, 100)
	}
	return chunks.Match(head) || enry.IsGenerated(name, head)
}

// chunks is how a file of what this program prints begins. One that is left where
// it was made would be the answer to every search.
var chunks = regexp.MustCompile(`^\[?\s*\{("op":"[a-z]+",)?"id":"[0-9a-f]{32}","hash":"[0-9a-f]{32}",`)

func shorten(src []byte, width int) []byte {
	out := make([]byte, 0, len(src))
	for line := range bytes.Lines(src) {
		if len(line) > width {
			line = append(line[:width:width], '\n')
		}
		out = append(out, line...)
	}
	return out
}

// minName reports whether a script or style says in its name that it is
// minified.
func minName(name string) bool {
	name = strings.ToLower(path.Base(name))
	stem := strings.TrimSuffix(name, path.Ext(name))
	return scripts[path.Ext(name)] && (strings.HasSuffix(stem, ".min") || strings.HasSuffix(stem, "-min"))
}

const (
	// longLine is the length from which on hardly anybody writes a line of
	// code: Closure Compiler breaks its lines at 500.
	longLine = 250
	// leastMinified is the size from which on minifying is worth it.
	leastMinified = 1 << 10
)

// minified reports whether a file of code or markup was written for machines
// to load: at least half of its lines are long ones, comments and blank lines
// aside, they have nine tenths of its bytes, and few blanks. One long line
// among others does not make it so; a paragraph on a line has blanks. Data is
// never minified: it is cut at its records, whatever its line breaks.
func minified(name string, head []byte) bool {
	if len(head) < leastMinified {
		return false
	}
	var long, short, longBytes, all, blanks int
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || len(line) <= longLine && comment(line):
			continue
		case len(line) <= longLine:
			short++
		default:
			long++
			longBytes += len(line)
			blanks += bytes.Count(line, []byte(" ")) + foreign(line)/3
		}
		all += len(line)
	}
	if long == 0 || long < short || longBytes*10 < all*9 || blanks*8 >= longBytes {
		return false
	}
	kind := enry.GetLanguageType(Detect(name, head)) // last, for it takes the longest
	return kind == enry.Programming || kind == enry.Markup
}

// comment reports whether a line is one, or of one, in the way of scripts.
func comment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("/*")) || line[0] == '*' || bytes.HasPrefix(line, []byte("<!"))
}

// foreign counts the bytes beyond ASCII: a script that writes no blanks between
// words has them.
func foreign(line []byte) int {
	n := 0
	for _, c := range line {
		if c >= 0x80 {
			n++
		}
	}
	return n
}

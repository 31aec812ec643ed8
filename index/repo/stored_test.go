package repo

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// lsTree is what git says a revision holds: "mode id\tpath".
func lsTree(t fataler, dir, rev string) []string {
	t.Helper()
	var out []string
	for _, line := range strings.Split(strings.TrimSuffix(git(t, dir, "ls-tree", "-rz", "--full-tree", rev), "\x00"), "\x00") {
		if line != "" {
			meta, path, _ := strings.Cut(line, "\t")
			f := strings.Fields(meta)
			out = append(out, f[0]+" "+f[2]+"\t"+path)
		}
	}
	return out
}

func described(all []Entry) []string {
	var out []string
	for _, e := range all {
		out = append(out, fmt.Sprintf("%06o %s\t%s", e.Mode, e.Blob, e.Path))
	}
	return out
}

// checkBytes holds the bytes of every readable entry against its size and id.
func checkBytes(t fataler, s *Source, all []Entry) {
	t.Helper()
	var buf []byte
	for _, e := range all {
		if e.Reason != "" {
			continue
		}
		b, err := s.Read(e, buf)
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		if int64(len(b)) != e.Size {
			t.Fatalf("%q: %d bytes, not %d", e.Path, len(b), e.Size)
		}
		if e.Blob != "" && s.ID(b) != e.Blob {
			t.Fatalf("%q: bytes are not those of blob %s", e.Path, e.Blob)
		}
		buf = b
	}
}

// history makes a repository with many versions of many files, so that packing
// it makes chains of deltas.
func history(t *testing.T) string {
	t.Helper()
	dir := newRepo(t, map[string]string{"a/b/c.txt": "c", "empty": "", "a-b": "1", "a.b": "2"})
	r := rand.New(rand.NewSource(1))
	bodies := map[string][]string{}
	for round := range 12 {
		for i := range 20 {
			name := fmt.Sprintf("d%d/f%d.go", i%4, i)
			lines := bodies[name]
			for range 30 {
				lines = slices.Insert(lines, r.Intn(len(lines)+1), fmt.Sprintf("line %d of %s", r.Int63(), name))
			}
			bodies[name] = lines
			files(t, dir, map[string]string{name: strings.Join(lines, "\n")})
		}
		git(t, dir, "add", "-A")
		git(t, dir, "commit", "-qm", fmt.Sprint("round ", round))
	}
	return dir
}

// A revision is what git says it is, however its objects are stored.
func TestRevisionEqualsGit(t *testing.T) {
	dir := history(t)
	git(t, dir, "tag", "-am", "annotated", "v1")
	git(t, dir, "tag", "light", "HEAD~2")
	git(t, dir, "branch", "side/branch", "HEAD~1")
	git(t, dir, "checkout", "-q", "-b", "merged", "HEAD~3")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "other")
	git(t, dir, "merge", "-q", "-m", "merge", "main")
	full := strings.TrimSpace(git(t, dir, "rev-parse", "main"))
	revs := []string{
		"HEAD", "@", "main", "refs/heads/main", "heads/main", "v1", "tags/v1", "light", "side/branch", "HEAD^", "HEAD^2",
		"HEAD~3", "HEAD^2~2^", "v1^{}", "v1^{commit}", "v1^{tree}", "v1~1", "main^0", "main~0", full, full[:7],
		strings.TrimSpace(git(t, dir, "describe", "--tags", "--long", "main~1")),
	}
	check := func(t *testing.T) {
		for _, rev := range revs {
			s := open(t, dir, Options{Rev: rev})
			all := listing(t, s)
			if want, got := lsTree(t, dir, rev), described(all); !slices.Equal(want, got) {
				t.Fatalf("%s:\ngit %q\ngot %q", rev, want, got)
			}
			if !strings.Contains(rev, "tree") && s.Commit != strings.TrimSpace(git(t, dir, "rev-parse", rev+"^{commit}")) {
				t.Fatalf("%s: commit %s", rev, s.Commit)
			}
			checkBytes(t, s, all)
			s.Close()
		}
	}
	t.Run("loose", check)
	git(t, dir, "repack", "-adq", "--depth=50", "--window=50")
	git(t, dir, "pack-refs", "--all")
	if n := strings.Count(git(t, dir, "count-objects", "-v"), "packs: 1"); n != 1 {
		t.Fatal("not packed")
	}
	t.Run("packed", check)
	git(t, dir, "-c", "repack.useDeltaBaseOffset=false", "repack", "-adfq")
	t.Run("reference deltas", check)
}

// Several workers read what one does.
func TestReadConcurrently(t *testing.T) {
	dir := history(t)
	git(t, dir, "gc", "-q", "--aggressive")
	for _, opts := range []Options{{}, {Rev: "HEAD"}, {Staged: true}} {
		s := open(t, dir, opts)
		all := listing(t, s)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { checkBytes(failer{t}, s, all) })
		}
		wg.Wait()
		s.Close()
	}
}

// What is named below a repository is looked up in what git stores, whatever lies
// on disk there.
func TestNamedInStore(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "old", "old/dir/x": "x", "old/dir/y": "y", "turned": "a file", "turned2/x": "a directory"})
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "link")
	for _, name := range []string{"old", "turned", "turned2", "a", "link"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	files(t, dir, map[string]string{"turned/z": "z", "turned2": "now a file", "untracked": "u", "elsewhere": "e"})
	if err := os.Symlink("elsewhere", filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		".": {"a", "link", "old/dir/x", "old/dir/y", "turned", "turned2/x"}, "old": {"dir/x", "dir/y"}, "old/dir": {"x", "y"}, "old/dir/y": {"y"},
		"turned": {"turned"}, "turned2": {"x"}, "turned2/x": {"x"}, "a": {"a"}, "link": {"link"},
		"no": nil, "old/no": nil, "old/dir/x/y": nil, "untracked": nil, "turned/z": nil,
	} {
		for _, opts := range []Options{{Rev: "HEAD"}, {Staged: true}} {
			s, err := Open(t.Context(), filepath.Join(dir, path), opts)
			if want == nil {
				if err == nil || !strings.Contains(err.Error(), path+": not ") {
					t.Errorf("%s, %+v: %v", path, opts, err)
				}
				continue
			}
			if err != nil {
				t.Error(err)
				continue
			}
			if got := paths(listing(t, s)); !slices.Equal(got, want) {
				t.Errorf("%s, %+v: %q, want %q", path, opts, got, want)
			}
			s.Close()
		}
	}
	bare := filepath.Join(t.TempDir(), "bare.git")
	git(t, dir, "clone", "-q", "--bare", ".", bare)
	if _, err := Open(t.Context(), bare, Options{Staged: true}); err == nil || !strings.Contains(err.Error(), "bare") {
		t.Errorf("staged in a bare repository: %v", err)
	}
	for _, path := range []string{filepath.Join(bare, "old"), filepath.Join(bare, "HEAD"), filepath.Join(t.TempDir(), "none")} {
		if s, err := Open(t.Context(), path, Options{Rev: "HEAD"}); err == nil {
			t.Errorf("%s: %q", path, paths(listing(t, s)))
		}
	}
}

// failer fails from another goroutine.
type failer struct{ *testing.T }

func (f failer) Fatalf(format string, args ...any) { f.Error(fmt.Sprintf(format, args...)) }

func TestUnknownRevisions(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a"})
	for _, rev := range []string{"nope", "HEAD~1", "HEAD^2", "deadbeef", "main@{1}", "HEAD:a", ":/x", "../../config", "HEAD^{blob}", "-", "refs/heads/", "refs/../config", "HEAD^{"} {
		if _, err := Open(t.Context(), dir, Options{Rev: rev}); err == nil {
			t.Errorf("%q was read", rev)
		} else if !strings.Contains(err.Error(), rev) {
			t.Errorf("%q is not in the error %q", rev, err)
		}
	}
	empty := t.TempDir()
	git(t, empty, "init", "-q")
	if _, err := Open(t.Context(), empty, Options{Rev: "HEAD"}); err == nil || !strings.Contains(err.Error(), "no commit yet") {
		t.Errorf("a repository without commits: %v", err)
	}
	if all := entries(t, empty, Options{}); len(all) != 0 {
		t.Errorf("an empty work tree has %q", paths(all))
	}
}

// Bare repositories, linked work trees and alternates hold the same revision.
func TestWhereObjectsLie(t *testing.T) {
	dir := history(t)
	want := lsTree(t, dir, "HEAD")
	base := t.TempDir()
	git(t, base, "clone", "-q", "--bare", dir, "bare.git")
	git(t, base, "clone", "-q", "--shared", "--no-checkout", dir, "shared")
	git(t, base, "clone", "-q", "--shared", "--bare", "shared", "shared of shared")
	git(t, dir, "worktree", "add", "-q", filepath.Join(base, "linked"))
	for _, name := range []string{"bare.git", "shared", "shared of shared", "linked", "bare.git/refs"} {
		s := open(t, filepath.Join(base, name), Options{Rev: "HEAD"})
		all := listing(t, s)
		if got := described(all); !slices.Equal(want, got) {
			t.Errorf("%s:\ngit %q\ngot %q", name, want, got)
		}
		checkBytes(t, s, all)
		s.Close()
	}
	if s := open(t, filepath.Join(base, "bare.git"), Options{}); s.Kind != Revision || len(listing(t, s)) != len(want) {
		t.Error("a bare repository is not read as its HEAD")
	}
}

// What is staged is read, not what lies on disk.
func TestStaged(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "old", "b": "b", "sub/c": "c", "gone": "g"})
	files(t, dir, map[string]string{"a": "staged"})
	git(t, dir, "add", "a")
	files(t, dir, map[string]string{"a": "on disk, later", "untracked": "u", "announced": "n"})
	git(t, dir, "add", "-N", "announced")
	git(t, dir, "rm", "-q", "--cached", "gone")
	s := open(t, dir, Options{Staged: true})
	defer s.Close()
	all := listing(t, s)
	if got := paths(all); !slices.Equal(got, []string{"a", "announced", "b", "sub/c"}) {
		t.Fatalf("got %q", got)
	}
	checkBytes(t, s, all)
	if b, err := s.Read(all[0], nil); err != nil || string(b) != "staged" {
		t.Errorf("a: %q, %v", b, err)
	}
	if e := find(t, all, "announced"); e.Reason != IntentToAdd {
		t.Errorf("announced: %+v", e)
	}
	if got := paths(entries(t, filepath.Join(dir, "sub"), Options{Staged: true})); !slices.Equal(got, []string{"c"}) {
		t.Errorf("sub: %q", got)
	}
	if all := entries(t, dir, Options{}); find(t, all, "announced").Reason != "" || find(t, all, "announced").Blob != "" {
		t.Errorf("work tree: announced: %+v", find(t, all, "announced"))
	}
}

// A path in conflict is listed once, and its file read only from the work tree.
func TestConflict(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "base", "z": "z"})
	git(t, dir, "checkout", "-qb", "other")
	files(t, dir, map[string]string{"a": "theirs"})
	git(t, dir, "commit", "-qam", "theirs")
	git(t, dir, "checkout", "-q", "main")
	files(t, dir, map[string]string{"a": "ours"})
	git(t, dir, "commit", "-qam", "ours")
	mergeFails(t, dir, "other")
	staged := entries(t, dir, Options{Staged: true})
	if len(staged) != 2 || staged[0].Reason != Unmerged || staged[0].Blob != "" {
		t.Errorf("staged: %+v", staged)
	}
	s := open(t, dir, Options{})
	all := listing(t, s)
	if len(all) != 2 || all[0].Reason != "" || all[0].Blob != "" {
		t.Fatalf("work tree: %+v", all)
	}
	if b, err := s.Read(all[0], nil); err != nil || !bytes.Contains(b, []byte("<<<<<<<")) {
		t.Errorf("a: %q, %v", b, err)
	}
}

// The git index is read in every shape git writes.
func TestIndexFormats(t *testing.T) {
	content := map[string]string{}
	for i := range 300 {
		content[fmt.Sprintf("d%d/e%d/f%d", i%7, i%3, i)] = fmt.Sprint(i)
	}
	content["long/"+strings.Repeat("x", 200)+"/"+strings.Repeat("y", 200)] = "long"
	dir := newRepo(t, content)
	check := func(t *testing.T, shape string) {
		t.Helper()
		gone, _ := filepath.Glob(filepath.Join(dir, "d1/*/*"))
		if err := os.Remove(gone[0]); err != nil {
			t.Fatal(err)
		}
		files(t, dir, map[string]string{"d0/e0/f0": shape, "d2/new": shape})
		git(t, dir, "add", "-A")
		files(t, dir, map[string]string{"announced " + shape: ""})
		git(t, dir, "add", "-N", "announced "+shape)
		if want, got := gitFiles(t, dir), paths(entries(t, dir, Options{})); !slices.Equal(want, got) {
			t.Errorf("%s: work tree:\ngit %q\ngot %q", shape, want, got)
		}
		var want, got []string
		for _, line := range strings.Split(git(t, dir, "ls-files", "-sz"), "\x00") {
			if f := strings.Fields(line); len(f) > 0 && !strings.HasSuffix(line, "announced "+shape) {
				want = append(want, f[0]+" "+f[1]+"\t"+line[strings.IndexByte(line, '\t')+1:])
			}
		}
		for _, e := range entries(t, dir, Options{Staged: true}) {
			if e.Reason == "" {
				got = append(got, described([]Entry{e})...)
			}
		}
		if !slices.Equal(want, got) {
			t.Errorf("%s: staged:\ngit %q\ngot %q", shape, want, got)
		}
	}
	for _, v := range []string{"2", "3", "4"} {
		git(t, dir, "update-index", "--index-version", v)
		check(t, "version "+v)
	}
	git(t, dir, "config", "splitIndex.maxPercentChange", "100")
	git(t, dir, "update-index", "--split-index")
	for i := range 3 {
		check(t, fmt.Sprint("split ", i))
	}
	if shared, _ := filepath.Glob(filepath.Join(dir, ".git", "sharedindex.*")); len(shared) == 0 {
		t.Error("the index was not split")
	}
}

// Outside the sparse checkout files are listed with that reason, however the
// index spells them; one that is there all the same is read.
func TestSparse(t *testing.T) {
	dir := newRepo(t, map[string]string{"in/a": "a", "out/b": "b", "out/deep/c": "c", "out/.gitignore": "*.o\n", "top": "t"})
	for _, sparse := range []string{"--no-sparse-index", "--sparse-index"} {
		git(t, dir, "sparse-checkout", "set", "--cone", sparse, "in")
		if err := os.MkdirAll(filepath.Join(dir, "out"), 0o755); err != nil {
			t.Fatal(err)
		}
		files(t, dir, map[string]string{"out/new.o": "ignored by a file that is not there", "out/new": "n"})
		all := entries(t, dir, Options{})
		if want, got := gitFiles(t, dir), paths(all); !slices.Equal(want, got) {
			t.Errorf("%s: git %q\ngot %q", sparse, want, got)
		}
		for path, want := range map[string]Reason{"in/a": "", "out/b": Sparse, "out/deep/c": Sparse, "out/new": "", "top": ""} {
			if e := find(t, all, path); e.Reason != want {
				t.Errorf("%s: %s: %q", sparse, path, e.Reason)
			}
		}
		s := open(t, dir, Options{Staged: true})
		staged := listing(t, s)
		if got := paths(staged); !slices.Equal(got, []string{"in/a", "out/.gitignore", "out/b", "out/deep/c", "top"}) {
			t.Errorf("%s: staged %q", sparse, got)
		}
		checkBytes(t, s, staged)
		s.Close()
		os.RemoveAll(filepath.Join(dir, "out"))
	}
}

// A sha256 repository is read like any other.
func TestSHA256(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q", "--object-format=sha256")
	files(t, dir, map[string]string{"a/b": "1", "c": "2"})
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "x")
	for range 2 {
		for _, opts := range []Options{{Rev: "HEAD"}, {Staged: true}} {
			s := open(t, dir, opts)
			all := listing(t, s)
			if want, got := lsTree(t, dir, "HEAD"), described(all); !slices.Equal(want, got) {
				t.Errorf("git %q\ngot %q", want, got)
			}
			checkBytes(t, s, all)
			s.Close()
		}
		git(t, dir, "gc", "-q")
	}
	if got := paths(entries(t, dir, Options{})); !slices.Equal(got, gitFiles(t, dir)) {
		t.Errorf("work tree: %q", got)
	}
}

// hashObject writes an object as it is.
func hashObject(t *testing.T, dir, kind string, body []byte) string {
	t.Helper()
	return strings.TrimSpace(gitInput(t, dir, string(body), "hash-object", "-t", kind, "-w", "--stdin", "--literally"))
}

func treeLine(mode, name, id string) []byte {
	h, _ := parseHash(id)
	return append([]byte(mode+" "+name+"\x00"), string(h)...)
}

// A tree made by hand cannot name a place outside itself, hide a file, or upset
// the order.
func TestCraftedTree(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "secret"})
	blob := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD:a"))
	sub := hashObject(t, dir, "tree", treeLine("100644", "config", blob))
	names := []string{"z", "..", ".", "/etc/passwd", "a/b", "../x", ".GIT", "new\nline", `quo"te`, "\xff\xfe", "z", "link"}
	var body []byte
	for _, n := range names {
		mode := "100644"
		if n == "link" {
			mode = "120000"
		}
		body = append(body, treeLine(mode, n, blob)...)
	}
	body = append(body, treeLine("40000", ".git", sub)...)
	body = append(body, treeLine("40000", "..", sub)...)
	body = append(body, treeLine("100644", "missing", strings.Repeat("ab", 20))...)
	body = append(body, treeLine("40000", "missing dir", strings.Repeat("cd", 20))...)
	body = append(body, treeLine("160000", "module", strings.Repeat("ef", 20))...)
	tree := hashObject(t, dir, "tree", body)
	commit := strings.TrimSpace(git(t, dir, "commit-tree", "-m", "x", tree))
	s := open(t, dir, Options{Rev: commit})
	defer s.Close()
	all := listing(t, s)
	if len(all) != len(names)+5 {
		t.Fatalf("%d entries of %d: %q", len(all), len(names)+5, paths(all))
	}
	readable := map[string]bool{"z": true, "new\nline": true, `quo"te`: true, "\xff\xfe": true}
	want := maps.Clone(readable)
	for _, e := range all {
		if e.Reason == "" {
			if !want[e.Path] {
				t.Errorf("%q was read", e.Path)
			}
			delete(want, e.Path)
		}
		if e.Reason == Unreadable && (e.Err == nil || !strings.Contains(e.Err.Error(), "no such object")) {
			t.Errorf("%q: %v", e.Path, e.Err)
		}
	}
	if len(want) > 0 {
		t.Errorf("not readable: %v", want)
	}
	if find(t, all, "link").Reason != Symlink || find(t, all, "module").Reason != Submodule || find(t, all, ".git").Reason != Unsafe {
		t.Error("link, module or .git has the wrong reason")
	}
	checkBytes(t, s, all)
}

// memoryRevision is a source that reads a tree made of objects in memory; build
// adds objects and returns the id of the tree.
func memoryRevision(t *testing.T, build func(add func(k kind, body []byte) hash) hash) *Source {
	t.Helper()
	pack := bytes.NewBufferString("PACK\x00\x00\x00\x02\x00\x00\x00\x00")
	n := uint32(0)
	tree := build(func(k kind, body []byte) hash {
		appendObject(pack, k, body)
		n++
		return objectID(k, body)
	})
	binary.BigEndian.PutUint32(pack.Bytes()[8:], n)
	sum := sha1.Sum(pack.Bytes())
	data := append(pack.Bytes(), sum[:]...)
	index, err := indexPack(t.Context(), data, 0)
	if err != nil {
		t.Fatal(err)
	}
	o, err := newObjects(nil, 20, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.add(data, index); err != nil {
		t.Fatal(err)
	}
	return &Source{Kind: Revision, objects: o, tree: tree}
}

// A tree nested past all reason is listed as far as git would go, with the reason.
func TestDeepTree(t *testing.T) {
	s := memoryRevision(t, func(add func(kind, []byte) hash) hash {
		h := add(treeObject, treeLine("100644", "leaf", add(blobObject, []byte("x")).String()))
		for range 5000 {
			h = add(treeObject, treeLine("40000", "d", h.String()))
		}
		return h
	})
	all := listing(t, s)
	if len(all) != 1 || all[0].Reason != Unsafe || strings.Count(all[0].Path, "/") != maxTreeDepth+1 {
		t.Errorf("%d entries, the first %s", len(all), all[0].Reason)
	}
}

// Trees that hold one another many times over end in an error.
func TestTreeBomb(t *testing.T) {
	s := memoryRevision(t, func(add func(kind, []byte) hash) hash {
		h := add(blobObject, []byte("x"))
		mode := "100644"
		for range 40 {
			h = add(treeObject, append(treeLine(mode, "a", h.String()), treeLine(mode, "b", h.String())...))
			mode = "40000"
		}
		return h
	})
	list, err := s.readTree(s.tree)
	if err != nil {
		t.Fatal(err)
	}
	w := &treeWalk{s: s, emit: func(Entry) bool { return true }, most: 10_000}
	if _, err := w.tree(list, "", 0); !errors.Is(err, errTreeBomb) {
		t.Errorf("%v", err)
	}
}

// A pack that cannot be read does not keep a work tree from being read, and is
// named when something is missed.
func TestBadPackFile(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "a"})
	files(t, dir, map[string]string{".git/objects/pack/pack-bad.idx": "nonsense", ".git/objects/pack/pack-bad.pack": "nonsense"})
	if got := paths(entries(t, dir, Options{})); !slices.Equal(got, []string{"a"}) {
		t.Errorf("%q", got)
	}
	entries(t, dir, Options{Rev: "HEAD"})
	if _, err := Open(t.Context(), dir, Options{Rev: strings.Repeat("ab", 20)}); err == nil || !strings.Contains(err.Error(), "pack-bad") {
		t.Errorf("%v", err)
	}
}

// A tree of 100,000 entries, half of them in one directory.
func TestLargeTree(t *testing.T) {
	dir := newRepo(t, map[string]string{"a": "x"})
	blob := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD:a"))
	var flat []byte
	for i := range 50_000 {
		flat = append(flat, treeLine("100644", fmt.Sprintf("f%06d", i), blob)...)
	}
	sub := hashObject(t, dir, "tree", flat)
	top := append(treeLine("40000", "d1", sub), treeLine("40000", "d2", sub)...)
	commit := strings.TrimSpace(git(t, dir, "commit-tree", "-m", "x", hashObject(t, dir, "tree", top)))
	if n := len(entries(t, dir, Options{Rev: commit})); n != 100_000 {
		t.Errorf("%d entries", n)
	}
}

// Damage anywhere in a pack or its index is an error, not a panic, and never
// wrong bytes.
func TestDamagedPack(t *testing.T) {
	dir := history(t)
	git(t, dir, "gc", "-q")
	packs, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.pack"))
	name := strings.TrimSuffix(packs[0], ".pack")
	data, _ := os.ReadFile(name + ".pack")
	index, _ := os.ReadFile(name + ".idx")
	r := rand.New(rand.NewSource(2))
	failed := 0
	for range 200 {
		data, index := bytes.Clone(data), bytes.Clone(index)
		switch r.Intn(3) {
		case 0:
			data = data[:r.Intn(len(data))]
		case 1:
			for range 1 + r.Intn(20) {
				data[r.Intn(len(data))] ^= byte(1 + r.Intn(255))
			}
		default:
			index[8+r.Intn(len(index)-8)] ^= byte(1 + r.Intn(255))
		}
		p, err := newPack(data, index, 20)
		if err != nil {
			failed++
			continue
		}
		o, _ := newObjects(nil, 20, 0)
		o.packs = []*pack{p}
		for i := range p.count {
			h := hash(p.name(i))
			if _, _, err := o.size(h); err != nil {
				failed++
			}
			k, b, err := o.read(h, nil)
			if err != nil {
				failed++
			} else if k == blobObject && BlobID(b) != h.String() {
				t.Logf("object %s changed unnoticed", h) // a damaged index can do this; zlib checks the rest
			}
		}
	}
	if failed == 0 {
		t.Error("nothing was damaged")
	}
}

package parse

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// TestTree holds the way into the tree against the binding's own, on every
// node of every file in testdata: tree.go relies on the runtime's layout.
func TestTree(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(path)
		if lang := langs.ByName(langs.Detect(path, src)); err == nil && lang != nil && lang.Grammar != nil {
			files++
			compareTree(t, path, lang, src)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatal("found no files", err)
	}
	// A comment in a node that goes by another name.
	compareTree(t, "alias.py", langs.ByName("Python"), []byte("def f(): return 1 # one\n# two\n"))
}

func compareTree(t *testing.T, path string, lang *langs.Language, src []byte) {
	ts, err := load(lang.Grammar)
	if err != nil {
		t.Fatal(err)
	}
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(ts)
	theirs, err := parser.ParseCtx(context.Background(), nil, src)
	if err != nil {
		t.Fatal(path, err)
	}
	defer theirs.Close()
	c := treeChecker{t: t, path: path, fields: numbered(ts).fields, cursor: sitter.NewTreeCursor(theirs.RootNode())}
	defer c.cursor.Close()
	defer c.r.close()
	ours := tree(*(*uintptr)(unsafe.Pointer(theirs.BaseTree)))
	root, errors := ours.root()
	if errors != theirs.RootNode().HasError() {
		t.Errorf("%s: errors are %t", path, errors)
	}
	c.node(root, theirs.RootNode())
	c.below(root)
	if len(c.r.list) != 0 {
		t.Errorf("%s: %d nodes are left on the list", path, len(c.r.list))
	}
}

type treeChecker struct {
	t      *testing.T
	path   string
	r      reader
	fields map[string]uint16
	cursor *sitter.TreeCursor
}

// below compares what is below n with what is below the cursor.
func (c *treeChecker) below(n node) {
	kids, mark := c.r.children(n)
	defer c.r.release(mark)
	parent := c.cursor.CurrentNode()
	if !same(n.named(), parent.NamedChild(0)) {
		c.t.Errorf("%s: another first named child than %v has", c.path, parent)
	}
	ok := c.cursor.GoToFirstChild()
	for i := 0; ok || i < len(kids); i++ {
		if !ok || i >= len(kids) {
			c.t.Fatalf("%s: %d children of %v, the cursor has another number", c.path, len(kids), parent)
		}
		want, field := c.cursor.CurrentNode(), c.cursor.CurrentFieldName()
		c.node(kids[i], want)
		if field != "" && !same(n.field(c.fields[field]), parent.ChildByFieldName(field)) {
			c.t.Errorf("%s: another field %s than %v has", c.path, field, parent)
		}
		c.below(kids[i])
		ok = c.cursor.GoToNextSibling()
	}
	if len(kids) > 0 {
		c.cursor.GoToParent()
	}
}

func (c *treeChecker) node(got node, want *sitter.Node) {
	at := want.StartPoint()
	if !same(got, want) || got.start != want.StartByte() || got.end != want.EndByte() || got.row != at.Row || got.column != at.Column ||
		got.symbol != uint16(want.Symbol()) || got.missing != want.IsMissing() || !same(got.next(), want.NextSibling()) {
		c.t.Fatalf("%s: %+v is not %v at %d", c.path, got, want, want.StartByte())
	}
}

func same(got node, want *sitter.Node) bool {
	if want == nil {
		return got.none()
	}
	return got.id == want.ID() && got.start == want.StartByte()
}

package parse

// A way into the tree that gives all children of a node in one call.
//
// The walk asks of each child what it is and where. The binding takes five
// calls into C for that, each of which costs more than what it does, and keeps
// every node it gives out in a map: together a third of what parsing takes.
// Here the calls are made on the C side, and a node is a plain value.
//
// The functions they need are in the tree-sitter runtime that the binding
// brings along, in C, with its public names. tree.c declares them once more,
// weakly, so that this package links by itself; in a program, which has both,
// they are the binding's. What must hold is the layout of two structs of the
// runtime's public header, TSNode and TSTreeCursor, that a TSNode begins with
// its start, in bytes, row and column, and that sitter.Node begins with a
// TSNode. It is that of the runtime go.mod pins; TestTree compares what is read
// here with what the binding says.
//
// A node holds addresses in C memory as integers. It is good until its tree is
// closed, and no longer.

/*
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#cgo noescape cleave_children
#cgo nocallback cleave_children
#cgo noescape cleave_step
#cgo nocallback cleave_step
#cgo noescape cleave_descendant
#cgo nocallback cleave_descendant
#cgo noescape cleave_leaves
#cgo nocallback cleave_leaves
#cgo noescape cleave_root
#cgo nocallback cleave_root
#include "tree.h"
*/
import "C"

import "unsafe"

// node is a node of the tree. The zero value stands for none.
type node struct {
	start, row, column, alias uint32
	id, tree                  uintptr
	end                       uint32
	symbol                    uint16
	missing                   bool
}

// The layout is that of C, or this does not compile.
var _ [unsafe.Sizeof(node{})]struct{} = [unsafe.Sizeof(C.CleaveNode{})]struct{}{}

func (n *node) none() bool { return n.id == 0 }

func (n *node) c() *C.CleaveNode { return (*C.CleaveNode)(unsafe.Pointer(n)) }

// tree is the address of a tree in C memory.
type tree uintptr

// root gives a tree's root, and whether it has errors.
func (t tree) root() (n node, errors bool) {
	errors = bool(C.cleave_root(C.uintptr_t(t), n.c()))
	return n, errors
}

// reader reads trees. It keeps a list from one to the next.
type reader struct {
	cursor C.CleaveCursor
	// list holds the children of the nodes being looked at, one's after the
	// other's: whoever adds to it takes off again what came.
	list []node
}

// maxKept is how many nodes memory may be kept for, from one file to the next.
const maxKept = 1 << 14

// children gives the children of n. They are on the list from mark on, and are
// to be taken off with release(mark).
func (r *reader) children(n node) (kids []node, mark int) {
	mark = len(r.list)
	r.list = r.add(r.list, n)
	return r.list[mark:], mark
}

func (r *reader) release(mark int) { r.list = r.list[:mark] }

// add adds the children of n to a list.
func (r *reader) add(list []node, n node) []node {
	for {
		free := list[len(list):cap(list)]
		count := int(C.cleave_children(&r.cursor, n.c(), unsafe.SliceData(free).c(), C.int64_t(len(free))))
		if count <= len(free) {
			return list[:len(list)+count]
		}
		list = append(make([]node, 0, max(2*cap(list), len(list)+count, 256)), list...)
	}
}

// named gives the first named child of n.
func (n *node) named() (to node) {
	C.cleave_step(n.c(), C.CLEAVE_NAMED, 0, to.c())
	return to
}

// next gives the sibling after n.
func (n *node) next() (to node) {
	C.cleave_step(n.c(), C.CLEAVE_NEXT, 0, to.c())
	return to
}

// field gives the child of n that has a field.
func (n *node) field(id uint16) (to node) {
	C.cleave_step(n.c(), C.CLEAVE_FIELD, C.uint16_t(id), to.c())
	return to
}

// descendant gives the first node below n that has one of the symbols, if it
// is among the first so many.
func (r *reader) descendant(n node, symbols []uint16, most int) (to node) {
	C.cleave_descendant(&r.cursor, n.c(), (*C.uint16_t)(unsafe.SliceData(symbols)), C.int64_t(len(symbols)), C.int64_t(most), to.c())
	return to
}

// leaf is a node without children, or an error. It is first where no other leaf
// begins or ends before it on its line.
type leaf struct {
	start, end     uint32
	symbol         uint16
	missing, first bool
}

var _ [unsafe.Sizeof(leaf{})]struct{} = [unsafe.Sizeof(C.CleaveLeaf{})]struct{}{}

// leaves gives, in order, those below n whose symbols are wanted, those that are
// first on their lines, those that are missing, and all errors.
func (r *reader) leaves(n node, wanted []bool) []leaf {
	list := make([]leaf, 1<<10)
	for {
		count := int(C.cleave_leaves(&r.cursor, n.c(), (*C.bool)(unsafe.SliceData(wanted)), C.int64_t(len(wanted)),
			(*C.CleaveLeaf)(unsafe.Pointer(unsafe.SliceData(list))), C.int64_t(len(list))))
		if count <= len(list) {
			return list[:count]
		}
		list = make([]leaf, count)
	}
}

// close frees the C memory, and what is more than the next file will need.
func (r *reader) close() {
	C.cleave_cursor_delete(&r.cursor)
	r.cursor = C.CleaveCursor{}
	r.list = r.list[:0]
	if cap(r.list) > maxKept {
		r.list = nil
	}
}

package parse

// The memory of a parse.
//
// tree-sitter asks malloc for every node, and gives it back one by one. It does
// not expect to be refused, and on crafted input (kilobytes of broken arrows)
// takes memory with the square of the file's size without a look at the
// deadline. So a parse has an arena: all its memory is of a few blocks, which go
// at once, with the parser, the stack, and the tree; and where it has taken too
// much, or too long, it is left from inside the allocator by a jump. What is
// lost then is what the scanner, which is the grammar's own, holds by itself.
//
// Time is the processor's, so that a busy machine makes the same chunks as an
// idle one.
//
// The scanners of YAML and Bash write up to three bytes past the 1024 that the
// runtime gives them to keep their state in, where levels or heredocs are many.
// Those lie at the end of a struct of its, which is as many bytes longer.
//
// The allocator is the runtime's for the whole program; on a thread that is not
// in a parse of ours it hands on to the one before.

/*
#cgo noescape cleave_parse
#cgo nocallback cleave_parse
#cgo nocallback cleave_clock
#include "arena.h"
*/
import "C"

import (
	"time"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// The most memory of a parse, in bytes: so much for any file, and so much more
// for each of its bytes. Real files take about 50 a byte.
const (
	arenaBase = 64 << 20
	arenaByte = 512
)

// arena is the memory of one parse after another. Its zero value is ready.
type arena struct{ c *C.CleaveArena }

// parse reads src until this thread's clock says so. The tree is good until the next parse, or close. It is 0
// where there was not enough time or memory.
func (a *arena) parse(lang *sitter.Language, src []byte, until time.Duration) tree {
	if a.c == nil {
		a.c = C.cleave_arena_new()
	}
	// The binding keeps the address of the grammar, and nothing else.
	language := *(*unsafe.Pointer)(unsafe.Pointer(lang))
	most := C.size_t(arenaBase + arenaByte*len(src))
	return tree(C.cleave_parse(a.c, language, (*C.char)(unsafe.Pointer(unsafe.SliceData(src))), C.uint32_t(len(src)), C.int64_t(until), most))
}

// clock is the processor time that this thread has had.
func clock() time.Duration { return time.Duration(C.cleave_clock()) }

func (a *arena) close() {
	if a.c != nil {
		C.cleave_arena_delete(a.c)
		a.c = nil
	}
}

package chunk

// A chunk is small so that a query matches it; its parent is large so that a
// reader understands it: the smallest unit or section that the chunk lies in
// whole and that has at most Options.ParentMax tokens, or the file if that is
// no larger. A chunk that is one unit, or several halves of nothing, has that
// unit, or what is around them all. Parents nest or lie apart and never
// overlap, so that hits are handed over without repeats: those whose parent is
// the same once, and those whose parent lies inside another's not at all.

// Parent is the unit around a chunk. ID is made like a chunk's: of the path,
// the text, and its ordinal among equal texts; the same id is the same text.
type Parent struct {
	ID        string `json:"id"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
}

// parents gives every chunk its parent. Some have none: what is around them is
// too large.
func (w *writer) parents() {
	all := make([]*Parent, len(w.l.units)+1) // the first is the file
	seen := make(map[string]int)
	all[0] = w.parent(0, len(w.l.src), seen)
	for i := range w.l.units {
		all[i+1] = w.parent(w.l.units[i].start, w.l.units[i].end, seen)
	}
	for k := range w.f.Chunks {
		ch := &w.f.Chunks[k]
		u := w.l.starts(ch.StartByte)
		end := trimSpace(w.l.src, ch.StartByte, ch.EndByte)
		for u >= 0 && (w.l.units[u].end < end || all[u+1] == nil) {
			u = w.l.units[u].parent
		}
		ch.Parent = all[u+1]
	}
}

// parent describes a part of the file; nil if it is too large.
func (w *writer) parent(start, end int, seen map[string]int) *Parent {
	if w.c.count(w.l.src, start, end) > w.c.opts.ParentMax {
		return nil
	}
	hash := digest(string(w.l.src[start:end]))
	id := identity(w.f.Path, hash, seen[hash])
	seen[hash]++
	return &Parent{ID: id, StartLine: w.lines.of(start), EndLine: w.lines.of(max(end-1, start))}
}

// trimSpace gives the end of src[start:end] without the white space there.
func trimSpace(src []byte, start, end int) int {
	for end > start+1 && (src[end-1] == ' ' || src[end-1] == '\t' || src[end-1] == '\n' || src[end-1] == '\r') {
		end--
	}
	return end
}

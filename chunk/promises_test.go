package chunk

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// checker holds one file's chunks against the promises.
type checker struct {
	t    testing.TB
	c    *Chunker
	src  []byte
	f    *File
	l    *layout
	name string
}

// check cuts src and fails the test for every promise that is broken.
func check(t testing.TB, c *Chunker, path string, src []byte) *File {
	t.Helper()
	f, err := c.File(path, src)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	k := &checker{t: t, c: c,
		name: fmt.Sprintf("%s (%s max %d min %d %s imports %s)", path, c.opts.Strategy, c.opts.Max, c.opts.Min, c.opts.Tokenizer, c.opts.Imports)}
	d := decode(src)
	if k.l, err = c.layout(path, d.text); err != nil {
		t.Fatal(err)
	}
	k.src, k.f = k.l.src, c.finish(path, k.l)
	k.all()
	k.placed(f, src)
	return f
}

// placed: the chunks of the text lie where they say in the file that it was
// read from.
func (k *checker) placed(f *File, src []byte) {
	k.t.Helper()
	if len(f.Chunks) != len(k.f.Chunks) {
		k.errorf(nil, "has %d chunks, then %d", len(f.Chunks), len(k.f.Chunks))
		return
	}
	at := 0
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		if ch.ID != k.f.Chunks[i].ID || ch.Text != k.f.Chunks[i].Text {
			k.errorf(ch, "is not the same twice")
		}
		if ch.StartByte < at && k.c.opts.Overlap == 0 || ch.StartByte > at && k.l.spans == nil || ch.EndByte <= ch.StartByte || ch.EndByte > len(src) {
			k.errorf(ch, "lies at [%d, %d) of %d bytes; the one before ended at %d", ch.StartByte, ch.EndByte, len(src), at)
		}
		at = ch.EndByte
	}
	if k.l.spans == nil && at != len(src) && len(k.src) > 0 {
		k.errorf(nil, "covers %d of %d bytes", at, len(src))
	}
}

// all holds the file against every promise.
func (k *checker) all() {
	k.t.Helper()
	k.tiles()
	k.counted()
	k.fits()
	k.valid()
	k.lines()
	k.whole()
	k.closers()
	k.full()
	k.mixed()
	k.ids()
	k.parts()
	k.parents()
}

func (k *checker) errorf(ch *Chunk, format string, args ...any) {
	k.t.Helper()
	where := k.name
	if ch != nil {
		where += fmt.Sprintf(":%d-%d", ch.StartLine, ch.EndLine)
	}
	k.t.Errorf("%s: %s", where, fmt.Sprintf(format, args...))
}

// tiles: promise 1.
func (k *checker) tiles() {
	at := 0
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		if lap := at - ch.StartByte; lap > 0 && lap < at && ch.EndByte > at && k.c.opts.Overlap > 0 {
			if n := k.c.enc.NewCounter().Count(k.src[ch.StartByte:at]); n > k.c.opts.Overlap {
				k.errorf(ch, "overlaps by %d tokens, more than %d", n, k.c.opts.Overlap)
			}
		} else if lap != 0 || ch.EndByte <= ch.StartByte {
			k.errorf(ch, "begins at byte %d, the one before ended at %d", ch.StartByte, at)
			return
		}
		if ch.Text != ch.Context+string(k.src[ch.StartByte:ch.EndByte]) {
			k.errorf(ch, "text is not context and body")
		}
		at = ch.EndByte
	}
	if at != len(k.src) {
		k.errorf(nil, "covers %d of %d bytes", at, len(k.src))
	}
}

// counted: the planner knows what every context takes.
func (k *checker) counted() {
	for i := range k.l.units {
		u := &k.l.units[i]
		if n := k.c.counter.Count([]byte(u.context)); n != u.tokens {
			k.errorf(nil, "the context of %s %s has %d tokens, is taken for %d", u.kind, u.name, n, u.tokens)
		}
	}
}

// fits: promise 2, by a counter that shares nothing with the one that planned.
func (k *checker) fits() {
	counter := k.c.enc.NewCounter()
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		if n := counter.Count([]byte(ch.Text)); n != ch.Tokens || n > k.c.opts.Max {
			k.errorf(ch, "has %d tokens, says %d", n, ch.Tokens)
		}
		if n := counter.Count([]byte(ch.Context)); n != ch.ContextTokens || n > k.c.opts.Max/contextShare+1 {
			k.errorf(ch, "context has %d tokens, says %d:\n%s", n, ch.ContextTokens, ch.Context)
		}
	}
}

// valid: promise 6, and never inside a CRLF.
func (k *checker) valid() {
	ok := utf8.Valid(k.src)
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		if ok && !utf8.ValidString(ch.Text) {
			k.errorf(ch, "text is not valid UTF-8")
		}
		if b := ch.StartByte; b > 0 && k.src[b-1] == '\r' && k.src[b] == '\n' {
			k.errorf(ch, "begins inside a CRLF")
		}
	}
}

// lines: positions are what an editor says.
func (k *checker) lines() {
	if k.l.spans != nil {
		return // they are of another text
	}
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		if want := 1 + bytes.Count(k.src[:ch.StartByte], []byte("\n")); ch.StartLine != want {
			k.errorf(ch, "start line is %d, want %d", ch.StartLine, want)
		}
		if want := 1 + bytes.Count(k.src[:ch.EndByte-1], []byte("\n")); ch.EndLine != want {
			k.errorf(ch, "end line is %d, want %d", ch.EndLine, want)
		}
	}
}

// whole: promise 3, and of promise 4 that comments and marks stay with what they
// describe. What a unit needs is counted from the context of the chunk it would
// begin, had it been cut out of the file.
func (k *checker) whole() {
	ctx := k.c.contexts(k.f.Path, k.l)
	for u := range k.l.units {
		un := &k.l.units[u]
		first := un.own
		if k.fit(ctx, un, un.start) {
			first = un.start
		}
		if !k.fit(ctx, un, un.own) {
			continue
		}
		for i := range k.f.Chunks {
			if b := k.f.Chunks[i].StartByte; b > first && b < un.end {
				k.errorf(&k.f.Chunks[i], "cuts %s %s, bytes %d-%d", un.kind, un.name, first, un.end)
			}
		}
	}
}

// fit reports whether a unit would fit into a chunk that begins at start.
func (k *checker) fit(ctx *contexts, un *unit, start int) bool {
	start, _ = (&seamer{l: k.l}).offset(start)
	end := k.l.extent(un.end)
	need, text := ctx.pathTokens+k.c.count(k.src, start, end), ctx.path
	if un.parent >= 0 {
		need, text = need+ctx.chain(un.parent).tokens, text+ctx.chain(un.parent).text
	}
	return need <= k.c.opts.Max && k.c.counter.Count([]byte(text+string(k.src[start:end]))) <= k.c.opts.Max
}

// closers: promise 4, the part that can be seen in the text. What closes stands
// alone only where nothing before it would fit beside it.
func (k *checker) closers() {
	if k.f.Strategy == "fixed" {
		return
	}
	w, ctx, most := k.writer(), k.c.contexts(k.f.Path, k.l), k.c.opts.Max
	if k.c.opts.Overlap > 0 {
		most -= slackTokens // what is repeated is taken for as much more
	}
	for i := 1; i < len(k.f.Chunks); i++ {
		ch := &k.f.Chunks[i]
		from, to, before := k.seam(ch.StartByte), k.seam(ch.EndByte), k.seam(k.f.Chunks[i-1].StartByte)
		if !k.l.hollow(from, to) {
			continue
		}
		for from > before && k.l.hollow(from, to) {
			from--
		}
		if from > before && k.l.hollow(before, from) {
			continue // it would only be another
		}
		if u := k.l.seams[from].unit; u >= 0 && k.l.units[u].start >= k.f.Chunks[i-1].StartByte && k.fit(ctx, &k.l.units[u], k.l.units[u].start) {
			continue // it would tear a unit that fits
		}
		if w.chunk(from, to).Tokens <= most {
			k.errorf(ch, "holds only closing brackets: %q", k.src[ch.StartByte:ch.EndByte])
		}
	}
}

// full: promise 5, by the final text.
func (k *checker) full() {
	w := k.writer()
	for i := 0; i+1 < len(k.f.Chunks) && k.c.opts.Overlap == 0 && k.f.Strategy != "fixed"; i++ {
		a, b := &k.f.Chunks[i], &k.f.Chunks[i+1]
		from, to := k.seam(a.StartByte), k.seam(b.EndByte)
		if a.Tokens >= k.c.opts.Min && b.Tokens >= k.c.opts.Min || k.l.mixed(from, to) || k.l.spills(from, to) {
			continue
		}
		if n := w.chunk(from, to).Tokens; n <= k.c.opts.Max {
			k.errorf(b, "%d tokens could stand with the %d before, in %d", b.Tokens, a.Tokens, n)
		}
	}
}

// seam gives the index of the seam at an offset.
func (k *checker) seam(off int) int {
	return sort.Search(len(k.l.seams), func(i int) bool { return k.l.seams[i].off >= off })
}

func (k *checker) writer() *writer {
	return &writer{c: k.c, f: &File{Path: k.f.Path, Language: k.f.Language, Strategy: k.f.Strategy, Parse: k.f.Parse}, l: k.l,
		ctx: k.c.preamble(k.f.Path, k.l), lines: k.l.newLines()}
}

// mixed: no chunk holds pieces of two split units side by side.
func (k *checker) mixed() {
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		l := k.l
		var tails, heads []int
		for u := range l.units {
			un := &l.units[u]
			if un.start < ch.StartByte && un.end > ch.StartByte && un.end <= ch.EndByte {
				tails = append(tails, u)
			}
			if un.start >= ch.StartByte && un.start < ch.EndByte && un.end > ch.EndByte {
				heads = append(heads, u)
			}
		}
		if len(tails) > 0 && len(heads) > 0 {
			k.errorf(ch, "holds the tail of %s and the head of %s", l.units[tails[0]].name, l.units[heads[0]].name)
		}
	}
}

// ids: promise 8, the part that one file shows.
func (k *checker) ids() {
	seen := make(map[string]bool)
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		if seen[ch.ID] {
			k.errorf(ch, "id %s stands twice", ch.ID)
		}
		seen[ch.ID] = true
	}
}

// parts: by the records alone, a chunk that begins in a unit which others hold
// pieces of too says which of these it is, and any other says nothing.
func (k *checker) parts() {
	if k.c.opts.Overlap > 0 || k.l.spans != nil {
		return
	}
	lines, same := k.l.newLines(), make(map[Unit]bool)
	for i := range k.l.units {
		u := &k.l.units[i]
		one := Unit{u.kind, u.name, lines.of(u.start), lines.of(u.end - 1)}
		if same[one] {
			return // two on the same lines, of the same name: the records do not tell them apart
		}
		same[one] = true
	}
	holders := make(map[Unit][]int)
	for i := range k.f.Chunks {
		for _, u := range k.f.Chunks[i].Units {
			holders[u] = append(holders[u], i)
		}
	}
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		var want *[2]int
		at := ch.StartLine + leadingBlank(body(ch))
		namesakes := 0 // more than one, and the record does not tell which it begins in
		for _, u := range ch.Units {
			if u.Kind != ch.Kind || u.Name != ch.Name || u.StartLine > at {
				continue
			}
			namesakes++
			if want = nil; len(holders[u]) > 1 {
				want = &[2]int{1 + slices.Index(holders[u], i), len(holders[u])}
			}
		}
		if namesakes > 1 {
			continue
		}
		if (want == nil) != (ch.Part == nil) || want != nil && *want != *ch.Part {
			k.errorf(ch, "%s %s: part is %v, want %v", ch.Kind, ch.Name, ch.Part, want)
		}
	}
}

// leadingBlank counts the blank lines that text begins with.
func leadingBlank(text string) int {
	return strings.Count(text[:len(text)-len(strings.TrimLeft(text, " \t\r\n"))], "\n")
}

// parents: each holds its chunk and is no larger than allowed, they nest or lie
// apart, and no smaller one would do.
func (k *checker) parents() {
	if !k.c.opts.Parents || k.l.spans != nil {
		return
	}
	lines := k.l.newLines().starts
	text := func(first, last int) []byte {
		if last < len(lines) {
			return k.src[lines[first-1]:lines[last]]
		}
		return k.src[lines[first-1]:]
	}
	most := k.c.opts.ParentMax
	all := make(map[string]Parent)
	for i := range k.f.Chunks {
		ch := &k.f.Chunks[i]
		p := ch.Parent
		if p == nil {
			if k.c.counter.Count(k.src) <= most {
				k.errorf(ch, "has no parent, and the file would do")
			}
			continue
		}
		if q, ok := all[p.ID]; ok && q != *p {
			k.errorf(ch, "parents %v and %v have one id", q, *p)
		}
		all[p.ID] = *p
		body := bytes.TrimSpace(k.src[ch.StartByte:ch.EndByte])
		if len(body) > 0 && !bytes.Contains(text(p.StartLine, p.EndLine), body) {
			k.errorf(ch, "is not in its parent, lines %d-%d", p.StartLine, p.EndLine)
		}
	}
	for _, p := range all {
		for _, q := range all {
			if p.StartLine < q.StartLine && q.StartLine < p.EndLine && p.EndLine < q.EndLine {
				k.errorf(nil, "parents %v and %v overlap", p, q)
			}
		}
	}
}

func newChunker(t testing.TB, o Options) *Chunker {
	t.Helper()
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// truth counts with tiktoken-go itself.
func truth(t testing.TB, name string) func(string) int {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	enc, err := tiktoken.GetEncoding(name)
	if err != nil {
		t.Fatal(err)
	}
	return func(s string) int { return len(enc.EncodeOrdinary(s)) }
}

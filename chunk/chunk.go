// Package chunk cuts files into chunks for retrieval: bytes go in, records of
// offsets and text come out. It does no I/O.
//
// # The way of a file
//
// One pass counts the tokens of the whole file into prefix sums (package
// tokens). The file's format then makes a layout of it: units, which are the
// pieces with a meaning of their own (functions, classes, sections, tables,
// keys); imports; and seams, the offsets where the file may be cut, each with a
// cost. Code is parsed once and walked once (package parse, seams.go), or twice
// where brackets are missing, which are put where the indentation says
// (parse/mend.go); Markdown and its kin are read as blocks (doc.go); data files by
// their records (data.go), and pages too, with the scripts in them by their own
// syntax; a notebook by its cells (notebook.go); all else as text (text.go). What
// comes after knows nothing of formats.
//
// The bodies of a file's chunks, in order, are the file's bytes, nothing lost
// and none twice. Two kinds of file are read into another text first, and there
// this is said of that text:
//
//   - A file in UTF-16 or Latin-1 is decoded, a byte order mark taken off
//     (encoding.go). Offsets are of the file as it lies, and the chunks' ranges
//     cover it without gap or overlap.
//   - A notebook's text is the sources of its cells, without JSON's quotes and
//     escapes, a blank line between two cells. Ranges are those of the sources
//     in the file, in order, without overlap; between them lie the rest of the
//     JSON, metadata, and outputs, whose bytes are counted.
//
// # Seams
//
// Between two seams lies an atom, which is never cut. A unit that fits into
// Max tokens with its context is one atom, with the closing brackets after it;
// a larger one is entered, and offers seams before its members or statements,
// dearer with depth, and dearest inside a statement. What is not a unit is
// entered when it is over an eighth of Max, so that it can be split evenly. An
// atom that no chunk could hold is split at its lines, sentences, words,
// graphemes, runes, in this order, each only where the one before left too
// much (split.go). A seam that separates what belongs together (a comment from
// what it describes, a header from its first member) costs so much that it is
// taken only where nothing else fits. No seam stands before a closing bracket,
// in a rune, or in a CRLF. The costs are in cost.go.
//
// # The planner
//
// plan.go chooses the cheapest set of cuts by dynamic programming over the
// seams. A set costs the sum of its seams, and for each chunk: a penalty under
// Min, by how far it falls short; a little for two units left together that are
// both over Min; a little for being nearly full, which makes the pieces of a
// long unit even. A chunk over Max, or one that holds the tail of one split
// unit beside the head of another, costs more than any cut, and one that ends in
// the first lines of a comment on the next unit, behind something else, a
// little more than staying small. But for these, merging a chunk under Min into
// a neighbour always lowers the sum, so a chunk stays small only where no
// neighbour can take it; where the planner's counts are not exact, the final
// text decides (fill.go).
//
// # Context
//
// What stands before a body (context.go, imports.go): a line with the path;
// the imports that the body uses; the signatures, headings or header rows of
// the units it begins inside of, outermost first. It takes at most a quarter of
// Max and counts in it. The planner knows its size beforehand. Imports give way
// where a unit would not fit otherwise, or a chunk would stay under Min; a long
// signature is shortened.
//
// An import counts as used when a word of the body is a name that it binds. One
// that tells no names (an #include, a wildcard) counts as used everywhere if
// the file has at most four such, else where the body has a word like the last
// part of what is named. Of a list, and of lists in it, only the names that are
// used stay. An import for its side effects is left out, unless all
// are asked for.
//
// # Tokens
//
// Where counts add up across a cut (at the start of a line, in cl100k_base) the
// prefix sums are exact. Elsewhere they are close; the final text is counted,
// and the file planned anew around a chunk that came out too large.
package chunk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	goldmark "github.com/yuin/goldmark/parser"

	"github.com/seed5e9d5dd4/cleave/chunk/data"
	"github.com/seed5e9d5dd4/cleave/chunk/tokens"
	"github.com/seed5e9d5dd4/cleave/langs"
	"github.com/seed5e9d5dd4/cleave/parse"
)

// Options says how to cut. The zero value means the defaults.
type Options struct {
	// Max is the most tokens a chunk's text may have; 0 means 512. At least 32.
	Max int
	// Min is what a chunk should have at least; 0 means half of Max. A chunk
	// is smaller only where no neighbour could take it.
	Min int
	// Tokenizer names the vocabulary that counts; "" means cl100k_base.
	Tokenizer string
	// Imports says which imports stand in the context: used (the default),
	// all, or none.
	Imports string
	// NoPath leaves the path line out of the context.
	NoPath bool
	// Strategy is how to cut: auto (the default: by file) or one of Strategies.
	Strategy string
	// Overlap is how many tokens a chunk may repeat of the one before, at most
	// a fifth of Max. Only the strategies fixed, sentence and recursive overlap.
	Overlap int
	// Parents adds to every chunk what encloses it.
	Parents bool
	// ParentMax is the most tokens a parent may have; 0 means 2048.
	ParentMax int
	// Language overrides detection, by Linguist's name or one of its aliases.
	Language string
}

// The defaults of Options, and its bounds, in tokens.
const (
	DefaultMax       = 512
	DefaultTokenizer = "cl100k_base"
	DefaultParentMax = 2048
	LeastMax         = 32
)

// Version is that of the cuts, the context and the record: the same bytes and
// options give the same chunks as long as it stays. Whoever keeps chunks makes
// them anew when it has changed.
const Version = 3

// Strategies lists what Options.Strategy may be.
func Strategies() []string {
	return []string{"auto", "code", "fixed", "markdown", "recursive", "sentence"}
}

// WithDefaults fills in what is zero. It fails on options that cannot be, naming
// the option.
func (o Options) WithDefaults() (Options, error) {
	if o.Max == 0 {
		o.Max = DefaultMax
	}
	if o.Max < LeastMax {
		return o, fmt.Errorf("max is %d tokens; it must be at least %d", o.Max, LeastMax)
	}
	if o.Min == 0 {
		o.Min = o.Max / 2
	}
	if o.Min < 0 || o.Min > o.Max {
		return o, fmt.Errorf("min is %d tokens; it must be between 0 and max, which is %d", o.Min, o.Max)
	}
	if o.Tokenizer == "" {
		o.Tokenizer = DefaultTokenizer
	}
	if !slices.Contains(tokens.Names(), o.Tokenizer) {
		return o, fmt.Errorf("tokenizer is %q; it must be one of %s", o.Tokenizer, strings.Join(tokens.Names(), ", "))
	}
	if o.Imports == "" {
		o.Imports = "used"
	}
	if !slices.Contains([]string{"used", "all", "none"}, o.Imports) {
		return o, fmt.Errorf("imports is %q; it must be used, all or none", o.Imports)
	}
	if o.Strategy == "" {
		o.Strategy = "auto"
	}
	if !slices.Contains(Strategies(), o.Strategy) {
		return o, fmt.Errorf("strategy is %q; it must be one of %s", o.Strategy, strings.Join(Strategies(), ", "))
	}
	if o.Overlap < 0 || o.Overlap > o.Max/5 {
		return o, fmt.Errorf("overlap is %d tokens; it must be between 0 and a fifth of max, which is %d", o.Overlap, o.Max/5)
	}
	if o.Overlap > 0 && !overlaps(o.Strategy) {
		return o, fmt.Errorf("overlap is for the strategies fixed, sentence and recursive, not %s", o.Strategy)
	}
	if o.ParentMax < 0 {
		return o, fmt.Errorf("the most tokens of a parent are %d; they cannot be negative", o.ParentMax)
	}
	if o.ParentMax == 0 {
		o.ParentMax = DefaultParentMax
	}
	o.Language = langs.Canonical(o.Language)
	if o.Language != "" && langs.ByName(o.Language) == nil && !data.Known(o.Language) && !document(o.Language) {
		return o, fmt.Errorf("language %q is not known; see cleave langs", o.Language)
	}
	return o, nil
}

// Chunker cuts files. It keeps parsers and buffers from one file to the next,
// so it is not safe for concurrent use: give each worker its own, of the same
// Encoding. Close it to free the parsers' memory.
type Chunker struct {
	opts    Options
	enc     *tokens.Encoding
	counter *tokens.Counter
	parser  parse.Parser
	sums    []uint32
	sizes   []float64          // the cost of a chunk by its tokens, as far as it is kept
	rough   []seam             // the memory of layouts in the making
	settled []seam             // of settle
	best    []float64          // of plan
	from    []int              // of plan
	md      [2]goldmark.Parser // for Markdown, for MDX; made when first needed
}

// New makes a Chunker. It fails on options that cannot be, naming the option.
func New(opts Options) (*Chunker, error) {
	opts, err := opts.WithDefaults()
	if err != nil {
		return nil, err
	}
	enc, err := tokens.New(opts.Tokenizer)
	if err != nil {
		return nil, err
	}
	c := &Chunker{opts: opts, enc: enc, counter: enc.NewCounter()}
	c.sizes = c.tableOf()
	return c, nil
}

// Options gives the options with all defaults filled in.
func (c *Chunker) Options() Options { return c.opts }

// Clone makes another Chunker of the same options for another goroutine. The
// vocabulary is shared, all else is its own.
func (c *Chunker) Clone() *Chunker {
	return &Chunker{opts: c.opts, enc: c.enc, counter: c.enc.NewCounter(), sizes: c.sizes}
}

// Close frees the parsers' memory, which Go's collector does not see.
func (c *Chunker) Close() { c.parser.Close() }

// maxFile is what offsets can hold: tree-sitter counts in 32 bits, and the
// sums of a file's tokens take four times its bytes.
const maxFile = 1 << 30

// ErrTooLarge is returned for a file of more than a gigabyte.
var ErrTooLarge = errors.New("file is larger than 1 GiB, which is more than can be chunked")

// File cuts one file. path names it in the context and in the ids, and tells
// its language along with the bytes; it is not opened. The chunks are in order
// of their bytes, which they cover without gap or overlap. An empty file has
// none. src is not kept.
func (c *Chunker) File(path string, src []byte) (*File, error) {
	if len(src) > maxFile {
		return nil, ErrTooLarge
	}
	d := decode(src)
	c.parser.Begin(len(src))
	l, err := c.layout(path, d.text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := c.finish(path, l)
	if l.cells != nil {
		l.placeCells(f)
	}
	d.place(f)
	return f, nil
}

// layout is what a format makes of a file: where it may be cut, at what cost,
// and the units that tell what a chunk is a piece of. Everything after it is
// the same for all formats.
type layout struct {
	src      []byte
	lang     *langs.Language // nil for text of no known language
	closers  []string        // of the languages it is in
	language string
	strategy string
	result   parse.Result
	seams    []seam
	solid    int32 // atoms that hold more than closing brackets
	units    []unit
	imports  []statement
	// tails gives, by where embedded code ends, the end of what closes it.
	tails map[int]int
	// Of a notebook, whose text is that of its cells: the file, where each
	// byte of the text is written in it, and the cells.
	file  []byte
	spans []span
	cells []cell
}

// seam is an offset where the file may be cut. The first is 0; the end of the
// file is not one.
type seam struct {
	off  int
	cost float32
	unit int // innermost unit strictly around it: start < off < end; or -1
	// tokens from here to the next seam: the sum of the pieces if both ends
	// are clean, else measured or estimated.
	tokens int
	clean  bool  // counts add up across a cut here
	joined int32 // seams so far between two units that could each stand alone
	solid  int32 // atoms so far that hold more than closing brackets
	whole  bool  // what follows up to the next seam is a unit that fits
}

// unit is a piece of a file with a meaning of its own. Offsets are bytes.
type unit struct {
	kind, name string
	owner      string
	start, own int // with and without the comments that belong to it
	head, body int // its signature
	end        int
	parent     int
	members    bool
	language   string // of what it holds, where that is not the file's
	// context is put before a chunk that begins inside the unit, after its
	// head: the signature, the heading, the header rows. It ends in a newline.
	// introduce sets it, with its tokens.
	context string
	tokens  int
}

// layout chooses how to read the file, and reads it.
func (c *Chunker) layout(path string, src []byte) (*layout, error) {
	l := &layout{src: src, language: c.opts.Language, result: parse.None, seams: c.rough[:0]}
	if l.language == "" {
		l.language = langs.Detect(path, src)
	}
	if l.language == "PHP" && data.PHPPage(src) {
		l.language = "HTML+PHP"
	}
	l.closers = []string{"end"} // in much that has no grammar here
	if l.lang = langs.ByName(l.language); l.lang != nil {
		l.closers = l.lang.Closers
	}
	if l.language == "Jupyter Notebook" {
		l.openNotebook(path)
	}
	c.sums = c.counter.Sums(c.sums, l.src)
	switch c.opts.Strategy {
	case "recursive":
		return c.recursive(l), nil
	case "markdown":
		return c.markdown(path, l)
	case "code":
		return c.code(path, l)
	case "fixed":
		return c.fixed(path, l), nil
	case "sentence":
		return c.sentence(l), nil
	}
	switch l.language {
	case "Markdown", "MDX", "RMarkdown":
		return c.markdown(path, l)
	case "reStructuredText":
		return c.rst(path, l)
	case "AsciiDoc":
		return c.asciidoc(path, l)
	case "", "Text":
		if t := turns(src); t != nil {
			return c.chat(path, l, t), nil
		}
	case "JSON":
		if t := messages(path, src); t != nil {
			return c.chat(path, l, t), nil
		}
	}
	if l.cells != nil {
		return c.notebook(path, l)
	}
	if t := data.Scan(l.language, path, src); t != nil {
		return c.records(path, l, t)
	}
	return c.code(path, l)
}

// document reports whether a language is one of text, laid out here.
func document(language string) bool {
	switch language {
	case "Markdown", "MDX", "RMarkdown", "reStructuredText", "AsciiDoc", "Text":
		return true
	}
	return false
}

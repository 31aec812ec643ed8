// Package langs holds what cleave knows of languages, as data: one small file
// a language. Each names the tree-sitter grammar, the comment syntax, and
// tables from node types of that grammar to what they declare or import.
//
// The package does not run anything: parse turns these tables into an outline
// of units. A test there asks each grammar for every node type and field that
// a table names, so a misspelt name cannot stay.
//
// # Paths
//
// Where a table has to point at something inside a node (its name, its body),
// it does so with a path: steps separated by spaces, each taken from where the
// one before it ended.
//
//	name:      the child in the field "name"
//	name:*     the same again and again, for as long as there is one
//	name:*a|b  the same, for as long as it leads to an a or a b
//	a|b        the first child whose type is a or b: a keyword, too
//	//a|b      the first descendant, in preorder, whose type is a or b
//	=a|b       stay here, if this node's type is a or b
//	-a|b       the last child whose type is a or b
//	?step      stay here, if the step arrives somewhere
//	!step      stay here, if it does not
//	*          the first named child, whatever it is
//	>          the next sibling
//	+          this node and all that follows it (only for bodies)
//	^          the text from the node's start up to its body (only for names)
//
// Paths separated by " or " are tried in order; the first that arrives wins.
package langs

// Language is what cleave knows of one language.
type Language struct {
	// Name is Linguist's name for it ("Go", "C++"): what go-enry detects.
	Name string
	// Also lists further Linguist names that this grammar parses.
	Also []string
	// Grammar loads the grammar: a func() *sitter.Language of
	// smacker/go-tree-sitter, or a func() unsafe.Pointer.
	Grammar any

	// Line opens a comment that ends with its line ("//"). A language that
	// has none gives Block, what opens and what closes a comment.
	Line  string
	Block [2]string

	// Comments are the node types of comments. A comment right before a
	// unit, with no blank line between, belongs to it.
	Comments []string
	// Marks are the node types that always belong to the sibling that
	// follows: attributes, annotations, decorators. "type prefix" is a node
	// of that type whose text begins with prefix.
	Marks []string
	// Wraps are the node types that hold one declaration and belong to it
	// ("export_statement"): the unit within takes the whole of the wrapper.
	// A wrapper with several units in it is looked into instead; one without
	// any is a statement like others.
	Wraps []string
	// Leads are the node types that do so where statements stand, and nowhere
	// else: the strings before a definition which document it (Julia). "type
	// path" is a node of that type from which the path arrives: what a grammar
	// takes for an expression where an annotation was meant (Kotlin).
	Leads []string
	// Tails are the node types that belong to the unit right before, if no
	// blank line is between: a property's getter (Kotlin).
	Tails []string
	// Sheds are the node types that take in comments at either end which
	// belong beside them: Kotlin's imports have the comment after the last.
	Sheds []string
	// Opens are the node types that are no unit but may hold some, and whose
	// children stand as if at the level above: #ifdef, extern "C" {. They are
	// so outside functions only.
	Opens []string
	// Docstring is a path that arrives from a node which documents the unit
	// when it stands first in its body (Python): it then goes with the
	// signature and the first member.
	Docstring string
	// Hide are regular expressions whose first group the grammar had better
	// not see, each with what it reads there instead, padded with blanks: the
	// macro in "class EXPORT Store {", words that are younger than it. What is
	// read must not be the longer one.
	Hide [][2]string
	// Frame is what the grammar reads around files that are the inside of
	// something it knows: an interface of OCaml is that of a signature.
	Frame Frame
	// Sigils are what names begin with that is no part of them, by node type
	// (Ruby's :name).
	Sigils map[string]string
	// Reset is a text which leaves the grammar's scanner as it was in the
	// beginning, where that keeps what it knows in global variables of C. Such
	// files are parsed one at a time, each after that text.
	Reset string
	// Closers are words that close what others opened, as brackets do (end,
	// fi): no chunk begins with one. "#endif" is a directive that does so.
	Closers []string
	// Pairs are the words that open something, each with the word that closes it
	// (do, done), so that a missing one can be found. A word behind ^ does so only
	// where it begins a line, and then the next on that line with the same closer
	// is its own: while x do.
	Pairs map[string]string
	// Reserved are words that name no unit: what has one for its name comes
	// from a broken parse (a method called "if").
	Reserved []string

	// Units maps a node type to what it declares.
	Units map[string]Unit
	// Imports maps a node type to how it imports.
	Imports map[string]Import
}

// Frame says which files are read inside of something. Its zero value: none.
type Frame struct {
	// Only is a regular expression that finds something in such files, and
	// Not one that does in none of them.
	Only, Not string
	// Before and After are what is read around the file, and Inside is the
	// path from the root to the node which then holds the file's own.
	Before, After, Inside string
}

// Unit says how a node type declares something.
type Unit struct {
	// Kind is what it declares: function, method, class, ... A function
	// directly inside a unit with Members is called a method, a constructor
	// outside of one a function.
	Kind string
	// Name is the path to its name; "" leaves it without one.
	Name string
	// Owner is the path to the name of the type it belongs to, when that
	// does not enclose it (Go's receivers).
	Owner string
	// Body is the path to its body. What stands before the body is the
	// signature; without a body that is the first line, or all of it where
	// Bare says so: prototypes, abstract methods.
	Body string
	Bare bool
	// Members says that its body holds units of their own, to be listed
	// even where the whole fits: classes, namespaces, modules.
	Members bool
	// Outer says that it only counts outside functions: constants, variables.
	Outer bool
	// Global says that it only counts outside functions and types.
	Global bool
	// Member says that it only counts directly in a type.
	Member bool
	// Only is a path that must arrive for the node to be this unit.
	Only string
	// Word is a path to a text that names the kind, by Kinds (Elixir's
	// def). A text that Kinds does not list is no unit.
	Word  string
	Kinds map[string]string
	// Else is what the node is instead where Only, Word, Outer or Global say
	// that it is not this: the first that applies.
	Else []Unit
	// Marked gives another kind to what has a mark before it that begins so
	// (Rust's #[test]).
	Marked map[string]string
	// Joins says that neighbours of the same name are one unit: the clauses
	// of a function and its type signature (Haskell, Elixir, Elm). A mark
	// before one begins another.
	Joins bool
	// Params is a path to the node that holds the parameters, where functions
	// that take another number of them are not the same (Elixir).
	Params string
	// Reaches says that it holds all that follows, up to the next sibling
	// of its own type: the stages of a Dockerfile.
	Reaches bool
}

// Take says which part of a dotted name an import binds.
type Take uint8

const (
	Last  Take = iota // a.b.C binds C
	First             // import a.b binds a (Python)
	Base              // "net/http" binds http, "gopkg.in/yaml.v3" yaml (Go)
)

// Import says how a statement binds names, read off its text as tokens:
// identifiers, strings, punctuation. Items are separated by commas, or by
// newlines in a group; a path before an opening brace or parenthesis prefixes
// the items in it.
type Import struct {
	// Only, Word with Kinds, and Global restrict it, as in Unit: a call to
	// require. Else is what it is instead.
	Only   string
	Word   string
	Kinds  map[string]string
	Global bool
	Else   []Import
	// Target is a path to the one thing that is imported, where words do not
	// tell. It binds the last part of its dotted name, or with Take: Base the
	// last part of a path without an ending: a header's name. Where there is
	// After as well, what has that word is read, and not opaque.
	Target string
	// After: names stand after this word (Python's from x import). What has
	// no such word binds nothing.
	After string
	// Before: names stand before this word (JavaScript's from).
	Before string
	// Until: what follows this word, up to the next comma outside brackets,
	// belongs to the item but is not read (a = require("a"), b = ...).
	Until string
	// As are the words after which the bound name stands ("as", "=>", ":").
	As []string
	// AsFirst says that the bound name comes first, before "=" or the
	// string (Go's alias, C#'s using X = Y).
	AsFirst bool
	// Listed says that what stands before a list of names is not bound itself.
	Listed bool
	// Skip are words that are not names: the keywords of the statement.
	// Before a comma or a closing brace they are names all the same.
	Skip []string
	// Chars are what may be in a name besides letters, digits, _, $ and @.
	Chars string
	// Blank is the name that binds nothing (Go's and Rust's "_").
	Blank string
	// Take is the part of a dotted name that is bound.
	Take Take
	// Wild are the tokens that stand for all names ("*", "_", "..").
	Wild []string
	// Opaque says that the statement tells no names (C's #include, Swift's
	// import): it counts as used when the text names its last part, or when
	// the file has few such imports.
	Opaque bool
}

// All lists the languages in order of name. The slice must not be changed.
func All() []*Language { return all }

// ByName finds a language by its Linguist name or one of its aliases, in any
// case; nil when there is none.
func ByName(name string) *Language { return byName[fold(name)] }

// Package tokens counts tokens exactly as tiktoken-go's EncodeOrdinary does, many times faster and
// without a network: the vocabularies are those embedded by tiktoken-go-loader.
//
// # Encoding in two steps
//
// tiktoken first cuts a text into pieces with a regular expression, then encodes every piece on its
// own: a piece that is in the vocabulary is one token; any other starts as single bytes, and the
// adjacent pair whose concatenation has the lowest rank is merged (the leftmost of equals) until no
// pair is in the vocabulary. The parts left are the tokens. Counts of pieces therefore add up, and
// the count of a piece never depends on what stands around it.
//
// # Pieces
//
// The expressions are those of tiktoken-go v0.1.8 (encoding.go), walked by hand in pieces.go:
//
//	cl100k_base
//	  (?i:'s|'t|'re|'ve|'m|'ll|'d) | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3} |
//	  ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
//	o200k_base
//	  [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|...)? |
//	  [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|...)? |
//	  \p{N}{1,3} |  ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
//	p50k_base, r50k_base
//	  's|'t|'re|'ve|'m|'ll|'d |  ?\p{L}+ |  ?\p{N}+ |  ?[^\s\p{L}\p{N}]+ | \s+(?!\S) | \s+
//
// They are matched with the first alternative that fits, each with backtracking. The engine behind
// tiktoken-go, regexp2, takes categories from Go's unicode package, takes \s as unicode.IsSpace, and
// compares under (?i) with unicode.ToLower, which maps no rune beyond ASCII to a letter of a
// contraction (so U+017F is not an s here, as it is in Python's tiktoken). Every rune matches some
// alternative, so the pieces tile the text. One table gives the class of each rune; ASCII needs no
// decoding.
//
// tiktoken-go works on runes: every byte that is not part of valid UTF-8 becomes U+FFFD, before the
// expression and before the vocabulary. The walk sees it as U+FFFD too, and a piece with such bytes
// is rewritten before it is looked up. The text of special tokens is ordinary text.
//
// # Counts
//
// A vocabulary is one byte slice of all tokens in order of rank and an open-addressing hash table of
// ranks, behind a bit filter that refuses most strings that are no token. A Counter keeps in front of
// it two-way tables of the short pieces it met, keyed by their bytes packed in one word or two, half
// a megabyte: source code repeats its words. Longer pieces are remembered in a
// bounded map. A piece of up to 64 bytes is merged by looking at all its parts each time; a longer one
// with a heap of (rank, offset) over a linked list of parts, O(n log n), for a file may be one piece.
//
// # Not done
//
// No token ids, no decoding, no special tokens; no other vocabularies: a pattern is code here, so a
// new one needs its walk. Nothing is cached across Counters: sharing would need locks.
package tokens

// Package eval measures how well chunks retrieve, on questions a repository
// brings along.
//
// # Questions
//
// A query names a snapshot, the revision to index, and its gold: lines of files
// in it. queries.go says how they are written. Mine makes them of commits,
// MineDocs of doc comments.
//
// # Figures
//
// Run chunks each snapshot with each strategy, ranks the chunks for each query,
// and scores the ranking. Text is weighed by its characters that are not white
// space, and only the bodies of chunks are text of the file. Relevant is a chunk
// whose body has such a character of the gold. Per query:
//
//   - hit@k: 1 if one of the first k chunks is relevant.
//   - mrr@10: 1 over the rank of the first relevant chunk, if that is 10 or less.
//   - ndcg@10: the sum of 1/log2(rank+1) over the relevant among the first 10,
//     divided by what it would be if all relevant chunks there are came first.
//   - recall@5, precision@5, iou@5, of the text T of the first 5 chunks and the
//     gold G: |T∩G|/|G|, |T∩G|/|T|, |T∩G|/|T∪G|.
//   - precision_omega: the iou if just the relevant chunks came, all of them.
//     It tells of the cuts alone, whatever the ranking.
//   - recall@1k ... 8k, hit@1k ... 8k: of what fits into so many tokens. The
//     ranking is walked from the top. Each chunk pays for its context, and for
//     the text of its body that no chunk before had; one that brings nothing new
//     is passed over. The last is cut off where the budget ends.
//
// These are the figures of Chroma's chunking evaluation, except that text which
// several chunks share counts once in the denominators as well. Nothing
// retrieved scores 0. Equal scores are ranked by path, then by place.
//
// # Comparing
//
// Chunkers are compared query by query against the first one. The interval of
// the mean difference is by bootstrap over repositories, because the queries of
// one are not independent of each other; with a single repository it is over
// queries, and the report says so. Chunk size must be the same for a fair
// comparison: Options.MatchSize chooses each strategy's maximum for that.
//
// # Without queries
//
// Bounds holds cuts against the definitions in the files; Edits replays commits
// and counts what would have to be embedded again.
//
// Everything is deterministic: same input and seed, same bytes out.
package eval

import "github.com/seed5e9d5dd4/cleave/chunk"

// Query is a question and where its answer lies.
type Query struct {
	ID       string `json:"id"`
	Repo     string `json:"repo"`
	Snapshot string `json:"snapshot"` // the revision to index
	Source   string `json:"source"`   // commit, document or docstring
	Text     string `json:"query"`
	Gold     []Gold `json:"gold"`
	// Leak says that the text names a file of the gold.
	Leak   bool   `json:"leak"`
	Commit string `json:"commit,omitempty"` // that changed the gold
	Date   string `json:"date,omitempty"`
}

// Gold are the lines of one file that answer a query, in order.
type Gold struct {
	Path  string  `json:"path"`
	Lines []Lines `json:"lines"`
}

// Lines are the first and the last of a range of lines, 1-based.
type Lines [2]int

// Chunk is a piece of a file, as somebody's chunker made it.
type Chunk struct {
	Path       string
	Kind, Name string       // of the definition it begins in
	Units      []chunk.Unit // the definitions it holds
	Scope      []string     // the names of those around it
	Text       string       // what is embedded: context and body
	Body       string       // the part of the file in it
	Start, End int          // where that is, in bytes of the file
	Tokens     int          // of Text
	Context    int          // of what is in Text besides the body, in tokens
}

// File is a file of a snapshot.
type File struct {
	Path     string
	Language string
	Src      []byte
}

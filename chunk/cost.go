package chunk

// What a cut costs, and a chunk. Only the differences matter: they were set so
// that a dearer kind of seam is taken only where it saves a chunk. They were
// chosen by reading what came out; no retrieval figure was tuned with them.
const (
	costUnit      = 1    // between two units of the file
	costMember    = 0.75 // more for each container around
	costLoose     = 2    // between statements outside functions
	costStatement = 5    // between statements of a function
	costDepth     = 2    // more for each level below the function
	costInside    = 9    // more inside a statement
	costTight     = 1.5  // more where no blank line stands before
	costTopic     = 4    // more after a comment that stands alone, a heading of what follows
	costMidLine   = 30   // more where the cut is not at the start of a line
	maxDepthCost  = 10   // levels that count

	// Text that has no syntax: a long string or comment, a file that does
	// not parse, prose.
	costParagraph = 4
	costLine      = 8
	costSentence  = 12
	costClause    = 30 // after a comma
	costWord      = 40 // before a blank
	costBreak     = 60 // between words that have no blank between
	costGrapheme  = 200
	costRune      = 1000
	costItem      = 3 // more between the items of a list than around it
	costLead      = 6 // more after a line that ends in a colon

	// Cuts that separate what belongs together. They are taken only where
	// the maximum leaves nothing else.
	costGlued     = 250  // all that cost as much
	costInComment = 300  // inside a comment that describes what follows
	costAttached  = 1000 // between a comment or mark and what it describes
	costHeader    = 1000 // between a header and its first member
	costTorn      = 1500 // more where what follows would be whole with it
	costOver      = 1e6  // of a chunk that is over the maximum

	costUnder  = 3    // of a chunk under the minimum,
	costShort  = 12   // and more by how far it falls short
	costJoined = 2    // of leaving together two units that could stand alone
	costHollow = 1500 // of nothing but closing brackets and blanks
	costMixed  = 1e5
	costFull   = 2 // times the square of a chunk's share of the maximum
)

package chunk

// What a cut costs, and a chunk. Only the differences matter: they were set so
// that a dearer kind of seam is taken only where it saves a chunk. They were
// chosen by reading what came out. Of other values that were tried for
// costUnder, costShort, costJoined and costFull, from nothing to four times as
// much, none retrieved better by more than a tenth of a point, so none was taken
// over.
const (
	costUnit      = 1    // between two units of the file
	costMember    = 0.75 // more for each container around
	costLoose     = 2    // between statements outside functions
	costStatement = 5    // between statements of a function
	costDepth     = 2    // more for each level below the function
	costInside    = 9    // more inside a statement
	costTight     = 1.5  // more where no blank line stands before
	costTopic     = 4    // more after a comment that stands alone, a heading of what follows; less between its paragraphs
	costImport    = 4    // more between two imports
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
	costTold      = 270  // between a header with a long comment and its first member
	costInComment = 300  // inside a comment that describes what follows
	costAttached  = 1000 // between a comment or mark and what it describes
	costHeader    = 1000 // between a header and its first member
	costInHeader  = 1250 // inside a header
	costTorn      = 2500 // more where what follows would be whole with it
	costOver      = 1e6  // of a chunk that is over the maximum

	costUnder  = 3    // of a chunk under the minimum,
	costShort  = 12   // and more by how far it falls short
	costJoined = 2    // of leaving together two units that could stand alone
	costBare   = 1.5  // of one that has no room for all the imports it uses
	costHollow = 1500 // of nothing but closing brackets and blanks
	costMixed  = 1e5
	costSpill  = 12 // of one that ends in lines of a comment on the unit after it
	costFull   = 2  // times the square of a chunk's share of the maximum
)

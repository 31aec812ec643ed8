// Package index keeps the chunks of repositories in one file, fresh and
// searchable. Refresh reads a source (package repo) and stores what changed;
// Search answers from the file alone; Export gives the records back; Changes
// tells two views apart. Stream chunks a source without storing anything.
//
// # The file
//
// An index is one SQLite database in WAL mode. Its application_id is that of
// "clve", its user_version the version of the format, now 5. A file with another
// application_id is not touched; a newer version is an error, and so is an older
// one to who only reads. Where a refresh may follow (Create), the tables of an
// older one are dropped and made anew, since all that is in them can be read
// again; all but the options. So the latest row of settings, whose table has been
// the same in all formats, is read first and put into the new one; if it cannot
// be read, or means nothing any more, the index has the defaults (Rebuilt).
//
// What is stored hangs on content. A row of
//
//	file(id, path, blob, settings, first, chunks, tokens, bytes, refs,
//	     language, strategy, parse, reason, kinds, data)
//
// is what became of the bytes with the git blob id blob under path, with
// settings: the path names the language and stands in the text, so both belong
// to the key. Rows never change but for refs, the number of views that hold
// them. A file that was passed over for what it contains has a reason and no
// chunks. data is the chunks' records and texts (payload.go), kinds a line for
// each chunk, of the kinds of its units.
//
// A view is one state of one repository: a work tree, what is staged in it, a
// revision, a commit of a remote.
//
//	view(id, kind, place, rev, commit_id, settings, refreshed, summary)
//	listing(view, dir, entries)
//
// Its files stand in listings, one row a directory (listing.go): of each the
// name, the row of file, and for a work tree what the file system says of it:
// size, times, inode. So a branch switched to and back, a second work tree, or a
// file reverted costs the listings of the directories it touches and nothing
// else.
//
//	settings(id, hash, options)
//
// holds the options that change the chunks, as JSON, once for each set in use;
// hash is of those and of the version of the chunker. The latest is the
// index's, which a refresh goes by unless it is told others.
//
//	words(text)
//
// is an FTS5 table without content, which knows of each word what chunks have
// it, and no more (detail=none): its rowids are those of the chunks, which a
// file's row gives as first, first+1, ...; its text is the words (words.go) of
// the body, the path, the name, and the names and signatures around, each once.
// Those that are not of the body alone stand there once more, behind an
// underscore. Imports are left out: they are not what a chunk is about.
//
// # Refresh
//
// A refresh is one transaction: all of it or nothing. The listing of the source
// goes in step with the stored one. Of what is staged or in a revision, an
// entry with the same blob id stands as it is. Of a work tree the size, both times
// and the inode decide, as in git's own index, unless a time is so close to that of
// the last refresh that a later change could have the same. What git's index has
// for the file is not asked: a filter or attribute may have made other bytes of it.
// What is left is read, hashed, and looked up by path, blob and settings;
// only what is not there yet is chunked. Then the directories that differ are
// written.
//
// Rows that no view holds are kept, for the branch may be switched back to;
// once a third of all chunks are such, they are deleted and the file shrinks.
//
// # Search
//
// See search.go.
package index

// Package index reads repositories and chunks all their files: Stream gives the
// files of a repo.Source to several workers, and their chunks to one receiver,
// in path order.
package index

// Package index reads repositories and chunks all their files.
package index

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
	"github.com/seed5e9d5dd4/cleave/langs"
)

type searchFlags struct {
	options index.SearchOptions
	file    string
	view    string
	json    bool
	jsonl   bool
	vimgrep bool
	quiet   bool
}

func searchCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "search QUERY...",
		Short: "Find chunks in an index",
		Long: `Find the chunks that a query is about, best first, from the index alone.

The query is words: of prose, or identifiers, whole or in parts. Those between
double quotes count more where they stand together. There is no other syntax, and
nothing that could be wrong with a query. One that begins with - goes after --. A
query that is one name has what is named so first. A word of one letter or digit
counts only where there is no longer one, and is looked for in paths and names
alone. How rare a word is goes by all the index holds, so that another view in it
may change an order.

On stderr it says which view answered, how old that is, and how many files the
index does not cover.

The exit status is 0 if something was found, 1 if nothing, 2 for an error.`,
		Example: `  cleave search parse config file
  cleave search HTTPServer2 --lang go --limit 3
  cleave search --path 'cmd/**' --kind function 'read "exit status"'
  cleave search --jsonl retry backoff | jq -r .path
  vim -q <(cleave search --vimgrep timeout)`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("there is nothing to search for; give some words")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			err := f.run(c.Context(), strings.Join(args, " "))
			if err == nil || errors.Is(err, errTold) {
				return err
			}
			return usageError{err} // for its exit status: 1 says that there is nothing
		},
	}
	fs := c.Flags()
	indexFlag(fs, &f.file)
	viewFlag(fs, &f.view)
	fs.IntVarP(&f.options.Limit, "limit", "n", 10, "most hits")
	fs.StringSliceVar(&f.options.Languages, "lang", nil, "only files in this `LANGUAGE` (see cleave langs); may be repeated")
	fs.StringArrayVar(&f.options.Paths, "path", nil, "only files whose path matches this `GLOB`, as --include has them, relative to the top of the\nrepository; with ./ or ../ before it to the current directory; may be repeated")
	fs.StringSliceVar(&f.options.Kinds, "kind", nil, "only chunks that hold a unit of this `KIND`, such as function or class, or a part of one;\nmay be repeated")
	fs.BoolVar(&f.options.Parents, "parents", false, "give what encloses the chunks, each once (of an index made with --parents)")
	fs.BoolVar(&f.json, "json", false, "print one JSON object: the view, and the hits with their records")
	fs.BoolVar(&f.jsonl, "jsonl", false, "print the hits, one JSON object a line")
	fs.BoolVar(&f.vimgrep, "vimgrep", false, "print path:line:column:text")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "say nothing of the view on stderr")
	return c
}

func (f *searchFlags) run(ctx context.Context, query string) error {
	if f.options.Limit < 1 {
		return fmt.Errorf("limit is %d; it must be at least 1", f.options.Limit)
	}
	if f.json && f.jsonl || f.json && f.vimgrep || f.jsonl && f.vimgrep {
		return errors.New("--json, --jsonl and --vimgrep exclude each other")
	}
	for i, name := range f.options.Languages {
		f.options.Languages[i] = langs.Canonical(name)
	}
	x, v, note, err := openView(ctx, f.file, f.view)
	if err != nil {
		return err
	}
	defer x.Close()
	if err := checkNames(ctx, x, &f.options); err != nil {
		return err
	}
	a := &answer{view: v, note: note, top: topOf(ctx, v)}
	f.options.Paths = pathGlobs(a.top, f.options.Paths)
	if a.hits, err = x.Search(ctx, v, query, f.options); err != nil {
		return err
	}
	if len(a.hits) == 0 {
		if a.nothing, err = pathless(ctx, x, v, f.options.Paths); err != nil {
			return err
		}
		if strings.IndexFunc(query, wordRune) < 0 {
			a.nothing = "there is no word in the query to look for"
		}
	}
	if err := a.since(ctx, x); err != nil {
		return err
	}
	if !f.quiet {
		fmt.Fprint(os.Stderr, a.about())
	}
	if err := f.print(a); err != nil {
		return err
	}
	if len(a.hits) == 0 {
		return errTold
	}
	return nil
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || r > unicode.MaxLatin1
}

// answer is what a search found, and where.
type answer struct {
	view    *index.View
	note    string // on the choice of the view
	top     string // the directory that its paths begin at, if that is known
	nothing string // why nothing can be found
	head    string // the commit that is there now, if that is known
	stale   int    // files that are not as the view has them, as far as they were looked for
	hits    []index.Hit
}

// glance is how long a search that found something looks for what is not as
// the view has it: some thousands of files.
const glance = 100 * time.Millisecond

// since finds what has become of what the view is of. Where nothing was found, to
// be believed, it takes its time.
func (a *answer) since(ctx context.Context, x *index.Index) (err error) {
	looking, v := ctx, a.view
	if len(a.hits) > 0 && v.Kind != repo.Staged {
		var done context.CancelFunc
		looking, done = context.WithTimeout(ctx, glance)
		defer done()
	}
	stale, err := x.Stale(looking, v)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case looking.Err() != nil: // there are too many files to say
		a.head, err = v.Head(ctx)
		return err
	}
	if stale != nil {
		a.head, a.stale = stale.Commit, stale.Files()
	}
	return err
}

// about says which view answered, how stale it is, and what it does not cover.
func (a *answer) about() string {
	var b strings.Builder
	v := a.view
	if a.note != "" {
		fmt.Fprintf(&b, "cleave: %s\n", printable(a.note))
	}
	if a.nothing != "" {
		fmt.Fprintf(&b, "cleave: %s\n", printable(a.nothing))
	}
	fmt.Fprintf(&b, "%s%s, refreshed %s", printable(v.String()), at(v.Commit), humanize.Time(v.Refreshed))
	if a.head != "" && a.head != v.Commit {
		fmt.Fprintf(&b, "; it is%s now", at(a.head))
	}
	changed := make(map[string]bool)
	for _, h := range a.hits {
		if h.Changed {
			changed[h.Path] = true
		}
	}
	if n := len(changed); n > 0 {
		fmt.Fprintf(&b, "; %s found changed since", count(n, "file"))
	}
	if a.stale > 0 {
		fmt.Fprintf(&b, "; %s not as indexed", count(a.stale, "file"))
	}
	if v.Outdated != "" {
		fmt.Fprintf(&b, "; %s, so a refresh makes it anew", v.Outdated)
	}
	total, why := 0, make([]string, 0, len(v.Summary.Passed))
	for _, reason := range slices.Sorted(maps.Keys(v.Summary.Passed)) {
		total += v.Summary.Passed[reason]
		why = append(why, fmt.Sprintf("%d %s", v.Summary.Passed[reason], reason))
	}
	fmt.Fprintf(&b, "; %s searched, %d not covered", count(v.Summary.Files, "file"), total)
	if total > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(why, ", "))
	}
	return b.String() + "\n"
}

// found is what --json prints.
type found struct {
	View      repo.Kind      `json:"view"`
	Place     string         `json:"place"`
	Rev       string         `json:"rev,omitempty"`
	Commit    string         `json:"commit,omitempty"`
	Refreshed time.Time      `json:"refreshed"`
	Note      string         `json:"note,omitempty"`     // on the choice of the view
	Head      string         `json:"head,omitempty"`     // the commit there now
	Stale     int            `json:"stale,omitempty"`    // files not as indexed, as far as there was time to look
	Outdated  string         `json:"outdated,omitempty"` // see cleave status
	Files     int            `json:"files"`
	Passed    map[string]int `json:"passed"` // files not covered, by reason
	Hits      []index.Hit    `json:"hits"`
}

func (f *searchFlags) print(a *answer) error {
	out, err := openOutput("")
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	hits, v := a.hits, a.view
	for i := range hits {
		if f.json || f.jsonl {
			hits[i].Path, hits[i].PathBytes = chunk.PathText(hits[i].Path)
		}
	}
	switch {
	case f.json:
		sum := v.Summary
		if sum.Passed == nil {
			sum.Passed = map[string]int{}
		}
		var b []byte
		b, err = jsonText(found{v.Kind, v.Place, v.Rev, v.Commit, v.Refreshed, a.note, a.head, a.stale,
			v.Outdated, sum.Files, sum.Passed, append([]index.Hit{}, hits...)}, "  ")
		buf.Write(b)
	case f.jsonl:
		for i := range hits {
			b, bad := jsonText(&hits[i], "")
			buf.Write(b)
			err = errors.Join(err, bad)
		}
	case f.vimgrep:
		a.fromHere()
		for i := range hits {
			buf.WriteString(vimgrep(&hits[i]))
		}
	default:
		a.fromHere()
		p := &painter{colour: coloured(out.shown())}
		for i := range hits {
			p.hit(&hits[i])
		}
		buf.WriteString(p.buf.String())
	}
	if err != nil {
		return err
	}
	_, err = out.Write(buf.Bytes())
	return err
}

// fromHere makes the paths of the hits relative to the current directory, where
// that lies in what the view is of, as git does: so an editor finds them.
func (a *answer) fromHere() {
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	if _, below := relative(a.top, here); err != nil || a.top == "" || !below {
		return
	}
	for i := range a.hits {
		if rel, err := filepath.Rel(here, filepath.Join(a.top, filepath.FromSlash(a.hits[i].Path))); err == nil {
			a.hits[i].Path = filepath.ToSlash(rel)
		}
	}
}

// vimgrep is the line that matches best, as an editor's list of places has it.
func vimgrep(h *index.Hit) string {
	s := &h.Snippet
	line := strings.Split(s.Text, "\n")[s.Line-s.StartLine]
	return fmt.Sprintf("%s:%d:%d:%s\n", printable(h.Path), s.Line, s.Column, printable(strings.ReplaceAll(line, "\t", " ")))
}

// hit shows a hit: the place and the name, and the lines that match best.
func (p *painter) hit(h *index.Hit) {
	from := h.StartLine
	head := fmt.Sprintf("%s:%d-%d  %s", printable(h.Path), from, h.EndLine, printable(contents(&h.Chunk)))
	if h.Parent != nil && h.ParentText != "" {
		head = fmt.Sprintf("%s:%d-%d  %s", printable(h.Path), h.Parent.StartLine, h.Parent.EndLine, printable(contents(&h.Chunk)))
	}
	if h.Changed {
		head += "  (changed since)"
	}
	p.line(bold, "%s", head)
	text, matches, line := h.Snippet.Text, h.Snippet.Matches, h.Snippet.StartLine
	if h.ParentText != "" {
		text, matches, line = strings.TrimRight(h.ParentText, "\r\n"), nil, h.Parent.StartLine
	}
	at := 0
	for part := range strings.SplitSeq(text, "\n") {
		p.line("", "%6d  %s", line, p.marked(part, at, matches))
		at += len(part) + 1
		line++
	}
	p.buf.WriteByte('\n')
}

// marked is a line of a snippet, which begins at an offset of it, with the
// matches in colour.
func (p *painter) marked(line string, at int, matches [][2]int) string {
	if !p.colour {
		return printable(strings.ReplaceAll(line, "\t", "    "))
	}
	var b strings.Builder
	done := 0
	for _, m := range matches {
		start, end := m[0]-at, m[1]-at
		if start < done || end > len(line) {
			continue
		}
		b.WriteString(visible(line[done:start]) + matchHue + visible(line[start:end]) + off)
		done = end
	}
	return b.String() + visible(line[done:])
}

const matchHue = "\x1b[1;31m"

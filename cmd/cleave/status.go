package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// indexStatus is what an index holds, as --json prints it.
type indexStatus struct {
	Index    index.Size           `json:"index"`
	Settings *index.Settings      `json:"settings"` // null if nothing was indexed
	HooksDir string               `json:"hooks_dir,omitempty"`
	Hooks    map[string]hookState `json:"hooks,omitempty"`
	Views    []viewStatus         `json:"views"`
}

// viewStatus is what a view holds, and how far what it is of has gone on since.
type viewStatus struct {
	Kind      repo.Kind `json:"kind"`
	Place     string    `json:"place"`
	Rev       string    `json:"rev,omitempty"`
	Commit    string    `json:"commit,omitempty"`
	Refreshed time.Time `json:"refreshed"`
	index.Summary
	Outdated string       `json:"outdated,omitempty"` // why a refresh makes all anew
	Gone     bool         `json:"gone,omitempty"`     // what it is of
	Stale    *staleStatus `json:"stale"`              // null for a remote, for what is gone, and where it cannot be told:
	Error    string       `json:"error,omitempty"`    // why not

	view *index.View
}

type staleStatus struct {
	Added   int    `json:"added"`
	Changed int    `json:"changed"`
	Removed int    `json:"removed"`
	Commit  string `json:"commit,omitempty"` // where the repository is now
}

func statusCommand() *cobra.Command {
	var file string
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Tell what an index holds, and how stale it is",
		Long: `Tell what the index of this repository holds: its views with their commits, ages
and counts, what was passed over and why, how much is garbage, and whether git
keeps it fresh. Of views that are not of remotes it tells how many files are not
as the view has them; for that it reads those whose size or time changed.`,
		Example: `  cleave status
  cleave status --json | jq '.views[] | {kind, commit, stale}'`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := statusOf(c.Context(), file)
			if err != nil {
				return err
			}
			return s.print(asJSON)
		},
	}
	indexFlag(c.Flags(), &file)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func statusOf(ctx context.Context, file string) (*indexStatus, error) {
	src, err := index.OpenSource(ctx, ".", repo.Options{}, index.Settings{})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if file == "" {
		file = index.Path(src)
	}
	x, err := index.Open(file)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	s := &indexStatus{HooksDir: src.HooksDir(), Views: []viewStatus{}}
	if s.Index, err = x.Size(ctx); err != nil {
		return nil, err
	}
	settings, any, err := x.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if any {
		s.Settings = &settings
	}
	if s.HooksDir != "" {
		s.Hooks = make(map[string]hookState)
		for _, name := range hookNames {
			if s.Hooks[name], err = stateOf(s.HooksDir, name); err != nil {
				return nil, err
			}
		}
	}
	return s, s.views(ctx, x)
}

func (s *indexStatus) views(ctx context.Context, x *index.Index) error {
	views, err := x.Views(ctx)
	if err != nil {
		return err
	}
	for _, v := range views {
		one := viewStatus{Kind: v.Kind, Place: v.Place, Rev: v.Rev, Commit: v.Commit, Refreshed: v.Refreshed, Summary: v.Summary,
			Outdated: v.Outdated, view: v}
		stale, err := x.Stale(ctx, v)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			one.Error = err.Error()
		case stale != nil:
			one.Stale = &staleStatus{stale.Added, stale.Changed, stale.Removed, stale.Commit}
		default:
			one.Gone = v.Kind != repo.Remote
		}
		s.Views = append(s.Views, one)
	}
	return nil
}

func (s *indexStatus) print(asJSON bool) error {
	if !asJSON {
		return printOut([]byte(s.text()))
	}
	b, err := jsonText(s, "  ")
	if err != nil {
		return err
	}
	return printOut(b)
}

// text is the status for people.
func (s *indexStatus) text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "index\t%s, %s, format %d\n", printable(s.Index.Path), humanize.Bytes(uint64(s.Index.Bytes)), s.Index.Format)
	fmt.Fprintf(w, "holds\t%s of %s, %d%% in no view\n", count(s.Index.Chunks, "chunk"),
		count(s.Index.Files, "file"), 100*s.Index.Garbage/max(s.Index.Chunks, 1))
	if s.Settings != nil {
		fmt.Fprintf(w, "settings\t%s\n", printable(settingsText(s.Settings)))
	}
	if s.HooksDir != "" {
		fmt.Fprintf(w, "hooks\t%s\n", printable(s.hooksText()))
	}
	w.Flush()
	for i := range s.Views {
		s.Views[i].text(&b)
	}
	if len(s.Views) == 0 {
		b.WriteString("no views yet; run cleave index\n")
	}
	return b.String()
}

func settingsText(s *index.Settings) string {
	o := s.Chunk
	parts := []string{fmt.Sprintf("max %d, min %d tokens of %s; imports %s; strategy %s; files to %s", o.Max, o.Min, o.Tokenizer,
		o.Imports, o.Strategy, humanize.IBytes(uint64(s.MaxFileSize)))}
	for _, more := range []struct {
		is   bool
		text string
	}{
		{o.NoPath, "no path line"}, {o.Overlap > 0, fmt.Sprint("overlap ", o.Overlap)},
		{o.Parents, fmt.Sprint("parents to ", o.ParentMax)}, {o.Language != "", "all as " + o.Language}, {s.All, "all files"},
		{len(s.Include) > 0, "only " + strings.Join(s.Include, " ")}, {len(s.Exclude) > 0, "without " + strings.Join(s.Exclude, " ")},
	} {
		if more.is {
			parts = append(parts, more.text)
		}
	}
	return strings.Join(parts, "; ")
}

func (s *indexStatus) hooksText() string {
	states := make(map[hookState]bool)
	for _, state := range s.Hooks {
		states[state] = true
	}
	switch {
	case states[hookInstalled] && len(states) == 1:
		return "installed in " + s.HooksDir
	case states[hookInstalled] || states[hookEdited] || states[hookLocked]:
		return "installed in part; see cleave hook status"
	}
	return "not installed; cleave hook install does"
}

// text tells of a view in two to four lines.
func (v *viewStatus) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s%s, refreshed %s\n", printable(v.view.String()), at(v.Commit), humanize.Time(v.Refreshed))
	fmt.Fprintf(b, "  %s, %s, %s\n", count(v.Files, "file"), count(v.Chunks, "chunk"), count(v.Tokens, "token"))
	if len(v.Passed) > 0 {
		var parts []string
		for _, reason := range slices.Sorted(maps.Keys(v.Passed)) {
			parts = append(parts, fmt.Sprintf("%s %d", reason, v.Passed[reason]))
		}
		fmt.Fprintf(b, "  passed over: %s\n", strings.Join(parts, ", "))
	}
	if v.Outdated != "" {
		fmt.Fprintf(b, "  %s, so a refresh makes it anew: %s\n", v.Outdated, printable(settingsText(&v.view.Settings)))
	}
	if v.Error != "" {
		fmt.Fprintf(b, "  how stale it is cannot be told: %s\n", printable(v.Error))
	}
	if v.Gone {
		b.WriteString("  gone; cleave index --gc drops it\n")
	}
	if s := v.Stale; s != nil && s.Added+s.Changed+s.Removed > 0 {
		fmt.Fprintf(b, "  stale: %d added, %d changed, %d removed since%s\n", s.Added, s.Changed, s.Removed, v.behind())
	} else if s != nil {
		fmt.Fprintf(b, "  fresh%s\n", v.behind())
	}
}

// behind tells where the repository is, if not at the view's commit.
func (v *viewStatus) behind() string {
	if v.Stale.Commit == v.Commit {
		return ""
	}
	return ", now" + at(v.Stale.Commit)
}

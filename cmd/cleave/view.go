package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

func viewFlag(fs *pflag.FlagSet, view *string) {
	fs.StringVar(view, "view", "", "the `VIEW` to answer from: worktree, staged, a revision or URL as indexed, a commit\n"+
		"(default: this work tree, else what is staged in it, else the latest refreshed)")
}

// openView opens the index of the current directory, or the file given, and
// picks a view of it.
func openView(ctx context.Context, file, name string) (*index.Index, *index.View, error) {
	top, git := "", ""
	if src, err := index.OpenSource(ctx, ".", repo.Options{}, index.Settings{}); err == nil {
		if file == "" {
			file = index.Path(src)
		}
		if top = src.Top; top == "" {
			top = src.Root
		}
		git = src.CommonDir
		src.Close()
	}
	x, err := index.Open(file)
	if err != nil {
		return nil, nil, err
	}
	views, err := x.Views(ctx)
	if err == nil {
		var v *index.View
		if v, err = pick(views, top, git, name); err == nil {
			return x, v, nil
		}
		err = fmt.Errorf("%s: %w", file, err)
	}
	x.Close()
	return nil, nil, err
}

// pick finds the view that name means at a work tree of a repository.
func pick(views []*index.View, top, git, name string) (*index.View, error) {
	find := func(is func(*index.View) bool) *index.View {
		for _, v := range views {
			if is(v) {
				return v
			}
		}
		return nil
	}
	here := func(kind repo.Kind) func(*index.View) bool {
		return func(v *index.View) bool { return v.Kind == kind && v.Place == top }
	}
	var tries []func(*index.View) bool
	switch name {
	case "":
		tries = append(tries, here(repo.WorkTree), here(repo.Staged), func(*index.View) bool { return true })
	case "worktree":
		tries = append(tries, here(repo.WorkTree))
	case "staged":
		tries = append(tries, here(repo.Staged))
	default:
		tries = append(tries, func(v *index.View) bool { return v.Name() == name && v.Place == git },
			func(v *index.View) bool { return v.Name() == name },
			func(v *index.View) bool { return len(name) >= 7 && strings.HasPrefix(v.Commit, name) })
	}
	for _, is := range tries {
		if v := find(is); v != nil {
			return v, nil
		}
	}
	if len(views) == 0 {
		return nil, fmt.Errorf("%w: it is empty; run cleave index", index.ErrNoView)
	}
	have := make([]string, len(views))
	for i, v := range views {
		have[i] = v.String()
	}
	return nil, fmt.Errorf("%w as %q; it has %s", index.ErrNoView, name, strings.Join(have, ", "))
}

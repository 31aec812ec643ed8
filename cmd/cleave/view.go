package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

func viewFlag(fs *pflag.FlagSet, view *string) {
	fs.StringVar(view, "view", "", "the `VIEW` to answer from: worktree, staged, a revision or URL as indexed, the directory of\n"+
		"another work tree, a commit (default: this work tree, else what is staged in it, else\n"+
		"the latest refreshed, which is said)")
}

// here is where a command runs: a work tree, or a directory that is none, and
// the repository.
type here struct{ top, git string }

// openHere finds where a command runs, and the index there if file is "".
func openHere(ctx context.Context, file string) (here, string) {
	src, err := index.OpenSource(ctx, ".", repo.Options{}, index.Settings{})
	if err != nil {
		return here{}, file
	}
	defer src.Close()
	at := here{cmp.Or(src.Top, src.Root), src.CommonDir}
	return at, cmp.Or(file, index.Path(src))
}

// openView opens the index of the current directory, or the file given, and
// picks a view of it. Where that is not what one would expect, note says so.
func openView(ctx context.Context, file, name string) (x *index.Index, v *index.View, note string, err error) {
	at, file := openHere(ctx, file)
	if x, err = index.Open(file); err != nil {
		return nil, nil, "", err
	}
	views, err := x.Views(ctx)
	if err == nil {
		if name == "" {
			v, note, err = at.nearest(ctx, views)
		} else {
			v, err = at.pick(views, name)
		}
		if err == nil {
			return x, v, note, nil
		}
		err = fmt.Errorf("%s: %w", file, err)
	}
	x.Close()
	return nil, nil, "", err
}

// nearest picks the view of the work tree, else what is staged in it, else the
// latest refreshed, of what is not gone if there is any.
func (at here) nearest(ctx context.Context, views []*index.View) (v *index.View, note string, err error) {
	of := func(kind repo.Kind) int {
		return slices.IndexFunc(views, func(v *index.View) bool { return v.Kind == kind && v.Place == at.top })
	}
	i := of(repo.WorkTree)
	if i < 0 && at.top == at.git { // of a bare repository it is what HEAD has
		i = slices.IndexFunc(views, func(v *index.View) bool { return v.Place == at.git && v.Name() == "HEAD" })
	}
	if i >= 0 {
		return views[i], "", nil
	}
	if len(views) == 0 {
		return nil, "", errNoViews
	}
	note = cmp.Or(at.top, "the current directory") + " is not indexed (cleave index does it)"
	if i = of(repo.Staged); i < 0 {
		i = slices.IndexFunc(views, func(v *index.View) bool { return !v.Gone(ctx) })
	}
	if i < 0 {
		v, note = views[0], note+", and all that the index has is gone"
	} else {
		v = views[i]
	}
	return v, fmt.Sprintf("%s; this is %s", note, v), nil
}

var errNoViews = fmt.Errorf("%w: it is empty; run cleave index", index.ErrNoView)

// pick finds the view that name means: as cleave status has it, or a commit.
func (at here) pick(views []*index.View, name string) (*index.View, error) {
	v, err := at.named(views, name)
	if err == nil || len(name) < 7 {
		return v, err
	}
	if i := slices.IndexFunc(views, func(v *index.View) bool { return strings.HasPrefix(v.Commit, name) }); i >= 0 {
		return views[i], nil
	}
	return nil, err
}

// named finds the view of a name: worktree, staged, a revision or URL, the
// directory of a work tree, or all that cleave status calls it.
func (at here) named(views []*index.View, name string) (*index.View, error) {
	dir, _ := filepath.Abs(name)
	for _, is := range []func(*index.View) bool{
		func(v *index.View) bool { return name == "worktree" && v.Kind == repo.WorkTree && v.Place == at.top },
		func(v *index.View) bool { return name == "staged" && v.Kind == repo.Staged && v.Place == at.top },
		func(v *index.View) bool { return v.Name() == name && v.Place == at.git },
		func(v *index.View) bool { return v.Name() == name || v.String() == name },
		func(v *index.View) bool { return v.Kind == repo.WorkTree && v.Place == dir },
	} {
		if i := slices.IndexFunc(views, is); i >= 0 {
			return views[i], nil
		}
	}
	if len(views) == 0 {
		return nil, errNoViews
	}
	have := make([]string, len(views))
	for i, v := range views {
		have[i] = v.String()
	}
	return nil, fmt.Errorf("%w as %q; it has %s%s", index.ErrNoView, name, strings.Join(have, ", "), makes[name])
}

// makes says how the views of these names come to be.
var makes = map[string]string{
	"staged":   "; cleave index --staged makes one",
	"worktree": "; cleave index makes one",
}

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// topOf gives the directory that the paths of a view begin at; "" if it is not
// known.
func topOf(ctx context.Context, v *index.View) string {
	if v.Kind == repo.WorkTree || v.Kind == repo.Staged {
		return v.Place
	}
	if at, _ := openHere(ctx, standard); at.git == v.Place { // any name: it is not looked for
		return at.top
	}
	return ""
}

// pathGlobs gives the globs of --path as the paths of a view are: one that begins
// with ./ or ../ goes by the current directory, one with / by the file system, if
// that leads below top; if not, by the top.
func pathGlobs(top string, globs []string) []string {
	out := make([]string, len(globs))
	for i, glob := range globs {
		out[i] = glob
		if !strings.HasPrefix(glob, ".") && !filepath.IsAbs(glob) {
			continue
		}
		if rel, ok := globBelow(top, glob); ok {
			out[i] = rel
		}
	}
	return out
}

// globBelow gives the glob below top that names on disk what glob does. What
// exists by the very name is not taken for a pattern: app/[id].
func globBelow(top, glob string) (string, bool) {
	dir, rest := "/", strings.Split(filepath.ToSlash(glob), "/")
	if !filepath.IsAbs(glob) {
		if rest[0] != "." && rest[0] != ".." {
			return "", false // a name that begins with a dot
		}
		dir, _ = os.Getwd()
	}
	for len(rest) > 0 {
		next := filepath.Join(dir, rest[0])
		info, err := os.Stat(next)
		if err != nil || !info.IsDir() {
			break
		}
		dir, rest = next, rest[1:]
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, below := relative(top, dir)
	if top == "" || !below {
		return "", false
	}
	if len(rest) == 1 && exists(filepath.Join(dir, rest[0])) {
		rest[0] = literally(rest[0])
	}
	out := "./"
	if rel != "." {
		out += literally(filepath.ToSlash(rel)) + "/"
	}
	return out + strings.Join(rest, "/"), true
}

// literally gives the glob that matches name alone.
func literally(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`, "}", `\}`).Replace(name)
}

// pathless says that no file of a view has a path as was asked for, where that
// is so: that nothing was found then says nothing of the query.
func pathless(ctx context.Context, x *index.Index, v *index.View, globs []string) (string, error) {
	if len(globs) == 0 {
		return "", nil
	}
	any, err := x.Matches(ctx, v, globs)
	if any || err != nil {
		return "", err
	}
	text := fmt.Sprintf("no file there has a path like %s", strings.Join(globs, " or "))
	for _, glob := range globs {
		dir := strings.TrimSuffix(glob, "/") + "/"
		for _, like := range []string{dir, "**/" + dir} {
			if any, err := x.Matches(ctx, v, []string{like}); any || err != nil {
				return fmt.Sprintf("%s; %s is what lies in the directory", text, like), err
			}
		}
	}
	return text, nil
}

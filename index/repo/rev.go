package repo

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Naming a revision, as gitrevisions(7) has it: a full or abbreviated id, a ref,
// `git describe` output, and any of ^, ^N, ~N, ^{commit}, ^{tree}, ^{} after it.
// Reflogs, searches and paths are not: they say so.

// resolve returns the id rev names.
func (s *Source) resolve(rev string) (hash, error) {
	end := strings.IndexAny(rev, "^~")
	if end < 0 {
		end = len(rev)
	}
	if strings.Contains(rev, "@{") || strings.Contains(rev, ":") {
		return "", fmt.Errorf("revision %q: reflogs, searches and paths are not read; use the id `git rev-parse` gives", rev)
	}
	if storage := s.repo.config["extensions.refstorage"]; storage != "" && storage != "files" {
		return "", fmt.Errorf("ref storage %q cannot be read; convert it with `git refs migrate --ref-format=files`", storage)
	}
	h, err := s.named(rev[:end])
	for steps := rev[end:]; err == nil && steps != ""; {
		h, steps, err = s.step(h, steps)
	}
	if err != nil {
		return "", fmt.Errorf("revision %q: %w", rev, err)
	}
	return h, nil
}

// named resolves what stands before the steps.
func (s *Source) named(name string) (hash, error) {
	if name == "@" {
		name = "HEAD"
	}
	if h, ok := parseHash(name); ok && len(h) == s.objects.hashLen {
		return h, nil
	}
	for _, format := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		h, err := s.repo.ref(fmt.Sprintf(format, name), 0)
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return h, err
		}
	}
	if i := strings.LastIndex(name, "-g"); i >= 0 {
		if h, err := s.abbreviated(name[i+2:]); err == nil {
			return h, nil
		}
	}
	return s.abbreviated(name)
}

// ref returns the id a ref has. A name that is none is os.ErrNotExist.
func (r *repository) ref(name string, depth int) (hash, error) {
	if depth > 5 || !safeRef(name) {
		return "", os.ErrNotExist
	}
	for _, dir := range []string{r.gitDir, r.commonDir} {
		text, err := readSmall(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			continue
		}
		text = strings.TrimSpace(text)
		if target, ok := strings.CutPrefix(text, "ref:"); ok {
			h, err := r.ref(strings.TrimSpace(target), depth+1)
			if err != nil && depth == 0 {
				err = fmt.Errorf("%s points to %s, which has no commit yet", name, strings.TrimSpace(target))
			}
			return h, err
		}
		if h, ok := parseHash(text); ok {
			return h, nil
		}
	}
	src, err := os.ReadFile(filepath.Join(r.commonDir, "packed-refs"))
	if err != nil {
		return "", os.ErrNotExist
	}
	for line := range bytes.Lines(src) {
		id, ref, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), " ")
		if h, ok := parseHash(id); ok && ref == name {
			return h, nil
		}
	}
	return "", os.ErrNotExist
}

// safeRef reports whether name can be a ref: a path below the git directory that
// is nothing else there.
func safeRef(name string) bool {
	if rest, ok := strings.CutPrefix(name, "refs/"); ok {
		return rest != "" && !strings.Contains(name, "..") && !strings.ContainsAny(name, "\x00\\*?[ ~^:") && !strings.HasPrefix(name, "/")
	}
	return name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// ErrNoRevision is returned where nothing in the repository has the name.
var ErrNoRevision = errors.New("no such commit, branch or tag")

// abbreviated returns the object whose id begins with prefix; a commit or tag if
// there are several.
func (s *Source) abbreviated(prefix string) (hash, error) {
	if len(prefix) < 4 || strings.Trim(prefix, "0123456789abcdefABCDEF") != "" {
		return "", ErrNoRevision
	}
	var commits []hash
	all := s.objects.withPrefix(strings.ToLower(prefix))
	for _, h := range all {
		if k, _, err := s.objects.read(h, nil); err == nil && (k == commitObject || k == tagObject) {
			commits = append(commits, h)
		}
	}
	switch {
	case len(commits) == 1:
		return commits[0], nil
	case len(all) == 1:
		return all[0], nil
	case len(all) == 0:
		return "", ErrNoRevision
	}
	return "", errors.New("ambiguous: give more digits")
}

// step applies the first of the steps to h.
func (s *Source) step(h hash, steps string) (hash, string, error) {
	if rest, ok := strings.CutPrefix(steps, "^{"); ok {
		word, rest, ok := strings.Cut(rest, "}")
		if !ok {
			return "", "", ErrNoRevision
		}
		var err error
		switch word {
		case "":
			h, _, err = s.peel(h, 0)
		case "commit":
			h, _, err = s.peel(h, commitObject)
		case "tree":
			h, _, err = s.peel(h, treeObject)
		default:
			err = fmt.Errorf("^{%s} is not read", word)
		}
		return h, rest, err
	}
	digits := len(steps) - len(strings.TrimLeft(steps[1:], "0123456789"))
	n, err := 1, error(nil)
	if digits > 1 {
		if n, err = strconv.Atoi(steps[1:digits]); err != nil {
			return "", "", ErrNoRevision
		}
	}
	which, times := n, 1
	if steps[0] == '~' {
		which, times = 1, n
	}
	if h, _, err = s.peel(h, commitObject); which == 0 {
		times = 0
	}
	for ; err == nil && times > 0; times-- {
		h, err = s.parent(h, which)
	}
	return h, steps[digits:], err
}

// peel follows tags, and a commit to its tree, until an object of the wanted
// type; 0 wants anything but a tag.
func (s *Source) peel(h hash, want kind) (hash, []byte, error) {
	for range 100 { // tags of tags of tags
		k, b, err := s.objects.read(h, nil)
		if err != nil {
			return "", nil, err
		}
		if k == want || want == 0 && k != tagObject {
			return h, b, nil
		}
		key := "object "
		if k == commitObject && want == treeObject {
			key = "tree "
		} else if k != tagObject {
			return "", nil, fmt.Errorf("object %s is a %s, not a %s", h, k, want)
		}
		line, _, _ := strings.Cut(string(b[:min(len(b), 100)]), "\n")
		next, ok := parseHash(strings.TrimPrefix(line, key))
		if !ok {
			return "", nil, fmt.Errorf("%s %s is damaged", k, h)
		}
		h = next
	}
	return "", nil, fmt.Errorf("tag %s never ends", h)
}

// parent returns the nth parent of a commit.
func (s *Source) parent(h hash, n int) (hash, error) {
	_, body, err := s.peel(h, commitObject)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(body)) {
		id, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "parent ")
		if line == "\n" {
			break
		}
		if !ok {
			continue
		}
		if n--; n == 0 {
			parent, ok := parseHash(id)
			if !ok {
				break
			}
			return parent, nil
		}
	}
	return "", fmt.Errorf("commit %s has no such parent here", h)
}

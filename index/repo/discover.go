package repo

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Finding the repository a directory belongs to, as git does: upwards, a `.git`
// directory, a `.git` file pointing elsewhere, or the directory itself if it is
// bare.

// repository is where the parts of one lie.
type repository struct {
	gitDir    string   // HEAD, index
	commonDir string   // objects, refs, config
	top       string   // of the work tree; "" if there is none
	topGiven  bool     // the environment names it, whatever the configuration says
	index     string   // the index file
	objects   []string // object directories, not counting alternates
	config    config
	sha256    bool
}

// discover returns the repository dir belongs to, or nil if there is none.
//
// GIT_DIR, GIT_WORK_TREE and GIT_INDEX_FILE, which hooks run under, speak of the
// repository of the current directory. They are honoured if that is also the one
// of dir, and not imposed on any other.
func discover(dir string) (*repository, error) {
	r, err := search(dir)
	if err != nil {
		return nil, err
	}
	env, err := fromEnvironment()
	if err != nil {
		return nil, err
	}
	switch {
	case env == nil:
	case r != nil && r.gitDir == env.gitDir, env.top != "" && below(dir, env.top) && (r == nil || r.top == "" || below(env.top, r.top)):
		r = env
	}
	if r == nil {
		return nil, nil
	}
	return r, r.configure()
}

// fromEnvironment returns the repository the environment speaks of, or nil if it
// speaks of none.
func fromEnvironment() (*repository, error) {
	gitDir, index, objects := os.Getenv("GIT_DIR"), os.Getenv("GIT_INDEX_FILE"), os.Getenv("GIT_OBJECT_DIRECTORY")
	if gitDir == "" && index == "" && objects == "" {
		return nil, nil
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	cwd = realPath(cwd)
	var r *repository
	if gitDir == "" {
		if r, err = search(cwd); r == nil || err != nil {
			return nil, err
		}
	} else {
		if !filepath.IsAbs(gitDir) {
			gitDir = filepath.Join(cwd, gitDir)
		}
		if gitDir, err = resolveGitFile(gitDir); err != nil {
			return nil, fmt.Errorf("GIT_DIR: %w", err)
		}
		if !isGitDir(gitDir) {
			return nil, fmt.Errorf("GIT_DIR: %s is not a git directory", gitDir)
		}
		r = newRepository(gitDir, cwd)
		if common := os.Getenv("GIT_COMMON_DIR"); common != "" {
			r.commonDir = realPath(absolute(cwd, common))
		}
		if tree := os.Getenv("GIT_WORK_TREE"); tree != "" {
			r.top, r.topGiven = realPath(absolute(cwd, tree)), true
		}
	}
	base := r.top // git goes there before it looks at the other paths
	if base == "" {
		base = cwd
	}
	if index != "" {
		r.index = absolute(base, index)
	}
	if objects != "" { // of objects a hook is to judge before they are let in
		r.objects = []string{absolute(base, objects)}
	}
	for _, dir := range filepath.SplitList(os.Getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES")) {
		r.objects = append(r.objects, absolute(base, dir))
	}
	return r, nil
}

// search looks for a repository in dir and above it.
func search(dir string) (*repository, error) {
	ceilings := filepath.SplitList(os.Getenv("GIT_CEILING_DIRECTORIES"))
	for {
		gitDir, err := gitDirOf(dir)
		if err != nil {
			return nil, err
		}
		if gitDir != "" {
			return newRepository(gitDir, dir), nil
		}
		if isGitDir(dir) {
			return newRepository(dir, ""), nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil, nil
		}
		for _, c := range ceilings {
			if c != "" && up == realPath(c) {
				return nil, nil
			}
		}
		dir = up
	}
}

// gitDirOf returns what the `.git` in dir stands for, or "" if it is none.
func gitDirOf(dir string) (string, error) {
	name := filepath.Join(dir, ".git")
	info, err := os.Stat(name)
	if err != nil {
		return "", nil
	}
	if info.IsDir() {
		if isGitDir(name) {
			return realPath(name), nil
		}
		return "", nil
	}
	gitDir, err := resolveGitFile(name)
	if err != nil {
		return "", err
	}
	if !isGitDir(gitDir) {
		return "", fmt.Errorf("%s points to %s, which is not a git directory", name, gitDir)
	}
	return gitDir, nil
}

// maxGitFile bounds the one-line files of a repository.
const maxGitFile = 1 << 16

// resolveGitFile returns the directory a `gitdir: ` file names; a directory is
// returned as it is.
func resolveGitFile(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return realPath(name), err
	}
	if !info.Mode().IsRegular() || info.Size() > maxGitFile {
		return "", fmt.Errorf("%s is no gitdir file", name)
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	target, ok := bytes.CutPrefix(src, []byte("gitdir: "))
	if !ok {
		return "", fmt.Errorf("%s does not begin with %q", name, "gitdir: ")
	}
	return realPath(absolute(filepath.Dir(name), strings.TrimRight(string(target), "\r\n"))), nil
}

// isGitDir reports whether dir has what makes a git directory.
func isGitDir(dir string) bool {
	if !headLooksRight(filepath.Join(dir, "HEAD")) {
		return false
	}
	common := commonDirOf(dir)
	return isDir(filepath.Join(common, "objects")) && isDir(filepath.Join(common, "refs"))
}

// headLooksRight reports whether a file is a HEAD: a link or line into refs/, or an id.
func headLooksRight(name string) bool {
	if target, err := os.Readlink(name); err == nil {
		return strings.HasPrefix(target, "refs/")
	}
	src, err := readSmall(name)
	if err != nil {
		return false
	}
	if ref, ok := strings.CutPrefix(src, "ref:"); ok {
		return strings.HasPrefix(strings.TrimLeft(ref, " \t"), "refs/")
	}
	_, ok := parseHash(strings.TrimSpace(src))
	return ok
}

// commonDirOf returns where a linked work tree's git directory has its objects.
func commonDirOf(gitDir string) string {
	src, err := readSmall(filepath.Join(gitDir, "commondir"))
	if err != nil {
		return gitDir
	}
	return realPath(absolute(gitDir, strings.TrimRight(src, "\r\n")))
}

func newRepository(gitDir, top string) *repository {
	common := commonDirOf(gitDir)
	return &repository{
		gitDir: gitDir, commonDir: common, top: top,
		index: filepath.Join(gitDir, "index"), objects: []string{filepath.Join(common, "objects")},
	}
}

// configure reads the configuration and what it says about the layout.
func (r *repository) configure() error {
	r.config = loadConfig(r.gitDir, r.commonDir)
	tree := r.config["core.worktree"]
	switch {
	case r.topGiven:
	case tree != "":
		r.top = realPath(absolute(r.gitDir, tree))
	case truth(r.config["core.bare"]) && r.gitDir == r.commonDir:
		r.top = ""
	}
	switch format := r.config["extensions.objectformat"]; strings.ToLower(format) {
	case "", "sha1":
	case "sha256":
		r.sha256 = true
	default:
		return fmt.Errorf("%s: object format %q is not known", r.gitDir, format)
	}
	return nil
}

// readSmall reads a file that should be a line or so.
func readSmall(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxGitFile {
		return "", fmt.Errorf("%s: not a small file", name)
	}
	src, err := os.ReadFile(name)
	return string(src), err
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// realPath resolves links as far as the path exists.
func realPath(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	if up := filepath.Dir(name); up != name {
		return filepath.Join(realPath(up), filepath.Base(name))
	}
	return filepath.Clean(name)
}

func absolute(base, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(base, name)
}

// below reports whether dir is top or lies in it.
func below(dir, top string) bool {
	rest, ok := strings.CutPrefix(dir, top)
	return ok && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(top, string(filepath.Separator)))
}

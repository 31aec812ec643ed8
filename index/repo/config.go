package repo

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Git's configuration, as far as it decides what is read: the system's, the
// user's, the repository's and the environment's, later ones winning, with
// include.path and includeIf "gitdir:" followed. Keys are
// "section.key" or "section.subsection.key", section and key in lower case.

type config map[string]string

// maxIncludes stops files that include each other; git stops there as well.
const maxIncludes = 10

// loadConfig reads every file that applies to the repository in gitDir, or only
// the user's and the system's if gitDir is "".
func loadConfig(gitDir, commonDir string) config {
	c := config{}
	if on, _ := strconv.ParseBool(os.Getenv("GIT_CONFIG_NOSYSTEM")); !on {
		c.file(envOr("GIT_CONFIG_SYSTEM", "/etc/gitconfig"), gitDir, 0)
	}
	for _, name := range userConfigs() {
		c.file(name, gitDir, 0)
	}
	if gitDir != "" {
		c.file(filepath.Join(commonDir, "config"), gitDir, 0)
		if truth(c["extensions.worktreeconfig"]) {
			c.file(filepath.Join(gitDir, "config.worktree"), gitDir, 0)
		}
	}
	c.environment()
	return c
}

// userConfigs are the files of the user's configuration, "" for none.
func userConfigs() []string {
	if global, ok := os.LookupEnv("GIT_CONFIG_GLOBAL"); ok {
		return []string{global}
	}
	return []string{userFile("config"), expandHome("~/.gitconfig")}
}

// environment adds what `git -c` and its relatives pass on to hooks.
func (c config) environment() {
	n, _ := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT"))
	for i := range min(n, 1000) {
		key := os.Getenv("GIT_CONFIG_KEY_" + strconv.Itoa(i))
		c.set(key, os.Getenv("GIT_CONFIG_VALUE_"+strconv.Itoa(i)))
	}
	for _, pair := range shellWords(os.Getenv("GIT_CONFIG_PARAMETERS")) {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			value = "true"
		}
		c.set(key, value)
	}
}

// set stores a value under its key, lowering what ignores case.
func (c config) set(key, value string) {
	first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	if first > 0 {
		c[strings.ToLower(key[:first])+key[first:last]+strings.ToLower(key[last:])] = value
	}
}

// file adds one file's values; a file that cannot be read has none.
func (c config) file(name, gitDir string, depth int) {
	if name == "" || depth > maxIncludes {
		return
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return
	}
	parseConfig(string(src), func(section, sub, key, value string) {
		full := section + "." + key
		if sub != "" {
			full = section + "." + sub + "." + key
		}
		c[full] = value
		if key != "path" || section != "include" && !(section == "includeif" && included(sub, name, gitDir)) {
			return
		}
		if value = expandHome(value); !filepath.IsAbs(value) {
			value = filepath.Join(filepath.Dir(name), value)
		}
		c.file(value, gitDir, depth+1)
	})
}

// included reports whether the condition of an includeIf holds.
func included(cond, file, gitDir string) bool {
	kind, pattern, _ := strings.Cut(cond, ":")
	if gitDir == "" || kind != "gitdir" && kind != "gitdir/i" {
		return false
	}
	pattern = expandHome(pattern)
	switch {
	case strings.HasPrefix(pattern, "./"):
		pattern = filepath.ToSlash(filepath.Dir(file)) + pattern[1:]
	case !filepath.IsAbs(pattern):
		pattern = "**/" + pattern
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	return wildmatch(pattern, filepath.ToSlash(gitDir), true, kind == "gitdir/i")
}

// parseConfig calls set for every value, in order.
func parseConfig(src string, set func(section, sub, key, value string)) {
	src = strings.TrimPrefix(strings.ReplaceAll(src, "\r\n", "\n"), "\ufeff")
	var section, sub string
	for src != "" {
		src = strings.TrimLeft(src, " \t\n")
		switch {
		case src == "":
		case src[0] == '#' || src[0] == ';':
			_, src, _ = strings.Cut(src, "\n")
		case src[0] == '[':
			section, sub, src = parseSection(src[1:])
		default:
			i := 0
			for i < len(src) && isKey(src[i]) {
				i++
			}
			if i == 0 { // not a configuration: give up, as git does
				return
			}
			key := strings.ToLower(src[:i])
			src = strings.TrimLeft(src[i:], " \t")
			value := "true" // a key alone
			if strings.HasPrefix(src, "=") {
				value, src = parseValue(src[1:])
			} else {
				_, src, _ = strings.Cut(src, "\n")
			}
			set(section, sub, key, value)
		}
	}
}

func isKey(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// parseSection reads `name]`, `name.sub]` or `name "sub"]`.
func parseSection(s string) (section, sub, rest string) {
	i := strings.IndexAny(s, "]\"\n")
	if i < 0 {
		return "", "", ""
	}
	section = strings.ToLower(strings.TrimSpace(s[:i]))
	if s[i] != '"' {
		section, sub, _ = strings.Cut(section, ".")
		return section, sub, s[i+1:]
	}
	var b strings.Builder
	for i++; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	_, rest, _ = strings.Cut(s[min(i, len(s)):], "]")
	return section, b.String(), rest
}

// parseValue reads up to the end of the line: quotes, escapes, comments, and
// lines continued with a backslash.
func parseValue(s string) (value, rest string) {
	s = strings.TrimLeft(s, " \t")
	var b strings.Builder
	quoted, keep := false, 0 // keep: what a trailing space must not be trimmed from
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\n' || !quoted && (c == '#' || c == ';'):
			_, rest, _ = strings.Cut(s[i:], "\n")
			return b.String()[:keep], rest
		case c == '"':
			quoted = !quoted
			continue
		case c == '\\' && i+1 < len(s):
			i++
			if s[i] == '\n' {
				continue
			}
			if j := strings.IndexByte("tnb", s[i]); j >= 0 {
				b.WriteByte("\t\n\b"[j])
			} else {
				b.WriteByte(s[i])
			}
			keep = b.Len()
			continue
		}
		b.WriteByte(c)
		if quoted || c != ' ' && c != '\t' {
			keep = b.Len()
		}
	}
	return b.String()[:keep], ""
}

// truth reads a boolean as git does.
func truth(v string) bool {
	switch strings.ToLower(v) {
	case "true", "yes", "on":
		return true
	}
	n, err := strconv.Atoi(v)
	return err == nil && n != 0
}

// excludesFile returns the user's ignore file.
func (c config) excludesFile(base string) string {
	name, ok := c["core.excludesfile"]
	if !ok {
		return userFile("ignore")
	}
	if name = expandHome(name); name != "" && !filepath.IsAbs(name) {
		name = filepath.Join(base, name)
	}
	return name
}

// HooksDir gives the directory that git runs hooks from, which need not exist:
// core.hooksPath, or that of the repository; "" outside of any.
func (s *Source) HooksDir() string {
	if s.repo == nil {
		return ""
	}
	dir := expandHome(s.repo.config["core.hookspath"])
	if dir == "" {
		return filepath.Join(s.CommonDir, "hooks")
	}
	base := s.Top // where git runs them
	if base == "" {
		base = s.GitDir
	}
	return absolute(base, dir)
}

// userFile returns a file of the user's git directory, or "" without a home.
func userFile(name string) string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git", name)
	}
	return expandHome("~/.config/git/" + name)
}

// expandHome replaces a leading `~/`; without a home there is no such file.
func expandHome(name string) string {
	rest, ok := strings.CutPrefix(name, "~/")
	if !ok {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, rest)
}

func envOr(key, other string) string {
	if v, ok := os.LookupEnv(key); ok {
		return v
	}
	return other
}

// shellWords splits words that git quoted for a shell: 'a'='b' 'it'\”s'.
func shellWords(s string) []string {
	var words []string
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			quoted = !quoted
		case c == '\\' && !quoted && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case c == ' ' && !quoted:
			words = append(words, b.String())
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	if b.Len() > 0 {
		words = append(words, b.String())
	}
	return words
}

package eval

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The rules on what people write in commits.
var (
	bot = regexp.MustCompile(`(?i)\[bot\]|\bbots?\b|dependabot|renovate|greenkeeper|github-actions|pre-commit-ci|allcontributors|imgbot|mergify`)

	revert = regexp.MustCompile(`(?i)^revert\b|^Revert "|\bthis reverts commit\b`)

	bump = regexp.MustCompile(`(?i)^\W*(release|version|v?\d+\.\d+)\b|\bbump(s|ed|ing)?\b|^(build|chore)\((deps|release|dev-deps)` +
		`|\b(prepare|prepping|preparing)\b.*\b(release|version|iteration)\b|\[maven-release` +
		`|^(update|upgrade)\b.*\b(dependenc(y|ies)|deps|version|changelog|to v?\d+(\.\d+)+)`)

	formatting = regexp.MustCompile(`(?i)^(style|format|reformat|fmt|lint|typo)\b[^:]{0,20}:|\b(gofmt|goimports|rustfmt|clang-format|google-java-format|prettier|reformat(s|ted|ting)?|re-?indent|typos?|misspell\w*|spelling|lint(s|er|ing)?|white ?space fix\w*)\b`)

	convention = regexp.MustCompile(`^(feat|fix|docs|style|refactor|perf|test|build|ci|chore)(\([^)]*\))?!?:\s*`)
	trailer    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*: \S`)
	signed     = regexp.MustCompile(`(?i)^\W*([a-z]+-)+by:|^\W*(change-id|piperorigin-revid|git-svn-id|differential revision|cherry-picked from)\b`)

	address = regexp.MustCompile(`<?\b(https?|ftp)://[^\s>)\]]+>?|\bwww\.[^\s>)\]]+|<?[\w.+-]+@[\w-]+\.[\w.-]+>?`)
	issue   = regexp.MustCompile(`(?i)(\b(close[sd]?|fix(e[sd])?|resolve[sd]?|refs?|references|see|issues?|pull request|pr|bug)\b[:\s]*)?([\w.-]+/[\w.-]+|\bgh)?[#]\d+\b|\bGH-\d+\b|^\[?[A-Z]{2,}-\d+\]?[:\s]`)
	id      = regexp.MustCompile(`\b[0-9a-f]{7,64}\b`)
	hollow  = regexp.MustCompile(`[(\[{][\s,;.\x00]*\x00[\s,;.\x00]*[)\]}]`)
	blanks  = regexp.MustCompile(`[ \t]+`)
)

// mostText is how long a query may be, in bytes.
const mostText = 1500

// leastWords is how many words a message must have.
const leastWords = 5

// unfit says why a commit's message makes no query, by its first line and all
// of it; "" if it may.
func unfit(author, message string) string {
	subject, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	switch {
	case bot.MatchString(author):
		return "bot"
	case revert.MatchString(subject) || strings.Contains(message, "This reverts commit"):
		return "revert"
	case bump.MatchString(subject):
		return "version bump"
	case formatting.MatchString(subject):
		return "formatting"
	case wordCount(cleanMessage(message)) < leastWords:
		return "short message"
	}
	return ""
}

// cleanMessage takes out of a commit's message what no question would have:
// trailers, issue numbers, URLs, addresses, ids of commits, the prefix of
// conventional commits.
func cleanMessage(message string) string {
	message = strings.ToValidUTF8(strings.ReplaceAll(message, "\r\n", "\n"), "\uFFFD")
	var out []string
	size := 0
	for i, line := range withoutTrailers(strings.Split(strings.TrimSpace(message), "\n")) {
		line = cleanLine(strings.TrimSpace(line))
		if i == 0 {
			line = convention.ReplaceAllString(line, "")
		}
		if wordCount(line) == 0 {
			continue
		}
		if size += len(line) + 1; size > mostText+1 {
			break
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// withoutTrailers drops a last paragraph that is all trailers, as git has them,
// and signatures wherever they are.
func withoutTrailers(lines []string) []string {
	lines = slices.DeleteFunc(lines, signed.MatchString)
	for len(lines) > 1 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	last := len(lines)
	for last > 0 && strings.TrimSpace(lines[last-1]) != "" {
		last--
	}
	if last == 0 {
		return lines
	}
	for _, line := range lines[last:] {
		if !trailer.MatchString(line) && !strings.HasPrefix(line, " ") && wordCount(cleanLine(line)) > 0 {
			return lines
		}
	}
	return lines[:last]
}

// cleanLine leaves a mark where it takes something out, so that brackets with
// nothing else in them can go too, but not those of a call.
func cleanLine(line string) string {
	line = address.ReplaceAllString(line, gone)
	line = issue.ReplaceAllString(line, gone)
	line = id.ReplaceAllStringFunc(line, func(s string) string {
		if strings.ContainsAny(s, "0123456789") {
			return gone
		}
		return s
	})
	line = hollow.ReplaceAllString(line, "")
	line = strings.ReplaceAll(line, gone, "")
	return strings.TrimSpace(blanks.ReplaceAllString(line, " "))
}

const gone = "\x00"

func wordCount(text string) int {
	return len(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '_' }))
}

// leaks reports whether a text names one of the files: its name without the
// ending, as a word.
func leaks(text string, gold []Gold) bool {
	text = strings.ToLower(text)
	for _, g := range gold {
		stem, _, _ := strings.Cut(path.Base(strings.ToLower(g.Path)), ".")
		if stem == "" {
			continue
		}
		for at := 0; ; {
			i := strings.Index(text[at:], stem)
			if i < 0 {
				break
			}
			at += i + len(stem)
			if !wordAt(text[:at-len(stem)], true) && !wordAt(text[at:], false) {
				return true
			}
		}
	}
	return false
}

// wordAt reports whether a text has part of a word at its end, or its beginning.
func wordAt(text string, end bool) bool {
	r := []rune(text)
	if len(r) == 0 {
		return false
	}
	c := r[0]
	if end {
		c = r[len(r)-1]
	}
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_'
}

package repo

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
)

// location is a remote repository as the user named it, taken apart.
type location struct {
	scheme   string // http, https, ssh, git or file
	url      string // to fetch from, without credentials; what may be shown
	host     string // without port
	path     string
	user     string
	password string
	ref      string // what follows the `@` after the path
}

// Redact returns a location without the password or token that it may hold.
func Redact(location string) string {
	if !IsRemote(location) {
		return location
	}
	l, err := parseLocation(location)
	switch scheme, rest, _ := strings.Cut(location, "://"); {
	case err != nil && rest == "": // of the form host:path, which has no place for one
		return location
	case err != nil:
		return scheme + "://" + rest[strings.LastIndexByte(rest, '@')+1:]
	case l.ref != "":
		return l.url + "@" + l.ref
	}
	return l.url
}

// scpLike is `[user@]host:path`, with no slash before the colon.
var scpLike = regexp.MustCompile(`^(?:([^@/:\s]+)@)?([^@/:\s]+|\[[0-9a-fA-F:.]+\]):([^:].*)$`)

// IsRemote reports whether location names a remote repository. A file or
// directory of that name wins over `host:path`.
func IsRemote(location string) bool {
	if strings.Contains(location, "://") {
		return true
	}
	m := scpLike.FindStringSubmatch(location)
	if m == nil || m[1] == "" && len(m[2]) == 1 { // one letter is a drive
		return false
	}
	_, err := os.Lstat(location)
	return err != nil
}

// parseLocation takes a remote's location apart. Errors do not repeat it: it may
// hold a password.
func parseLocation(s string) (*location, error) {
	if !strings.Contains(s, "://") {
		m := scpLike.FindStringSubmatch(s)
		if m == nil {
			return nil, errors.New("not a repository URL")
		}
		l := &location{scheme: "ssh", user: m[1], host: strings.Trim(m[2], "[]")}
		l.path, l.ref = cutRef(m[3])
		l.url = m[2] + ":" + l.path
		if l.user != "" {
			l.url = l.user + "@" + l.url
		}
		return l, l.check()
	}
	u, err := url.Parse(s)
	if err != nil {
		var inner *url.Error
		if errors.As(err, &inner) {
			err = inner.Err
		}
		return nil, fmt.Errorf("not a repository URL: %s", reason(err, s))
	}
	l := &location{scheme: strings.ToLower(u.Scheme), host: u.Hostname(), user: u.User.Username()}
	l.password, _ = u.User.Password()
	l.path, l.ref = cutRef(u.Path)
	shown := url.URL{Scheme: l.scheme, Host: u.Host, Path: l.path}
	switch l.scheme {
	case "git+ssh", "ssh+git":
		shown.Scheme, l.scheme = "ssh", "ssh"
		fallthrough
	case "ssh":
		if l.user != "" {
			shown.User = url.User(l.user)
		}
	case "http", "https", "git":
	case "file":
		if u.Host != "" && u.Host != "localhost" {
			return nil, errors.New("a file URL has no host: file:///path/to/repository")
		}
		l.host, shown.Host = "", ""
		l.url = "file://" + l.path
		return l, l.check()
	default:
		return nil, fmt.Errorf("%q is not a way to reach a repository: https, http, ssh, git and file are", l.scheme)
	}
	l.url = shown.String()
	return l, l.check()
}

// reason is an error's text with what might be a password taken out.
func reason(err error, s string) string {
	text := err.Error()
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		text = "malformed"
	}
	return text
}

func (l *location) check() error {
	switch {
	case strings.Trim(l.path, "/") == "":
		return errors.New("URL names no repository: the path is missing")
	case l.scheme != "file" && (l.host == "" || strings.HasPrefix(l.host, "-")):
		return errors.New("URL has no host")
	case strings.HasPrefix(l.path, "-") || strings.ContainsAny(l.path, "\x00\n"):
		return errors.New("the path of the URL is malformed")
	}
	return nil
}

// cutRef takes `@ref` from the end of a path.
func cutRef(path string) (rest, ref string) {
	if i := strings.LastIndexByte(path, '@'); i > 0 && i+1 < len(path) && path[i-1] != '/' {
		return path[:i], path[i+1:]
	}
	return path, ""
}

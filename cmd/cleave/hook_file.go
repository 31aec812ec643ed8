package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A hook is a script of the shell. Its second line has the sum of those that
// follow, which tells a script of ours from one that somebody edited since.

var hookNames = []string{"pre-commit", "post-commit", "post-checkout", "post-merge", "post-rewrite"}

const (
	keptSuffix = ".before-cleave" // of the hook that was there
	hookMark   = "# cleave hook "
)

// hookCall is how a hook calls cleave.
type hookCall struct {
	program string // where it is
	file    string // the index, if not the repository's own
	shared  bool   // the hook lies in a work tree, and comes to others with it
}

// hookScript writes the hook of a name: first the hook that was there, by a
// fixed name, since others too move hooks away and call them; then cleave. One
// that is shared takes the program of whoever runs it, and says nothing to who
// has none.
func hookScript(name string, call hookCall) string {
	args := "hook run"
	if call.file != "" {
		args += " --index " + shellQuote(call.file)
	}
	find := `cleave=` + shellQuote(call.program)
	lost := `	echo "cleave: the program is gone and the index not refreshed; install it again, or remove ${0%/*}/` + name + `" >&2`
	if call.shared {
		find, lost = `cleave=$(command -v cleave) || `+find, `	: # not everybody has it`
	}
	body := `# Made by cleave hook install; cleave hook uninstall takes it away.
` + find + `
self="${0%/*}/` + name + `"
kept="$self` + keptSuffix + `"
` + keptShell + `status=0
if [ ! -x "$kept" ]; then
	:
elif kept_shell; then
	$shell -c '. "$0` + keptSuffix + `"' "$self" "$@" || status=$?
else
	"$kept" "$@" || status=$?
fi
`
	if name == "pre-commit" {
		body += `[ "$status" -eq 0 ] || exit "$status"` + "\n"
	}
	body += `[ -x "$cleave" ] || cleave=$(command -v cleave) || cleave=
if [ -n "$cleave" ]; then
	"$cleave" ` + args + " " + name + ` "$@" </dev/null || :
else
` + lost + `
fi
exit "$status"
`
	return "#!/bin/sh\n" + hookMark + hookSum(body) + "\n" + body
}

// keptShell tells how to run the hook that was there under the name it had,
// since it may go by the name: a shell can read it and be told another $0. That
// of zsh would be the file it reads, but for the option. One that takes $0 for
// its own file (to follow the link it is, to read it or to run it again) would
// find ours there, and is run as it is; so is what is no script of a shell, and
// what has a first line that might be understood in another way.
const keptShell = `kept_shell() {
	[ -f "$kept" ] && [ -r "$kept" ] || return 1
	line=
	IFS= read -r line <"$kept" || [ -n "$line" ] || return 1
	case $line in
	*[![:print:][:blank:]]*) return 1 ;;
	'#!'*) line=${line#??} ;;
	*) line=/bin/sh ;;
	esac
	set -f
	set -- $line
	set +f
	shell=
	case $1 in
	*/env)
		shell=$1
		shift
		[ "$1" != -S ] || shift
		;;
	esac
	shell="$shell $1"
	case ${1##*/} in
	sh | bash | dash | ksh | mksh) ;;
	zsh) shell="$shell -onofunctionargzero" ;;
	*) return 1 ;;
	esac
	shift
	for option; do
		case $option in
		-*[!efhlpuvxE]* | -) return 1 ;;
		-*) shell="$shell $option" ;;
		*) return 1 ;;
		esac
	done
	while read -r line || [ -n "$line" ]; do
		case $line in
		'#'*) continue ;;
		*'$0'* | *'${0'*) ;;
		*) continue ;;
		esac
		case $line in
		*readlink* | *realpath* | *BASH_SOURCE*) return 1 ;;
		*'sh "$0"'* | *'sh $0'* | *'exec "$0"'* | *'exec $0'*) return 1 ;;
		*basename* | *dirname* | *'${0#'* | *'${0%'* | *echo* | *print* | case*) ;;
		*) return 1 ;;
		esac
	done <"$kept"
}
`

func hookSum(body string) string {
	sum := sha256.Sum256([]byte(body))
	return fmt.Sprintf("%x", sum[:8])
}

// shellQuote makes one word of s, whatever it holds.
func shellQuote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// hookState is what stands where a hook should be.
type hookState string

const (
	hookInstalled hookState = "installed"
	hookAbsent    hookState = "not installed"
	hookForeign   hookState = "another's hook, without cleave"
	hookEdited    hookState = "installed, and edited since"
	hookLocked    hookState = "installed, but may not be executed"
)

func stateOf(dir, name string) (hookState, error) {
	_, state, err := findHook(dir, name)
	return state, err
}

// findHook looks for our hook: in its place, or where the pre-commit framework
// puts it when it takes that place.
func findHook(dir, name string) (path string, state hookState, err error) {
	path = filepath.Join(dir, name)
	state, err = fileState(path)
	if err != nil || state != hookForeign {
		return path, state, err
	}
	if legacy, err := fileState(path + ".legacy"); err == nil && legacy != hookForeign && legacy != hookAbsent {
		return path + ".legacy", legacy, nil
	}
	return path, state, nil
}

func fileState(path string) (hookState, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return hookAbsent, nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return hookForeign, nil
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(src), "\n")
	sum, ours := strings.CutPrefix(rest, hookMark)
	if !ours {
		return hookForeign, nil
	}
	sum, body, _ := strings.Cut(sum, "\n")
	switch {
	case sum != hookSum(body):
		return hookEdited, nil
	case info.Mode()&0o100 == 0:
		return hookLocked, nil
	}
	return hookInstalled, nil
}

var errEdited = errors.New("it was edited since it was installed; keep what you need of it elsewhere and remove it")

// installHook puts our hook into its place, and keeps another that stands there.
func installHook(dir, name string, call hookCall) error {
	path, state, err := findHook(dir, name)
	if err != nil {
		return cause(err)
	}
	if state == hookEdited {
		return errEdited
	}
	next, err := os.CreateTemp(dir, temporary+"*")
	if err != nil {
		return cause(err)
	}
	defer os.Remove(next.Name())
	_, err = next.WriteString(hookScript(name, call))
	if err = errors.Join(err, next.Close(), os.Chmod(next.Name(), 0o755)); err != nil {
		return cause(err)
	}
	if state != hookForeign {
		return cause(os.Rename(next.Name(), path))
	}
	kept := path + keptSuffix
	if _, err := os.Lstat(kept); err == nil && !sameHook(path, kept) {
		return fmt.Errorf("%s is there already, kept from an earlier install, and the hook is another's again; move one of them away",
			filepath.Base(kept))
	}
	if err := os.Rename(path, kept); err != nil {
		return cause(err)
	}
	if err := os.Rename(next.Name(), path); err != nil {
		return errors.Join(cause(err), os.Rename(kept, path))
	}
	return nil
}

// sameHook reports whether two hooks are links to the same, or files with the
// same bytes: who made one made it again.
func sameHook(a, b string) bool {
	linkA, errA := os.Readlink(a)
	linkB, errB := os.Readlink(b)
	if errA == nil || errB == nil {
		return errA == nil && errB == nil && linkA == linkB
	}
	srcA, errA := os.ReadFile(a)
	srcB, errB := os.ReadFile(b)
	return errA == nil && errB == nil && bytes.Equal(srcA, srcB)
}

// uninstallHook takes our hook away and puts back the one that was there.
func uninstallHook(dir, name string) error {
	path, state, err := findHook(dir, name)
	switch {
	case err != nil:
		return cause(err)
	case state == hookEdited:
		return errEdited
	case state == hookForeign:
		return nil
	}
	err = os.Rename(filepath.Join(dir, name+keptSuffix), path)
	if errors.Is(err, fs.ErrNotExist) && state != hookAbsent {
		err = os.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return cause(err)
}

//go:build unix

package repo

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// openDir opens a directory, and no link to one. The os package would ask the
// poller about every directory, which costs as much as listing a small one.
func openDir(name string) (*os.File, error) {
	fd, err := retry(func() (int, error) {
		return unix.Open(name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(fd), name), nil
}

// statAt looks at a name in a directory; without one, at a path. A link is not
// followed.
func statAt(dir *os.File, name string) (status, error) {
	at := unix.AT_FDCWD
	if dir != nil {
		at = int(dir.Fd())
	}
	var st unix.Stat_t
	_, err := retry(func() (int, error) { return 0, unix.Fstatat(at, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
	if err != nil {
		return status{}, err
	}
	mode := fs.FileMode(st.Mode & 0o777)
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	default:
		mode |= fs.ModeDevice
	}
	return status{mode, st.Size, Stamp{st.Mtim.Nano(), st.Ctim.Nano(), uint64(st.Ino)}}, nil
}

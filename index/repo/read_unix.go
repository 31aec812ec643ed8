//go:build unix

package repo

import "syscall"

// readRegular reads a regular file into buf's memory: a link in its place is not
// followed, a pipe not waited for, and one over limit (if not 0) is not read. It
// is measured after it was opened, so that what is read is what was measured.
// The os package would ask the poller about every file, which costs as much as
// reading a small one.
func readRegular(name string, limit int64, buf []byte) ([]byte, error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		return nil, err
	}
	if info.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, errNotRegular
	}
	if limit > 0 && info.Size > limit {
		return nil, ErrTooLarge
	}
	size := int(info.Size)
	if cap(buf) < size {
		buf = make([]byte, size)
	}
	buf = buf[:size]
	for n := 0; n < size; {
		got, err := retry(func() (int, error) { return syscall.Read(fd, buf[n:]) })
		if err != nil {
			return nil, err
		}
		if got == 0 { // it shrank
			return buf[:n], nil
		}
		n += got
	}
	return buf, nil
}

func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != syscall.EINTR {
			return n, err
		}
	}
}

package repo

import "io/fs"

// Stamp is what shows on disk that a file is not what it was, beside its size.
// Times are in nanoseconds since 1970. The zero value is that of no file.
type Stamp struct {
	Modified int64  // when its bytes were changed, or are said to have been
	Changed  int64  // when anything of it was, its name too; 0 where the system does not say
	Inode    uint64 // its number in the file system; 0 where the system has none
}

// status is what the file system says of a name.
type status struct {
	mode  fs.FileMode // type and permissions
	size  int64
	stamp Stamp
}

// StampOf looks at a file on disk. A link is not followed.
func StampOf(name string) (size int64, s Stamp, err error) {
	st, err := statAt(nil, name)
	return st.size, st.stamp, err
}

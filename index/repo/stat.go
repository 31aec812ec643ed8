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
	mode     fs.FileMode // type and permissions
	size     int64
	stamp    Stamp
	uid, gid uint32
}

// StampOf looks at a file on disk. A link is not followed.
func StampOf(name string) (size int64, s Stamp, err error) {
	st, err := statAt(nil, name)
	return st.size, st.stamp, err
}

// indexTime is a time as the git index has it: seconds and nanoseconds, both in
// 32 bits.
type indexTime struct{ sec, nsec uint32 }

func indexTimeOf(ns int64) indexTime {
	sec := ns / 1e9
	if ns%1e9 < 0 {
		sec--
	}
	return indexTime{uint32(sec), uint32(ns - sec*1e9)}
}

// is reports whether the index speaks of the file as it lies on disk: all that
// it has of the file is what the file system says, as far as that tells it.
func (x *indexEntry) is(s *status) bool {
	return int64(x.size) == s.size && x.modified == indexTimeOf(s.stamp.Modified) &&
		(s.stamp.Changed == 0 || x.changed == indexTimeOf(s.stamp.Changed)) &&
		(s.stamp.Inode == 0 || x.inode == uint32(s.stamp.Inode) && x.uid == s.uid && x.gid == s.gid)
}

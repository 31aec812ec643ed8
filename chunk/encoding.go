package chunk

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// A file that is not UTF-8 is decoded before anything reads it, and the chunks'
// offsets are led back to the file at the end. UTF-16 and UTF-32 are known by their
// byte order marks, Latin-1 by its bytes beyond ASCII, of which seldom three stand
// together.
//
// What is none of these is taken as it lies, invalid bytes and all: to guess
// among the encodings of Cyrillic, Greek or Chinese takes statistics of their
// languages, and a wrong guess makes words that nobody can search for.

// decoded is a file's text in UTF-8.
type decoded struct {
	text     []byte
	encoding string   // "" for UTF-8
	at       []uint32 // where each byte of text comes from, and the end; nil: from the same place
}

// decode reads a file. The text of one that is UTF-8 is the file's own bytes.
func decode(src []byte) decoded {
	switch {
	case bytes.HasPrefix(src, []byte("\xff\xfe\x00\x00")): // which begins as UTF-16 does
		return decodeUTF32(src, binary.LittleEndian, "utf-32le")
	case bytes.HasPrefix(src, []byte("\x00\x00\xfe\xff")):
		return decodeUTF32(src, binary.BigEndian, "utf-32be")
	case bytes.HasPrefix(src, []byte("\xff\xfe")):
		return decodeUTF16(src, binary.LittleEndian, "utf-16le")
	case bytes.HasPrefix(src, []byte("\xfe\xff")):
		return decodeUTF16(src, binary.BigEndian, "utf-16be")
	case bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) && len(src) > 3:
		d := decoded{text: src[3:], encoding: "utf-8-bom", at: make([]uint32, 0, len(src)-2)}
		for i := range src[2:] {
			d.at = append(d.at, uint32(i+3))
		}
		return d
	case utf8.Valid(src):
		return decoded{text: src}
	}
	return decodeLatin(src)
}

// add writes a rune that was read at off.
func (d *decoded) add(r rune, off int) {
	before := len(d.text)
	d.text = utf8.AppendRune(d.text, r)
	for range d.text[before:] {
		d.at = append(d.at, uint32(off))
	}
}

// decodeUTF16 reads what follows the byte order mark. A half of a pair that
// lacks the other, and an odd byte at the end, become U+FFFD.
func decodeUTF16(src []byte, order binary.ByteOrder, name string) decoded {
	d := decoded{encoding: name}
	for i := 2; i < len(src); {
		if i+1 == len(src) {
			d.add(utf8.RuneError, i)
			break
		}
		r, n := rune(order.Uint16(src[i:])), 2
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if i+3 < len(src) {
				low = rune(order.Uint16(src[i+2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				n = 4
			}
		}
		d.add(r, i)
		i += n
	}
	d.at = append(d.at, uint32(len(src)))
	return d
}

// decodeUTF32 reads what follows the byte order mark. What is no character, and
// odd bytes at the end, become U+FFFD.
func decodeUTF32(src []byte, order binary.ByteOrder, name string) decoded {
	d := decoded{encoding: name}
	for i := 4; i < len(src); i += 4 {
		r := utf8.RuneError
		if i+4 <= len(src) {
			r = rune(order.Uint32(src[i:]))
		}
		d.add(r, i)
	}
	d.at = append(d.at, uint32(len(src)))
	return d
}

// decodeLatin reads Latin-1, or what Windows makes of it, if src is that.
func decodeLatin(src []byte) decoded {
	name := latin(src)
	d := decoded{text: src, encoding: name}
	if name != "iso-8859-1" && name != "windows-1252" {
		return d
	}
	d.text = make([]byte, 0, len(src)+len(src)/16)
	d.at = make([]uint32, 0, cap(d.text)+1)
	for i, c := range src {
		r := rune(c)
		if name == "windows-1252" {
			if w := charmap.Windows1252.DecodeByte(c); w != utf8.RuneError {
				r = w
			}
		}
		d.add(r, i)
	}
	d.at = append(d.at, uint32(len(src)))
	return d
}

// latin names the encoding of what is not valid UTF-8: UTF-8 with faults if at
// least as many characters beyond ASCII are right as are wrong; Latin-1 if most
// of them stand in ones and twos; else unknown.
func latin(src []byte) string {
	good, wrong, few, high, name := 0, 0, 0, 0, "iso-8859-1"
	for i := 0; i < len(src); {
		run := 0
		for i+run < len(src) && src[i+run] >= utf8.RuneSelf {
			if src[i+run] < 0xa0 {
				name = "windows-1252"
			}
			run++
		}
		for rest := src[i : i+run]; len(rest) > 0; {
			r, n := utf8.DecodeRune(rest)
			if r == utf8.RuneError && n == 1 {
				wrong++
			} else {
				good++
			}
			rest = rest[n:]
		}
		if run <= 2 {
			few += run
		}
		high += run
		if i += run; i < len(src) && src[i] == 0 {
			return "unknown"
		}
		i++
	}
	switch {
	case good >= wrong:
		return "utf-8-invalid"
	case few*10 >= high*7:
		return name
	}
	return "unknown"
}

// place leads the chunks' offsets back to the file they were decoded from. A
// byte order mark goes with the first.
func (d *decoded) place(f *File) {
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		ch.Encoding = d.encoding
		if d.at == nil {
			continue
		}
		if ch.StartByte > 0 {
			ch.StartByte = int(d.at[ch.StartByte])
		}
		ch.EndByte = int(d.at[ch.EndByte])
	}
}

package index

import (
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

// parents hands over parents in the stead of chunks: of those with the same
// parent the best, and none whose parent lies inside that of a better one, or
// around it. A chunk without a parent stands for itself.
func (s *search) parents(ranked []scored) ([]Hit, error) {
	var out []Hit
	for _, c := range ranked {
		h, err := s.hit(c)
		if err != nil {
			return nil, err
		}
		if h.Parent != nil {
			if overlaps(out, &h) {
				continue
			}
			f, err := s.x.file(s.ctx, s.tx, c.at.id)
			if err != nil {
				return nil, err
			}
			h.ParentText = linesOf(f, h.Parent.StartLine, h.Parent.EndLine)
		}
		if out = append(out, h); len(out) == s.options.Limit {
			break
		}
	}
	return out, nil
}

func overlaps(out []Hit, h *Hit) bool {
	for i := range out {
		o := &out[i]
		if o.Path == h.Path && o.Parent != nil && h.Parent.StartLine <= o.Parent.EndLine && o.Parent.StartLine <= h.Parent.EndLine {
			return true
		}
	}
	return false
}

// linesOf puts lines of a file together from the bodies of its chunks. Of a
// notebook, whose lines are not those of its text, they are those of all chunks
// that lie in them.
func linesOf(f *chunk.File, first, last int) string {
	var b strings.Builder
	line, end := 1, 0
	for i := range f.Chunks {
		ch := &f.Chunks[i]
		body := ch.Text[len(ch.Context):]
		if ch.Cell != nil {
			if first <= ch.StartLine && ch.EndLine <= last {
				b.WriteString(body)
			}
			continue
		}
		if lap := end - ch.StartByte; lap > 0 && ch.Encoding == "" {
			body = body[min(lap, len(body)):]
		}
		end = max(end, ch.EndByte)
		for part := range strings.SplitAfterSeq(body, "\n") {
			if first <= line && line <= last {
				b.WriteString(part)
			}
			if strings.HasSuffix(part, "\n") {
				line++
			}
		}
	}
	return b.String()
}

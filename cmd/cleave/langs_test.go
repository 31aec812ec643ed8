package main

import (
	"bytes"
	"strings"
	"testing"
)

// On a terminal no line is wider than it, and nothing is left out.
func TestListLanguages(t *testing.T) {
	var b bytes.Buffer
	listLanguages(&b, 60)
	for line := range strings.Lines(b.String()) {
		if len(strings.TrimSuffix(line, "\n")) > 60 {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
	for _, part := range []string{"\nPython\n    class function method", " .pyw", "\nC++\n", "imports\n    .cpp"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%q is missing in\n%s", part, b.String())
		}
	}
}

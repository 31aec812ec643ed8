package chunk

import (
	"fmt"
	"strings"
	"testing"
)

// TestChat tells conversations from what looks like one.
func TestChat(t *testing.T) {
	for text, want := range map[string]string{
		"Ann: hi\nBob: hi\nAnn: how are you?\nBob: well\n":                             "Ann Bob Ann Bob",
		"[10:02] ann: hi\n[10:03] bob: hi\nand more\n[10:03] ann: a\n10:04 - bob: b\n": "ann bob ann bob",
		"<ann> hi\n<bob> hi\n<ann> so\n<bob> so\n":                                     "ann bob ann bob",
		"**User:** a\n\n**Assistant:** b\n\n**User:** c\n\n**Assistant:** d\n":         "User Assistant User Assistant",
		"From: a\nTo: b\nSubject: c\nDate: d\n\nFrom what I hear.\n":                   "",
		"Name: a\nAge: 1\n\nName: b\nAge: 2\n\nName: c\nAge: 3\n\nName: d\nAge: 4\n":   "",
		"A story.\n\nAnn: hi\nBob: hi\nAnn: so\nBob: so\n":                             "",
		"Note: one\nNote: two\nNote: three\nNote: four\n":                              "",
	} {
		var names []string
		for _, turn := range turns([]byte(text)) {
			names = append(names, turn.name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: turns of %q, want %q", text, got, want)
		}
	}
}

// TestLongChat: turns that fit are whole and gathered; a long one is cut, with
// its speaker as context.
func TestLongChat(t *testing.T) {
	for _, format := range []string{"%s: %s\n\n", "{\"role\": \"%s\", \"content\": \"%s\"}\n"} {
		var b strings.Builder
		long := strings.Repeat("It is a long story, and it has no end. ", 60)
		for i := 0; i < 40; i++ {
			who, what := "user", fmt.Sprintf("What about night %d?", i)
			if i%2 == 1 {
				who, what = "assistant", fmt.Sprintf("Night %d was dark. The lamp was lit at six, and nobody saw it.", i)
			}
			if i == 21 {
				what = long
			}
			fmt.Fprintf(&b, format, who, what)
		}
		path := map[bool]string{true: "a.txt", false: "a.jsonl"}[format[0] == '%']
		f := check(t, newChunker(t, Options{Max: 128}), path, []byte(b.String()))
		if f.Strategy != "turns" || len(f.Chunks) > 25 {
			t.Errorf("%s: strategy %s, %d chunks", path, f.Strategy, len(f.Chunks))
		}
		parts := 0
		for _, ch := range f.Chunks {
			if ch.Part != nil {
				parts++
				if ch.Name != "assistant" || ch.Part[0] > 1 && !strings.HasSuffix(ch.Context, "assistant:\n") {
					t.Errorf("%s: part %v of %q has context %q", path, *ch.Part, ch.Name, ch.Context)
				}
			}
			if body := ch.Text[len(ch.Context):]; ch.Part == nil && ch.Name != "user" && ch.StartLine < 20 {
				t.Errorf("%s: a chunk begins with an answer: %q", path, body[:40])
			}
		}
		if parts < 4 {
			t.Errorf("%s: %d parts of the long turn", path, parts)
		}
	}
}

// TestComments: a file of comments is text.
func TestComments(t *testing.T) {
	src := strings.Repeat("// The lamp is lit at dusk.\n// It is put out at dawn.\n\n", 40)
	if f := check(t, newChunker(t, Options{}), "a.c", []byte(src)); f.Strategy != "recursive" || f.Language != "C" || f.Parse != "ok" {
		t.Errorf("%s %s %s", f.Strategy, f.Language, f.Parse)
	}
	if f := check(t, newChunker(t, Options{}), "a.c", []byte(src+"int x;\n")); f.Strategy != "code" {
		t.Error(f.Strategy)
	}
}

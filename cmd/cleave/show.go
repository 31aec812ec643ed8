package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

type showFlags struct {
	options chunk.Options
	source  sourceFlags
	html    bool
	context bool
	output  string
	quiet   bool
}

func showCommand() *cobra.Command {
	var f showFlags
	c := &cobra.Command{
		Use:   "show FILE|DIR|URL...",
		Short: "Show files with the cuts in them, to be looked at",
		Long: `Print files with a line at each cut: the lines of the chunk, its tokens, the
units in it. On a terminal it has colours, unless NO_COLOR is set, and what
could play tricks with the terminal is made visible; elsewhere the text between
the lines is the files' own.

With --html, print one page that needs nothing else: every chunk is a block, and
its context, tokens and scope show when the pointer or the focus is on it; with a
histogram of the sizes, and the files passed over with the reason.

The exit status is 0 if all could be shown, 1 if a file or PATH could not be
read (the rest is shown), 2 for wrong usage.`,
		Example: `  cleave show main.go | less
  cleave show --context --max 128 main.go
  cleave show --html . > page.html`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), args) },
	}
	fs := c.Flags()
	optionFlags(fs, &f.options)
	f.source.register(fs)
	fs.BoolVar(&f.html, "html", false, "print a page for the browser")
	fs.BoolVar(&f.context, "context", false, "print the context of each chunk too (the page has it)")
	fs.StringVarP(&f.output, "output", "o", "", outputUsage)
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "show no progress")
	return c
}

func (f *showFlags) run(ctx context.Context, args []string) error {
	if len(args) == 0 && f.source.list == "" {
		return usageError{fmt.Errorf("nothing to show; name a file or directory, as in cleave show main.go")}
	}
	reading, err := newReading(f.options, &f.source, args)
	if err != nil {
		return err
	}
	defer reading.close()
	out, err := openOutput(f.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := f.source.apart(args, out); err != nil {
		return usageError{err}
	}
	reading.bar = newProgress(f.quiet, out.shown())
	reading.skip = func(src *repo.Source, e repo.Entry) string {
		if out.Is(src, e) {
			return ownOutput
		}
		return ""
	}
	if f.html {
		err = f.page(ctx, reading, args, out)
	} else {
		err = f.text(ctx, reading, out)
	}
	if err == nil {
		err = out.Commit()
	}
	if err == nil && reading.failed {
		err = errTold
	}
	return err
}

// text shows the files as text.
func (f *showFlags) text(ctx context.Context, reading *reading, out *output) error {
	p := &painter{colour: coloured(out.shown()), context: f.context}
	reading.result = func(_ *repo.Source, res index.Result) error {
		_, err := out.Write(p.file(res))
		return err
	}
	return reading.run(ctx)
}

// coloured reports whether what is written to out may have colours.
func coloured(out *os.File) bool {
	return out != nil && term.IsTerminal(int(out.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// painter writes files with their cuts.
type painter struct {
	colour  bool
	context bool
	buf     strings.Builder
}

const (
	bold = "\x1b[1m"
	dim  = "\x1b[2m"
	off  = "\x1b[0m"
)

// hues follow each other from chunk to chunk.
var hues = []string{"\x1b[36m", "\x1b[33m", "\x1b[35m", "\x1b[32m", "\x1b[34m"}

func (p *painter) file(res index.Result) []byte {
	p.buf.Reset()
	path := printable(res.Path)
	if res.File == nil {
		p.line(bold, "════ %s  passed over: %s", path, res.Reason)
		return []byte(p.buf.String())
	}
	f := res.File
	p.line(bold, "════ %s  %s, %s, parse %s, %s, %s", path, languageName(f.Language), f.Strategy, f.Parse, count(len(f.Chunks), "chunk"), count(f.Tokens(), "token"))
	for i := range f.Chunks {
		p.chunk(&f.Chunks[i], hues[i%len(hues)])
	}
	return []byte(p.buf.String())
}

// line writes a line of the painter's own.
func (p *painter) line(style, format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), " ")
	if p.colour {
		text = style + text + off
	}
	p.buf.WriteString(text + "\n")
}

func (p *painter) chunk(ch *chunk.Chunk, hue string) {
	p.line(bold+hue, "──── %d-%d  %d tokens  %s", ch.StartLine, ch.EndLine, ch.Tokens, printable(contents(ch)))
	if p.context {
		for line := range strings.Lines(ch.Context) {
			p.line(dim, "│ %s", p.tame(strings.TrimSuffix(line, "\n")))
		}
	}
	body := ch.Text[len(ch.Context):]
	if !p.colour {
		p.buf.WriteString(body)
	} else {
		for line := range strings.Lines(body) {
			p.buf.WriteString(hue + "▎" + off + visible(strings.TrimRight(line, "\r\n")) + "\n")
		}
	}
	if !p.colour && !strings.HasSuffix(body, "\n") {
		p.buf.WriteString("\n")
	}
}

func (p *painter) tame(text string) string {
	if p.colour {
		return visible(text)
	}
	return text
}

// maxUnits is how many units of a chunk are named.
const maxUnits = 5

// contents names the units that begin in a chunk, or the one it goes on with.
func contents(ch *chunk.Chunk) string {
	var names []string
	for _, u := range ch.Units {
		if u.StartLine >= ch.StartLine {
			names = append(names, strings.TrimSpace(u.Kind+" "+u.Name))
		}
	}
	if ch.Part != nil || len(names) == 0 {
		names = []string{heading(ch)}
	}
	if more := len(names) - maxUnits; more > 1 {
		names = append(names[:maxUnits], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// heading names the unit that a chunk begins in.
func heading(ch *chunk.Chunk) string {
	name := strings.Join(append(append([]string{}, ch.Scope...), ch.Name), ".")
	if ch.Part != nil {
		name += fmt.Sprintf(", part %d of %d", ch.Part[0], ch.Part[1])
	}
	return strings.TrimSpace(ch.Kind + " " + name)
}

// visible shows what would act instead of being seen: control characters, marks
// that change the direction of text, bytes that are no UTF-8.
func visible(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r == '\r' && strings.HasPrefix(text[i+1:], "\n"):
		case r < ' ':
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune(0x2421)
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			fmt.Fprintf(&b, "\\x%02X", text[i])
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

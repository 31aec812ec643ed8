package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed5e9d5dd4/cleave/chunk"
	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// The page of show --html. What stands at its top is known last, so the files
// are written to a temporary file first: memory does not grow with them.

//go:embed page.html
var pageText string

// pageTemplate escapes all that it is given. The page has no scripts, and its
// policy lets nothing in from elsewhere.
var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"count": count}).Parse(pageText))

// page is one page in the making.
type page struct {
	buf    bytes.Buffer
	files  *os.File
	most   int // tokens of a chunk
	chunks int
	all    *summary
	passed []passedFile
	names  []pageFile // without their chunks
}

type pageFile struct {
	ID, Path, Language, Strategy, Parse string
	Bytes, Tokens, Count                int
	Open                                bool
	Chunks                              []pageChunk
}

type pageChunk struct {
	ID, Lines, Title, Scope, Units, Language, Context, Body string
	Hue, Tokens, ContextTokens, Fill                        int
}

type passedFile struct{ Path, Reason string }

// hueCount is how many colours page.html has for chunks.
const hueCount = 6

// openChunks is how many chunks are shown at first; more files open on a click.
const openChunks = 60

func (f *showFlags) page(ctx context.Context, reading *reading, args []string, out *output) error {
	temp, err := os.CreateTemp("", "cleave-page-")
	if err != nil {
		return fmt.Errorf("temporary file for the page: %w", err)
	}
	defer os.Remove(temp.Name())
	defer temp.Close()
	p := &page{files: temp, most: cmp.Or(f.options.Max, chunk.DefaultMax), all: newSummary()}
	reading.result = func(_ *repo.Source, res index.Result) error { return p.add(res) }
	if err := reading.run(ctx); err != nil {
		return err
	}
	return p.write(out, pageTitle(args, f.source.list))
}

// pageTitle names what is shown, without what may be secret in a URL.
func pageTitle(args []string, list string) string {
	var names []string
	for _, arg := range args {
		names = append(names, repo.Redact(arg))
	}
	if list != "" {
		names = append(names, filepath.Base(list))
	}
	return visible(strings.Join(names, " "))
}

// add writes a file's part of the page.
func (p *page) add(res index.Result) error {
	p.all.add(res)
	path, _ := chunk.PathText(res.Path)
	path = strings.ReplaceAll(visible(path), "\n", "␊")
	if res.File == nil {
		if !strings.HasPrefix(filepath.Base(res.Path), temporary) {
			p.passed = append(p.passed, passedFile{path, res.Reason})
		}
		return nil
	}
	f := pageFile{ID: fmt.Sprintf("f%d", len(p.names)+1), Path: path, Language: languageName(res.File.Language),
		Strategy: res.File.Strategy, Parse: string(res.File.Parse), Bytes: res.Bytes, Count: len(res.File.Chunks), Tokens: res.File.Tokens()}
	for i := range res.File.Chunks {
		c := p.chunk(&res.File.Chunks[i])
		c.Hue = i % hueCount
		f.Chunks = append(f.Chunks, c)
	}
	f.Open = p.chunks <= openChunks
	err := p.execute(p.files, "file", f)
	f.Chunks = nil
	p.names = append(p.names, f)
	return err
}

func (p *page) chunk(ch *chunk.Chunk) pageChunk {
	p.chunks++
	var units []string
	for _, u := range ch.Units {
		units = append(units, fmt.Sprintf("%s, %d-%d", strings.TrimSpace(u.Kind+" "+u.Name), u.StartLine, u.EndLine))
	}
	return pageChunk{
		ID:            fmt.Sprintf("c%d", p.chunks),
		Lines:         fmt.Sprintf("%d-%d", ch.StartLine, ch.EndLine),
		Title:         visible(contents(ch)),
		Scope:         visible(heading(ch)),
		Units:         visible(strings.Join(units, "\n")),
		Language:      languageName(ch.Language),
		Context:       visible(ch.Context),
		Body:          visible(ch.Text[len(ch.Context):]),
		Tokens:        ch.Tokens,
		ContextTokens: ch.ContextTokens,
		Fill:          min(100*ch.Tokens/p.most, 100),
	}
}

// bar is a column of the page's histogram.
type bar struct {
	column
	Height int // in percent
}

func (p *page) write(out *output, title string) error {
	list, highest := p.all.histogram(p.most), 1
	for _, c := range list {
		highest = max(highest, c.Chunks)
	}
	var columns []bar
	for _, c := range list {
		columns = append(columns, bar{c, (100*c.Chunks + highest - 1) / highest})
	}
	type row struct {
		Language string
		Share    share
	}
	var rows []row
	for _, name := range p.all.byShare() {
		rows = append(rows, row{languageName(name), *p.all.langs[name]})
	}
	head := struct {
		Title   string
		Most    int
		Total   share
		Sizes   spread
		Columns []bar
		Rows    []row
		Passed  []passedFile
		Files   []pageFile
	}{title, p.most, p.all.total(), p.all.spread(), columns, rows, p.passed, p.names}
	if err := p.execute(out, "head", head); err != nil {
		return err
	}
	if _, err := p.files.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("temporary file for the page: %w", err)
	}
	if _, err := io.Copy(struct{ io.Writer }{out}, p.files); err != nil {
		return err
	}
	return p.execute(out, "tail", nil)
}

// execute writes a part of the page in one piece.
func (p *page) execute(w io.Writer, name string, data any) error {
	p.buf.Reset()
	if err := pageTemplate.ExecuteTemplate(&p.buf, name, data); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	_, err := w.Write(p.buf.Bytes())
	return err
}

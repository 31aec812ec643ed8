package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index"
)

type exportFlags struct {
	file   string
	view   string
	output string
	format string
}

func exportCommand() *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export",
		Short: "Print the chunks an index holds",
		Long: `Print the chunks that the index of this repository holds, as cleave chunk would
print them, from the index alone.`,
		Example: `  cleave export > chunks.jsonl
  cleave export --view staged
  cleave export --view v1.2.0 --format langchain`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c.Context()) },
	}
	fs := c.Flags()
	indexFlag(fs, &f.file)
	viewFlag(fs, &f.view)
	fs.StringVarP(&f.output, "output", "o", "", outputUsage)
	fs.StringVar(&f.format, "format", "jsonl", "jsonl, json, langchain or text")
	return c
}

func (f *exportFlags) run(ctx context.Context) error {
	format, err := newFormat(f.format)
	if err != nil {
		return usageError{err}
	}
	x, v, note, err := openView(ctx, f.file, f.view)
	if err != nil {
		return err
	}
	defer x.Close()
	if note != "" {
		fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(note))
	}
	out, err := openOutput(f.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	if _, err := out.Write(format.begin()); err != nil {
		return err
	}
	err = x.Export(ctx, v, func(r index.Result) error {
		if r.File == nil {
			return nil
		}
		b, err := format.file(r.File)
		if err == nil {
			_, err = out.Write(b)
		}
		return err
	})
	if err != nil {
		return err
	}
	if _, err := out.Write(format.end()); err != nil {
		return err
	}
	return out.Commit()
}

package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestHelp: every command tells what it does, with an example that calls it.
func TestHelp(t *testing.T) {
	n := 0
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			look(sub)
		}
		if c.Hidden || !c.HasParent() || c.Name() == "help" {
			return
		}
		if n++; c.Short == "" || !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s has no example", c.CommandPath())
		}
	}
	look(rootCommand())
	if n < 12 {
		t.Errorf("there are only %d commands", n)
	}
}

// TestEmpty: an empty value of any flag of any command is a mistake in the
// command line that names the flag, and nothing is run.
func TestEmpty(t *testing.T) {
	n := 0
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			look(sub)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			n++
			root := rootCommand()
			root.SetArgs(append(strings.Fields(c.CommandPath())[1:], "--"+f.Name+"="))
			fresh, _, err := root.Find(strings.Fields(c.CommandPath())[1:])
			if err != nil {
				t.Fatal(err)
			}
			fresh.Args, fresh.RunE = nil, func(*cobra.Command, []string) error { return errors.New("run") }
			var usage usageError
			if err := root.Execute(); !errors.As(err, &usage) || !strings.Contains(err.Error(), "--"+f.Name) {
				t.Errorf("%s --%s= gives %v", c.CommandPath(), f.Name, err)
			}
		})
	}
	look(rootCommand())
	if n < 100 {
		t.Errorf("there are only %d flags", n)
	}
}

// Command cleave cuts source repositories along their natural seams, into
// chunks for retrieval.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitFailure = 1 // something could not be done; the rest was
	exitUsage   = 2
	exitSignal  = 128 // and the signal's number: 130 for Ctrl-C, 143 when terminated
	exitPipe    = 141 // nobody reads what is printed
)

func main() { os.Exit(run()) }

func run() int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	var by atomic.Int32
	go func() {
		if s, ok := (<-told).(syscall.Signal); ok {
			by.Store(int32(s))
		}
		cancel()
	}()
	// With somebody to receive it, a closed pipe is an error of the write and
	// no sudden death, which would leave half-written files lying about.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	err := rootCommand().ExecuteContext(ctx)
	var usage usageError
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		return exitSignal + int(by.Load())
	case errors.Is(err, syscall.EPIPE):
		return exitPipe
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
		return exitUsage
	case errors.Is(err, errTold):
		return exitFailure
	}
	fmt.Fprintf(os.Stderr, "cleave: %s\n", printable(err.Error()))
	return exitFailure
}

// usageError is a mistake in the command line.
type usageError struct{ error }

// errTold is a failure that has been reported already.
var errTold = errors.New("failed")

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "cleave",
		Short: "Cut source repositories into chunks for retrieval",
		Long: `cleave cuts source repositories along their natural seams: functions, classes,
headings. Each chunk has 256 to 512 tokens, and before its own text the imports
it uses and the signatures around it.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:              cobra.NoArgs,
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(
		checkCommand(),
		chunkCommand(),
		evalCommand(),
		exportCommand(),
		hookCommand(),
		indexCommand(),
		langsCommand(),
		searchCommand(),
		showCommand(),
		statsCommand(),
		statusCommand(),
		watchCommand(),
	)
	root.SetHelpCommand(helpCommand())
	usageOfArgs(root)
	return root
}

// usageOfArgs makes wrong arguments of a command, and of those below it,
// mistakes in the command line.
func usageOfArgs(c *cobra.Command) {
	if args := c.Args; args != nil {
		c.Args = func(c *cobra.Command, a []string) error {
			if err := args(c, a); err != nil {
				return usageError{err}
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		usageOfArgs(sub)
	}
}

// helpCommand is cobra's, but that a command which is not there is a mistake.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Tell about a command",
		RunE: func(c *cobra.Command, args []string) error {
			of, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usageError{fmt.Errorf("no command %q; see cleave --help", strings.Join(args, " "))}
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

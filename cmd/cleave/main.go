// Command cleave cuts source repositories along their natural seams, into
// chunks for retrieval.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The exit codes.
const (
	exitFailure = 1 // something could not be done; the rest was
	exitUsage   = 2
	exitSignal  = 128 // and the signal's number: 130 for Ctrl-C, 143 when terminated, 129 when the terminal is closed
	exitPipe    = 141 // nobody reads what is printed
)

func main() { os.Exit(run()) }

func run() int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	told := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // by nohup, or a shell's &
			signal.Notify(told, s)
		}
	}
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

func (e usageError) Unwrap() error { return e.error }

// errTold is a failure that has been reported already.
var errTold = errors.New("failed")

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "cleave",
		Short: "Cut source repositories into chunks for retrieval",
		Long: `cleave cuts source repositories along their natural seams: functions, classes,
headings. A chunk has 256 to 512 tokens, less where a file or a unit that stands
alone has less, and before its own text the imports it uses and the signatures
around it.`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:              cobra.NoArgs,
		PersistentPreRunE: func(c *cobra.Command, args []string) error { return noneEmpty(c, args) },
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if strings.HasPrefix(err.Error(), "unknown") {
			err = fmt.Errorf("%w; see %s --help", err, c.CommandPath())
		}
		return usageError{err}
	})
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

// version tells which build this is: of a release its number, of a checkout the
// commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
	}
	return v + " " + info.GoVersion
}

// usageOfArgs makes wrong arguments of a command, and of those below it,
// mistakes in the command line, and says what is right.
func usageOfArgs(c *cobra.Command) {
	if args := c.Args; args != nil {
		c.Args = func(c *cobra.Command, a []string) error {
			err := args(c, a)
			switch {
			case err == nil:
				return nil
			case c.HasSubCommands():
				return usageError{fmt.Errorf("unknown command %q for %q; %s", a[0], c.CommandPath(), commandHint(c, a[0]))}
			}
			return usageError{fmt.Errorf("%w; usage: %s", err, c.UseLine())}
		}
	}
	for _, sub := range c.Commands() {
		usageOfArgs(sub)
	}
}

// commandHint says which command below c may have been meant.
func commandHint(c *cobra.Command, name string) string {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return hint(name, names, "see "+c.CommandPath()+" --help")
}

// noneEmpty makes an empty value of a flag, or argument, a mistake in the command
// line: it is most often a variable that was not set, and what the flag is by
// default, or the current directory, is not meant.
func noneEmpty(c *cobra.Command, args []string) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if len(values) == 0 || slices.Contains(values, "") {
			err = fmt.Errorf("--%s has an empty value; give it one, or leave it out", f.Name)
		}
	})
	if err == nil && slices.Contains(args, "") {
		err = fmt.Errorf("an argument is empty; usage: %s", c.UseLine())
	}
	if err != nil {
		err = usageError{err}
	}
	return err
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

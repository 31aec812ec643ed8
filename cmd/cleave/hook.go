package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed5e9d5dd4/cleave/index"
	"github.com/seed5e9d5dd4/cleave/index/repo"
)

func hookCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "hook",
		Short: "Let git keep the index fresh",
		Long: `Let git keep the index of this repository fresh. Before a commit, what is staged
is refreshed; after a commit, checkout, merge or rebase the work tree is, and what
is staged in it, in the background. Nothing is done in the middle of a rebase, a
bisection or a series of picks, and nothing ever fails a commit: what goes wrong
is told in one line, and kept in hook.log beside the index.

The hooks are where git looks for them, core.hooksPath included. One that stands
there already is kept as NAME` + keptSuffix + ` and runs first; its exit status counts.
A script of a shell finds in $0 the name it had, unless it takes $0 for its own
file; other programs find the name they have now.
A hook acts only where there is an index, which install makes, so that a
directory of hooks can be shared by repositories. One that lies in the work tree,
to be committed, calls the cleave that is on the path of whoever runs it.`,
		Example: `  cleave hook install
  cleave hook status
  cleave hook uninstall`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(hookInstallCommand(), hookUninstallCommand(), hookStatusCommand(), hookRunCommand())
	return c
}

func hookInstallCommand() *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:   "install",
		Short: "Install the hooks, before those that are there",
		Example: `  cleave hook install
  cleave hook install --index ~/all.db`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return installHooks(c.Context(), file) },
	}
	indexFlag(c.Flags(), &file)
	return c
}

func hookUninstallCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "uninstall",
		Short:   "Take the hooks away, and put back what was there before",
		Example: `  cleave hook uninstall`,
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return uninstallHooks(c.Context()) },
	}
}

func hookStatusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Tell which hooks are installed; exit status 1 unless all are",
		Example: `  cleave hook status
  cleave hook status || cleave hook install`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return hookStatus(c.Context()) },
	}
}

// openHooks opens the work tree of the current directory.
func openHooks(ctx context.Context) (*repo.Source, error) {
	src, err := index.OpenSource(ctx, ".", repo.Options{}, index.Settings{})
	if err != nil {
		return nil, err
	}
	if src.Top == "" {
		src.Close()
		return nil, errors.New("not in a work tree of git: there are no hooks to install")
	}
	if info, err := os.Stat(src.HooksDir()); err == nil && !info.IsDir() {
		defer src.Close()
		if src.HooksDir() == filepath.Join(src.CommonDir, "hooks") {
			return nil, fmt.Errorf("%s: no directory, so git runs no hooks", src.HooksDir())
		}
		return nil, fmt.Errorf("hooks are switched off by core.hooksPath: %s is no directory", src.HooksDir())
	}
	return src, nil
}

func installHooks(ctx context.Context, file string) error {
	src, err := openHooks(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	dir := src.HooksDir()
	call := hookCall{shared: inTree(src, dir)}
	if call.program, err = ownPath(call.shared); err != nil {
		return err
	}
	path := index.Path(src)
	if file != "" {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		path, call.file = file, file
	}
	x, err := createIndex(path)
	if err != nil {
		return err
	}
	x.Close()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%s: hooks cannot be installed: %w", dir, cause(err))
	}
	for _, name := range hookNames {
		if err := installHook(dir, name, call); err != nil {
			return fmt.Errorf("%s: cannot be installed: %w", filepath.Join(dir, name), err)
		}
	}
	fmt.Fprintf(os.Stderr, "hooks installed in %s\n", printable(dir))
	return nil
}

func uninstallHooks(ctx context.Context) error {
	src, err := openHooks(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	dir := src.HooksDir()
	for _, name := range hookNames {
		if err := uninstallHook(dir, name); err != nil {
			return fmt.Errorf("%s: cannot be taken away: %w", filepath.Join(dir, name), err)
		}
	}
	fmt.Fprintf(os.Stderr, "no hooks of cleave in %s any more\n", printable(dir))
	return nil
}

func hookStatus(ctx context.Context) error {
	src, err := openHooks(ctx)
	if err != nil {
		return err
	}
	defer src.Close()
	all := true
	var b bytes.Buffer
	for _, name := range hookNames {
		state, err := stateOf(src.HooksDir(), name)
		if err != nil {
			return err
		}
		all = all && state == hookInstalled
		fmt.Fprintf(&b, "%-14s %s\n", name, state)
	}
	fmt.Fprintf(&b, "in %s\n", printable(src.HooksDir()))
	if err := printOut(b.Bytes()); err != nil {
		return err
	}
	if !all {
		return errTold
	}
	return nil
}

// inTree reports whether a directory lies in the work tree, beside what is
// committed, and not in a git directory there.
func inTree(src *repo.Source, dir string) bool {
	_, inside := relative(src.Top, dir)
	_, inGit := relative(src.CommonDir, dir)
	return inside && !inGit
}

// ownPath is how a hook can call this program later: by the name it has on the
// path, which an upgrade keeps, if it is there. Of one that is shared that name
// is enough, without the path: it is "".
func ownPath(shared bool) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	named, err := exec.LookPath("cleave")
	if err != nil {
		return own, nil
	}
	a, errA := os.Stat(own)
	b, errB := os.Stat(named)
	if errA != nil || errB != nil || !os.SameFile(a, b) {
		return own, nil
	}
	if shared {
		return "", nil
	}
	return filepath.Abs(named)
}

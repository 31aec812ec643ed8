package main

import "github.com/spf13/cobra"

func evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well chunks retrieve, on your own repository",
		Long: `Measure how well chunks retrieve. mine makes queries of a repository's history,
run measures every strategy on them.`,
		Example: `  cleave eval mine . > queries.jsonl
  cleave eval run --queries queries.jsonl --match-size`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(evalMineCommand(), evalRunCommand())
	return c
}

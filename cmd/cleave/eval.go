package main

import "github.com/spf13/cobra"

func evalCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well chunks retrieve, on your own repository",
		Long: `Measure how well chunks retrieve. mine makes queries of a repository's history,
run measures every strategy on them. bounds and edits need no queries: they tell
how cuts lie to definitions, and what an edit costs.`,
		Example: `  cleave eval mine . > queries.jsonl
  cleave eval run --queries queries.jsonl --match-size
  cleave eval bounds --match-size
  cleave eval edits --history 500`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(evalMineCommand(), evalRunCommand(), evalBoundsCommand(), evalEditsCommand())
	return c
}

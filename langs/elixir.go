package langs

import "github.com/smacker/go-tree-sitter/elixir"

// In Elixir everything is a call: what it declares is told by the word called.
var elixirLanguage = Language{
	Name:     "Elixir",
	Grammar:  elixir.GetLanguage,
	Line:     "#",
	Comments: []string{"comment"},
	Marks: []string{"unary_operator @doc", "unary_operator @spec", "unary_operator @impl", "unary_operator @typedoc", "unary_operator @deprecated",
		"unary_operator @dialyzer", "unary_operator @fallback_to_any", "unary_operator @tag", "unary_operator @describetag", "unary_operator @moduletag"},
	Docstring: "=unary_operator operand: arguments string|boolean|sigil", // @moduledoc
	Closers:   []string{"end"},
	Pairs:     map[string]string{"do": "end", "fn": "end"},
	Units: map[string]Unit{
		"call": {Word: "target:", Only: "do_block", Kinds: map[string]string{"defmodule": "module", "defprotocol": "protocol", "defimpl": "impl"},
			Name: "arguments *", Owner: "arguments keywords pair value:", Body: "do_block", Members: true, Else: []Unit{
				{Word: "target:", Kinds: elixirFunctions, Only: "arguments", Name: elixirName, Body: "do_block or arguments keywords", Joins: true, Params: elixirParams},
				{Word: "target:", Only: "do_block", Kinds: map[string]string{"describe": "suite"}, Name: "arguments *", Body: "do_block", Members: true},
				{Word: "target:", Only: "do_block", Kinds: map[string]string{"test": "test", "property": "test"}, Name: "arguments *", Body: "do_block"},
				{Word: "target:", Only: "do_block", Kinds: map[string]string{"setup": "function", "setup_all": "function"}, Name: "target:", Body: "do_block", Outer: true},
			}},
		"unary_operator": {Word: "operand: target:", Kinds: map[string]string{"type": "type", "typep": "type", "opaque": "type", "callback": "function", "macrocallback": "function"},
			Only: "operand: arguments", Name: "operand: arguments * left: target: or operand: arguments * left: or operand: arguments *", Outer: true},
	},
	Imports: map[string]Import{
		"call": {Word: "target:", Kinds: map[string]string{"alias": ""}, Skip: []string{"alias"}, As: []string{"as"}, Else: []Import{
			{Word: "target:", Kinds: map[string]string{"import": ""}, Target: "arguments *", After: "only", Opaque: true, Chars: "?!"},
			{Word: "target:", Kinds: map[string]string{"require": ""}, Skip: []string{"require"}, As: []string{"as"}},
			{Word: "target:", Kinds: map[string]string{"use": ""}, Target: "arguments *", Opaque: true},
		}},
	},
}

var elixirFunctions = map[string]string{"def": "function", "defp": "function", "defdelegate": "function", "defn": "function", "defnp": "function",
	"defmacro": "macro", "defmacrop": "macro", "defguard": "macro", "defguardp": "macro"}

// elixirName finds f in f(a), f, f(a) when b; and + in a + b.
const elixirName = "arguments * =call target: or arguments * =identifier or " +
	"arguments * =binary_operator ?when left: =call target: or arguments * =binary_operator ?when left: =identifier or " +
	"arguments * =binary_operator ?when left: operator: or arguments * operator:"

// elixirParams finds what holds a and b in f(a, b), f(a, b) when c, a + b; for
// f it is f, which holds none.
const elixirParams = "arguments * =call arguments or arguments * =binary_operator ?when left: =call arguments or " +
	"arguments * =binary_operator ?when left: or arguments *"

package langs

import "github.com/smacker/go-tree-sitter/toml"

var tomlLanguage = Language{
	Name:     "TOML",
	Grammar:  toml.GetLanguage,
	Line:     "#",
	Comments: []string{"comment"},
	Sheds:    []string{"table", "table_array_element"},
	Units: map[string]Unit{
		"table":               {Kind: "table", Name: "bare_key|dotted_key|quoted_key"},
		"table_array_element": {Kind: "table", Name: "bare_key|dotted_key|quoted_key"},
	},
}

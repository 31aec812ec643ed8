package langs

import "github.com/smacker/go-tree-sitter/hcl"

var hclLanguage = Language{
	Name:     "HCL",
	Grammar:  hcl.GetLanguage,
	Line:     "#",
	Comments: []string{"comment"},
	Opens:    []string{"body"},
	Units: map[string]Unit{
		// resource "type" "name" {: what has two labels is owned by the first.
		"block": {Word: "identifier", Kinds: map[string]string{"resource": "resource", "data": "resource", "ephemeral": "resource"},
			Owner: "string_lit", Name: "-string_lit", Body: "block_start > +", Else: []Unit{
				{Word: "identifier", Kinds: map[string]string{"variable": "variable", "output": "output", "module": "module", "provider": "provider"}, Name: "-string_lit or identifier", Body: "block_start > +"},
				{Kind: "block", Name: "-string_lit or identifier", Body: "block_start > +"},
			}},
		"attribute": {Kind: "variable", Name: "identifier", Body: "expression", Global: true},
	},
}

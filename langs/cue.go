package langs

import "github.com/smacker/go-tree-sitter/cue"

var cueLanguage = Language{
	Name:     "CUE",
	Grammar:  cue.GetLanguage,
	Line:     "//",
	Comments: []string{"comment"},
	Units: map[string]Unit{
		"field": {Kind: "field", Only: "value struct_lit", Name: "label", Body: "value struct_lit", Members: true, Else: []Unit{
			{Kind: "field", Name: "label", Body: "value", Global: true},
		}},
		"let_clause": {Kind: "variable", Name: "left:", Global: true},
	},
	Imports: map[string]Import{
		"import_declaration": {Skip: []string{"import"}, AsFirst: true, Take: Base},
	},
}

package langs

import "github.com/smacker/go-tree-sitter/elm"

var elmLanguage = Language{
	Name:     "Elm",
	Grammar:  elm.GetLanguage,
	Line:     "--",
	Comments: []string{"line_comment", "block_comment"},
	Units: map[string]Unit{
		"type_annotation":        {Kind: "function", Name: "name:", Bare: true, Joins: true},
		"value_declaration":      {Kind: "function", Only: "functionDeclarationLeft:", Name: "functionDeclarationLeft: lower_case_identifier", Body: "body:", Joins: true},
		"port_annotation":        {Kind: "function", Name: "name:", Bare: true},
		"type_declaration":       {Kind: "type", Name: "name:", Body: "eq"},
		"type_alias_declaration": {Kind: "type", Name: "name:", Body: "typeExpression:"},
	},
	Imports: map[string]Import{
		"import_clause": {Skip: []string{"import", "exposing"}, As: []string{"as"}, Wild: []string{".."}},
	},
}

package langs

import "github.com/smacker/go-tree-sitter/golang"

var golangLanguage = Language{
	Name:     "Go",
	Grammar:  golang.GetLanguage,
	Line:     "//",
	Comments: []string{"comment"},
	Wraps:    []string{"type_declaration"},
	Units: map[string]Unit{
		"function_declaration": {Kind: "function", Name: "name:", Body: "body:"},
		"method_declaration":   {Kind: "method", Name: "name:", Owner: "receiver: //type_identifier", Body: "body:"},
		"type_spec": {Kind: "struct", Only: "type: =struct_type", Name: "name:", Body: "type: field_declaration_list", Else: []Unit{
			{Kind: "interface", Only: "type: =interface_type", Name: "name:", Body: "type: {"},
			{Kind: "type", Name: "name:"},
		}},
		"type_alias":        {Kind: "type", Name: "name:"},
		"const_declaration": {Kind: "constant", Name: "const_spec name:", Body: "!( const_spec value:", Outer: true},
		"var_declaration":   {Kind: "variable", Name: "//var_spec name:", Body: "var_spec value: composite_literal body: or var_spec value:", Outer: true},
	},
	Imports: map[string]Import{
		"import_declaration": {Skip: []string{"import"}, AsFirst: true, Blank: "_", Take: Base, Wild: []string{"."}},
	},
}

package langs

import zig "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

var zigLanguage = Language{
	Name:     "Zig",
	Grammar:  zig.Language,
	Line:     "//",
	Comments: []string{"comment"},
	Units: map[string]Unit{
		"function_declaration": {Kind: "function", Name: "name:", Body: "body:"},
		"test_declaration":     {Kind: "test", Name: "string|identifier", Body: "block"},
		"variable_declaration": {Kind: "struct", Only: "struct_declaration", Name: "identifier", Body: "struct_declaration { +", Members: true, Else: []Unit{
			{Kind: "enum", Only: "enum_declaration", Name: "identifier", Body: "enum_declaration { +", Members: true},
			{Kind: "union", Only: "union_declaration", Name: "identifier", Body: "union_declaration { +", Members: true},
			{Kind: "struct", Only: "opaque_declaration", Name: "identifier", Body: "opaque_declaration { +", Members: true},
			{Kind: "type", Only: "error_set_declaration", Name: "identifier", Body: "error_set_declaration { +", Outer: true},
			{Kind: "constant", Only: "const", Name: "identifier", Outer: true},
			{Kind: "variable", Name: "identifier", Outer: true},
		}},
	},
	Imports: map[string]Import{
		"variable_declaration": {Word: "builtin_function builtin_identifier or field_expression object:*field_expression object: =builtin_function builtin_identifier",
			Kinds: map[string]string{"@import": "", "@cImport": ""}, Until: "=", Skip: []string{"pub", "const", "var"}, Global: true, Else: []Import{
				// const Allocator = std.mem.Allocator;
				{Only: "field_expression object:*field_expression object: =identifier", Until: "=", Skip: []string{"pub", "const"}, Global: true},
			}},
		"using_namespace_declaration": {Target: "//string|identifier", Take: Base, Opaque: true},
	},
}

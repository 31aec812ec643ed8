package langs

import "github.com/smacker/go-tree-sitter/rust"

var rustLanguage = Language{
	Name:     "Rust",
	Grammar:  rust.GetLanguage,
	Line:     "//",
	Comments: []string{"line_comment", "block_comment"},
	Marks:    []string{"attribute_item"},
	Opens:    []string{"foreign_mod_item", "declaration_list"},
	Units: map[string]Unit{
		"function_item":           {Kind: "function", Name: "name:", Body: "body:", Marked: rustTests},
		"function_signature_item": {Kind: "function", Name: "name:"},
		"struct_item":             {Kind: "struct", Name: "name:", Body: "body:"},
		"enum_item":               {Kind: "enum", Name: "name:", Body: "body:"},
		"union_item":              {Kind: "union", Name: "name:", Body: "body:"},
		"trait_item":              {Kind: "trait", Name: "name:", Body: "body:", Members: true},
		"impl_item":               {Kind: "impl", Name: "type: type:* name:*", Body: "body:", Members: true},
		"mod_item":                {Kind: "module", Only: "body:", Name: "name:", Body: "body:", Members: true},
		"type_item":               {Kind: "type", Name: "name:", Outer: true},
		"const_item":              {Kind: "constant", Name: "name:", Body: "value:", Outer: true},
		"static_item":             {Kind: "variable", Name: "name:", Body: "value:", Outer: true},
		"macro_definition":        {Kind: "macro", Name: "name:", Body: "macro_rule"},
	},
	Imports: map[string]Import{
		"use_declaration":          {After: "use", As: []string{"as"}, Blank: "_", Wild: []string{"*"}},
		"extern_crate_declaration": {After: "crate", As: []string{"as"}},
	},
}

var rustTests = map[string]string{"#[test]": "test", "#[tokio::test": "test", "#[async_std::test": "test", "#[rstest": "test", "#[bench]": "test"}

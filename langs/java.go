package langs

import "github.com/smacker/go-tree-sitter/java"

var javaLanguage = Language{
	Name:     "Java",
	Grammar:  java.GetLanguage,
	Line:     "//",
	Comments: []string{"line_comment", "block_comment"},
	Marks:    []string{"annotation", "marker_annotation"},
	Opens:    []string{"enum_body_declarations"},
	Reserved: cReserved,
	Units: map[string]Unit{
		"class_declaration":                   {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"interface_declaration":               {Kind: "interface", Name: "name:", Body: "body:", Members: true},
		"enum_declaration":                    {Kind: "enum", Name: "name:", Body: "body:", Members: true},
		"record_declaration":                  {Kind: "record", Name: "name:", Body: "body:", Members: true},
		"annotation_type_declaration":         {Kind: "annotation", Name: "name:", Body: "body:", Members: true},
		"module_declaration":                  {Kind: "module", Name: "name:", Body: "body:"},
		"enum_constant":                       {Kind: "constant", Only: "body:", Name: "name:", Body: "body:", Members: true},
		"constructor_declaration":             {Kind: "constructor", Name: "name:", Body: "body:"},
		"compact_constructor_declaration":     {Kind: "constructor", Name: "name:", Body: "body:"},
		"method_declaration":                  {Kind: "method", Name: "name:", Body: "body:"},
		"annotation_type_element_declaration": {Kind: "method", Name: "name:"},
	},
	Imports: map[string]Import{
		"import_declaration": {Skip: []string{"import", "static"}, Wild: []string{"*"}},
	},
}

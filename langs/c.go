package langs

import "github.com/smacker/go-tree-sitter/c"

var cLanguage = Language{
	Name:     "C",
	Also:     []string{"OpenCL", "X BitMap", "X PixMap"},
	Grammar:  c.GetLanguage,
	Line:     "//",
	Block:    [2]string{"/*", "*/"},
	Comments: []string{"comment"},
	Marks:    []string{"attribute_declaration"},
	Wraps:    []string{"linkage_specification"},
	Opens:    cOpens,
	Reserved: cReserved,
	Closers:  []string{"#endif"},
	Units: map[string]Unit{
		"function_definition": {Kind: "function", Name: "declarator: =identifier or declarator: //identifier", Body: "body:"},
		"declaration": {Kind: "function", Only: "declarator:*pointer_declarator =declaration|pointer_declarator declarator: =function_declarator declarator: =identifier",
			Name: "declarator: //identifier", Global: true, Else: []Unit{
				{Kind: "variable", Only: "declarator: =identifier or declarator: //identifier", Name: "declarator: =identifier or declarator: //identifier", Body: "declarator: value:", Global: true},
			}},
		"type_definition": {Kind: "struct", Only: "type: =struct_specifier body:", Name: cTypeName, Body: "type: body:", Else: []Unit{
			{Kind: "union", Only: "type: =union_specifier body:", Name: cTypeName, Body: "type: body:"},
			{Kind: "enum", Only: "type: =enum_specifier body:", Name: cTypeName, Body: "type: body:"},
			{Kind: "type", Name: cTypeName},
		}},
		"struct_specifier":     {Kind: "struct", Only: "?name: body:", Name: "name:", Body: "body:"},
		"union_specifier":      {Kind: "union", Only: "?name: body:", Name: "name:", Body: "body:"},
		"enum_specifier":       {Kind: "enum", Only: "body:", Name: "name: or body: enumerator name:", Body: "body:"},
		"preproc_function_def": {Kind: "macro", Name: "name:", Body: "value:"},
		"preproc_def":          {Kind: "macro", Only: "value:", Name: "name:", Body: "value:"},
	},
	Imports: map[string]Import{
		"preproc_include": {Target: "path:", Take: Base, Opaque: true},
	},
}

const cTypeName = "declarator: =type_identifier or declarator: //type_identifier or declarator: //primitive_type or declarator:"

var cReserved = []string{"if", "else", "for", "while", "do", "switch", "return", "sizeof", "catch", "defined"}

var cOpens = []string{"preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef",
	"linkage_specification", "declaration_list"}

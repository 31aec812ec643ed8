package langs

import "github.com/smacker/go-tree-sitter/swift"

var swiftLanguage = Language{
	Name:     "Swift",
	Grammar:  swift.GetLanguage,
	Line:     "//",
	Comments: []string{"comment", "multiline_comment"},
	Marks:    []string{"attribute"},
	Closers:  []string{"#endif"},
	Units: map[string]Unit{
		"class_declaration": {Word: "declaration_kind:", Kinds: map[string]string{"class": "class", "struct": "struct", "enum": "enum", "actor": "class", "extension": "extension"},
			Name: "name:", Body: "body:", Members: true},
		"protocol_declaration":          {Kind: "protocol", Name: "name:", Body: "body:", Members: true},
		"function_declaration":          {Kind: "function", Name: "name:", Body: "body:", Bare: true},
		"protocol_function_declaration": {Kind: "function", Name: "name:", Body: "body:", Bare: true},
		"init_declaration":              {Kind: "constructor", Name: "init", Body: "body:"},
		"deinit_declaration":            {Kind: "method", Name: "deinit", Body: "body:"},
		"subscript_declaration":         {Kind: "method", Name: "subscript", Body: "computed_property"},
		"property_declaration":          {Kind: "property", Name: "name: bound_identifier: or name:", Body: "computed_value: or willset_didset_block", Outer: true},
		"protocol_property_declaration": {Kind: "property", Name: "name: bound_identifier: or name:"},
		"typealias_declaration":         {Kind: "type", Name: "name:"},
		"associatedtype_declaration":    {Kind: "type", Name: "name:"},
		"macro_declaration":             {Kind: "macro", Name: "simple_identifier", Body: "macro_definition"},
	},
	Imports: map[string]Import{
		"import_declaration": {Only: "struct|class|enum|protocol|func|let|var|typealias", Target: "identifier", Else: []Import{
			{Target: "identifier", Opaque: true},
		}},
	},
}

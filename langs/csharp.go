package langs

import "github.com/smacker/go-tree-sitter/csharp"

var csharpLanguage = Language{
	Name:     "C#",
	Grammar:  csharp.GetLanguage,
	Line:     "//",
	Comments: []string{"comment", "preproc_region"},
	Marks:    []string{"attribute_list"},
	Wraps:    []string{"global_statement"},
	Opens:    []string{"preproc_if", "preproc_else", "preproc_elif"},
	Reserved: cReserved,
	Closers:  []string{"#endif", "#endregion"},
	Units: map[string]Unit{
		"namespace_declaration":             {Kind: "namespace", Name: "name:", Body: "body:", Members: true},
		"file_scoped_namespace_declaration": {Kind: "namespace", Name: "name:", Members: true, Reaches: true},
		"class_declaration":                 {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"struct_declaration":                {Kind: "struct", Name: "name:", Body: "body:", Members: true},
		"interface_declaration":             {Kind: "interface", Name: "name:", Body: "body:", Members: true},
		"record_declaration":                {Kind: "record", Name: "name:", Body: "body:", Members: true},
		"enum_declaration":                  {Kind: "enum", Name: "name:", Body: "body:"},
		"delegate_declaration":              {Kind: "type", Name: "name:"},
		"constructor_declaration":           {Kind: "constructor", Name: "name:", Body: "body:"},
		"destructor_declaration":            {Kind: "destructor", Name: "name:", Body: "body:"},
		"method_declaration":                {Kind: "method", Name: "name:", Body: "body:"},
		"local_function_statement":          {Kind: "function", Name: "name:", Body: "body:"},
		"operator_declaration":              {Kind: "operator", Name: "operator:", Body: "body:"},
		"conversion_operator_declaration":   {Kind: "operator", Name: "type:", Body: "body:"},
		"property_declaration":              {Kind: "property", Name: "name:", Body: "accessors: or value:"},
		"indexer_declaration":               {Kind: "property", Name: "this", Body: "accessors: or value:"},
		"event_declaration":                 {Kind: "event", Name: "name:", Body: "accessors:"},
		"event_field_declaration":           {Kind: "event", Name: "variable_declaration variable_declarator name:"},
	},
	Imports: map[string]Import{
		"using_directive": {Only: "name:", Before: "=", Skip: []string{"using", "global", "unsafe"}, Else: []Import{
			{Skip: []string{"using", "global", "static", "unsafe"}, Opaque: true},
		}},
	},
}

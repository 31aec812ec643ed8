package langs

import "github.com/smacker/go-tree-sitter/ocaml"

var ocamlLanguage = Language{
	Name:     "OCaml",
	Grammar:  ocaml.GetLanguage,
	Block:    [2]string{"(*", "*)"},
	Comments: []string{"comment"},
	Wraps:    []string{"value_definition", "type_definition", "module_definition", "class_definition", "class_type_definition"},
	Opens:    []string{"signature", "structure"},
	Closers:  []string{"end", "done"},
	Frame: Frame{Only: `(?m)^val\s`, Not: `(?m)^(?:let|end\s*=)\s`,
		Before: "module type S = sig\n", After: "\nend\n", Inside: "module_type_definition body:"},
	Units: map[string]Unit{
		"let_binding": {Kind: "function", Only: "parameter", Name: "pattern:", Body: "body:", Else: []Unit{
			{Kind: "function", Only: "body: =function_expression|fun_expression", Name: "pattern:", Body: "body:"},
			{Kind: "test", Only: "pattern: =string", Name: "pattern:", Body: "body:"},
			{Kind: "block", Only: "pattern: =unit", Name: "pattern:", Body: "body:", Global: true},
			{Kind: "constant", Name: "pattern:", Outer: true},
		}},
		"external":                     {Kind: "function", Name: "value_name|parenthesized_operator", Bare: true},
		"value_specification":          {Kind: "function", Only: "function_type", Name: "value_name|parenthesized_operator", Bare: true, Else: []Unit{{Kind: "constant", Name: "value_name|parenthesized_operator"}}},
		"type_binding":                 {Kind: "type", Name: "name:", Body: "body:"},
		"exception_definition":         {Kind: "type", Name: "constructor_declaration constructor_name"},
		"module_binding":               {Kind: "module", Name: "name:", Body: "signature + or body:", Members: true},
		"module_type_definition":       {Kind: "interface", Name: "name:", Body: "body:", Members: true},
		"class_binding":                {Kind: "class", Name: "name:", Body: "body: or class_body_type", Members: true},
		"class_type_binding":           {Kind: "interface", Name: "name:", Body: "body:", Members: true},
		"method_definition":            {Kind: "method", Name: "method_name", Body: "body:"},
		"method_specification":         {Kind: "method", Name: "method_name"},
		"instance_variable_definition": {Kind: "property", Name: "instance_variable_name"},
	},
	Imports: map[string]Import{
		"open_module":    {Target: "module_path|extended_module_path", Opaque: true},
		"include_module": {Target: "module_path|extended_module_path", Opaque: true},
	},
}

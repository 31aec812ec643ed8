package langs

import "github.com/smacker/go-tree-sitter/scala"

var scalaLanguage = Language{
	Name:     "Scala",
	Grammar:  scala.GetLanguage,
	Line:     "//",
	Comments: []string{"comment", "block_comment"},
	Marks:    []string{"annotation"},
	// Comments after a body that is indented are within it.
	Sheds: []string{"function_definition", "val_definition", "var_definition", "given_definition", "extension_definition",
		"class_definition", "trait_definition", "enum_definition", "object_definition", "indented_block", "template_body",
		"if_expression", "match_expression", "case_clause", "try_expression", "catch_clause", "finally_clause", "for_expression",
		"while_expression", "infix_expression", "assignment_expression", "lambda_expression", "return_expression"},
	Units: map[string]Unit{
		"class_definition":  {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"trait_definition":  {Kind: "trait", Name: "name:", Body: "body:", Members: true},
		"enum_definition":   {Kind: "enum", Name: "name:", Body: "body:", Members: true},
		"object_definition": {Kind: "object", Name: "name:", Body: "body:", Members: true},
		"package_object":    {Kind: "object", Name: "name:", Body: "body:", Members: true},
		"package_clause":    {Kind: "package", Only: "body:", Name: "name:", Body: "body:", Members: true},
		"function_definition": {Word: "name:", Kinds: map[string]string{"this": "constructor"}, Name: "name:", Body: "body:", Else: []Unit{
			{Kind: "function", Name: "name:", Body: "body:"},
		}},
		"function_declaration": {Kind: "function", Name: "name:", Bare: true},
		"given_definition":     {Kind: "given", Name: "name: or return_type:", Body: "body:", Members: true},
		"extension_definition": {Kind: "extension", Name: "parameters: parameter type:", Body: "body: +", Members: true},
		"val_definition":       {Kind: "constant", Name: "pattern:", Outer: true},
		"val_declaration":      {Kind: "constant", Name: "name:", Outer: true},
		"var_definition":       {Kind: "variable", Name: "pattern:", Outer: true},
		"var_declaration":      {Kind: "variable", Name: "name:", Outer: true},
		"type_definition":      {Kind: "type", Name: "name:", Outer: true},
	},
	Imports: map[string]Import{
		"import_declaration": {Skip: []string{"import"}, As: []string{"as", "=>"}, Wild: []string{"_", "*", "given"}, Blank: "_"},
	},
}

package langs

import "github.com/smacker/go-tree-sitter/php"

var phpLanguage = Language{
	Name:     "PHP",
	Grammar:  php.GetLanguage,
	Line:     "//",
	Comments: []string{"comment"},
	Marks:    []string{"attribute_list"},
	Wraps:    []string{"return_statement"},
	Opens:    []string{"if_statement", "else_clause", "compound_statement", "colon_block"},
	Closers:  []string{"endif", "endforeach", "endwhile", "endfor", "endswitch"},
	Units: map[string]Unit{
		"function_definition":   {Kind: "function", Name: "name:", Body: "body:"},
		"method_declaration":    {Kind: "constructor", Word: "name:", Kinds: map[string]string{"__construct": "constructor"}, Name: "name:", Body: "body:", Else: []Unit{{Kind: "method", Name: "name:", Body: "body:", Bare: true}}},
		"class_declaration":     {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"interface_declaration": {Kind: "interface", Name: "name:", Body: "body:", Members: true},
		"trait_declaration":     {Kind: "trait", Name: "name:", Body: "body:", Members: true},
		"enum_declaration":      {Kind: "enum", Name: "name:", Body: "body:", Members: true},
		"namespace_definition":  {Kind: "namespace", Only: "body:", Name: "name:", Body: "body:", Members: true},
		"const_declaration":     {Kind: "constant", Name: "const_element name", Outer: true},
		"property_declaration":  {Kind: "property", Name: "property_element variable_name name"},
		"expression_statement": {Kind: "function", Only: phpClosure, Name: "assignment_expression left:", Body: phpClosure + " body:", Else: []Unit{
			{Word: "function_call_expression function:", Kinds: map[string]string{"define": "constant"}, Name: "function_call_expression arguments: argument", Outer: true},
			{Word: "function_call_expression function:", Only: phpCallback, Kinds: map[string]string{"describe": "suite"}, Name: "function_call_expression arguments: argument", Body: phpCallback + " body:", Members: true},
			{Word: "function_call_expression function:", Only: phpCallback, Kinds: map[string]string{"it": "test", "test": "test"}, Name: "function_call_expression arguments: argument", Body: phpCallback + " body:"},
		}},
		"object_creation_expression": {Kind: "class", Only: "declaration_list", Body: "declaration_list", Members: true},
	},
	Imports: map[string]Import{
		"namespace_use_declaration": {Skip: []string{"use", "function", "const"}, As: []string{"as"}},
		"expression_statement": {Only: "require_once_expression|require_expression|include_once_expression|include_expression",
			Target: "//string|encapsed_string", Take: Base, Opaque: true},
	},
}

const (
	phpClosure  = "assignment_expression right: =arrow_function|anonymous_function_creation_expression"
	phpCallback = "function_call_expression arguments: -argument arrow_function|anonymous_function_creation_expression"
)

package langs

import "github.com/smacker/go-tree-sitter/typescript/typescript"

var typescriptLanguage = typed("TypeScript", typescript.GetLanguage)

// typed makes TypeScript and TSX, which differ in their grammars alone.
func typed(name string, grammar any) Language {
	return Language{
		Name:     name,
		Grammar:  grammar,
		Line:     "//",
		Comments: []string{"comment", "html_comment"},
		Marks:    []string{"decorator"},
		Wraps:    typescriptWraps,
		Opens:    typescriptOpens,
		Reserved: scriptReserved,
		Units:    typescriptUnits,
		Imports:  typescriptImports,
	}
}

var (
	typescriptWraps = []string{"export_statement", "lexical_declaration", "variable_declaration", "ambient_declaration", "expression_statement"}
	typescriptOpens = append([]string{"ambient_declaration"}, scriptOpens...)

	typescriptUnits = map[string]Unit{
		"function_declaration":           {Kind: "function", Name: "name:", Body: "body:", Joins: true},
		"function_signature":             {Kind: "function", Name: "name:", Joins: true},
		"generator_function_declaration": {Kind: "function", Name: "name:", Body: "body:"},
		"class_declaration":              {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"abstract_class_declaration":     {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"interface_declaration":          {Kind: "interface", Name: "name:", Body: "body:", Members: true},
		"enum_declaration":               {Kind: "enum", Name: "name:", Body: "body:"},
		"type_alias_declaration":         {Kind: "type", Name: "name:", Body: "value: =object_type"},
		"module":                         {Kind: "module", Name: "name:", Body: "body:", Members: true},
		"internal_module":                {Kind: "namespace", Name: "name:", Body: "body:", Members: true},
		"method_definition":              scriptMethod,
		"method_signature":               scriptMethod,
		"abstract_method_signature":      {Kind: "method", Name: "name:", Joins: true},
		"public_field_definition":        {Kind: "method", Only: "value: =" + scriptFunction, Name: "name:", Body: "value: body:"},
		"variable_declarator":            scriptVariable,
		"export_statement":               scriptDefault,
		"expression_statement":           scriptStatement,
		"pair":                           scriptPair,
	}

	typescriptImports = map[string]Import{
		"import_statement": {Only: "import_clause", Before: "from", Skip: []string{"import", "type", "typeof"}, As: []string{"as"}, Wild: []string{"*"}, Else: []Import{
			{Only: "import_require_clause", Before: "=", Skip: []string{"import", "type"}},
			scriptEffect,
		}},
		"import_alias":         {Before: "=", Skip: []string{"import"}},
		"lexical_declaration":  scriptRequire,
		"variable_declaration": scriptRequire,
		"expression_statement": {Word: "call_expression function: =identifier|import", Kinds: requires, After: "from", Global: true},
	}
)

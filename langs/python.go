package langs

import "github.com/smacker/go-tree-sitter/python"

var pythonLanguage = Language{
	Name:      "Python",
	Also:      []string{"Starlark", "Cython", "Sage", "Snakemake", "Easybuild", "NumPy"},
	Grammar:   python.GetLanguage,
	Line:      "#",
	Comments:  []string{"comment"},
	Marks:     []string{"decorator"},
	Wraps:     []string{"decorated_definition"},
	Opens:     []string{"if_statement", "try_statement", "else_clause", "elif_clause", "except_clause", "finally_clause", "with_statement", "block"},
	Docstring: "=expression_statement string",
	Units: map[string]Unit{
		"function_definition":  {Kind: "function", Name: "name:", Body: "body:"},
		"class_definition":     {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"type_alias_statement": {Kind: "type", Name: "//identifier", Global: true},
		"expression_statement": {Kind: "variable", Only: "assignment left: =identifier", Name: "assignment left:", Global: true,
			Body: "assignment right: =dictionary|list|set|tuple or assignment right: =call arguments: or assignment right:"},
	},
	Imports: map[string]Import{
		"import_statement":        {Skip: []string{"import"}, As: []string{"as"}, Take: First},
		"import_from_statement":   {After: "import", As: []string{"as"}, Wild: []string{"*"}},
		"future_import_statement": {After: "import"},
	},
}

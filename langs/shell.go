package langs

import "github.com/smacker/go-tree-sitter/bash"

var shellLanguage = Language{
	Name:     "Shell",
	Also:     []string{"Alpine Abuild", "Gentoo Ebuild", "Gentoo Eclass", "OpenRC runscript"},
	Grammar:  bash.GetLanguage,
	Line:     "#",
	Comments: []string{"comment"},
	Opens:    []string{"if_statement", "else_clause", "elif_clause"},
	Closers:  []string{"fi", "done", "esac"},
	Pairs:    map[string]string{"if": "fi", "case": "esac", "do": "done"},
	Units: map[string]Unit{
		"function_definition": {Kind: "function", Name: "name:", Body: "body:"},
		"declaration_command": {Kind: "variable", Only: "variable_assignment", Name: "variable_assignment name:", Outer: true},
	},
	Imports: map[string]Import{
		"command": {Word: "name:", Kinds: map[string]string{"source": "", ".": ""}, Target: "argument:", Take: Base, Opaque: true},
	},
}

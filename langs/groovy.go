package langs

import "github.com/smacker/go-tree-sitter/groovy"

var groovyLanguage = Language{
	Name:     "Groovy",
	Also:     []string{"Gradle"},
	Grammar:  groovy.GetLanguage,
	Line:     "//",
	Comments: []string{"comment", "groovy_doc", "shebang"},
	Marks:    []string{"annotation"},
	Tails:    []string{"closure"},
	Units: map[string]Unit{
		"class_definition":     {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"function_definition":  {Kind: "function", Name: "function:", Body: "body:"},
		"function_declaration": {Kind: "function", Name: "function:", Bare: true},
		"declaration": {Kind: "function", Only: "value: =closure", Name: "name:", Body: "value:", Outer: true, Else: []Unit{
			{Kind: "variable", Only: "name:", Name: "name:", Global: true},
			{Kind: "property", Only: "name:", Name: "name:", Outer: true},
		}},
		// dependencies { ... }: a script's blocks.
		"juxt_function_call": groovyBlock,
		"function_call":      groovyBlock,
		"pipeline":           {Kind: "block", Name: "pipeline", Body: "closure"},
	},
	Imports: map[string]Import{
		"groovy_import": {Skip: []string{"import", "static"}, As: []string{"as"}, Wild: []string{"*"}},
	},
}

// groovyBlock is a call with a closure, which may come after it: the grammar
// takes constructors for that as well.
var groovyBlock = Unit{Word: "function:", Kinds: map[string]string{"stage": "stage"}, Name: "args: *", Bare: true, Else: []Unit{
	{Kind: "test", Only: "function: =string", Name: "function:", Bare: true}, // Spock's def "adds"() {
	{Kind: "constructor", Only: "> =closure", Name: "function:", Bare: true, Member: true},
	{Kind: "block", Only: "args: -closure", Name: "function:", Body: "args: -closure", Global: true},
}}

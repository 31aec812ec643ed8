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
	Hide: [][2]string{
		{`/\*(\*)[^/]`, ""}, // the grammar's groovy_doc goes on to the next @ that begins a line
		{`(?m)^[ \t]*@[\w.]+(?:\([^()]*\))?((?:\s+@[\w.]+(?:\([^()]*\))?)+)\s`, ""}, // it takes one annotation
		{`(?m)^[ \t]*(?:@?\w+(?:\([^()\n]*\))?[ \t]+)*(?:class|@?interface|trait)\s+[A-Z]\w*\s([^{}();=/"']*)\{`, ""},
		{`\b(trait)\s+[A-Z]\w*\b[^{}();=/"']*\{`, "class"},
		{`(@interface)\s`, "interface"},
		{`\b(abstract)\s`, "final"},
		{`\b(static private)\s`, "private static"},
		{`\b(static protected)\s`, "protected static"},
		{`\b(static public)\s`, "public static"},
		{`\b(static final private)\s`, "private static final"},
		{`\b(static final public)\s`, "public static final"},
		{`\)\s*(throws [\w., ]*)\{`, ""},
		{`\b(?:public|protected|private|static|final|def)\s+(<[^(){};=\n]*>)\s+[\w.<>,\[\]]+\s+\w+\(`, ""},
	},
	Reserved: []string{"class", "enum", "extends", "implements", "interface", "private", "protected", "public", "static", "trait"},
	Units: map[string]Unit{
		"class_definition": {Kind: "interface", Only: "interface", Name: "name:", Body: "body:", Members: true, Else: []Unit{
			{Kind: "class", Name: "name:", Body: "body:", Members: true},
		}},
		"function_definition":  {Kind: "function", Name: "function:", Body: "body:"},
		"function_declaration": {Kind: "function", Name: "function:", Bare: true},
		"declaration": {Kind: "function", Only: "value: =closure", Name: "name:", Body: "value:", Outer: true, Else: []Unit{
			{Word: "type:", Kinds: map[string]string{"enum": "enum"}, Name: "name:", Bare: true},
			{Kind: "constructor", Only: "type: =function_call", Name: "type: function:", Bare: true, Member: true}, // private A() {
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

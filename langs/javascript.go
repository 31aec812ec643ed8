package langs

import "github.com/smacker/go-tree-sitter/javascript"

var javascriptLanguage = Language{
	Name:     "JavaScript",
	Also:     []string{"JavaScript+ERB", "Cycript", "Qt Script", "Jest Snapshot"},
	Grammar:  javascript.GetLanguage,
	Line:     "//",
	Comments: []string{"comment", "html_comment"},
	Marks:    []string{"decorator"},
	Wraps:    []string{"export_statement", "lexical_declaration", "variable_declaration"},
	Opens:    scriptOpens,
	Reserved: scriptReserved,
	Units: map[string]Unit{
		"function_declaration":           {Kind: "function", Name: "name:", Body: "body:"},
		"generator_function_declaration": {Kind: "function", Name: "name:", Body: "body:"},
		"class_declaration":              {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"method_definition":              scriptMethod,
		"field_definition":               {Kind: "method", Only: "value: =" + scriptFunction, Name: "property:", Body: "value: body:"},
		"variable_declarator":            scriptVariable,
		"export_statement":               scriptDefault,
		"expression_statement":           scriptStatement,
		"pair":                           scriptPair,
	},
	Imports: map[string]Import{
		"import_statement":     {Only: "import_clause", Before: "from", Skip: []string{"import"}, As: []string{"as"}, Wild: []string{"*"}, Else: []Import{scriptEffect}},
		"lexical_declaration":  scriptRequire,
		"variable_declaration": scriptRequire,
		"expression_statement": {Word: "call_expression function: =identifier|import", Kinds: requires, After: "from", Global: true},
	},
}

// What follows is shared by JavaScript, TypeScript and TSX.

const (
	scriptFunction = "arrow_function|function_expression|generator_function"
	// scriptMethods finds the functions in an object literal.
	scriptMethods = "=object //method_definition|" + scriptFunction
	// assigned is the last value in a = b = value.
	assigned = "assignment_expression right:*assignment_expression right: "
	// called is the function that a call at the top of a test file names.
	called = "call_expression function: =identifier or call_expression function: =member_expression object: =identifier or " +
		"call_expression function: =call_expression function: =member_expression object: =identifier"
	titles   = "string|template_string|binary_expression|identifier|member_expression"
	callback = "call_expression arguments: ?" + titles + " -arrow_function|function_expression body:"
	// required is the function called for a variable's value: require in
	// require("a"), require("a").b, require("a")(b), await import("a").
	required = "variable_declarator value: =call_expression function: =identifier or " +
		"variable_declarator value: =call_expression function: =call_expression function: =identifier or " +
		"variable_declarator value: =member_expression object: =call_expression function: =identifier or " +
		"variable_declarator value: =await_expression call_expression function: =import"
)

var (
	requires       = map[string]string{"require": "", "import": ""}
	scriptReserved = []string{"if", "else", "for", "while", "switch", "function"}
	scriptOpens    = []string{"if_statement", "else_clause", "try_statement", "statement_block"}

	scriptMethod = Unit{Kind: "constructor", Word: "name:", Kinds: map[string]string{"constructor": "constructor"}, Body: "body:", Name: "name:", Joins: true,
		Else: []Unit{{Kind: "method", Name: "name:", Body: "body:", Joins: true}}}

	scriptVariable = Unit{Kind: "function", Only: "value: =" + scriptFunction, Name: "name:", Body: "value: body:", Else: []Unit{
		{Kind: "class", Only: "value: =class", Name: "name:", Body: "value: body:", Members: true},
		{Kind: "object", Only: "value: " + scriptMethods, Name: "name:", Body: "value:", Members: true, Global: true},
		{Kind: "variable", Name: "name: =identifier or name: //shorthand_property_identifier_pattern|identifier", Global: true,
			Body: "value: =object|array or value: =call_expression arguments: -arrow_function|function_expression body: or value: =call_expression arguments: -object or value:"},
	}}

	// export default function () {}: what has no name of its own.
	scriptDefault = Unit{Kind: "function", Only: "value: =" + scriptFunction, Name: "value: name: or default", Body: "value: body:", Else: []Unit{
		{Kind: "class", Only: "value: =class", Name: "value: name: or default", Body: "value: body:", Members: true},
		{Kind: "object", Only: "value: " + scriptMethods, Name: "default", Body: "value:", Members: true},
		{Kind: "object", Only: "value: =call_expression arguments: -object //method_definition|" + scriptFunction, Name: "default", Body: "value: arguments: -object", Members: true},
	}}

	scriptPair = Unit{Kind: "function", Only: "value: =" + scriptFunction, Name: "key:", Body: "value: body:", Outer: true, Else: []Unit{
		{Kind: "object", Only: "value: " + scriptMethods, Name: "key:", Body: "value:", Members: true, Outer: true},
	}}

	// exports.load = function () {}, Store.prototype.load = function () {},
	// describe("store", () => {}).
	scriptStatement = Unit{
		Kind: "function", Word: "assignment_expression left:", Only: assigned + "=" + scriptFunction,
		Kinds: map[string]string{"module.exports": "function"}, Name: assigned + "name: or assignment_expression left: property:", Body: assigned + "body:", Else: []Unit{
			{Word: "assignment_expression left: =member_expression object: =member_expression property:", Only: assigned + "=" + scriptFunction,
				Kinds: map[string]string{"prototype": "method"}, Name: "assignment_expression left: property:", Owner: "assignment_expression left: object: object:", Body: assigned + "body:"},
			{Kind: "function", Only: assigned + "=" + scriptFunction, Name: "assignment_expression left: property: or assignment_expression left:", Body: assigned + "body:"},
			{Kind: "class", Only: assigned + "=class", Name: assigned + "name: or assignment_expression left: property: or assignment_expression left:", Body: assigned + "body:", Members: true},
			{Word: "assignment_expression left:", Only: assigned + scriptMethods, Kinds: map[string]string{"module.exports": "object"}, Name: "assignment_expression left:", Body: assigned, Members: true, Global: true},
			{Kind: "object", Only: assigned + scriptMethods, Name: "assignment_expression left: property: or assignment_expression left:", Body: assigned, Members: true, Global: true},
			{Word: called, Only: callback, Kinds: map[string]string{"describe": "suite", "context": "suite", "suite": "suite"}, Name: "call_expression arguments: " + titles, Body: callback, Members: true},
			{Word: called, Only: callback, Kinds: map[string]string{"it": "test", "test": "test", "specify": "test", "bench": "test"}, Name: "call_expression arguments: " + titles, Body: callback},
		}}

	// scriptEffect is an import for its side effects: it has no "from".
	scriptEffect = Import{After: "from"}

	scriptRequire = Import{Word: required, Kinds: requires, Until: "=", As: []string{":"}, Skip: []string{"const", "let", "var"}, Global: true}
)

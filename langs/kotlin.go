package langs

import "github.com/smacker/go-tree-sitter/kotlin"

var kotlinLanguage = Language{
	Name:     "Kotlin",
	Also:     []string{"Gradle Kotlin DSL"},
	Grammar:  kotlin.GetLanguage,
	Line:     "//",
	Comments: []string{"line_comment", "multiline_comment", "shebang_line"},
	Marks:    []string{"annotation"},
	Leads:    []string{"prefix_expression " + kotlinStray},
	Tails:    []string{"getter", "setter"},
	Sheds:    []string{"import_list", "import_header", "package_header", "property_declaration", "type_alias"},
	Opens:    []string{"import_list"},
	Hide: [][2]string{
		{`\b(fun interface)\s`, "interface"},
		// a constructor on a line of its own, with comments before it
		{`(?m)^[ \t]*(?:@?\w+[ \t]+)*class\s+\w+(?:<[^<>(){}]*>)?((?:\s*//[^\n]*)*\s*\n)\s*(?:(?:@\w+|public|internal|protected|private)\s+)*constructor\b`, ""},
	},
	Units: map[string]Unit{
		"class_declaration": {Kind: "interface", Only: "interface", Name: "type_identifier", Body: "class_body", Members: true, Else: []Unit{
			{Kind: "enum", Only: "enum", Name: "type_identifier", Body: "enum_class_body", Members: true},
			{Kind: "class", Name: "type_identifier", Body: "class_body", Members: true},
		}},
		"object_declaration":    {Kind: "object", Name: "type_identifier", Body: "class_body", Members: true},
		"companion_object":      {Kind: "object", Name: "type_identifier or companion", Body: "class_body", Members: true},
		"function_declaration":  {Kind: "function", Name: "simple_identifier", Owner: kotlinReceiver, Body: "function_body", Bare: true},
		"secondary_constructor": {Kind: "constructor", Name: "constructor", Body: "statements|{"},
		"anonymous_initializer": {Kind: "constructor", Name: "init", Body: "{ +"},
		"property_declaration":  {Kind: "property", Name: "variable_declaration simple_identifier or multi_variable_declaration", Owner: kotlinReceiver, Outer: true},
		"type_alias":            {Kind: "type", Name: "type_identifier"},
	},
	Imports: map[string]Import{
		"import_header": {Skip: []string{"import"}, As: []string{"as"}, Wild: []string{"*"}},
	},
}

// kotlinReceiver is the type that an extension is for: there is a dot after it.
const kotlinReceiver = "?. user_type|nullable_type|parenthesized_type //type_identifier"

// kotlinStray is @A("x") where a comment or another annotation before it makes
// the grammar take it for an expression, ("x") with an annotation. Such nest.
const (
	kotlinStray     = kotlinArguments + " or prefix_expression " + kotlinArguments + " or prefix_expression prefix_expression " + kotlinArguments
	kotlinArguments = "annotation ?user_type > =parenthesized_expression"
)

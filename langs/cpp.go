package langs

import "github.com/smacker/go-tree-sitter/cpp"

var cppLanguage = Language{
	Name:     "C++",
	Also:     []string{"Cuda", "Metal"},
	Grammar:  cpp.GetLanguage,
	Line:     "//",
	Block:    [2]string{"/*", "*/"},
	Comments: []string{"comment"},
	Marks:    []string{"attribute_declaration", "access_specifier"},
	Wraps:    []string{"template_declaration", "linkage_specification", "friend_declaration", "field_declaration"},
	// labeled_statement: the "public:" of a class whose name a macro hides.
	Opens: append([]string{"labeled_statement"}, cOpens...),
	Hide: [][2]string{
		{`class\s+([A-Z][A-Z0-9_]*[A-Z0-9](?:\([^()\n]*\))?)\s+[A-Za-z_][\w:]*(?:<[^<>;{}()]*>)?\s*(?:final\s*)?(?:\{|:[^:])`, ""},
		{`struct\s+([A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\([^()\n]*\))?)\s+[A-Za-z_][\w:]*(?:<[^<>;{}()]*>)?\s*(?:final\s*)?(?:\{\s*\n|:[^:])`, ""},
	},
	Reserved: append([]string{"GUARDED_BY", "PT_GUARDED_BY", "ABSL_GUARDED_BY", "EXCLUSIVE_LOCKS_REQUIRED", "ABSL_EXCLUSIVE_LOCKS_REQUIRED",
		"SHARED_LOCKS_REQUIRED", "LOCKS_EXCLUDED", "Q_PROPERTY", "Q_DECLARE_METATYPE"}, cReserved...),
	Closers: []string{"#endif"},
	Units: map[string]Unit{
		"namespace_definition": {Kind: "namespace", Name: "name:", Body: "body:", Members: true},
		"class_specifier":      {Kind: "class", Only: "?name: body:", Name: "name: name:*", Body: "body:", Members: true},
		"struct_specifier":     {Kind: "struct", Only: "?name: body:", Name: "name: name:*", Body: "body:", Members: true},
		"union_specifier":      {Kind: "union", Only: "?name: body:", Name: "name:", Body: "body:", Members: true},
		"enum_specifier":       {Kind: "enum", Only: "body:", Name: "name: or body: enumerator name:", Body: "body:"},
		"concept_definition":   {Kind: "concept", Name: "name:"},
		"alias_declaration":    {Kind: "type", Name: "name:", Outer: true},
		"type_definition": {Kind: "struct", Only: "type: =struct_specifier|class_specifier body:", Name: cTypeName, Body: "type: body:", Members: true, Else: []Unit{
			{Kind: "union", Only: "type: =union_specifier body:", Name: cTypeName, Body: "type: body:", Members: true},
			{Kind: "enum", Only: "type: =enum_specifier body:", Name: cTypeName, Body: "type: body:"},
			{Kind: "type", Name: cTypeName},
		}},
		"preproc_function_def": {Kind: "macro", Name: "name:", Body: "value:"},
		"preproc_def":          {Kind: "macro", Only: "value:", Name: "name:", Body: "value:"},

		"function_definition": {Word: "?body: type: class or ?body: type: struct", Only: "declarator: =identifier", Kinds: map[string]string{"class": "class", "struct": "struct"},
			Name: "declarator:", Body: "body:", Members: true, // class EXPORT Store {
			Else: []Unit{
				{Word: cppName + "=identifier", Kinds: cppTests, Name: "declarator: parameters: -parameter_declaration", Owner: "declarator: parameters: parameter_declaration", Body: "body:"},
				{Word: cppName + "=identifier", Kinds: cppTestNames, Name: "declarator: parameters: parameter_declaration", Body: "body:"},
				{Kind: "destructor", Only: cppName + "name:* =destructor_name", Name: cppName + "name:*", Owner: cppOwner, Body: "body:"},
				{Kind: "constructor", Only: "!type: " + cppName + "=qualified_identifier", Name: cppName + "name:*", Owner: cppOwner, Body: "field_initializer_list or body:"},
				{Kind: "method", Only: cppName + "=qualified_identifier or " + cppBehind + "=qualified_identifier", Name: cppAnyName, Owner: cppOwner, Body: "body:"},
				{Kind: "method", Only: "declarator: name:* =operator_cast", Name: "declarator: name:*", Owner: "declarator: =qualified_identifier name:*qualified_identifier scope: name:*", Body: "body:"},
				{Kind: "constructor", Only: "!type: " + cppName, Name: cppAnyName, Body: "field_initializer_list or body:"},
				{Kind: "function", Name: cppAnyName, Body: "body:"},
			}},
		"declaration": {Kind: "destructor", Only: cppName + "=destructor_name", Name: cppName, Outer: true, Else: []Unit{
			{Kind: "constructor", Only: "!type: " + cppName + "=identifier", Name: cppName, Outer: true},
			{Kind: "method", Only: "declarator: =operator_cast", Name: "declarator:", Outer: true},
			{Kind: "function", Only: cppDeclared, Name: cppAnyName, Outer: true},
			{Kind: "variable", Only: "declarator: =identifier or declarator: //identifier", Name: "declarator: =identifier or declarator: //identifier", Body: "declarator: value: =lambda_expression body: or declarator: value:", Global: true},
		}},
		"field_declaration": {Kind: "method", Only: cppDeclared, Name: cppAnyName, Outer: true},
	},
	Imports: map[string]Import{
		"preproc_include": {Target: "path:", Take: Base, Opaque: true},
		"using_declaration": {Word: "namespace", Kinds: map[string]string{"namespace": ""}, Skip: []string{"using", "namespace"}, Opaque: true, Global: true, Else: []Import{
			{Skip: []string{"using", "typename", "enum"}, Global: true},
		}},
		"namespace_alias_definition": {Skip: []string{"namespace"}, Before: "=", Global: true},
	},
}

const (
	// cppName is the declarator's name, cppBehind the same behind * or &.
	cppName     = "declarator: =function_declarator declarator: "
	cppBehind   = "declarator: =pointer_declarator|reference_declarator //function_declarator declarator: "
	cppAnyName  = cppName + "=parenthesized_declarator //identifier or " + cppName + "name:* or " + cppBehind + "name:* or declarator:"
	cppNames    = "=identifier|field_identifier|operator_name|template_function"
	cppDeclared = cppName + cppNames + " or " + cppBehind + cppNames
	// cppOwner is Store of Store::load and ns::Store<T>::load.
	cppOwner = cppName + "=qualified_identifier name:*qualified_identifier scope: name:* or " +
		cppBehind + "=qualified_identifier name:*qualified_identifier scope: name:*"
)

// The macros that test frameworks define tests with.
var (
	cppTests = map[string]string{"TEST": "test", "TEST_F": "test", "TEST_P": "test", "TYPED_TEST": "test", "TYPED_TEST_P": "test",
		"BENCHMARK_F": "test", "BENCHMARK_DEFINE_F": "test", "BOOST_FIXTURE_TEST_CASE": "test"}
	cppTestNames = map[string]string{"BOOST_AUTO_TEST_CASE": "test", "BOOST_AUTO_TEST_SUITE": "suite"}
)

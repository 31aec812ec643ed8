package langs

import julia "github.com/tree-sitter/tree-sitter-julia/bindings/go"

var juliaLanguage = Language{
	Name:     "Julia",
	Grammar:  julia.Language,
	Line:     "#",
	Comments: []string{"line_comment", "block_comment"},
	Leads:    []string{"string_literal", "prefixed_string_literal"},
	Wraps:    []string{"macrocall_expression", "macro_argument_list"},
	Opens:    []string{"if_statement", "else_clause", "elseif_clause"},
	Closers:  []string{"end"},
	Units: map[string]Unit{
		"module_definition":    {Kind: "module", Name: "name:", Body: "name: > +", Members: true},
		"function_definition":  {Kind: "function", Name: juliaSignature, Body: "signature > +"},
		"macro_definition":     {Kind: "macro", Name: juliaSignature, Body: "signature > +"},
		"struct_definition":    {Kind: "struct", Name: juliaType, Body: "type_head > +", Members: true},
		"abstract_definition":  {Kind: "type", Name: juliaType},
		"primitive_definition": {Kind: "type", Name: juliaType},
		"assignment": {Kind: "function", Only: juliaLong + " or * =call_expression", Name: juliaLong + " " + juliaNames + " or * =call_expression " + juliaNames, Body: "operator >", Else: []Unit{
			{Kind: "function", Only: "arrow_function_expression", Name: "* =identifier", Body: "arrow_function_expression", Global: true},
		}},
		"const_statement": {Kind: "constant", Name: "assignment *", Outer: true},
		"macrocall_expression": {Word: "macro_identifier", Kinds: map[string]string{"@enum": "enum"}, Name: "macro_argument_list *", Else: []Unit{
			{Word: "macro_identifier", Kinds: map[string]string{"@testset": "suite"}, Only: "macro_argument_list compound_statement", Name: "macro_argument_list string_literal", Body: "macro_argument_list compound_statement", Members: true},
		}},
	},
	Imports: map[string]Import{
		"using_statement": {Only: "selected_import", After: ":", As: []string{"as"}, Chars: "!", Else: []Import{
			{Skip: []string{"using"}, Opaque: true},
		}},
		"import_statement": {Only: "selected_import", After: ":", As: []string{"as"}, Chars: "!", Else: []Import{
			{Skip: []string{"import"}, As: []string{"as"}},
		}},
		"call_expression": {Word: "* =identifier", Kinds: map[string]string{"include": ""}, Only: "argument_list string_literal", Target: "argument_list string_literal", Take: Base, Opaque: true, Global: true},
	},
}

const (
	// juliaNames is what a call in a signature calls: f, Base.f, +, (x::T).
	juliaNames     = "identifier|field_expression|operator|parametrized_type_expression|parenthesized_expression|quote_expression|macro_identifier|interpolation_expression"
	juliaSignature = "signature //call_expression " + juliaNames + " or signature //identifier"
	juliaType      = "type_head //identifier"
	// juliaLong arrives at the call in f(x)::T = y, f(x) where T = y.
	juliaLong = "* =where_expression|typed_expression //call_expression"
)

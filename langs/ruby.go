package langs

import "github.com/smacker/go-tree-sitter/ruby"

var rubyLanguage = Language{
	Name:     "Ruby",
	Grammar:  ruby.GetLanguage,
	Line:     "#",
	Comments: []string{"comment"},
	Marks:    []string{"call desc ", "call sig "},
	Tails:    []string{"heredoc_body"},
	Opens:    []string{"if", "unless", "else", "elsif", "then", "begin"},
	Sigils:   map[string]string{"simple_symbol": ":"},
	Closers:  []string{"end"},
	Pairs: map[string]string{"class": "end", "module": "end", "def": "end", "do": "end", "begin": "end", "case": "end",
		"^if": "end", "^unless": "end", "^while": "end", "^until": "end", "^for": "end"},
	Units: map[string]Unit{
		"class":            {Kind: "class", Name: "name:", Body: "body:", Members: true},
		"module":           {Kind: "module", Name: "name:", Body: "body:", Members: true},
		"singleton_class":  {Kind: "class", Name: "value:", Body: "body:", Members: true},
		"method":           {Kind: "function", Name: "name:", Body: "body:"},
		"singleton_method": {Kind: "function", Name: "name:", Body: "body:"},
		"alias":            {Kind: "function", Name: "name:", Outer: true},
		"assignment":       rubyAssignment,
		"call":             rubyCall,
	},
	Imports: map[string]Import{
		"call": {Word: "!receiver: method:", Kinds: map[string]string{"require": "", "require_relative": "", "load": ""}, Only: "arguments: string",
			Target: "arguments: string", Take: Base, Opaque: true, Else: []Import{
				{Word: "!receiver: method:", Kinds: map[string]string{"autoload": ""}, Target: "arguments: simple_symbol"},
			}},
	},
}

var (
	// rubyAssignment: Entry = Struct.new(:a) do ... end makes a class.
	rubyAssignment = Unit{
		Only: "left: =constant|scope_resolution", Word: "right: receiver: =constant",
		Kinds: map[string]string{"Struct": "class", "Class": "class", "Data": "class", "Module": "module"},
		Name:  "left:", Body: "right: block: body:", Members: true, Else: []Unit{
			{Kind: "constant", Only: "left: =constant|scope_resolution", Name: "left:", Outer: true},
		}}

	// rubyCall: what is defined by calling something, in the language itself
	// and in the commonest of its dialects (RSpec, Rake, Minitest).
	rubyCall = Unit{
		Word: "method:", Only: "arguments: method|singleton_method",
		Kinds: map[string]string{"private": "function", "protected": "function", "public": "function", "private_class_method": "function",
			"module_function": "function", "memoize": "function", "ruby2_keywords": "function"},
		Name: "arguments: method|singleton_method name:", Body: "arguments: method|singleton_method body:", Else: []Unit{
			{Word: "!receiver: method:", Kinds: map[string]string{"attr_reader": "property", "attr_writer": "property", "attr_accessor": "property", "attr": "property"}, Name: "arguments: *", Outer: true},
			{Word: "!receiver: method:", Kinds: map[string]string{"define_method": "function", "alias_method": "function"}, Name: "arguments: *", Body: "block: body:"},
			{Word: "method:", Only: "block:", Kinds: map[string]string{"describe": "suite", "context": "suite", "feature": "suite", "shared_examples": "suite",
				"shared_examples_for": "suite", "shared_context": "suite"}, Name: "arguments: *", Body: "block: body:", Members: true},
			{Word: "!receiver: method:", Only: "block:", Kinds: map[string]string{"namespace": "namespace"}, Name: "arguments: *", Body: "block: body:", Members: true},
			{Word: "!receiver: method:", Only: "block:", Kinds: map[string]string{"it": "test", "specify": "test", "scenario": "test", "test": "test", "example": "test", "task": "task"},
				Name: "arguments: * =pair key: or arguments: *", Body: "block: body:"},
		}}
)

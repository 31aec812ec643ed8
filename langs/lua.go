package langs

import "github.com/smacker/go-tree-sitter/lua"

var luaLanguage = Language{
	Name:     "Lua",
	Grammar:  lua.GetLanguage,
	Line:     "--",
	Comments: []string{"comment", "emmy_documentation", "shebang"},
	// Comments before a statement are within it.
	Sheds:   []string{"variable_declaration", "function_statement", "function_call", "module_return_statement", "return_statement", "if_statement", "for_statement", "while_statement", "do_statement", "repeat_statement"},
	Opens:   []string{"if_statement", "do_statement"},
	Reset:   "x = \"\"\n",
	Closers: []string{"end"},
	Units: map[string]Unit{
		"function_statement": {Kind: "method", Only: "name: table_colon", Owner: "name: identifier", Name: "name: -identifier", Body: "function_body", Else: []Unit{
			{Kind: "function", Owner: "name: ?table_dot identifier", Name: "name: -identifier or name:", Body: "function_body"},
		}},
		"variable_declaration": {Kind: "function", Only: "value: =function", Owner: "name: ?. identifier", Name: "name: -identifier or name:", Body: "value: function_body"},
		"function_call": {Word: "prefix:", Only: luaCallback, Kinds: map[string]string{"describe": "suite", "context": "suite"}, Name: "args: string", Body: luaCallback + " function_body", Members: true, Else: []Unit{
			{Word: "prefix:", Only: luaCallback, Kinds: map[string]string{"it": "test", "test": "test"}, Name: "args: string", Body: luaCallback + " function_body"},
		}},
		"field": {Kind: "function", Only: "?name: value: =function or ?key: value: =function", Name: "name: or key:", Body: "value: function_body"},
	},
	Imports: map[string]Import{
		"variable_declaration": {Word: "value: =function_call prefix:", Kinds: map[string]string{"require": ""}, Until: "=", Skip: []string{"local"}, Global: true},
		"function_call":        {Word: "prefix:", Kinds: map[string]string{"require": ""}, After: "=", Global: true},
	},
}

const luaCallback = "args: -function"

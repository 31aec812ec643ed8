package langs

import "github.com/smacker/go-tree-sitter/svelte"

var svelteLanguage = Language{
	Name:     "Svelte",
	Grammar:  svelte.GetLanguage,
	Block:    [2]string{"<!--", "-->"},
	Comments: []string{"comment"},
	Units: map[string]Unit{
		"element":         htmlElement,
		"script_element":  htmlScript,
		"style_element":   htmlStyle,
		"if_statement":    {Kind: "block", Name: "if_start_expr", Body: "if_start_expr > +"},
		"each_statement":  {Kind: "block", Name: "each_start_expr", Body: "each_start_expr > +"},
		"await_statement": {Kind: "block", Name: "await_start_expr", Body: "await_start_expr > +"},
		"key_statement":   {Kind: "block", Name: "key_start_expr", Body: "key_start_expr > +"},
	},
}

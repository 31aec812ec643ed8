package langs

import "github.com/smacker/go-tree-sitter/css"

var cssLanguage = Language{
	Name:     "CSS",
	Grammar:  css.GetLanguage,
	Block:    [2]string{"/*", "*/"},
	Comments: []string{"comment", "js_comment"},
	Units: map[string]Unit{
		"rule_set":            {Kind: "rule", Name: "selectors", Body: "block"},
		"media_statement":     {Kind: "rule", Name: "^", Body: "block", Members: true},
		"supports_statement":  {Kind: "rule", Name: "^", Body: "block", Members: true},
		"keyframes_statement": {Kind: "rule", Name: "keyframes_name", Body: "keyframe_block_list"},
		"at_rule":             {Kind: "rule", Only: "block", Name: "^", Body: "block", Members: true},
	},
	Imports: map[string]Import{
		"import_statement": {Target: "//string_value|plain_value", Take: Base, Opaque: true},
	},
}

package langs

import json "github.com/tree-sitter/tree-sitter-json/bindings/go"

var jsonLanguage = Language{
	Name:     "JSON",
	Also:     []string{"JSON with Comments", "JSONLD"},
	Grammar:  json.Language,
	Line:     "//",
	Comments: []string{"comment"},
	Opens:    []string{"object"},
	Units: map[string]Unit{
		"pair": {Kind: "key", Only: "value: =object|array", Name: "key:", Body: "value:"},
	},
}

package langs

import "github.com/smacker/go-tree-sitter/dockerfile"

var dockerfileLanguage = Language{
	Name:     "Dockerfile",
	Grammar:  dockerfile.GetLanguage,
	Line:     "#",
	Comments: []string{"comment"},
	Units: map[string]Unit{
		"from_instruction": {Kind: "stage", Name: "as: or image_spec name:", Reaches: true},
	},
}

package langs

import "github.com/smacker/go-tree-sitter/yaml"

var yamlLanguage = Language{
	Name:     "YAML",
	Grammar:  yaml.GetLanguage,
	Line:     "#",
	Comments: []string{"comment"},
	Sheds:    []string{"block_mapping_pair", "block_node", "block_mapping", "block_sequence", "block_sequence_item"},
	Opens:    []string{"document", "block_node", "block_mapping"},
	Units: map[string]Unit{
		"block_mapping_pair": {Kind: "key", Only: "value: =block_node block_mapping|block_sequence", Name: "key:", Body: "value:"},
	},
}

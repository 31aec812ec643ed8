package langs

import "github.com/smacker/go-tree-sitter/protobuf"

var protobufLanguage = Language{
	Name:     "Protocol Buffer",
	Grammar:  protobuf.GetLanguage,
	Line:     "//",
	Comments: []string{"comment"},
	Units: map[string]Unit{
		"message": {Kind: "message", Name: "message_name", Body: "message_body", Members: true},
		"enum":    {Kind: "enum", Name: "enum_name", Body: "enum_body"},
		"oneof":   {Kind: "oneof", Name: "identifier", Body: "{ +"},
		"service": {Kind: "service", Name: "service_name", Body: "{ +", Members: true},
		"rpc":     {Kind: "rpc", Name: "rpc_name", Body: "{ +", Bare: true},
	},
	Imports: map[string]Import{
		"import": {Target: "path:", Take: Base, Opaque: true},
	},
}

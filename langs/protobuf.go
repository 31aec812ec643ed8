package langs

import "github.com/smacker/go-tree-sitter/protobuf"

var protobufLanguage = Language{
	Name:     "Protocol Buffer",
	Grammar:  protobuf.GetLanguage,
	Line:     "//",
	Comments: []string{"comment"},
	// The grammar is of proto3, without extensions, and asks for the syntax.
	Hide: [][2]string{
		{`syntax\s*=\s*(["']proto[23]["'])`, `"proto3"`},
		{`(edition\s*=\s*["']\w{4,}["']\s*;\s)`, `syntax="proto3";`},
		{`\A(?:\s|//.*\n|/\*(?s:.*?)\*/)*(package\s+[\s.\w]{7,};)`, `syntax="proto3";`},
		{`(required)\s+[.\w]`, "optional"},
		{`(optional\s+group)\s+\w+\s*=`, "message"},
		{`(required\s+group)\s+\w+\s*=`, "message"},
		{`(repeated\s+group)\s+\w+\s*=`, "message"},
		{`group\s+\w+\s*(=\s*\w+\s*(?:\[[^\]]*\]\s*)?)\{`, ""},
		{`import(\s+option)\s`, ""},
		{`(features\.\([.\w]+\))`, "a"},
		{`("[ \t]*\n\s*")`, ""}, // one string in two
		{`(extend\s+[.\w]{2,}\s*)\{`, "message a"},
		{`(reserved\s+` + protobufRanges + `)\s*;`, "option a=1"},
		{`(extensions\s+` + protobufRanges + `\s*(?:\[[^;]*\])?)\s*;`, "option a=1"},
	},
	Sigils: map[string]string{"message": "extend "},
	Units: map[string]Unit{
		"message": {Word: "message", Kinds: map[string]string{"extend": "extension"}, Name: "^", Body: "message_body", Members: true, Else: []Unit{
			{Kind: "message", Name: "message_name", Body: "message_body", Members: true},
		}},
		"enum":    {Kind: "enum", Name: "enum_name", Body: "enum_body"},
		"oneof":   {Kind: "oneof", Name: "identifier", Body: "{ +"},
		"service": {Kind: "service", Name: "service_name", Body: "{ +", Members: true},
		"rpc":     {Kind: "rpc", Name: "rpc_name", Body: "{ +", Bare: true},
	},
	Imports: map[string]Import{
		"import": {Target: "path:", Take: Base, Opaque: true},
	},
}

// protobufRanges are what is reserved: numbers, ranges of them, names.
const (
	protobufRange  = `(?:-?\w+(?:\s+to\s+-?\w+)?|"[^"\n]*"|'[^'\n]*')`
	protobufRanges = protobufRange + `(?:\s*,\s*` + protobufRange + `)*`
)

package langs

import "github.com/smacker/go-tree-sitter/typescript/tsx"

var tsxLanguage = Language{
	Name:     "TSX",
	Grammar:  tsx.GetLanguage,
	Line:     "//",
	Comments: []string{"comment", "html_comment"},
	Marks:    []string{"decorator"},
	Wraps:    typescriptWraps,
	Opens:    typescriptOpens,
	Reserved: scriptReserved,
	Units:    typescriptUnits,
	Imports:  typescriptImports,
}

package langs

import "github.com/smacker/go-tree-sitter/typescript/tsx"

var tsxLanguage = typed("TSX", tsx.GetLanguage)

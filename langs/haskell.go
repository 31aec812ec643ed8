package langs

import haskell "github.com/tree-sitter/tree-sitter-haskell/bindings/go"

var haskellLanguage = Language{
	Name:     "Haskell",
	Grammar:  haskell.Language,
	Line:     "--",
	Comments: []string{"comment", "haddock", "pragma"},
	Tails:    []string{"pragma"}, // {-# INLINE f #-}
	Sheds:    []string{"imports", "import", "header", "instance", "instance_declarations", "class", "class_declarations"},
	Opens:    []string{"imports", "declarations"},
	Closers:  []string{"#endif"},
	Units: map[string]Unit{
		"signature":         {Kind: "function", Only: "name: or names:", Name: haskellFunction.Name, Bare: true, Joins: true, Outer: true},
		"function":          haskellFunction,
		"bind":              haskellFunction,
		"data_type":         {Kind: "type", Name: haskellType, Body: "constructors:"},
		"newtype":           {Kind: "type", Name: haskellType},
		"type_synomym":      {Kind: "type", Name: haskellType},
		"class":             {Kind: "class", Only: "class", Name: haskellType, Body: "declarations:", Members: true},
		"instance":          {Kind: "impl", Only: "instance", Name: haskellType, Owner: "patterns: //name or patterns:", Body: "declarations:", Members: true},
		"deriving_instance": {Kind: "impl", Name: haskellType, Owner: "patterns: //name or patterns:"},
		"type_family":       {Kind: "type", Name: haskellType, Body: "equations"},
		"type_instance":     {Kind: "type", Name: haskellType},
		"data_family":       {Kind: "type", Name: haskellType},
		"pattern_synonym":   {Kind: "constant", Name: "signature synonym: or equation synonym: * or equation synonym:", Joins: true},
		"foreign_import":    {Kind: "function", Name: "signature: name:"},
	},
	Imports: map[string]Import{
		"import": {Only: "qualified", Skip: haskellWords, As: []string{"as"}, Chars: "'", Else: []Import{
			{Only: "!hiding names:", Listed: true, Skip: haskellWords, As: []string{"as"}, Chars: "'", Wild: []string{".."}},
			{Before: "hiding", Skip: haskellWords, As: []string{"as"}, Opaque: true},
		}},
	},
}

var haskellWords = []string{"import", "qualified", "type", "pattern"}

// haskellFunction is a clause of a function or its type.
var haskellFunction = Unit{Kind: "function", Only: "match:", Body: "match:", Joins: true,
	Name: "name: =prefix_id operator or name: or names: * or infix operator: or operator: or pattern:"}

const haskellType = "name: =prefix_id operator or name: or infix operator:"

package langs

import "github.com/smacker/go-tree-sitter/sql"

var sqlLanguage = Language{
	Name:     "SQL",
	Also:     []string{"HiveQL", "PLSQL", "PLpgSQL", "SQLPL", "TSQL"},
	Grammar:  sql.GetLanguage,
	Line:     "--",
	Comments: []string{"comment", "marginalia"},
	Wraps:    []string{"statement"},
	Closers:  []string{"end", "END"},
	Units: map[string]Unit{
		"create_table":             {Kind: "table", Name: "object_reference", Body: "column_definitions|create_query"},
		"create_view":              {Kind: "view", Name: "object_reference", Body: "create_query"},
		"create_materialized_view": {Kind: "view", Name: "object_reference", Body: "create_query"},
		"create_index":             {Kind: "index", Name: "column: or object_reference"},
		"create_function":          {Kind: "function", Name: "object_reference", Body: "function_body"},
		"create_trigger":           {Kind: "trigger", Name: "object_reference"},
		"create_type":              {Kind: "type", Name: "object_reference"},
		"create_sequence":          {Kind: "sequence", Name: "object_reference"},
		"create_schema":            {Kind: "schema", Name: "identifier"},
		"create_database":          {Kind: "database", Name: "identifier"},
		"create_role":              {Kind: "role", Name: "identifier"},
		"create_extension":         {Kind: "extension", Name: "identifier"},
	},
}

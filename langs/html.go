package langs

import "github.com/smacker/go-tree-sitter/html"

var htmlLanguage = Language{
	Name:     "HTML",
	Also:     []string{"HTML+ERB", "HTML+EEX", "HTML+PHP", "Vue"},
	Grammar:  html.GetLanguage,
	Block:    [2]string{"<!--", "-->"},
	Comments: []string{"comment"},
	Units: map[string]Unit{
		"element":        htmlElement,
		"script_element": htmlScript,
		"style_element":  htmlStyle,
	},
}

// htmlElement leaves out what stands inside a line of text, and containers
// that say nothing.
var htmlElement = Unit{Word: "start_tag tag_name", Kinds: htmlTags, Name: "start_tag tag_name", Body: "start_tag > +", Members: true}

var (
	htmlScript = Unit{Kind: "script", Name: "start_tag tag_name", Body: "start_tag > +"}
	htmlStyle  = Unit{Kind: "style", Name: "start_tag tag_name", Body: "start_tag > +"}
)

var htmlTags = kinds("element", "html", "head", "body", "header", "footer", "main", "nav", "section", "article", "aside", "form", "fieldset",
	"table", "thead", "tbody", "ul", "ol", "dl", "figure", "details", "dialog", "template", "svg", "blockquote", "pre")

// kinds maps words to one kind.
func kinds(kind string, words ...string) map[string]string {
	m := make(map[string]string, len(words))
	for _, w := range words {
		m[w] = kind
	}
	return m
}

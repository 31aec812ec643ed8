package langs

import "strings"

// all is every language, by name. A new language is its own file and a line here.
var all = []*Language{
	&cLanguage,
	&csharpLanguage,
	&cppLanguage,
	&cssLanguage,
	&cueLanguage,
	&dockerfileLanguage,
	&elixirLanguage,
	&elmLanguage,
	&golangLanguage,
	&groovyLanguage,
	&hclLanguage,
	&htmlLanguage,
	&haskellLanguage,
	&jsonLanguage,
	&javaLanguage,
	&javascriptLanguage,
	&juliaLanguage,
	&kotlinLanguage,
	&luaLanguage,
	&ocamlLanguage,
	&phpLanguage,
	&protobufLanguage,
	&pythonLanguage,
	&rubyLanguage,
	&rustLanguage,
	&sqlLanguage,
	&scalaLanguage,
	&shellLanguage,
	&svelteLanguage,
	&swiftLanguage,
	&tomlLanguage,
	&tsxLanguage,
	&typescriptLanguage,
	&yamlLanguage,
	&zigLanguage,
}

var byName = index(all)

func fold(name string) string { return strings.ToLower(name) }

func index(ls []*Language) map[string]*Language {
	m := make(map[string]*Language)
	for _, l := range ls {
		for _, also := range l.Also {
			m[fold(also)] = l
		}
	}
	for _, l := range ls {
		m[fold(l.Name)] = l
	}
	return m
}

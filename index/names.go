package index

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"github.com/seed5e9d5dd4/cleave/index/repo"
)

// Names lists what a search can ask for: the languages of the files that the
// index holds, and the kinds of the units in them, in any view.
func (x *Index) Names(ctx context.Context) (languages, kinds []string, err error) {
	langs, units := make(map[string]bool), make(map[string]bool)
	err = each(ctx, x.db, "SELECT language, kinds FROM file WHERE refs > 0", func(rows *sql.Rows) error {
		var language string
		var list sql.RawBytes
		if err := rows.Scan(&language, &list); err != nil {
			return err
		}
		langs[language] = true
		for kind := range strings.FieldsSeq(string(list)) {
			units[kind] = true
		}
		return nil
	})
	delete(langs, "") // of files of no language
	return slices.Sorted(maps.Keys(langs)), slices.Sorted(maps.Keys(units)), x.explain(err)
}

// Matches reports whether a view has a file, covered or not, whose path matches
// one of the patterns: see repo.Match.
func (x *Index) Matches(ctx context.Context, v *View, patterns []string) (bool, error) {
	dirs, err := listings(ctx, x.db, v.id)
	for dir, l := range dirs {
		for i := range l {
			if repo.Match(patterns, join(dir, l[i].name)) {
				return true, nil
			}
		}
	}
	return false, x.explain(err)
}

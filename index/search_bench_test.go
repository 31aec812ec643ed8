package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed5e9d5dd4/cleave/chunk"
)

var docComment = regexp.MustCompile(`(?m)^// (\w+ [^\n]*(?:\n//[^\n]*)*)\nfunc `)

// docQueries makes n queries of the first sentences of doc comments, without the
// name they begin with, and as many of their first three words.
func docQueries(chunks []chunk.Chunk, n int) (long, short []string) {
	for i := range chunks {
		for _, m := range docComment.FindAllStringSubmatch(chunks[i].Text, -1) {
			text, _, _ := strings.Cut(strings.ReplaceAll(m[1], "\n//", ""), ". ")
			if words := strings.Fields(text); len(words) > 5 {
				long = append(long, strings.Join(words[1:min(len(words), 20)], " "))
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(long), func(i, j int) { long[i], long[j] = long[j], long[i] })
	long = long[:min(n, len(long))]
	for _, q := range long {
		short = append(short, strings.Join(strings.Fields(q)[:3], " "))
	}
	return long, short
}

// TestAgreement holds what Search finds against the ranking of all chunks, with
// an effort as small, for the few chunks there are, as it is for 200,000.
func TestAgreement(t *testing.T) {
	dir := filepath.Join(runtime.GOROOT(), "src", "net")
	x := created(t)
	v := refreshed(t, x, dir, RefreshOptions{}).View
	chunks := export(t, x, v)
	ranker := NewRanker(chunks)
	e := usual()
	e.rows = e.rows * len(chunks) / 200_000
	long, short := docQueries(chunks, 200)
	if len(long) < 100 {
		t.Skip("there are no sources beside this go")
	}
	for _, test := range []struct {
		name       string
		queries    []string
		first, ten float64
	}{{"sentences", long, 0.97, 0.87}, {"three words", short, 0.9, 0.8}} {
		first, ten := 0.0, 0.0
		for _, q := range test.queries {
			want := ranker.Rank(q)
			want = want[:min(10, len(want))]
			hits, err := x.search(context.Background(), v, q, SearchOptions{}, e)
			if err != nil || len(hits) < len(want) {
				t.Fatalf("%q: %d hits of %d, %v", q, len(hits), len(want), err)
			}
			if hits[0].ID == chunks[want[0]].ID {
				first += 1 / float64(len(test.queries))
			}
			for _, i := range want {
				if slices.ContainsFunc(hits, func(h Hit) bool { return h.ID == chunks[i].ID }) {
					ten += 1 / float64(len(want)*len(test.queries))
				}
			}
		}
		t.Logf("%s: the first is the same in %.3f, of the first ten %.3f", test.name, first, ten)
		if first < test.first || ten < test.ten {
			t.Errorf("%s: the first is the same in %.3f, of the first ten %.3f; want %v and %v", test.name, first, ten, test.first, test.ten)
		}
	}
}

// BenchmarkSearch searches GOROOT/src, copied to other paths until there are
// 200,000 chunks. It reports the median and the 99th percentile: less than 10
// and 50 ms. The first searches, which have to list common words, take longer:
//
//	go test -run '^$' -bench Search -benchtime 2000x ./index
func BenchmarkSearch(b *testing.B) {
	ctx := context.Background()
	x, err := Create(filepath.Join(b.TempDir(), "index.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer x.Close()
	r, err := x.Refresh(ctx, goTree(b), RefreshOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var chunks []chunk.Chunk
	var files []*chunk.File
	err = x.Export(ctx, r.View, func(r Result) error {
		if r.File != nil {
			files, chunks = append(files, r.File), append(chunks, r.File.Chunks...)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	v := copies(b, x, r.View, files, 200_000)
	long, short := docQueries(chunks, 500)
	for _, set := range []struct {
		name    string
		queries []string
	}{{"sentences", long}, {"three-words", short}} {
		b.Run(set.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := x.Search(ctx, v, set.queries[len(took)%len(set.queries)], SearchOptions{}); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
		})
	}
}

// copies stores files under other paths until a view has so many chunks.
func copies(b *testing.B, x *Index, v *View, files []*chunk.File, chunks int) *View {
	conn, tx, err := x.begin(context.Background(), time.Minute)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	defer tx.Rollback()
	k, err := newKeeper(tx, v.settings)
	if err != nil {
		b.Fatal(err)
	}
	to := *v
	to.id, to.Place, to.Summary = 0, "copies", Summary{}
	var words indexer
	r := &refresh{tx: tx, done: &Refreshed{View: &to}, dirs: make(map[string]*dir)}
	for n := 0; to.Summary.Chunks < chunks; n++ {
		for _, f := range files {
			one := &row{path: fmt.Sprintf("copy%d/%s", n, f.Path), blob: "b", chunks: len(f.Chunks), tokens: f.Tokens(),
				language: f.Language, strategy: f.Strategy, kinds: kindsOf(f)}
			for i := range f.Chunks {
				f.Chunks[i].Path = one.path
			}
			one.words = words.file(f)
			if one.data, err = x.codec.pack(f); err != nil {
				b.Fatal(err)
			}
			if err := k.keep(one); err != nil {
				b.Fatal(err)
			}
			in, name := split(one.path)
			if r.dirs[in] == nil {
				r.dirs[in] = new(dir)
			}
			r.dirs[in].now = append(r.dirs[in].now, item{name: name, file: one.id})
			to.Summary.add(1, "", one)
		}
	}
	if err := k.tidy(tx); err != nil {
		b.Fatal(err)
	}
	if err := r.write(); err != nil {
		b.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	return &to
}

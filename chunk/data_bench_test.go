package chunk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/chunk/data"
)

// bigData is about a megabyte in each format.
func bigData() map[string]string {
	var object, line, yaml, rows, xml strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&object, "    {\n      \"id\": %d,\n      \"name\": \"ship %d\",\n      \"berth\": {\"pier\": \"north\", \"number\": %d},\n      \"draught\": %d.5\n    },\n", i, i*7919, i%9, i%14)
		fmt.Fprintf(&line, `{"id":%d,"name":"ship %d","berth":{"pier":"north","number":%d},"draught":%d.5},`, i, i*7919, i%9, i%14)
		fmt.Fprintf(&yaml, "- id: %d\n  name: ship %d\n  # where it lies\n  berth:\n    pier: north\n    number: %d\n  draught: %d.5\n", i, i*7919, i%9, i%14)
		fmt.Fprintf(&rows, "%d,ship %d,\"north, %d\",%d.5,lies there since the winter before last\n", i, i*7919, i%9, i%14)
		fmt.Fprintf(&xml, "  <ship id=\"%d\">\n    <name>ship %d</name>\n    <berth pier=\"north\" number=\"%d\"/>\n    <draught>%d.5</draught>\n  </ship>\n", i, i*7919, i%9, i%14)
	}
	return map[string]string{
		"a.json":   "{\n  \"ships\": [\n" + strings.TrimSuffix(object.String(), ",\n") + "\n  ]\n}\n",
		"min.json": `{"ships":[` + strings.TrimSuffix(line.String(), ",") + `]}`,
		"a.yaml":   yaml.String(),
		"a.csv":    "id,name,berth,draught,remarks\n" + rows.String(),
		"a.xml":    "<ships>\n" + xml.String() + "</ships>\n",
	}
}

// BenchmarkData cuts a megabyte of each data format; scan is the scanner
// alone, count the tokens alone, tiktoken what tiktoken-go takes to count them.
func BenchmarkData(b *testing.B) {
	count := truth(b, DefaultTokenizer)
	for path, text := range bigData() {
		src := []byte(text)
		language := map[string]string{"json": "JSON", "yaml": "YAML", "csv": "CSV", "xml": "XML"}[path[strings.IndexByte(path, '.')+1:]]
		run := func(name string, f func()) {
			b.Run(path+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					f()
				}
			})
		}
		c := newChunker(b, Options{})
		run("cut", func() {
			if _, err := c.File(path, src); err != nil {
				b.Fatal(err)
			}
		})
		run("scan", func() { data.Scan(language, path, src) })
		run("count", func() { c.sums = c.counter.Sums(c.sums, src) })
		run("tiktoken", func() { count(text) })
	}
}

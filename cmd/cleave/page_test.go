package main

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// probe is put into a copy of the page, without the page's policy: it moves the
// focus through the page as Tab does, and writes down what is seen.
const probe = `<pre id="probe"></pre><script>
const shown = () => [...document.querySelectorAll('.info')].filter(i => getComputedStyle(i).display !== 'none').map(i => i.id);
const beside = r => r.height > 0 && r.top === 0 && r.right === document.documentElement.clientWidth;
const text = e => e ? e.textContent : null;
const rgb = s => s.match(/[\d.]+/g).slice(0, 3).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
const light = s => { const [r, g, b] = rgb(s); return .2126 * r + .7152 * g + .0722 * b };
const contrast = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
const out = {before: shown(), chunks: [], dark: {}, contrast: {}};
for (const c of document.querySelectorAll('.chunk')) {
  c.querySelector('a').focus();
  out.chunks.push({id: c.id, focused: document.activeElement.parentElement.id, shown: shown(), beside: beside(c.querySelector('.info').getBoundingClientRect()),
    file: c.closest('.file').querySelector('summary').firstChild.textContent.trim(),
    body: text(c.querySelector(':scope > pre')), context: text(c.querySelector('.context')), facts: text(c.querySelector('dl'))});
}
document.activeElement.blur();
out.after = shown();
out.columns = [...document.querySelectorAll('.histogram li')].map(l => ({n: +l.querySelector('.count').textContent, height: l.querySelector('.bar').offsetHeight}));
out.passed = [...document.querySelectorAll('.passed tbody tr')].map(r => [...r.cells].map(text));
out.elements = document.querySelectorAll('img, iframe, link, object, [onerror], [onload], [src]').length;
out.scripts = document.scripts.length;
out.loaded = performance.getEntriesByType('resource').length;
out.pwned = String(window.pwned);
for (const scheme of ['light', 'dark']) {
  document.documentElement.style.colorScheme = scheme;
  const body = getComputedStyle(document.body), soft = getComputedStyle(document.querySelector('.soft'));
  out.dark[scheme] = light(body.backgroundColor) < .1;
  out.contrast[scheme] = Math.min(contrast(body.color, body.backgroundColor), contrast(soft.color, body.backgroundColor),
    ...[...document.querySelectorAll('.chunk')].map(c => contrast(getComputedStyle(c.querySelector('pre')).color, getComputedStyle(c).backgroundColor)));
}
document.getElementById('probe').textContent = JSON.stringify(out);
</script>`

type probed struct {
	Before, After []string
	Chunks        []struct {
		ID, Focused, File, Body, Facts string
		Context                        *string
		Beside                         bool
		Shown                          []string
	}
	Columns                   []struct{ N, Height int }
	Passed                    [][2]string
	Elements, Scripts, Loaded int
	Pwned                     string
	Dark                      map[string]bool
	Contrast                  map[string]float64
}

// findBrowser gives the browser of this machine, or skips the test.
func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium on this machine: the page is not seen by a browser")
	return ""
}

func browserFlags(t *testing.T) []string {
	return []string{"--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir=" + t.TempDir(), "--window-size=1400,1000"}
}

// browse opens a page in a headless browser and gives its document.
func browse(t *testing.T, page string) string {
	t.Helper()
	browser := findBrowser(t)
	cmd := exec.CommandContext(t.Context(), browser, append(browserFlags(t), "--dump-dom", "file://"+page)...)
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", browser, err)
	}
	return string(out)
}

// makePage writes the page of a directory.
func makePage(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	page := filepath.Join(t.TempDir(), "page.html")
	cmd := exec.Command("cleave", append([]string{"show", "--html", "-o", page, dir}, flags...)...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return page
}

// hostile are files that would act, if what is written were not escaped.
var hostile = map[string]string{
	"a.py":                            "\n\n" + strings.Repeat("def f(a):\n    \"\"\"Words.\"\"\"\n    return a + 1\n\n\n", 30),
	"</summary><img src=x>.py":        "x = 1\n",
	"q\"'><script>pwned=1</script>\n": "text\n",
	"b.html":                          "</pre></section><script>pwned = 2</script><img src=x onerror=pwned=3>&lt;&amp;\n",
	"c.js":                            "// {{.Title}} \u202e <!-- --> ]]>\nlet s = `</script>`;\r\nlet t = 1;\n",
	"d.bin":                           "\x00\x01\x02",
	"lib.min.js":                      strings.Repeat("var a=1;", 2000),
	"e.txt":                           "nul-free \x1b[31m\n",
}

func TestPageInBrowser(t *testing.T) {
	dir := t.TempDir()
	for name, text := range hostile {
		name = strings.ReplaceAll(name, "/", "\u2215")
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(makePage(t, dir, "--max", "128"))
	if err != nil {
		t.Fatal(err)
	}
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	if !policy.Match(page) {
		t.Fatal("the page has no policy")
	}
	copied := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(copied, append(policy.ReplaceAll(page, nil), probe...), 0o644); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(browse(t, copied), `<pre id="probe">`)
	text, _, _ := strings.Cut(rest, "</pre>")
	var got probed
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), &got); err != nil {
		t.Fatalf("%v in %.300q", err, text)
	}
	checkEscapes(t, &got)
	checkChunks(t, &got)
	checkLooks(t, &got)
}

func checkEscapes(t *testing.T, got *probed) {
	if got.Elements != 0 || got.Scripts != 1 || got.Loaded != 0 || got.Pwned != "undefined" {
		t.Errorf("%d elements, %d scripts, %d loaded, pwned is %s: something in a file acted", got.Elements, got.Scripts, got.Loaded, got.Pwned)
	}
	reasons := make(map[string]string)
	for _, p := range got.Passed {
		reasons[p[0]] = p[1]
	}
	if reasons["d.bin"] != "binary" || reasons["lib.min.js"] != "minified" {
		t.Errorf("passed over: %q", got.Passed)
	}
}

// checkChunks: the blocks hold the files, and each shows its own facts, alone,
// while the focus is on it.
func checkChunks(t *testing.T, got *probed) {
	if len(got.Before)+len(got.After) > 0 {
		t.Errorf("facts are shown without focus: %q, %q", got.Before, got.After)
	}
	files := make(map[string]string)
	for _, c := range got.Chunks {
		files[c.File] += c.Body
		if c.Focused != c.ID || len(c.Shown) != 1 || c.Shown[0] != "i"+c.ID {
			t.Errorf("%s: focus is on %s and shows %q", c.ID, c.Focused, c.Shown)
		}
		if !c.Beside {
			t.Errorf("%s: the facts are not at the edge of the window", c.ID)
		}
		if c.Context == nil || !strings.Contains(c.Facts, "Tokens") || !strings.Contains(c.Facts, "Scope") {
			t.Errorf("%s: facts are %q, context %v", c.ID, c.Facts, c.Context)
		}
	}
	for name, want := range hostile {
		name, want = visible(strings.ReplaceAll(name, "/", "\u2215")), visible(want)
		if name == "d.bin" || name == "lib.min.js" {
			continue
		}
		if name = strings.ReplaceAll(name, "\n", "␊"); files[name] != want {
			t.Errorf("%q shows %q, want %q", name, files[name], want)
		}
	}
}

func checkLooks(t *testing.T, got *probed) {
	n := 0
	for _, c := range got.Columns {
		n += c.N
		if (c.N > 0) != (c.Height > 0) {
			t.Errorf("a column of %d chunks is %d pixels high", c.N, c.Height)
		}
	}
	if n != len(got.Chunks) || n < 10 {
		t.Errorf("the histogram counts %d chunks of %d", n, len(got.Chunks))
	}
	if got.Dark["light"] || !got.Dark["dark"] {
		t.Errorf("dark: %v", got.Dark)
	}
	for scheme, c := range got.Contrast {
		if c < 4.5 {
			t.Errorf("%s: contrast is %.1f, want 4.5", scheme, c)
		}
	}
}

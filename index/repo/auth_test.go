package repo

import "testing"

// TestTokenStaysAtItsHost: a location out of a list gets the token only if the
// token's host is set and is its.
func TestTokenStaysAtItsHost(t *testing.T) {
	t.Setenv("CLEAVE_GIT_TOKEN", "hunter2")
	t.Setenv("NETRC", t.TempDir()+"/none")
	for _, test := range []struct {
		only, url string
		listed    bool
		want      string
	}{
		{"", "https://a.example/r", false, "hunter2"},
		{"", "https://a.example/r", true, ""},
		{"a.example", "https://A.example/r", true, "hunter2"},
		{"a.example", "https://b.example/r", true, ""},
		{"a.example", "https://b.example/r", false, ""},
		{"", "http://a.example/r", false, ""},
	} {
		t.Setenv("CLEAVE_GIT_TOKEN_HOST", test.only)
		l, err := parseLocation(test.url)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := l.fromEnvironment(test.listed); got != test.want {
			t.Errorf("%+v: the token is %q", test, got)
		}
	}
}

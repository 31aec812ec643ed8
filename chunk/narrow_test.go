package chunk

import (
	"fmt"
	"path"
	"strings"
	"testing"
)

// TestNarrowed: of an import with lists only the names that are used stay, each
// with the path that it had, and every bracket closes.
func TestNarrowed(t *testing.T) {
	marks := map[string]string{".rs": "//", ".scala": "//", ".php": "//", ".js": "//", ".ts": "//", ".py": "#", ".lua": "--"}
	for _, test := range []struct{ path, statement, form, used, want string }{
		{"a.py", "from q import (  # noqa: F401\n    Lock,  # one\n    Event,\n    Timer,  # three\n)", "def f%d(): %s()", "Event", "from q import (Event)"},
		{"a.py", "from q import Lock, \\\n    Event, \\\n    Timer", "def f%d(): %s()", "Timer", "from q import Timer"},
		{"a.py", "from q import \\\n    Lock, \\\n    Event", "def f%d(): %s()", "Event", "from q import Event"},
		{"a.js", "import { // first\n  Lock, // one\n  Event, /* two */\n  Timer // three\n} from './x'", "function f%d() { %s(); }", "Lock", "import { Lock } from './x'"},
		{"a.php", "use Foo\\{ // c\n    Lock, Event as Timer,\n};", "function f%d() { new %s(); }", "Lock", "use Foo\\{Lock};"},
		{"a.lua", "local lock, event = require 'lock', require 'event'", "function f%d() %s() end", "event", "local lock, event = require 'lock', require 'event'"},
		{"a.js", "const [lock, event] = require('x')", "function f%d() { %s(); }", "event", "const [lock, event] = require('x')"},
		{"a.rs", "use crate::{\n    body::{Body, Http},\n    handler::Handler,\n};", "fn f%d() { %s(); }", "Handler", "use crate::{handler::Handler};"},
		{"a.rs", "use crate::{\n    body::{Body, Http},\n    handler::Handler,\n};", "fn f%d() { %s(); }", "Http", "use crate::{body::{Http}};"},
		{"a.rs", "use std::{a::{b::{c, Command}, d}, e::f};", "fn f%d() { %s(); }", "Command", "use std::{a::{b::{Command}}};"},
		{"a.rs", "use std::{a::{b::{c, Command}, d}, e::f};", "fn f%d() { %s(); }", "f", "use std::{e::f};"},
		{"a.rs", "use std::{process::Command, ffi::{OsStr, OsString}, fs::File};", "fn f%d() { %s(); }", "OsStr", "use std::{ffi::{OsStr}};"},
		{"a.rs", "pub(crate) use std::{ffi::{self, OsStr as Os}, fs::File};", "fn f%d() { %s(); }", "Os", "pub(crate) use std::{ffi::{OsStr as Os}};"},
		{"a.rs", "use std::{ffi::{self, OsStr}, fs::File};", "fn f%d() { %s(); }", "ffi", "use std::{ffi::{self}};"},
		{"a.rs", "use std::{ // {\n    ffi::{self, OsStr}, fs::File};", "fn f%d() { %s(); }", "File", "use std::{ // {\n    ffi::{self, OsStr}, fs::File};"},
		{"a.scala", "import p.q.{r, s}, t.u", "def f%d() = { %s() }", "u", "import p.q.{r, s}, t.u"},
		{"a.scala", "import p.q.{r, s}", "def f%d() = { %s() }", "r", "import p.q.{r}"},
		{"a.js", "import a, { b, c } from 'd';", "function f%d() { %s(); }", "c", "import { c } from 'd';"},
		{"a.php", "use A\\{B, C as D};", "function f%d() { new %s(); }", "D", "use A\\{C as D};"},
	} {
		src := test.statement + "\n\n"
		if strings.HasSuffix(test.path, ".php") {
			src = "<?php\n" + src
		}
		for i := range 8 {
			src += fmt.Sprintf(marks[path.Ext(test.path)]+" Number %d stands here for itself, with some words before it to be long.\n", i) + fmt.Sprintf(test.form, i, test.used) + "\n\n"
		}
		f := check(t, newChunker(t, Options{Max: 160, Min: 16}), test.path, []byte(src))
		last := f.Chunks[len(f.Chunks)-1]
		if !strings.Contains(last.Context, "\n"+test.want+"\n") || len(f.Chunks) < 2 {
			t.Errorf("%s with %s used: context is %q, want %q", test.statement, test.used, last.Context, test.want)
		}
	}
}

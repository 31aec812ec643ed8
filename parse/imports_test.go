package parse

import (
	"strings"
	"testing"

	"github.com/seed5e9d5dd4/cleave/langs"
)

// importTests are import statements and what they bind: the names, "*" after
// one that brings others along which are not told, "-" for none; then, behind
// a bar, the items' own texts where they are not the names.
var importTests = map[string][][2]string{
	"Go": {
		{`import "fmt"`, `fmt | "fmt"`},
		{`import "net/http"`, `http | "net/http"`},
		{`import h "net/http"`, `h | h "net/http"`},
		{`import _ "embed"`, `- | _ "embed"`},
		{`import . "strings"`, `-* | . "strings"`},
		{`import "gopkg.in/yaml.v3"`, `yaml | "gopkg.in/yaml.v3"`},
		{`import "a.b/c/go-git/v5"`, `git | "a.b/c/go-git/v5"`},
		{"import (\n\t\"fmt\" // prints\n\n\tx `a/b`\n)", "fmt, x | \"fmt\", x `a/b`"},
		{`import ("a"; "b")`, `a, b | "a", "b"`},
	},
	"Python": {
		{"import os", "os"},
		{"import os.path", "os | os.path"},
		{"import os.path as p, re", "p, re | os.path as p, re"},
		{"from a.b import c", "c"},
		{"from a.b import c as d, e", "d, e | c as d, e"},
		{"from a import (\n    b,  # why\n    c as d,\n)", "b, d | b, c as d"},
		{"from .a import *", "a* | *"},
		{"from . import a", "a"},
		{"from .. import *", "-* | *"},
		{"from __future__ import annotations", "annotations"},
	},
	"JavaScript": {
		{"import a from 'm'", "a"},
		{"import { a, b as c } from 'm'", "a, c | a, b as c"},
		{"import { default as d } from 'm';", "d | default as d"},
		{"import a, { b } from 'm';", "a, b"},
		{"import * as ns from 'm';", "ns | * as ns"},
		{"import a, * as ns from 'm';", "a, ns | a, * as ns"},
		{"import { from } from 'rxjs';", "from"},
		{"import { 'a-b' as c } from 'm';", "c | 'a-b' as c"},
		{"import 'm';", ""},
		{"import a from 'm' with { type: 'json' };", "a"},
		{"const a = require('m');", "a | a = require('m')"},
		{"var a = require('m'), b = require('n').c;", "a, b | a = require('m'), b = require('n').c"},
		{"const { a, b: c } = require('m');", "a, c | a, b: c"},
		{"let a = require('m')(b, { c: d }), e = 1;", "a, e | a = require('m')(b, { c: d }), e = 1"},
		{"const a = await import('m');", "a | a = await import('m')"},
		{"require('m');", ""},
	},
	"TypeScript": {
		{"import type A from 'm';", "A"},
		{"import type { A, B as C } from 'm';", "A, C | A, B as C"},
		{"import { type A, type B as C, d } from 'm';", "A, C, d | A, B as C, d"},
		{"import { type } from 'os';", "type"},
		{"import type * as T from 'm';", "T | * as T"},
		{"import fs = require('fs');", "fs"},
		{"import A = B.C;", "A"},
		{"import 'm';", ""},
	},
	"TSX": {
		{"import React, { useState, type FC } from 'react';", "React, useState, FC"},
	},
	"Java": {
		{"import a.b.C;", "C | a.b.C"},
		{"import a.b.*;", "b* | a.b.*"},
		{"import static a.B.c;", "c | a.B.c"},
		{"import static a.B.*;", "B* | a.B.*"},
	},
	"C": {
		{"#include <stdio.h>\n", "stdio* | #include <stdio.h>"},
		{"#include <sys/types.h>\n", "types* | #include <sys/types.h>"},
		{"#include \"a/b-c.h\"\n", "b-c* | #include \"a/b-c.h\""},
		{"#  include \"x.tab.h\" // why\n", "x* | #  include \"x.tab.h\" // why"},
		{"#include HEADER\n", "HEADER* | #include HEADER"},
	},
	"C++": {
		{"#include <vector>\n", "vector* | #include <vector>"},
		{"#include \"a/b.hpp\"\n", "b* | #include \"a/b.hpp\""},
		{"using namespace std;", "std*"},
		{"using namespace std::chrono;", "chrono* | std::chrono"},
		{"using std::string;", "string | std::string"},
		{"namespace fs = std::filesystem;", "fs"},
	},
	"C#": {
		{"using System;", "System*"},
		{"using System.Text;", "Text* | System.Text"},
		{"global using System.Linq;", "Linq* | System.Linq"},
		{"using static System.Math;", "Math* | System.Math"},
		{"using A = System.Collections.Generic.Dictionary<string, int>;", "A"},
	},
	"Rust": {
		{"use a;", "a"},
		{"use a::b::C;", "C | a::b::C"},
		{"use a::b as c;", "c | a::b as c"},
		{"use a::B as _;", "- | a::B as _"},
		{"use a::*;", "a* | a::*"},
		{"use a::{b, c as d};", "b, d | b, c as d"},
		{"use a::{self, b::{self as c, D}, e::*, *};", "a, c, D, e*, a* | self, self as c, D, e::*, *"},
		{"pub use crate::a::B;", "B | crate::a::B"},
		{"pub(crate) use super::a;", "a | super::a"},
		{"use ::std::fmt;", "fmt | std::fmt"},
		{"use a::r#type;", "type | a::r#type"},
		{"extern crate serde;", "serde"},
		{"extern crate serde as sd;", "sd | serde as sd"},
	},
	"Ruby": {
		{`require "json"`, "json*"},
		{`require 'bigdecimal/util'`, "util*"},
		{`require_relative "../lib/money_format"`, "money_format*"},
		{`load "tasks/build.rake"`, "build*"},
		{`autoload :Printer, "clubs/printer"`, `Printer | autoload :Printer, "clubs/printer"`},
	},
	"PHP": {
		{`<?php use Acme\Queue\Job;`, `Job | Acme\Queue\Job`},
		{`<?php use \Job;`, "Job"},
		{`<?php use Acme\Clock as Time;`, `Time | Acme\Clock as Time`},
		{`<?php use A\B, A\C as D;`, `B, D | A\B, A\C as D`},
		{`<?php use Acme\{Job, Sub\Worker as W};`, `Job, W | Job, Sub\Worker as W`},
		{`<?php use function Acme\slug;`, `slug | Acme\slug`},
		{`<?php use const Acme\{MAX, MIN};`, "MAX, MIN"},
		{`<?php require_once __DIR__ . '/lib/boot.php';`, "boot*"},
		{`<?php include "menu.php";`, "menu*"},
	},
	"Kotlin": {
		{"import a.b.C", "C | a.b.C"},
		{"import a.b.C as D", "D | a.b.C as D"},
		{"import a.b.*", "b* | a.b.*"},
	},
	"Swift": {
		{"import Foundation", "Foundation*"},
		{"@testable import Core.Audio", "Audio*"},
		{"import struct Combine.AnyPublisher", "AnyPublisher | import struct Combine.AnyPublisher"},
		{"import func Darwin.fputs", "fputs | import func Darwin.fputs"},
	},
	"Scala": {
		{"import a.b.C", "C | a.b.C"},
		{"import a.b._", "b* | a.b._"},
		{"import a.b.*", "b* | a.b.*"},
		{"import a.b.given", "b* | a.b.given"},
		{"import a.b.{C, D => E, F => _}", "C, E, - | C, D => E, F => _"},
		{"import a.{B as C, given}", "C, a* | B as C, given"},
		{"import a.B as C", "C | a.B as C"},
		{"import a.B, c.{D, E}", "B, D, E | a.B, D, E"},
	},
	"Shell": {
		{"source lib/log.sh", "log*"},
		{". ./config", "config*"},
		{`. "$(dirname "$0")/log.sh"`, "log*"},
		{`source "$HOME/.bashrc"`, ".bashrc*"},
	},
	"Lua": {
		{`local json = require("json")`, `json | json = require("json")`},
		{`local List = require "lib.list"`, `List | List = require "lib.list"`},
		{`List = require "lib.list"`, `List | List = require "lib.list"`},
		{`require("strict")`, ""},
	},
	"Elixir": {
		{"alias A.B", "B | A.B"},
		{"alias A.B, as: C", "C | A.B, as: C"},
		{"alias A.{B, C.D}", "B, D | B, C.D"},
		{"import Ecto.Query", "Query*"},
		{"import Ecto.Query, only: [from: 2, where?: 3]", "from, where? | from: 2, where?: 3"},
		{"import Ecto.Query, except: [from: 2]", "Query*"},
		{"require Logger", "Logger"},
		{"require A.Log, as: L", "L | A.Log, as: L"},
		{"use GenServer, restart: :temporary", "GenServer*"},
	},
	"Haskell": {
		{"import Data.List", "List* | Data.List"},
		{"import Data.List hiding (insert)", "List* | Data.List"},
		{"import Data.Map as M", "M* | Data.Map as M"},
		{"import qualified Data.Map.Strict as Map", "Map | Data.Map.Strict as Map"},
		{"import Data.Map qualified as Map", "Map | Data.Map qualified as Map"},
		{"import qualified Data.Map", "Map | Data.Map"},
		{"import Data.List (foldl', sortOn)", "-, foldl', sortOn | Data.List, foldl', sortOn"},
		{"import Data.Map as M (lookup)", "M, lookup | Data.Map as M, lookup"},
		{"import Clay (Kiln (..), Shape (Bowl), (<+>))", "-, Kiln, Kiln*, Shape, Bowl | Clay, Kiln, .., Shape, Bowl"},
		{"import Data.Text -- why\n  ( Text -- this\n  , pack\n  )", "-, Text, pack | Data.Text, Text, pack"},
		{`import "base" Data.List (sort)`, `-, sort | "base" Data.List, sort`},
	},
	"Julia": {
		{"using LinearAlgebra", "LinearAlgebra*"},
		{"using A, B.C", "A*, C* | A, B.C"},
		{"using Statistics: mean, std as s", "mean, s | mean, std as s"},
		{"import A.B", "B | A.B"},
		{"import ..Units.Length", "Length | Units.Length"},
		{"import JSON as J", "J | JSON as J"},
		{"import Base: show, push!", "show, push!"},
		{`include("constants.jl")`, "constants*"},
	},
	"Zig": {
		{`const std = @import("std");`, `std | std = @import("std")`},
		{`pub const wire = @import("net/wire.zig").v1;`, `wire | wire = @import("net/wire.zig").v1`},
		{`const c = @cImport(@cInclude("a.h"));`, `c | c = @cImport(@cInclude("a.h"))`},
		{`const Allocator = std.mem.Allocator;`, `Allocator | Allocator = std.mem.Allocator`},
		{`usingnamespace @import("compat.zig");`, "compat*"},
	},
	"OCaml": {
		{"open Printf", "Printf*"},
		{"open! Base.Caml", "Caml*"},
		{"include Shelf_intf", "Shelf_intf*"},
	},
	"Elm": {
		{"import Browser", "Browser"},
		{"import Json.Decode", "Decode | Json.Decode"},
		{"import Json.Decode as D", "D | Json.Decode as D"},
		{"import Html exposing (Html, text)", "Html, Html, text"},
		{"import Html.Events as E exposing (onClick)", "E, onClick | Html.Events as E, onClick"},
		{"import List exposing (..)", "List, List* | List, .."},
		{"import Garden exposing (Msg(..), grow)", "Garden, Msg, Msg*, grow | Garden, Msg, .., grow"},
	},
	"Groovy": {
		{"import a.b.C", "C | a.b.C"},
		{"import a.b.C as D", "D | a.b.C as D"},
		{"import a.b.*", "b* | a.b.*"},
		{"import static a.B.c", "c | a.B.c"},
		{"import static a.B.*", "B* | a.B.*"},
	},
	"Protocol Buffer": {
		{"syntax = \"proto3\";\nimport \"google/protobuf/timestamp.proto\";", "timestamp*"},
		{"syntax = \"proto3\";\nimport public \"a/b.proto\";", "b*"},
	},
	"CUE": {
		{`import "strings"`, `strings | "strings"`},
		{`import m "example.com/metric"`, `m | m "example.com/metric"`},
		{`import "example.com/units:metric"`, `metric | "example.com/units:metric"`},
		{"import (\n\t\"list\"\n\tu \"a.b/units\"\n)", "list, u | \"list\", u \"a.b/units\""},
	},
	"CSS": {
		{`@import "reset.css";`, "reset*"},
		{`@import url("theme/dark.css") screen;`, "dark*"},
		{`@import url(theme/dark.css);`, "dark*"},
	},
}

func TestImports(t *testing.T) {
	var p Parser
	defer p.Close()
	for name, tests := range importTests {
		for _, test := range tests {
			src := []byte(test[0])
			o, err := p.Parse(langs.ByName(name), src, func(int, int, bool) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Imports) != 1 {
				t.Errorf("%s: %s: %d imports", name, test[0], len(o.Imports))
				continue
			}
			want, texts, told := strings.Cut(test[1], " | ")
			if !told {
				texts = strings.ReplaceAll(want, "*", "")
			}
			gotNames, gotTexts := items(src, o.Imports[0])
			if gotNames != want {
				t.Errorf("%s: %s binds %q, want %q", name, test[0], gotNames, want)
			} else if gotTexts != texts && (told || !o.Imports[0].opaque()) {
				t.Errorf("%s: %s has the items %q, want %q", name, test[0], gotTexts, texts)
			}
		}
	}
}

func (s Statement) opaque() bool { return len(s.Items) == 1 && s.Items[0].Opaque }

func items(src []byte, st Statement) (names, texts string) {
	var ns, ts []string
	for _, it := range st.Items {
		name := it.Name
		if name == "" {
			name = "-"
		}
		if it.Opaque {
			name += "*"
		}
		ns = append(ns, name)
		ts = append(ts, string(src[it.Start:it.End]))
	}
	return strings.Join(ns, ", "), strings.Join(ts, ", ")
}

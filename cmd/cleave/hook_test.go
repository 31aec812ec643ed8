package main

import (
	"context"
	"database/sql"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"
)

// settle waits until nothing is at work in git directories, and no mark is left.
func settle(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: settle GITDIR...")
	}
	for _, dir := range args {
		if !exists(ts.MkAbs(dir)) {
			ts.Fatalf("%s: no such directory", dir)
		}
		for _, name := range []string{"worktree", "staged"} {
			settled(ts, filepath.Join(ts.MkAbs(dir), "cleave", name))
		}
	}
}

func settled(ts *testscript.TestScript, name string) {
	if !exists(filepath.Dir(name)) {
		return // no hook has run
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if exists(name + ".mark") {
			continue
		}
		unlock, err := lock(name + ".lock")
		ts.Check(err)
		if unlock == nil {
			continue
		}
		unlock()
		if !exists(name + ".mark") {
			return
		}
	}
	ts.Fatalf("%s: still at work after a minute", name)
}

// holder is what release lets go, as a value of the script.
type holder struct{ conn *sql.Conn }

func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hold INDEX")
	}
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	conn, err := db.Conn(context.Background())
	ts.Check(err)
	_, err = conn.ExecContext(context.Background(), "BEGIN IMMEDIATE")
	ts.Check(err)
	h := ts.Value(holder{}).(*holder)
	h.conn = conn
	ts.Defer(func() { db.Close() })
}

func release(ts *testscript.TestScript, neg bool, args []string) {
	h := ts.Value(holder{}).(*holder)
	if neg || len(args) > 0 || h.conn == nil {
		ts.Fatalf("usage: release, after hold")
	}
	_, err := h.conn.ExecContext(context.Background(), "ROLLBACK")
	ts.Check(err)
	ts.Check(h.conn.Close())
	h.conn = nil
}

func spoil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: spoil INDEX SQL")
	}
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	done, err := db.Exec(args[1])
	ts.Check(err)
	if n, err := done.RowsAffected(); n == 0 || err != nil {
		ts.Fatalf("%s: nothing changed", args[1])
	}
}

func goEnv(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: goenv NAME...")
	}
	out, err := exec.Command("go", append([]string{"env"}, args...)...).Output()
	ts.Check(err)
	values := strings.Split(string(out), "\n")
	for i, name := range args {
		ts.Setenv(name, values[i])
	}
}

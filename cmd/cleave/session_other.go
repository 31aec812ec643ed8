//go:build !unix

package main

import "syscall"

func ownSession() *syscall.SysProcAttr { return nil }

// lock takes none here: refreshes wait for each other.
func lock(string) (unlock func(), err error) { return func() {}, nil }

//! Documents by key.
#![allow(dead_code)]

use std::collections::*;
use std::{fmt, io::{self, Read as R, Write}};
use crate::codec::Codec as _;
pub(crate) use super::paths::join;
#[macro_use]
extern crate serde as sd;

mod remote;

/// How many documents a page has.
pub const PAGE: usize = 20;
static NAMES: &[&str] = &[
    "read",
    "write",
];

type Docs<T> = HashMap<String, T>;

/// A store of documents.
///
/// It is closed when dropped.
#[derive(Debug, Clone)]
#[serde(rename = "store")]
pub struct Store<T: Clone> {
    docs: Docs<T>, // by key
    root: String,
}

struct Unit;
struct Pair(i32, i32);

#[repr(C)]
union Word {
    i: i32,
}

// Opened how.
enum Mode {
    /// The default.
    Read,
    Write { append: bool },
}

/// Where documents are.
pub trait Source {
    type Doc;
    const KIND: &'static str;

    /// Loads one.
    fn load(&self, key: &str) -> io::Result<Self::Doc>;

    fn name(&self) -> String {
        String::from(Self::KIND)
    }
}

impl<T: Clone> Store<T> {
    const LIMIT: usize = 3;

    /// Makes an empty store.
    #[inline]
    pub const fn new(root: String) -> Self {
        fn check() {}
        Store { docs: Docs::new(), root }
        // done
    }

    // The last word.
}

impl<'a, T> Source for &'a Store<T>
where
    T: Clone,
{
    type Doc = T;

    fn load(&self, key: &str) -> io::Result<T> { Err(io::Error::other(key)) }
}

impl fmt::Display for codec::Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str("") }
}

/** Doubles. */
macro_rules! twice {
    ($x:expr) => {
        2 * $x
    };
}

extern "C" {
    fn store_errno() -> i32;
}

pub async unsafe fn sync<W: Write>(out: W) -> io::Result<()>
where
    W: Send,
{
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic]
    fn loads() {
        assert!(false);
    }
}

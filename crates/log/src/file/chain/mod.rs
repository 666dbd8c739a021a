//! The hash chain of a log: each line has a hash over itself and the previous hash, so that later changes show.
//! Pure.

mod misfit;
#[cfg(test)]
mod tests;

use super::raw_lines;
pub use misfit::Misfit;
use serde::Serialize;
use std::fmt;

/// The bytes between a line's content and its hash, and after it: the hash is the last key.
const KEY: &[u8] = b",\"chain\":\"";
const END: &[u8] = b"\"}";

/// The length of a hash, in hexadecimal digits.
const DIGITS: usize = 64;

/// From this format on every line has a hash.
const CHAINED: u32 = 2;

/// The result of verifying a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Chain {
    /// Every line fits the one before it.
    Whole {
        /// The hash of the last line, which covers all lines; empty for an empty log.
        head: String,
        /// The number of lines.
        entries: u64,
        /// The number of leading lines without a hash, from a program without chains.
        unchained: u64,
        /// The number of lines after the head that somebody kept; `None` if none was given.
        since: Option<u64>,
    },
    /// Every line fits, but none has the head that somebody kept: the log was truncated or rewritten.
    Other {
        /// The hash of the last line.
        head: String,
        /// The number of lines.
        entries: u64,
    },
    /// A line does not fit. Everything before it is intact; nothing is known about the rest.
    Broken {
        /// The entry's number, from 0.
        entry: u64,
        /// Its line number, from 1.
        line: u64,
        /// How it does not fit.
        flaw: Misfit,
    },
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chain::Whole { head, entries, unchained, since } => {
                write!(f, "whole: {entries} entries, head {head}")?;
                if let Some(last) = unchained.checked_sub(1) {
                    write!(f, "; unchained up to entry {last}")?;
                }
                match since {
                    None => Ok(()),
                    Some(0) => f.write_str("; nothing was written since that head was kept"),
                    Some(1) => f.write_str("; 1 entry was written since that head was kept"),
                    Some(since) => write!(f, "; {since} entries were written since that head was kept"),
                }
            }
            Chain::Other { head, entries } => write!(
                f,
                "changed: no entry has the head that was kept; the log was cut off or written anew ({entries} entries, \
                 head {head})"
            ),
            Chain::Broken { entry, line, flaw } => write!(f, "broken at entry {entry} (line {line}): {flaw}"),
        }
    }
}

/// Verifies the chain, and whether it contains a head that somebody kept (in lower case). Ignores an incomplete
/// last line.
pub fn verify(bytes: &[u8], kept: Option<&str>) -> Chain {
    let mut walk = Walk::default();
    for line in raw_lines::whole(bytes) {
        if let Err(flaw) = walk.go_over(line, kept) {
            return Chain::Broken { entry: walk.entries, line: walk.entries + 1, flaw };
        }
    }
    walk.end(kept)
}

/// The progress of a verification.
#[derive(Default)]
struct Walk {
    head: String,
    entries: u64,
    unchained: u64,
    found: Option<u64>,
}

impl Walk {
    /// Leading lines without a hash count too: the first hash covers them.
    fn go_over(&mut self, line: &[u8], kept: Option<&str>) -> Result<(), Misfit> {
        let (content, end, bears) = parted(line);
        let hash = hash(&self.head, content, end);
        match bears {
            Some(bears) if bears != hash.as_bytes() => return Err(Misfit::OtherHash),
            Some(_) => {}
            None if self.must_be_chained(line) => return Err(Misfit::NoHash),
            None => self.unchained += 1,
        }
        self.entries += 1;
        if kept == Some(hash.as_str()) {
            self.found = Some(self.entries);
        }
        self.head = hash;
        Ok(())
    }

    fn must_be_chained(&self, line: &[u8]) -> bool {
        match self.entries {
            0 => raw_lines::format(line).is_some_and(|format| format >= CHAINED),
            entries => self.unchained < entries,
        }
    }

    fn end(self, kept: Option<&str>) -> Chain {
        let Walk { head, entries, unchained, found } = self;
        if kept.is_some() && found.is_none() {
            return Chain::Other { head, entries };
        }
        Chain::Whole { head, entries, unchained, since: found.map(|at| entries - at) }
    }
}

/// A line's content before its hash, the bytes that close the content, and the hash if it has one.
fn parted(line: &[u8]) -> (&[u8], &'static [u8], Option<&[u8]>) {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let borne = line.strip_suffix(END).and_then(|rest| {
        let (rest, bears) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        Some((rest.strip_suffix(KEY)?, bears))
    });
    match borne {
        Some((content, bears)) => (content, b"}", Some(bears)),
        None => (line, b"", None),
    }
}

/// The hash of a line that follows one with the hash `before` (empty for the first line).
fn hash(before: &str, content: &[u8], end: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_bytes()).update(content).update(end);
    hasher.finalize().to_hex().to_string()
}

/// Appends the hash to an entry's JSON. Returns the line and its hash.
pub(super) fn chained(before: &str, mut json: Vec<u8>) -> (Vec<u8>, String) {
    let hash = hash(before, &json, b"");
    json.pop();
    [KEY, hash.as_bytes(), END, b"\n"].iter().for_each(|part| json.extend_from_slice(part));
    (json, hash)
}

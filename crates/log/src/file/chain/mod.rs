//! The hash chain of a log: each line has a hash over itself and the previous hash, so that later changes show.
//! Pure.

mod chain_fault;
#[cfg(test)]
mod tests;

use super::raw_lines;
pub use chain_fault::ChainFault;
use serde::Serialize;
use std::fmt;

/// The bytes between a line's content and its hash, and after it: the hash is the last key.
const KEY: &[u8] = b",\"chain\":\"";
const END: &[u8] = b"\"}";

/// The length of a hash, in hexadecimal digits.
const DIGITS: usize = 64;

/// From this format on every line has a hash.
const CHAINED: u32 = 2;

/// The state of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ChainState {
    /// Every line fits the one before it.
    #[serde(rename = "whole")]
    Intact {
        /// The hash of the last line, which covers all lines; empty for an empty log.
        head: String,
        /// The number of lines.
        entries: u64,
        /// The number of leading lines without a hash, from a program without chains.
        unchained: u64,
        /// The number of lines after the known head; `None` if none was given.
        since: Option<u64>,
    },
    /// Every line fits, but none has the known head: the log was truncated or rewritten.
    #[serde(rename = "other")]
    HeadMissing {
        /// The hash of the last line.
        head: String,
        /// The number of lines.
        entries: u64,
    },
    /// No line has a hash, so nothing shows whether a line was changed.
    Unchained {
        /// The hash that the next line will cover.
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
        fault: ChainFault,
    },
}

impl ChainState {
    /// The hash of the last line; `None` where the chain is broken.
    pub fn head(&self) -> Option<&str> {
        match self {
            ChainState::Intact { head, .. }
            | ChainState::HeadMissing { head, .. }
            | ChainState::Unchained { head, .. } => Some(head),
            ChainState::Broken { .. } => None,
        }
    }
}

impl fmt::Display for ChainState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainState::Intact { head, entries, unchained, since } => {
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
            ChainState::HeadMissing { head, entries } => write!(
                f,
                "changed: no entry has the head that was kept; the log was cut off or rewritten ({entries} entries, \
                 head {head})"
            ),
            ChainState::Unchained { entries, .. } => write!(
                f,
                "none: no entry has a hash; nothing shows whether one of the {entries} was changed, and none of them is \
                 trusted when the task is resumed"
            ),
            ChainState::Broken { entry, line, fault } => {
                write!(f, "broken at entry {entry} (line {line}): {fault}")
            }
        }
    }
}

/// Verifies the chain, and whether it contains a head known from earlier (in lower case). Ignores an incomplete
/// last line.
pub fn verify(bytes: &[u8], known_head: Option<&str>) -> ChainState {
    let mut verifier = ChainVerifier::default();
    for line in raw_lines::complete_lines(bytes) {
        if let Err(fault) = verifier.check_line(line, known_head) {
            return ChainState::Broken { entry: verifier.entries, line: verifier.entries + 1, fault };
        }
    }
    verifier.end(known_head)
}

/// The progress of a verification.
#[derive(Default)]
struct ChainVerifier {
    head: String,
    entries: u64,
    unchained: u64,
    found: Option<u64>,
}

impl ChainVerifier {
    /// Leading lines without a hash count too: the first hash covers them.
    fn check_line(&mut self, line: &[u8], known_head: Option<&str>) -> Result<(), ChainFault> {
        let (content, end, stored) = split_hash(line);
        let hash = hash(&self.head, content, end);
        match stored {
            Some(stored) if stored != hash.as_bytes() => return Err(ChainFault::OtherHash),
            Some(_) => {}
            None if self.must_be_chained(line) => return Err(ChainFault::NoHash),
            None => self.unchained += 1,
        }
        self.entries += 1;
        if known_head == Some(hash.as_str()) {
            self.found = Some(self.entries);
        }
        self.head = hash;
        Ok(())
    }

    fn must_be_chained(&self, line: &[u8]) -> bool {
        match self.entries {
            // A log of this format that has no hash has lost it: only earlier formats had none.
            0 => raw_lines::format(line).is_some_and(|format| format >= CHAINED),
            // Nor may a line be without one once an earlier line has one.
            entries => self.unchained < entries,
        }
    }

    fn end(self, known_head: Option<&str>) -> ChainState {
        let ChainVerifier { head, entries, unchained, found } = self;
        if known_head.is_some() && found.is_none() {
            return ChainState::HeadMissing { head, entries };
        }
        if entries > 0 && unchained == entries && found.is_none() {
            return ChainState::Unchained { head, entries };
        }
        ChainState::Intact { head, entries, unchained, since: found.map(|at| entries - at) }
    }
}

/// A line's content before its hash, the bytes that close the content, and the hash if it has one.
fn split_hash(line: &[u8]) -> (&[u8], &'static [u8], Option<&[u8]>) {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let parts = line.strip_suffix(END).and_then(|rest| {
        let (rest, stored) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        Some((rest.strip_suffix(KEY)?, stored))
    });
    match parts {
        Some((content, stored)) => (content, b"}", Some(stored)),
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
pub(super) fn with_hash(before: &str, mut json: Vec<u8>) -> (Vec<u8>, String) {
    let hash = hash(before, &json, b"");
    // The brace that closes the entry: `END` has it again.
    json.pop();
    [KEY, hash.as_bytes(), END, b"\n"].iter().for_each(|part| json.extend_from_slice(part));
    (json, hash)
}

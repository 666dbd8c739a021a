//! A violation of a rule, and where it is.

use std::fmt;

/// The rules, one file each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The table of what works on Windows names tests that show it.
    Capabilities,
    /// Files of one crate do not use each other in a circle.
    Cycles,
    /// Which crate may use which.
    Edges,
    /// The length of functions.
    Functions,
    /// No decision depends on an English sentence of ours.
    English,
    /// Form and names of source files.
    Layout,
    /// The licences of crates.
    Licences,
    /// How many packages each build takes.
    Packages,
    /// No word of a platform above the platforms.
    Platform,
    /// The core does no input or output.
    Purity,
    /// Files are read up to a limit.
    Reads,
    /// The map and the records of decisions name what is there.
    Records,
    /// The threat model names tests that exist.
    Threats,
    /// How many public traits a crate has.
    Traits,
    /// Names are words that people know.
    Words,
}

/// One violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// The rule.
    pub(crate) rule: Rule,
    /// The path of the file in the workspace.
    pub(crate) file: String,
    /// The line, counted from 1; 0 for the whole file.
    pub(crate) line: usize,
    /// What is wrong, and what to do.
    pub(crate) what: String,
}

impl Violation {
    /// A violation of a whole file.
    pub(crate) fn of_file(rule: Rule, file: &str, what: String) -> Violation {
        Violation { rule, file: file.into(), line: 0, what }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            0 => write!(to, "{}: {}", self.file, self.what),
            line => write!(to, "{}:{line}: {}", self.file, self.what),
        }
    }
}

//! An offence against a rule, and where it is.

use std::fmt;

/// The rules, one file each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// No files that name each other in a circle.
    Cycles,
    /// Which crate may name which.
    Edges,
    /// How long a function may be.
    Functions,
    /// No decision hangs on an English sentence of ours.
    English,
    /// What holds for every source file.
    Layout,
    /// How many packages the builds take.
    Packages,
    /// No word of a platform above the platforms.
    Platform,
    /// The core does no input or output.
    Purity,
    /// The threat model names tests that exist.
    Threats,
    /// How many public traits a crate has.
    Traits,
}

/// One offence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offence {
    /// The rule.
    pub(crate) rule: Rule,
    /// The file, told from the folder of the workspace.
    pub(crate) file: String,
    /// The line, from 1; 0 where the whole file is meant.
    pub(crate) line: usize,
    /// What is wrong, and what to do.
    pub(crate) what: String,
}

impl Offence {
    /// An offence of a whole file.
    pub(crate) fn of_file(rule: Rule, file: &str, what: String) -> Offence {
        Offence { rule, file: file.into(), line: 0, what }
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            0 => write!(to, "{}: {}", self.file, self.what),
            line => write!(to, "{}:{line}: {}", self.file, self.what),
        }
    }
}

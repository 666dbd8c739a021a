//! Why a machine has no sandbox.

use crate::os;
use std::fmt;

/// Why a machine has no sandbox, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSandbox {
    /// Bubblewrap is not on the search path, or the system has no such program.
    NotInstalled,
    /// Bubblewrap cannot make a sandbox, and says this.
    NotWorking(String),
    /// Windows makes no token that restricts a program, and says this.
    NoToken(String),
}

impl fmt::Display for NoSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSandbox::NotInstalled => {
                write!(f, "there is no sandbox for programs: {}", os::NO_SANDBOX)
            }
            NoSandbox::NoToken(why) => {
                write!(f, "there is no sandbox for programs, as Windows makes no restricted token: {why}")
            }
            NoSandbox::NotWorking(why) => {
                write!(
                    f,
                    "there is no sandbox for programs, as bubblewrap fails ({why}): let users make namespaces of their own"
                )
            }
        }
    }
}

//! No program makes a sandbox here: Windows makes it itself, of a token.

pub(crate) const SANDBOX_PROGRAM: Option<&str> = None;

pub(crate) const NO_SANDBOX: &str = "Windows has no program for it";

pub(crate) const SANDBOX: &[&str] = &[];

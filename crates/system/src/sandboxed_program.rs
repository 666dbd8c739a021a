//! A program for a sandbox.

use std::path::Path;

/// A program that writes to pipes and reads nothing.
#[derive(Clone, Copy, Debug)]
pub struct SandboxedProgram<'a> {
    /// Its executable.
    pub file: &'a Path,
    /// What it gets, each as one argument.
    pub arguments: &'a [&'a str],
    /// The folder in which it runs.
    pub folder: &'a Path,
    /// Its environment; of several values of a variable, the last one counts.
    pub env: &'a [(String, String)],
}

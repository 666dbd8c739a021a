//! Pipes to a program that is started: none yet, because nothing here gives a program descriptors of ours.

use std::io;

/// What we write to the program.
pub type PipeWriter = tokio::io::Sink;
/// What the program writes to us.
pub type PipeReader = tokio::io::Empty;

/// The ends of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum ChildPipes {}

impl ChildPipes {
    /// No pipes.
    ///
    /// # Errors
    /// Always: on Windows, a program can only be asked to quit through its window.
    pub fn open() -> io::Result<(ChildPipes, PipeWriter, PipeReader)> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

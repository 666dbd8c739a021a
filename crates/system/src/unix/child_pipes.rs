//! Two pipes to a program that is started. Only processes that hold an end of them can communicate through
//! them.

use rustix::pipe::{PipeFlags, pipe_with};
use std::{
    io,
    os::fd::{AsFd, OwnedFd},
    sync::Arc,
};
use tokio::net::unix::pipe;

/// What we write to the program.
pub type PipeWriter = pipe::Sender;
/// What the program writes to us.
pub type PipeReader = pipe::Receiver;

/// The ends of the program. Its pipes end for us when it is gone and every clone of this is dropped.
#[derive(Clone, Debug)]
pub struct ChildPipes(Arc<[OwnedFd; 2]>);

impl ChildPipes {
    /// Both pipes: the ends of a program that will be started, and ours.
    ///
    /// # Errors
    /// The system has none left. Needs a runtime.
    pub fn open() -> io::Result<(ChildPipes, PipeWriter, PipeReader)> {
        let (reads, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        let (reader, writes) = pipe_with(PipeFlags::CLOEXEC)?;
        let writer = pipe::Sender::from_owned_fd(writer)?;
        let reader = pipe::Receiver::from_owned_fd(reader)?;
        Ok((ChildPipes(Arc::new([reads, writes])), writer, reader))
    }

    /// What the program reads from and what it writes to, as descriptors of their own that a start can give away.
    ///
    /// # Errors
    /// There are too many descriptors.
    pub fn descriptors(&self) -> io::Result<[OwnedFd; 2]> {
        let [reads, writes] = &*self.0;
        Ok([reads.as_fd().try_clone_to_owned()?, writes.as_fd().try_clone_to_owned()?])
    }
}

/// The same pipes, not those of the same kind.
impl PartialEq for ChildPipes {
    fn eq(&self, other: &ChildPipes) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ChildPipes {}

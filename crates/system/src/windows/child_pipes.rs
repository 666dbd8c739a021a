//! Two pipes to a program that is started. Only processes that hold an end of them can communicate through
//! them.

use crate::unguessable_text;
use std::{
    fs::OpenOptions,
    future::Future,
    io,
    os::windows::io::OwnedHandle,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};
use tokio::net::windows::named_pipe::{NamedPipeServer, ServerOptions};

/// What we write to the program.
pub type PipeWriter = NamedPipeServer;
/// What the program writes to us.
pub type PipeReader = NamedPipeServer;

/// What every name of such a pipe begins with.
const PIPES: &str = r"\\.\pipe\deskpilot-child-";

/// The ends of the program. Its pipes end for us when it is gone and every clone of this is dropped.
#[derive(Clone, Debug)]
pub struct ChildPipes(Arc<[OwnedHandle; 2]>);

/// Who writes to a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writes {
    We,
    TheProgram,
}

impl ChildPipes {
    /// Both pipes: the ends of a program that will be started, and ours.
    ///
    /// # Errors
    /// The system has none left, or another program took an end first. Needs a runtime.
    pub fn open() -> io::Result<(ChildPipes, PipeWriter, PipeReader)> {
        let (writer, reads) = pipe(Writes::We)?;
        let (reader, writes) = pipe(Writes::TheProgram)?;
        Ok((ChildPipes(Arc::new([reads, writes])), writer, reader))
    }

    /// What the program reads from and what it writes to, as handles of their own, which no program inherits yet.
    ///
    /// # Errors
    /// There are too many handles.
    pub fn handles(&self) -> io::Result<[OwnedHandle; 2]> {
        let [reads, writes] = &*self.0;
        Ok([reads.try_clone()?, writes.try_clone()?])
    }
}

/// The same pipes, not those of the same kind.
impl PartialEq for ChildPipes {
    fn eq(&self, other: &ChildPipes) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ChildPipes {}

/// Our end and that of the program. Windows' pipes without a name would block a thread at each end: of ours, only a pipe with a name
/// can be waited for. Nobody can guess the name, and once the program's end is open, the pipe has no further one.
fn pipe(writes: Writes) -> io::Result<(NamedPipeServer, OwnedHandle)> {
    let name = format!("{PIPES}{}", unguessable_text()?);
    let we_write = writes == Writes::We;
    let mut options = ServerOptions::new();
    options.first_pipe_instance(true).max_instances(1).access_outbound(we_write).access_inbound(!we_write);
    let ours = options.create(&name)?;
    // As a file, because programs read and write it without asking for an event, as they do with standard input and output.
    let theirs = OpenOptions::new().read(we_write).write(!we_write).open(&name)?;
    // The other end is there, so this waits for nothing: it only has the runtime begin to listen.
    match pin!(ours.connect()).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(connected) => connected?,
        Poll::Pending => return Err(io::ErrorKind::NotConnected.into()),
    }
    Ok((ours, theirs.into()))
}

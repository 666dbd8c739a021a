//! The named pipe at which a session listens: its name, who may connect, and who does.

pub(crate) mod ancestry;
#[cfg(windows)]
mod pipe;
#[cfg(windows)]
mod processes;

#[cfg(windows)]
pub(crate) use pipe::{ControlPipe, connect};

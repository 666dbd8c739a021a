//! A process that was started: by tokio, or with a restricted token.
#![expect(unsafe_code, reason = "calls Windows")]

use super::{error::io_error, job::ENDED_BY_US};
use std::{
    io,
    os::windows::{
        io::{AsRawHandle, OwnedHandle},
        process::ExitStatusExt,
    },
    process::ExitStatus,
    sync::Arc,
};
use tempfile::TempDir;
use tokio::task::spawn_blocking;
use windows::Win32::{
    Foundation::{HANDLE, WAIT_OBJECT_0},
    System::Threading::{GetExitCodeProcess, INFINITE, TerminateProcess, WaitForSingleObject},
};

/// A process.
#[derive(Debug)]
pub(crate) enum Child {
    /// One with the rights of ours.
    Plain(Box<tokio::process::Child>),
    /// One that can write only to some folders.
    Restricted(RestrictedChild),
}

/// A program with a restricted token. What it kept in its folder for temporary files is removed with it.
#[derive(Debug)]
pub(crate) struct RestrictedChild {
    process: Arc<OwnedHandle>,
    _temporary: TempDir,
}

impl Child {
    /// Waits without a time limit until it ends.
    pub(crate) async fn wait(&mut self) -> io::Result<ExitStatus> {
        match self {
            Child::Plain(child) => child.wait().await,
            Child::Restricted(child) => {
                let process = Arc::clone(&child.process);
                spawn_blocking(move || status(&process)).await.map_err(io::Error::other)?
            }
        }
    }
}

impl RestrictedChild {
    pub(crate) fn new(process: OwnedHandle, temporary: TempDir) -> RestrictedChild {
        RestrictedChild { process: Arc::new(process), _temporary: temporary }
    }

    /// Ends it at once.
    pub(crate) fn kill(&self) {
        // It may have ended already.
        // SAFETY: the handle is open.
        let _ = unsafe { TerminateProcess(native(&self.process), ENDED_BY_US) };
    }
}

/// Waits until the process ends, as it does at the latest with its job.
fn status(process: &OwnedHandle) -> io::Result<ExitStatus> {
    // SAFETY: the handle is open.
    if unsafe { WaitForSingleObject(native(process), INFINITE) } != WAIT_OBJECT_0 {
        return Err(io::Error::last_os_error());
    }
    let mut code = 0;
    // SAFETY: the handle is open, and the pointer is to a number of ours.
    unsafe { GetExitCodeProcess(native(process), &raw mut code) }.map_err(io_error)?;
    Ok(ExitStatus::from_raw(code))
}

fn native(handle: &OwnedHandle) -> HANDLE {
    HANDLE(handle.as_raw_handle())
}

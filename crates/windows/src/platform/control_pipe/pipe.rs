//! The pipe: opened for this user alone, found by a file in the task's folder that has its name.
#![expect(unsafe_code, reason = "calls Windows")]

use super::processes::may_be_started_by_us;
use crate::platform::permissions::security::{current_user, of_pipe, with_attributes};
use async_trait::async_trait;
use deskpilot_desktop::{Connection, ControlListener};
use deskpilot_system::{AtomicWrite, ReadLimit, unguessable_text};
use std::{
    fs, io,
    os::windows::io::AsRawHandle,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, split},
    net::windows::named_pipe::{ClientOptions, NamedPipeServer, ServerOptions},
    sync::Mutex,
    time::sleep,
};
use windows::Win32::{
    Foundation::{ERROR_FILE_NOT_FOUND, ERROR_PIPE_BUSY, HANDLE},
    System::Pipes::GetNamedPipeClientProcessId,
};

/// The file in the task's folder that has the name of the pipe.
const NAME: &str = "control.pipe";
/// The longest name that is read.
const LARGEST_NAME: ReadLimit = ReadLimit::kib(1);
/// What every name of a pipe begins with.
const PIPES: &str = r"\\.\pipe\deskpilot-";
/// How long another client may be at the pipe before it has an end for the next.
const BUSY: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(20);

/// The pipe of a session of this process. Dropping it removes the file.
pub(crate) struct ControlPipe {
    /// The end for the next client.
    next: Mutex<NamedPipeServer>,
    name: String,
    file: PathBuf,
}

impl ControlPipe {
    /// Opens a pipe under a name that nobody can guess, and writes the name into the folder of a task whose lock this process holds.
    pub(crate) fn open(folder: &Path) -> io::Result<ControlPipe> {
        let (name, file) = (format!("{PIPES}{}", unguessable_text()?), folder.join(NAME));
        let next = Mutex::new(end(&name, Instance::First)?);
        // Last: a program that finds the file finds the pipe.
        AtomicWrite::FAST.write(&file, name.as_bytes())?;
        Ok(ControlPipe { next, name, file })
    }
}

#[async_trait]
impl ControlListener for ControlPipe {
    async fn accept(&self) -> io::Result<Connection> {
        let mut next = self.next.lock().await;
        loop {
            next.connect().await?;
            // At once: a pipe without a free end turns the next client away.
            let connected = std::mem::replace(&mut *next, end(&self.name, Instance::Next)?);
            // An agent must not answer its own questions, and a program that it started is the agent's.
            if client(&connected).is_ok_and(|process| !may_be_started_by_us(process)) {
                return Ok(connection(connected));
            }
        }
    }
}

impl Drop for ControlPipe {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

/// Connects to the session that works on the task of this folder. The error is `NotFound` or `ConnectionRefused` where there is none,
/// `PermissionDenied` where it belongs to another user.
pub(crate) async fn connect(folder: &Path) -> io::Result<Connection> {
    let name = LARGEST_NAME.read_text(&folder.join(NAME))?;
    if !name.starts_with(PIPES) {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    let is = |error: &io::Error, code: u32| error.raw_os_error().map(i32::cast_unsigned) == Some(code);
    let begun = Instant::now();
    loop {
        match ClientOptions::new().open(&name) {
            Ok(client) => {
                let owner = of_pipe(&client)?.owner;
                if owner != current_user()? && !owner.is_of_machine() {
                    let why = "another user is working on this task";
                    return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
                }
                return Ok(connection(client));
            }
            Err(error) if is(&error, ERROR_PIPE_BUSY.0) && begun.elapsed() < BUSY => sleep(PAUSE).await,
            // The process that wrote the file has died.
            Err(error) if is(&error, ERROR_FILE_NOT_FOUND.0) => {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            Err(error) => return Err(error),
        }
    }
}

fn connection(pipe: impl AsyncRead + AsyncWrite + Send + Unpin + 'static) -> Connection {
    let (reader, writer) = split(pipe);
    Connection { reader: Box::new(reader), writer: Box::new(writer) }
}

/// Whether an end of a pipe is its first one, which no other process may have made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instance {
    First,
    Next,
}

/// An end of the pipe, to which only this user can connect, and only from this machine.
fn end(name: &str, instance: Instance) -> io::Result<NamedPipeServer> {
    with_attributes(&[current_user()?], |attributes| {
        let mut options = ServerOptions::new();
        options.first_pipe_instance(instance == Instance::First).reject_remote_clients(true);
        // SAFETY: the attributes live until the pipe is created, which copies them.
        unsafe { options.create_with_security_attributes_raw(name, std::ptr::from_mut(attributes).cast()) }
    })
}

/// The process at the other end.
fn client(pipe: &NamedPipeServer) -> io::Result<u32> {
    let mut process = 0;
    // SAFETY: the pipe is open, and the pointer is to a number of ours.
    unsafe { GetNamedPipeClientProcessId(HANDLE(pipe.as_raw_handle()), &raw mut process)? };
    Ok(process)
}

//! Starts one part of a private desktop and waits until it is ready.

use crate::LinuxError;
use crate::process::{OnParentExit, ProcessHandle, ProcessRole, ProcessSpawner, SpawnSpec};
use crate::seat::Environment;
use rustix::process::Signal;
use std::ffi::OsString;
use std::future::Future;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe::Receiver;

/// How long a part may take to become ready. Parts take 10 to 500 ms; a loaded machine gets much more.
pub(super) const DEADLINE: Duration = Duration::from_secs(20);

/// The arguments of a part's command line.
pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}

/// Starts a part that dies with us, with these descriptors open.
pub(super) async fn start(
    spawner: &ProcessSpawner,
    role: ProcessRole,
    argv: Vec<OsString>,
    environment: &Environment,
    inherited: Vec<OwnedFd>,
) -> Result<ProcessHandle, LinuxError> {
    // SIGTERM lets the X server remove its socket and the launcher take the accessibility bus with it.
    let signal = match role {
        ProcessRole::Display | ProcessRole::Accessibility => Signal::TERM,
        ProcessRole::SessionBus | ProcessRole::WindowManager | ProcessRole::Application => Signal::KILL,
    };
    let program = argv.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    let directory = environment.value("HOME").map(Into::into);
    let environment = environment.clone();
    let spawn_spec = SpawnSpec {
        argv,
        environment,
        directory,
        role,
        on_parent_exit: OnParentExit::DiesWithUs(signal),
        inherited,
        pipes: None,
    };
    spawner.start(spawn_spec).await.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => LinuxError::NotInstalled { role, program },
        _ => LinuxError::io(format!("start {role} ({program})"), error),
    })
}

/// Waits for the condition; fails when the part ends first or the deadline passes.
pub(super) async fn ready<T>(
    role: ProcessRole,
    running: &ProcessHandle,
    deadline: Duration,
    condition: impl Future<Output = Result<T, LinuxError>>,
) -> Result<T, LinuxError> {
    tokio::select! {
        met = condition => met,
        ended = running.end() => Err(LinuxError::PartEnded {
            role,
            how: ended.map_or_else(|| "with an unknown status".into(), |status| status.to_string()),
            output: running.output().tail(),
        }),
        () = tokio::time::sleep(deadline) => {
            Err(LinuxError::PartLate { role, waited: deadline, output: running.output().tail() })
        }
    }
}

/// A pipe through which a part prints one line, such as its address.
pub(super) struct ReadyLine {
    reader: Receiver,
}

impl ReadyLine {
    /// The pipe, the end that the part keeps open, and the number of that descriptor.
    pub(super) fn pipe() -> Result<(ReadyLine, OwnedFd, String), LinuxError> {
        let open = || {
            let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
            Ok((Receiver::from_owned_fd(reader)?, writer))
        };
        let (reader, writer) = open().map_err(|error| LinuxError::io("open a pipe", error))?;
        let number = writer.as_raw_fd().to_string();
        Ok((ReadyLine { reader }, writer, number))
    }

    /// The line, without its end. Never returns if the part closes the pipe: it is about to end, which explains more.
    pub(super) async fn line(mut self) -> Result<String, LinuxError> {
        let mut line = Vec::new();
        loop {
            let read = self.reader.read_buf(&mut line).await;
            match read.map_err(|error| LinuxError::io("read a pipe", error))? {
                0 => std::future::pending().await,
                _ if line.ends_with(b"\n") => return Ok(String::from_utf8_lossy(&line).trim().to_owned()),
                _ => {}
            }
        }
    }
}

//! Starts one part of a private desktop and waits until it is ready.

use crate::LinuxError;
use crate::process::{OnParentExit, Part, ProcessSpawner, Running, SpawnSpec};
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
    part: Part,
    argv: Vec<OsString>,
    environment: &Environment,
    inherited: Vec<OwnedFd>,
) -> Result<Running, LinuxError> {
    // SIGTERM lets the X server remove its socket and the launcher take the accessibility bus with it.
    let signal = match part {
        Part::Display | Part::Accessibility => Signal::TERM,
        Part::SessionBus | Part::WindowManager | Part::Application => Signal::KILL,
    };
    let program = argv.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    let directory = environment.value("HOME").map(Into::into);
    let environment = environment.clone();
    let spawn_spec = SpawnSpec {
        argv,
        environment,
        directory,
        part,
        on_parent_exit: OnParentExit::DiesWithUs(signal),
        inherited,
    };
    spawner.start(spawn_spec).await.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => LinuxError::NotInstalled { part, program },
        _ => LinuxError::io(format!("start {part} ({program})"), error),
    })
}

/// Waits for the condition; fails when the part ends first or the deadline passes.
pub(super) async fn ready<T>(
    part: Part,
    running: &Running,
    deadline: Duration,
    condition: impl Future<Output = Result<T, LinuxError>>,
) -> Result<T, LinuxError> {
    tokio::select! {
        met = condition => met,
        ended = running.end() => Err(LinuxError::PartEnded {
            part,
            how: ended.map_or_else(|| "nobody saw how".into(), |status| status.to_string()),
            said: running.output().tail(),
        }),
        () = tokio::time::sleep(deadline) => {
            Err(LinuxError::PartLate { part, waited: deadline, said: running.output().tail() })
        }
    }
}

/// A pipe through which a part prints one line, such as its address.
pub(super) struct Announcement {
    reader: Receiver,
}

impl Announcement {
    /// The pipe, the end that the part keeps open, and the number of that descriptor.
    pub(super) fn pipe() -> Result<(Announcement, OwnedFd, String), LinuxError> {
        let open = || {
            let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
            Ok((Receiver::from_owned_fd(reader)?, writer))
        };
        let (reader, writer) = open().map_err(|error| LinuxError::io("open a pipe", error))?;
        let number = writer.as_raw_fd().to_string();
        Ok((Announcement { reader }, writer, number))
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

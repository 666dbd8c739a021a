//! Starts one part of a private desktop and waits for it.

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

/// How long a part may take. They take 10 to 500 ms; a loaded machine is given much more.
pub(super) const DEADLINE: Duration = Duration::from_secs(20);

/// The words of a part's command line.
pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    words.into_iter().map(OsString::from).collect()
}

/// Starts a part, bound to us by this signal, with these descriptors open.
pub(super) async fn start(
    spawner: &ProcessSpawner,
    part: Part,
    argv: Vec<OsString>,
    environment: &Environment,
    inherited: Vec<OwnedFd>,
) -> Result<Running, LinuxError> {
    // Asked to end, the X server removes its socket and the launcher takes the accessibility bus with it.
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

/// What the condition gives once it is met; an error when the part ends first, or takes too long.
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

/// A pipe through which a part says one line, such as where it can be reached.
pub(super) struct Announcement {
    reader: Receiver,
}

impl Announcement {
    /// The pipe, the end for the part to keep open, and the number of that end.
    pub(super) fn pipe() -> Result<(Announcement, OwnedFd, String), LinuxError> {
        let open = || {
            let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
            Ok((Receiver::from_owned_fd(reader)?, writer))
        };
        let (reader, writer) = open().map_err(|error| LinuxError::io("open a pipe", error))?;
        let number = writer.as_raw_fd().to_string();
        Ok((Announcement { reader }, writer, number))
    }

    /// The line, without its end. Waits for ever when the part closes the pipe: it is about to end, which says more.
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

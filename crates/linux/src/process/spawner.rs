//! Starts programs from one thread that lives as long as they may.

use super::reaper::{Reaper, Request};
use super::{Ending, ProcessHandle, SpawnSpec};
use rustix::event::{EventfdFlags, eventfd};
use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use tokio::sync::oneshot;

/// Starts programs and watches them end.
///
/// A parent-death signal fires when the thread that forked ends, so one dedicated thread starts them all. Dropping the
/// spawner kills the programs that die with us and leaves the others alone.
#[derive(Debug)]
pub(crate) struct ProcessSpawner {
    requests: Option<mpsc::Sender<Request>>,
    wakeup: Arc<OwnedFd>,
}

impl ProcessSpawner {
    /// A spawner without programs.
    pub(crate) fn open() -> io::Result<ProcessSpawner> {
        let wakeup = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let (requests, inbox) = mpsc::channel();
        let reaper = Reaper::new(inbox, Arc::clone(&wakeup));
        thread::Builder::new().name("spawner".into()).spawn(move || reaper.watch())?;
        Ok(ProcessSpawner { requests: Some(requests), wakeup })
    }

    /// Starts a program. If the future is dropped before it returns, the program is killed again.
    pub(crate) async fn start(&self, spawn_spec: SpawnSpec) -> io::Result<ProcessHandle> {
        let (reply, started) = oneshot::channel();
        self.ask(Request::Start(Box::new(spawn_spec), reply))?;
        started.await.map_err(|_| closed())?
    }

    /// Ends every program, the last parts first. Blocks for at most a few seconds; nothing can be started afterwards.
    pub(crate) fn close(&self, ending: Ending) {
        let (reply, done) = mpsc::sync_channel(1);
        if self.ask(Request::End { ending, reply }).is_ok() {
            // An error means that the thread is gone, and every program that dies with us with it.
            let _ = done.recv();
        }
    }

    fn ask(&self, request: Request) -> io::Result<()> {
        let requests = self.requests.as_ref().ok_or_else(closed)?;
        requests.send(request).map_err(|_| closed())?;
        self.wake();
        Ok(())
    }

    fn wake(&self) {
        // Fails only when the eventfd is already signalled.
        let _ = rustix::io::write(&self.wakeup, &1_u64.to_ne_bytes());
    }
}

impl Drop for ProcessSpawner {
    fn drop(&mut self) {
        self.requests = None;
        self.wake();
    }
}

fn closed() -> io::Error {
    io::Error::other("the desktop is closed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{OnParentExit, ProcessRole};
    use deskpilot_system::ChildPipes;
    use rustix::process::Signal;
    use std::os::unix::process::ExitStatusExt;
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn sleep() -> SpawnSpec {
        SpawnSpec {
            argv: vec!["sleep".into(), "600".into()],
            environment: [("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into_iter().collect(),
            directory: None,
            role: ProcessRole::Application,
            on_parent_exit: OnParentExit::DiesWithUs(Signal::KILL),
            inherited: Vec::new(),
            pipes: None,
        }
    }

    async fn end(running: &ProcessHandle) -> Option<i32> {
        let end = tokio::time::timeout(Duration::from_secs(20), running.end()).await;
        end.expect("it ends").and_then(|status| status.signal())
    }

    #[tokio::test]
    async fn programs_are_killed_with_their_spawner() {
        let spawner = ProcessSpawner::open().unwrap();
        let running = spawner.start(sleep()).await.unwrap();
        assert_eq!(running.ended(), None);
        drop(spawner);
        assert_eq!(end(&running).await, Some(Signal::KILL.as_raw()));
    }

    #[tokio::test]
    async fn a_program_has_the_pipes_that_it_is_given_and_they_end_with_it() {
        let (theirs, mut writer, mut reader) = ChildPipes::open().unwrap();
        let argv = ["sh", "-c", "read -r line <&3; echo \"got $line\" >&4"];
        let spawner = ProcessSpawner::open().unwrap();
        let program = SpawnSpec { argv: argv.map(Into::into).into(), pipes: Some(theirs), ..sleep() };
        spawner.start(program).await.unwrap();
        writer.write_all(b"word\n").await.unwrap();
        let mut reply = String::new();
        reader.read_to_string(&mut reply).await.unwrap();
        assert_eq!(reply, "got word\n");
    }

    #[tokio::test]
    async fn a_closed_spawner_has_asked_first_and_starts_nothing_more() {
        let spawner = ProcessSpawner::open().unwrap();
        let running = spawner.start(sleep()).await.unwrap();
        spawner.close(Ending::Ask { grace: Duration::from_secs(20), runtime: "/none".into() });
        assert_eq!(running.ended().and_then(|status| status.signal()), Some(Signal::TERM.as_raw()));
        assert_eq!(spawner.start(sleep()).await.unwrap_err().to_string(), "the desktop is closed");
    }
}

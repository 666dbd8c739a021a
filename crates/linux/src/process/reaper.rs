//! The thread of a spawner: starts programs, reaps them, ends them.

use super::{OnParentExit, Output, ProcessHandle, ProcessRole, SpawnSpec, stray_processes};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{self, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};

/// How long a killed program may take to end; only one stuck in the kernel takes longer.
const KILLED: Duration = Duration::from_secs(2);
/// How long the X server gets to remove its socket, even when others get no time.
const DISPLAY_GRACE: Duration = Duration::from_secs(1);

/// A request to the thread.
pub(super) enum Request {
    /// Start a program.
    Start(Box<SpawnSpec>, oneshot::Sender<io::Result<ProcessHandle>>),
    /// End every program.
    End { ending: Ending, reply: SyncSender<()> },
}

/// How programs are ended.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// They are killed.
    Kill,
    /// They get this long to end by themselves, also the applications that others started on the desktop with this runtime directory.
    Ask { grace: Duration, runtime: PathBuf },
}

struct Child {
    process: process::Child,
    descriptor: OwnedFd,
    role: ProcessRole,
    on_parent_exit: OnParentExit,
    ended: watch::Sender<Option<ExitStatus>>,
}

/// The running programs and the request queue.
pub(super) struct Reaper {
    inbox: Receiver<Request>,
    wakeup: Arc<OwnedFd>,
    children: Vec<Child>,
}

impl Reaper {
    pub(super) fn new(inbox: Receiver<Request>, wakeup: Arc<OwnedFd>) -> Reaper {
        Reaper { inbox, wakeup, children: Vec::new() }
    }

    /// Serves until the spawner is gone and no program is left.
    pub(super) fn watch(mut self) {
        loop {
            let more = self.serve();
            self.reap();
            if !more {
                self.end(&Ending::Kill, |child| child.on_parent_exit != OnParentExit::OutlivesUs);
                return self.reap_survivors();
            }
            self.wait_for_any();
        }
    }

    /// Handles all pending requests; `false` once no more can come.
    fn serve(&mut self) -> bool {
        // Emptied before the queue: a request that comes in between wakes the thread again.
        let _ = rustix::io::read(&self.wakeup, &mut [0; 8]);
        loop {
            match self.inbox.try_recv() {
                Ok(Request::Start(spawn_spec, reply)) => self.admit(*spawn_spec, reply),
                Ok(Request::End { ending, reply }) => {
                    self.end(&ending, |_| true);
                    let _ = reply.send(());
                    return false;
                }
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    fn admit(&mut self, spawn_spec: SpawnSpec, reply: oneshot::Sender<io::Result<ProcessHandle>>) {
        let started = start(spawn_spec).map(|(child, running)| {
            self.children.push(child);
            running
        });
        // The caller is gone: nothing else knows of this program, or would end it.
        if let Err(Ok(unheard)) = reply.send(started) {
            self.end(&Ending::Kill, |child| child.process.id() == unheard.pid);
        }
    }

    /// Ends the chosen programs, part by part.
    fn end(&mut self, ending: &Ending, chosen: impl Fn(&Child) -> bool) {
        for role in ProcessRole::LAST_FIRST {
            let chosen = |child: &Child| child.role == role && chosen(child);
            let grace = match ending {
                Ending::Ask { grace, .. } => *grace,
                Ending::Kill if role == ProcessRole::Display => DISPLAY_GRACE,
                Ending::Kill => Duration::ZERO,
            };
            if !grace.is_zero() {
                let deadline = Instant::now() + grace;
                self.signal(Signal::TERM, chosen);
                let strays = self.ask_strays(ending, role);
                self.wait_for_all(deadline, chosen);
                strays.iter().for_each(|it| stray_processes::wait_until_gone(it, deadline));
            }
            self.signal(Signal::KILL, chosen);
            self.wait_for_all(Instant::now() + KILLED, chosen);
        }
    }

    /// Asks the applications that others started to end. The parts of the desktop are still needed.
    fn ask_strays(&self, ending: &Ending, role: ProcessRole) -> Vec<OwnedFd> {
        let (Ending::Ask { runtime, .. }, ProcessRole::Application) = (ending, role) else {
            return Vec::new();
        };
        let ours: Vec<u32> = self.children.iter().map(|it| it.process.id()).collect();
        stray_processes::ask(runtime, &ours)
    }

    fn signal(&self, signal: Signal, chosen: impl Fn(&Child) -> bool) {
        self.children.iter().filter(|child| chosen(child)).for_each(|child| child.signal(signal));
    }

    fn wait_for_all(&mut self, deadline: Instant, chosen: impl Fn(&Child) -> bool) {
        loop {
            // Killing the group takes the leader's children too; the group id stays valid until the leader is reaped.
            self.children.iter().filter(|child| chosen(child) && child.is_over()).for_each(|child| {
                child.signal(Signal::KILL);
            });
            self.reap();
            let left = deadline.saturating_duration_since(Instant::now());
            let waited: Vec<_> = self.children.iter().filter(|child| chosen(child)).collect();
            if waited.is_empty() || left.is_zero() {
                return;
            }
            wait(waited.iter().map(|child| &child.descriptor), Some(left));
        }
    }

    fn reap(&mut self) {
        self.children.retain_mut(|child| match child.process.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) => {
                child.ended.send_replace(Some(status));
                false
            }
            // Dropped with its sender: its handle reports that nothing watches it any more.
            Err(_) => false,
        });
    }

    fn wait_for_any(&self) {
        let children = self.children.iter().map(|child| &child.descriptor);
        wait(children.chain([&*self.wakeup]), None);
    }

    /// Reaps the programs that outlive us, as they end.
    fn reap_survivors(mut self) {
        while !self.children.is_empty() {
            wait(self.children.iter().map(|child| &child.descriptor), None);
            self.reap();
        }
    }
}

impl Child {
    fn signal(&self, signal: Signal) {
        if let Some(group) = pid_of(&self.process) {
            // The group may have ended already.
            let _ = kill_process_group(group, signal);
        }
    }

    fn is_over(&self) -> bool {
        wait([&self.descriptor].into_iter(), Some(Duration::ZERO))
    }
}

fn start(spawn_spec: SpawnSpec) -> io::Result<(Child, ProcessHandle)> {
    let (role, on_parent_exit) = (spawn_spec.role, spawn_spec.on_parent_exit);
    let (mut command, output) = spawn_spec.command()?;
    let process = command.spawn()?;
    adopt(process, role, on_parent_exit, output)
}

fn adopt(
    mut process: process::Child,
    role: ProcessRole,
    on_parent_exit: OnParentExit,
    output: Output,
) -> io::Result<(Child, ProcessHandle)> {
    let descriptor = pid_of(&process)
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))
        .and_then(|pid| Ok(pidfd_open(pid, PidfdFlags::empty())?))
        // What cannot be watched could not be ended later.
        .inspect_err(|_| {
            let _ = process.kill().and_then(|()| process.wait());
        })?;
    let pid = process.id();
    let (ended, seen) = watch::channel(None);
    Ok((
        Child { process, descriptor, role, on_parent_exit, ended },
        ProcessHandle { pid, ended: seen, output },
    ))
}

fn pid_of(process: &process::Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(process.id()).ok()?)
}

/// Waits until one of the descriptors is ready; `false` on timeout.
fn wait<'a>(descriptors: impl Iterator<Item = &'a OwnedFd>, deadline: Option<Duration>) -> bool {
    let mut polled: Vec<_> = descriptors.map(|it| PollFd::new(it, PollFlags::IN)).collect();
    let timeout = deadline.and_then(|left| Timespec::try_from(left).ok());
    poll(&mut polled, timeout.as_ref()).is_ok_and(|ready| ready > 0)
}

//! Finds and ends processes of a desktop that others started: its buses, or its applications.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::fs;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long killed processes may take to end.
const KILLED: Duration = Duration::from_secs(2);

/// Kills every process whose `XDG_RUNTIME_DIR` is this directory, and waits until they are gone, at most 2 s.
pub(crate) fn end(runtime: &Path) {
    let deadline = Instant::now() + KILLED;
    // Killed processes may have started others in the meantime.
    loop {
        let strays: Vec<OwnedFd> =
            find(runtime).into_iter().filter_map(|pid| signal(Signal::KILL, pid, runtime)).collect();
        if strays.is_empty() || Instant::now() >= deadline {
            return;
        }
        strays.iter().for_each(|stray| wait_until_gone(stray, deadline));
    }
}

/// Asks every process whose `XDG_RUNTIME_DIR` is this directory to end, except these; returns them.
pub(crate) fn ask(runtime: &Path, except: &[u32]) -> Vec<OwnedFd> {
    let is_asked = |pid: &Pid| !except.contains(&pid.as_raw_nonzero().get().unsigned_abs());
    let strays = find(runtime).into_iter().filter(is_asked);
    strays.filter_map(|pid| signal(Signal::TERM, pid, runtime)).collect()
}

/// The processes whose `XDG_RUNTIME_DIR` is this directory, except our own.
pub(crate) fn find(runtime: &Path) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let processes = numbers.filter_map(Pid::from_raw).filter(|pid| *pid != rustix::process::getpid());
    processes.filter(|pid| lives_in(*pid, runtime)).collect()
}

fn lives_in(pid: Pid, runtime: &Path) -> bool {
    let wanted = [b"XDG_RUNTIME_DIR=", runtime.as_os_str().as_encoded_bytes()].concat();
    // Only our own user's can be read; a process of somebody else is none of this desktop.
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|variable| variable == wanted)
}

fn signal(signal: Signal, pid: Pid, runtime: &Path) -> Option<OwnedFd> {
    let process = pidfd_open(pid, PidfdFlags::empty()).ok()?;
    // The pid may have been reused before it was opened; afterwards it cannot be.
    if !lives_in(pid, runtime) {
        return None;
    }
    pidfd_send_signal(&process, signal).ok().map(|()| process)
}

/// Waits until a process has ended, or until this moment.
pub(crate) fn wait_until_gone(process: &OwnedFd, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now());
    let timeout = Timespec::try_from(left).ok();
    let _ = poll(&mut [PollFd::new(process, PollFlags::IN)], timeout.as_ref());
}

//! Sets what happens to a program when the thread that starts it ends.
#![expect(
    unsafe_code,
    reason = "a parent-death signal can be set without a race only in `Command::pre_exec`"
)]

use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What happens to a program when we die, however we die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnParentExit {
    /// The kernel sends it this signal when the *thread* that started it ends.
    DiesWithUs(Signal),
    /// It stays: a person continues to work with it.
    OutlivesUs,
}

/// Applies `on_parent_exit` in the child before the program begins, and leaves these descriptors open for it.
pub(super) fn apply_on_parent_exit(
    command: &mut Command,
    on_parent_exit: OnParentExit,
    inherited: Vec<OwnedFd>,
) {
    let parent = getpid();
    let prepare = move || -> io::Result<()> {
        for descriptor in &inherited {
            fcntl_setfd(descriptor, FdFlags::empty())?;
        }
        if let OnParentExit::DiesWithUs(signal) = on_parent_exit {
            set_parent_process_death_signal(Some(signal))?;
            // If our process died before the signal was set, it would never come.
            if getppid() != Some(parent) {
                return Err(Errno::SRCH.into());
            }
        }
        Ok(())
    };
    // SAFETY: between fork and exec only async-signal-safe calls are allowed. The closure makes three system calls
    // (fcntl, prctl, getppid), allocates nothing, takes no lock, and its error is a bare number.
    unsafe {
        command.pre_exec(prepare);
    }
}

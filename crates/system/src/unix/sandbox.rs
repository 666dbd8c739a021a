//! Bubblewrap: its program, and the options that every program in it gets.

use crate::{processes::ProcessGroup, sandboxed_program::SandboxedProgram};
use std::{io, path::PathBuf};

/// Only Windows restricts a program by a token.
pub(crate) fn try_restricted() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Only Windows restricts a program by a token.
pub(crate) fn spawn_restricted(_: &SandboxedProgram<'_>, _: &[PathBuf]) -> io::Result<ProcessGroup> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The program that makes the sandbox.
pub(crate) const SANDBOX_PROGRAM: Option<&str> = Some("bwrap");

/// What to do on a machine that has none, behind a colon.
pub(crate) const NO_SANDBOX: &str = "install the package bubblewrap";

/// Nothing can be written, `/tmp` is empty, and nothing in `/run` is there but what names of hosts and programs need.
///
/// `--die-with-parent` means the thread that starts it: start it on one that lives as long as the program may.
pub(crate) const SANDBOX: &[&str] = &[
    "--die-with-parent",
    // No typing into the terminal of our process.
    "--new-session",
    "--unshare-user",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    // Root would keep its capabilities, and could remount the disks writable.
    "--cap-drop",
    "ALL",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
    "--ro-bind-try",
    "/tmp/.X11-unix",
    "/tmp/.X11-unix",
    "--tmpfs",
    "/run",
    "--ro-bind-try",
    "/run/systemd/resolve",
    "/run/systemd/resolve",
    "--ro-bind-try",
    "/run/NetworkManager",
    "/run/NetworkManager",
    "--ro-bind-try",
    "/run/current-system",
    "/run/current-system",
];

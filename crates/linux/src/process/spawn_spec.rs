//! The description of a program to start.

use super::on_parent_exit::{OnParentExit, apply_on_parent_exit};
use super::output::Output;
use crate::seat::Environment;
use command_fds::{CommandFdExt, FdMapping};
use deskpilot_system::ChildPipes;
use serde::Serialize;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::os::fd::{OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The numbers of the pipes that a program reads and writes, as browsers have them.
const PIPES: [RawFd; 2] = [3, 4];

/// A program's role on its desktop. Parts are started in this order and ended in reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProcessRole {
    /// The X server.
    Display,
    /// The session bus.
    SessionBus,
    /// The launcher of the accessibility bus.
    Accessibility,
    /// The window manager.
    WindowManager,
    /// An application on the desktop.
    Application,
}

impl ProcessRole {
    pub(super) const LAST_FIRST: [ProcessRole; 5] = [
        ProcessRole::Application,
        ProcessRole::WindowManager,
        ProcessRole::Accessibility,
        ProcessRole::SessionBus,
        ProcessRole::Display,
    ];
}

impl fmt::Display for ProcessRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProcessRole::Display => "the X server",
            ProcessRole::SessionBus => "the session bus",
            ProcessRole::Accessibility => "the accessibility bus",
            ProcessRole::WindowManager => "the window manager",
            ProcessRole::Application => "the application",
        })
    }
}

/// A program to start, with its environment and lifetime.
#[derive(Debug)]
pub(crate) struct SpawnSpec {
    /// The program and its arguments; never empty.
    pub(crate) argv: Vec<OsString>,
    /// Its whole environment.
    pub(crate) environment: Environment,
    /// Its working directory.
    pub(crate) directory: Option<PathBuf>,
    /// Its role.
    pub(crate) role: ProcessRole,
    /// Whether it dies with us.
    pub(crate) on_parent_exit: OnParentExit,
    /// Descriptors that stay open in it with the same numbers.
    pub(crate) inherited: Vec<OwnedFd>,
    /// Pipes that it has as its descriptors 3 and 4.
    pub(crate) pipes: Option<ChildPipes>,
}

impl SpawnSpec {
    /// The command, in its own process group and without input, and the capture of its output.
    pub(super) fn command(self) -> io::Result<(Command, Output)> {
        let output = Output::empty()?;
        let (program, arguments) = self.argv.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(self.environment.iter());
        command.process_group(0).stdin(Stdio::null()).stdout(output.writer()?).stderr(output.writer()?);
        // Otherwise a missing directory would look like a missing program.
        if let Some(directory) = self.directory.filter(|directory| directory.is_dir()) {
            command.current_dir(directory);
        }
        deskpilot_system::mark_as_started(&mut command);
        apply_on_parent_exit(&mut command, self.on_parent_exit, self.inherited);
        if let Some(pipes) = self.pipes {
            let numbered = pipes.descriptors()?.into_iter().zip(PIPES);
            let mappings = numbered.map(|(parent_fd, child_fd)| FdMapping { parent_fd, child_fd }).collect();
            command.fd_mappings(mappings).map_err(io::Error::other)?;
        }
        Ok((command, output))
    }
}

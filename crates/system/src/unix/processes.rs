//! Process groups.

use crate::pipes::Pipes;
use rustix::process::{Pid, Signal, geteuid, kill_process_group};
use std::{
    io,
    os::unix::{
        fs::PermissionsExt,
        process::{CommandExt, ExitStatusExt},
    },
    path::{Path, PathBuf},
    process::{self, ExitStatus, Stdio},
};
use tokio::process::{Child, Command};

pub(crate) const PYTHON: &str = "python3";

pub(crate) const MAKE_EXECUTABLE: &str = "chmod +x it";

pub(crate) const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// What the leader of a group does: standard input ends when our process ends, however it ends.
const LEADER: &str = "trap '' HUP INT QUIT TERM; while read -r _; do :; done; kill -KILL 0";

/// The number of the user whose rights this process has.
pub(crate) fn user() -> Option<u32> {
    Some(geteuid().as_raw())
}

/// Starts the command in a group of its own, which no signal of our terminal reaches and which outlives our process.
pub(crate) fn detached(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// A process group. Its leader is a small shell that outlives our process and then kills the group. Dropping it ends the
/// leader alone.
#[derive(Debug)]
pub(crate) struct Group {
    /// Not reaped before the drop, so that no other group gets its id.
    leader: process::Child,
    id: Pid,
}

impl Group {
    /// Starts the program in a new group.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<(Group, Pipes, Child)> {
        let group = Group::start()?;
        let mut child = command.process_group(group.id.as_raw_nonzero().get()).kill_on_drop(true).spawn()?;
        Ok((group, Pipes::of(&mut child), child))
    }

    /// A group with its leader alone.
    fn start() -> io::Result<Group> {
        let mut shell = process::Command::new("/bin/sh");
        shell.args(["-c", LEADER, "deskpilot-group"]).env_clear().current_dir("/").process_group(0);
        let leader = shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let id = i32::try_from(leader.id()).ok().and_then(Pid::from_raw);
        let id = id.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        Ok(Group { leader, id })
    }

    /// Kills every process in it.
    pub(crate) fn kill(&self) {
        // The group may be empty by now.
        let _ = kill_process_group(self.id, Signal::KILL);
    }

    /// Lets what is left of it go on, but for the leader.
    pub(crate) fn release(self) {}
}

impl Drop for Group {
    fn drop(&mut self) {
        // An error means that it was killed before.
        let _ = self.leader.kill().and_then(|()| self.leader.wait().map(drop));
    }
}

pub(crate) fn executable_at(path: &Path) -> Option<PathBuf> {
    let may_be_executed =
        |path: &Path| path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0);
    may_be_executed(path).then(|| path.to_owned())
}

pub(crate) fn exit_signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}

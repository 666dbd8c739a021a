//! Process groups.

use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    os::unix::{fs::PermissionsExt, process::ExitStatusExt},
    path::{Path, PathBuf},
    process::ExitStatus,
};
use tokio::process::{Child, Command};

pub(crate) const MAKE_EXECUTABLE: &str = "chmod +x it";

pub(crate) const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A process group.
#[derive(Debug)]
pub(crate) struct Group(Pid);

impl Group {
    /// The group of a program that was started [`in_a_group`]; `None` where it has ended and nobody knows its number.
    pub(crate) fn of(child: &Child) -> Option<Group> {
        Pid::from_raw(i32::try_from(child.id()?).ok()?).map(Group)
    }

    /// Ends all of it. A group keeps its number as long as there is anything in it, even when its leader is reaped.
    pub(crate) fn kill(&self, _leader: &mut Child) {
        // There may be nobody left in it.
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}

/// A command whose program leads a process group.
pub(crate) fn in_a_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

pub(crate) fn program_at(path: &Path) -> Option<PathBuf> {
    let may_be_executed =
        |path: &Path| path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0);
    may_be_executed(path).then(|| path.to_owned())
}

pub(crate) fn signal_of(status: ExitStatus) -> Option<i32> {
    status.signal()
}

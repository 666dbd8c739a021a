//! Process groups.

use rustix::process::{Pid, Signal, kill_process_group};
use std::{
    os::unix::{fs::PermissionsExt, process::ExitStatusExt},
    path::{Path, PathBuf},
    process::ExitStatus,
};
use tokio::process::{Child, Command};

pub(crate) const MAKE_EXECUTABLE: &str = "chmod +x it";

pub(crate) const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A process group.
#[derive(Debug)]
pub(crate) struct Group(Pid);

impl Group {
    /// The group of a child started [`in_new_group`]; `None` if the child has exited and its id is lost.
    pub(crate) fn of(child: &Child) -> Option<Group> {
        Pid::from_raw(i32::try_from(child.id()?).ok()?).map(Group)
    }

    /// Kills every process in it. The group id stays valid while any process is in the group, even after its leader is reaped.
    pub(crate) fn kill(&self, _leader: &mut Child) {
        // The group may be empty by now.
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}

/// Makes the child of this command the leader of a new process group.
pub(crate) fn in_new_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

pub(crate) fn executable_at(path: &Path) -> Option<PathBuf> {
    let may_be_executed =
        |path: &Path| path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0);
    may_be_executed(path).then(|| path.to_owned())
}

pub(crate) fn exit_signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}

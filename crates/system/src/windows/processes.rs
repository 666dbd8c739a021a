//! Single processes: nothing here groups a process with its children.

use std::{
    ffi::{OsStr, OsString},
    io,
    path::{Path, PathBuf},
    process::ExitStatus,
};
use tokio::process::{Child, Command};

// Where Python is not installed, `python3` opens the store.
pub(crate) const PYTHON: &str = "python";

pub(crate) const MAKE_EXECUTABLE: &str = "give its name the ending .exe, .com, .bat or .cmd";

pub(crate) const DEFAULT_PATH: &str = r"C:\Windows\System32;C:\Windows";

/// `CREATE_NEW_PROCESS_GROUP`: a Ctrl-C in our console does not reach the child.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
/// The extensions of executable files, in search order.
const EXTENSIONS: &[&str] = &["com", "exe", "bat", "cmd"];

/// Users have no numbers here.
pub(crate) fn user() -> Option<u32> {
    None
}

/// Starts the command in a group of its own, which no Ctrl-C of our console reaches and which outlives our process.
pub(crate) fn detached(command: &mut Command) -> &mut Command {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP)
}

/// The process alone. Killing its children too would need a job object, which this crate does not make.
#[derive(Debug)]
pub(crate) struct Group;

impl Group {
    pub(crate) fn start() -> io::Result<Group> {
        Ok(Group)
    }

    pub(crate) fn join<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP)
    }

    pub(crate) fn kill(&self, program: &mut Child) {
        // It may have exited already.
        let _ = program.start_kill();
    }
}

/// The file itself if it has the extension of an executable; otherwise the first existing file with such an extension added.
pub(crate) fn executable_at(path: &Path) -> Option<PathBuf> {
    let is_executable = |it: &OsStr| EXTENSIONS.iter().any(|extension| it.eq_ignore_ascii_case(extension));
    if path.extension().is_some_and(is_executable) {
        return path.is_file().then(|| path.to_owned());
    }
    let with_extension = |extension: &&str| {
        PathBuf::from(OsString::from_iter([path.as_os_str(), ".".as_ref(), extension.as_ref()]))
    };
    EXTENSIONS.iter().map(with_extension).find(|it| it.is_file())
}

/// Windows has no signals.
pub(crate) fn exit_signal(_: ExitStatus) -> Option<i32> {
    None
}

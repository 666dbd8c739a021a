//! Programs by themselves: nothing here keeps a program together with what it started.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::ExitStatus,
};
use tokio::process::{Child, Command};

pub(crate) const MAKE_EXECUTABLE: &str = "give its name the ending .exe, .com, .bat or .cmd";

pub(crate) const USUAL_PATH: &str = r"C:\Windows\System32;C:\Windows";

/// `CREATE_NEW_PROCESS_GROUP`: a Ctrl-C in our console does not reach it.
const APART: u32 = 0x0000_0200;
/// What the names of programs end with, in the order in which they are looked for.
const ENDINGS: &[&str] = &["com", "exe", "bat", "cmd"];

/// The program alone. What it started goes on after it: that takes a job object, which nothing here makes.
#[derive(Debug)]
pub(crate) struct Group;

impl Group {
    pub(crate) fn of(_: &Child) -> Option<Group> {
        Some(Group)
    }

    pub(crate) fn kill(&self, program: &mut Child) {
        // It may have ended.
        let _ = program.start_kill();
    }
}

pub(crate) fn in_a_group(command: &mut Command) -> &mut Command {
    command.creation_flags(APART)
}

/// The file itself where its name ends as that of a program; otherwise the first beside it whose name is its own with such an
/// ending.
pub(crate) fn program_at(path: &Path) -> Option<PathBuf> {
    let ends_so = |it: &OsStr| ENDINGS.iter().any(|ending| it.eq_ignore_ascii_case(ending));
    if path.extension().is_some_and(ends_so) {
        return path.is_file().then(|| path.to_owned());
    }
    let ending_with =
        |ending: &&str| PathBuf::from(OsString::from_iter([path.as_os_str(), ".".as_ref(), ending.as_ref()]));
    ENDINGS.iter().map(ending_with).find(|it| it.is_file())
}

/// Windows has no signals.
pub(crate) fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}

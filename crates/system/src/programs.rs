//! A program with all that it starts, as far as the system keeps them together. Whoever lets go of it before its end ends it.

use crate::here::{self, Group};
use std::{
    io,
    path::{Path, PathBuf},
    process::ExitStatus,
};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

/// Where programs are looked for where no `PATH` says so.
pub const USUAL_PATH: &str = here::USUAL_PATH;

/// What to do with a file that the system does not start as a program, as the end of a sentence.
pub const MAKE_EXECUTABLE: &str = here::MAKE_EXECUTABLE;

/// A program that runs, with its group.
///
/// On Unix the group is a process group: what the program started and what left the group goes on. On Windows the group is
/// the program alone: what it started goes on after it.
#[derive(Debug)]
pub struct ProgramGroup {
    child: Child,
    /// `None` once nobody of it is to be ended any more.
    group: Option<Group>,
}

impl ProgramGroup {
    /// Starts a program in a group of its own.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &mut Command) -> io::Result<ProgramGroup> {
        let child = here::in_a_group(command).kill_on_drop(true).spawn()?;
        let group = Group::of(&child);
        Ok(ProgramGroup { child, group })
    }

    /// What it reads; `None` where it was taken, or is no pipe.
    pub const fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// What it writes; `None` where it was taken, or is no pipe.
    pub const fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// What it complains of; `None` where it was taken, or is no pipe.
    pub const fn stderr(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Waits for the end of the program, however long it takes. What is left of its group goes on.
    ///
    /// # Errors
    /// How it ended cannot be known.
    pub async fn end(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.group = None;
        Ok(status)
    }

    /// Waits for the end of the program, however long it takes, and ends what is left of its group.
    ///
    /// # Errors
    /// How it ended cannot be known.
    pub async fn end_with_all(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await;
        self.kill();
        self.group = None;
        status
    }

    /// Ends the whole group at once.
    pub fn kill(&mut self) {
        if let Some(group) = &self.group {
            group.kill(&mut self.child);
        }
    }
}

impl Drop for ProgramGroup {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The file that the system starts as a program when it is given this path; `None` where it starts none.
pub fn program_at(path: &Path) -> Option<PathBuf> {
    here::program_at(path)
}

/// The signal that ended a program; `None` where it ended by itself, and where the system has no signals.
pub fn signal_of(status: ExitStatus) -> Option<i32> {
    here::signal_of(status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::timeout;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    /// Returns when everybody who could write is gone.
    async fn rest(stdout: &mut ChildStdout) -> String {
        let mut text = String::new();
        let reading = stdout.read_to_string(&mut text);
        timeout(Duration::from_secs(20), reading).await.expect("its writers end").unwrap();
        text
    }

    #[tokio::test]
    async fn who_lets_go_of_a_program_ends_what_it_started_too() {
        let mut program = ProgramGroup::start(&mut shell("sleep 600 & echo begun; wait")).unwrap();
        let mut stdout = program.stdout().unwrap();
        let mut begun = [0; 6];
        stdout.read_exact(&mut begun).await.unwrap();
        drop(program);
        assert_eq!(rest(&mut stdout).await, "");
    }

    #[tokio::test]
    async fn what_outlives_its_program_is_ended_only_where_that_is_wanted() {
        let mut program = ProgramGroup::start(&mut shell("sleep 600 & exit 3")).unwrap();
        let mut stdout = program.stdout().unwrap();
        assert_eq!(program.end_with_all().await.unwrap().code(), Some(3));
        assert_eq!(rest(&mut stdout).await, "");

        let mut waiting = shell("exec 3<&0; { read -r word <&3; echo still $word; } & exit 3");
        let mut program = ProgramGroup::start(waiting.stdin(Stdio::piped())).unwrap();
        let (mut stdin, mut stdout) = (program.stdin().unwrap(), program.stdout().unwrap());
        assert_eq!(program.end().await.unwrap().code(), Some(3));
        drop(program);
        stdin.write_all(b"there\n").await.unwrap();
        assert_eq!(rest(&mut stdout).await, "still there\n");
    }
}

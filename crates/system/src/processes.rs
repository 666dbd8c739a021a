//! A child process and what it starts, as far as the system groups them. Dropping it before it has exited kills the group,
//! and so does the end of our process, however it ends.

use crate::{
    os::{self, Child, Group},
    pipes::Pipes,
};
use std::{
    io,
    path::{Path, PathBuf},
    process::ExitStatus,
};
use tokio::process::{self, ChildStderr, ChildStdin, ChildStdout, Command};

/// The search path for programs when `PATH` is not set.
pub const DEFAULT_PATH: &str = os::DEFAULT_PATH;

/// The program of Python 3.
pub const PYTHON: &str = os::PYTHON;

/// How to make a file executable, as the end of a sentence.
pub const MAKE_EXECUTABLE: &str = os::MAKE_EXECUTABLE;

/// Starts a program of the user's own that goes on when our process ends, and that no signal of our terminal reaches. It is none of a
/// session's programs, so it may steer sessions.
///
/// # Errors
/// The program cannot be started.
pub fn spawn_detached(command: &mut Command) -> io::Result<process::Child> {
    os::detached(command).kill_on_drop(false).spawn()
}

/// A running process with its group.
///
/// On Unix this is a process group: a descendant that left the group is not killed with it. On Windows it is a job, which no
/// descendant leaves; what another program starts for it is not in it. If our process is killed, the group is killed too.
#[derive(Debug)]
pub struct ProcessGroup {
    pipes: Pipes,
    child: Child,
    /// `None` once nothing in it may be killed any more.
    group: Option<Group>,
}

impl ProcessGroup {
    /// Starts a program in a new group.
    ///
    /// # Errors
    /// The program, or the shell that leads its group, cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<ProcessGroup> {
        os::mark(command.as_std_mut());
        let (group, pipes, child) = Group::spawn(command)?;
        Ok(ProcessGroup::of(group, pipes, child))
    }

    /// A process that was started in a group.
    pub(crate) const fn of(group: Group, pipes: Pipes, child: Child) -> ProcessGroup {
        ProcessGroup { pipes, child, group: Some(group) }
    }

    /// Takes the pipe to its standard input; `None` if it was taken already or is not piped.
    pub const fn stdin(&mut self) -> Option<ChildStdin> {
        self.pipes.stdin.take()
    }

    /// Takes the pipe from its standard output; `None` if it was taken already or is not piped.
    pub const fn stdout(&mut self) -> Option<ChildStdout> {
        self.pipes.stdout.take()
    }

    /// Takes the pipe from its standard error; `None` if it was taken already or is not piped.
    pub const fn stderr(&mut self) -> Option<ChildStderr> {
        self.pipes.stderr.take()
    }

    /// Waits without a time limit until the process exits. The rest of its group keeps running.
    ///
    /// # Errors
    /// The exit status cannot be read.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        // It may wait for the end of its input.
        drop(self.stdin());
        let status = self.child.wait().await?;
        if let Some(group) = self.group.take() {
            group.release();
        }
        Ok(status)
    }

    /// Waits without a time limit until the process exits, then kills the rest of its group.
    ///
    /// # Errors
    /// The exit status cannot be read.
    pub async fn wait_and_kill_group(&mut self) -> io::Result<ExitStatus> {
        drop(self.stdin());
        let status = self.child.wait().await;
        self.kill();
        self.group = None;
        status
    }

    /// Kills the whole group at once.
    pub fn kill(&self) {
        if let Some(group) = &self.group {
            group.kill();
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The file that the system executes for this path; `None` if there is no executable file.
pub fn executable_at(path: &Path) -> Option<PathBuf> {
    os::executable_at(path)
}

/// The executable of this name in the folders of a search path; relative folders are ignored, because they depend on where a
/// program runs.
pub fn program_on_path(name: &str, path: &str) -> Option<PathBuf> {
    let folders = std::env::split_paths(path).filter(|it| it.is_absolute());
    folders.into_iter().find_map(|it| executable_at(&it.join(name)))
}

/// The executable that a name means to a program in this folder: one with a folder is read from there, any other is looked up on the
/// search path. On Windows, where the system would look in more places, nothing else may be started by a name.
pub fn program_in(folder: &Path, name: &str, path: &str) -> Option<PathBuf> {
    if Path::new(name).file_name() == Some(name.as_ref()) {
        return program_on_path(name, path);
    }
    let file = Some(folder.join(name)).filter(|it| it.is_absolute());
    file.and_then(|it| executable_at(&it))
}

/// The text that a program wrote: UTF-8, or on Windows also what the code page of consoles makes of it.
pub fn console_text(bytes: &[u8]) -> String {
    os::console_text(bytes)
}

/// The signal that killed a process; `None` if it exited on its own, or on a system without signals.
pub fn exit_signal(status: ExitStatus) -> Option<i32> {
    os::exit_signal(status)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::env;
    use std::process::Stdio;
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::timeout;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    /// The rest of the output; returns when every process that could write has exited.
    async fn rest(stdout: &mut ChildStdout) -> String {
        let mut text = String::new();
        let reading = stdout.read_to_string(&mut text);
        timeout(Duration::from_secs(20), reading).await.expect("its writers end").unwrap();
        text
    }

    #[tokio::test]
    async fn who_lets_go_of_a_program_ends_what_it_started_too() {
        let mut program = ProcessGroup::spawn(&mut shell("sleep 600 & echo begun; wait")).unwrap();
        let mut stdout = program.stdout().unwrap();
        let mut begun = [0; 6];
        stdout.read_exact(&mut begun).await.unwrap();
        drop(program);
        assert_eq!(rest(&mut stdout).await, "");
    }

    #[tokio::test]
    async fn a_program_is_known_as_started_by_us() {
        let mut program = ProcessGroup::spawn(&mut shell("echo $$; sleep 600")).unwrap();
        let mut number = String::new();
        let mut stdout = program.stdout().unwrap();
        while !number.ends_with('\n') {
            number.push(stdout.read_u8().await.unwrap().into());
        }
        assert!(crate::may_be_started_by_us(number.trim().parse().unwrap()));
    }

    #[tokio::test]
    async fn what_outlives_its_program_is_ended_only_where_that_is_wanted() {
        let mut program = ProcessGroup::spawn(&mut shell("sleep 600 & exit 3")).unwrap();
        let mut stdout = program.stdout().unwrap();
        assert_eq!(program.wait_and_kill_group().await.unwrap().code(), Some(3));
        assert_eq!(rest(&mut stdout).await, "");

        let mut waiting = shell("exec 3<&0; { read -r word <&3; echo still $word; } & exit 3");
        let mut program = ProcessGroup::spawn(waiting.stdin(Stdio::piped())).unwrap();
        let (mut stdin, mut stdout) = (program.stdin().unwrap(), program.stdout().unwrap());
        assert_eq!(program.wait().await.unwrap().code(), Some(3));
        drop(program);
        stdin.write_all(b"there\n").await.unwrap();
        assert_eq!(rest(&mut stdout).await, "still there\n");
    }
    /// Set in a process that will be killed.
    const VICTIM: &str = "DESKPILOT_TEST_VICTIM";

    /// The process of the next test; does nothing on its own.
    #[tokio::test]
    async fn victim() {
        if env::var_os(VICTIM).is_some() {
            let mut program = shell("sleep 600 & echo begun; wait");
            let _group = ProcessGroup::spawn(program.stdout(Stdio::inherit())).unwrap();
            std::future::pending::<()>().await;
        }
    }

    #[tokio::test]
    async fn a_kill_of_our_process_ends_what_it_started() {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "processes::tests::victim"]).env(VICTIM, "").stdin(Stdio::null());
        let mut victim = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = victim.stdout.take().unwrap();
        let mut written = String::new();
        while !written.contains("begun") {
            let byte = timeout(Duration::from_secs(20), stdout.read_u8()).await.expect("it starts a program");
            written.push(byte.unwrap().into());
        }
        victim.kill().await.unwrap();
        assert_eq!(rest(&mut stdout).await, "\n");
    }
}

//! Programs that can write only where they are let: run by bubblewrap, where the machine has it and lets it run, or with a token
//! of Windows that restricts them ([`RestrictedToken`]).
//!
//! It guards files against programs that err, and against most that mean harm. What a program reaches by other ways than files
//! stays in its reach: the X server, what listens at abstract sockets, and with [`Network::Kept`] the network. It can read every
//! file that the user can and that is not hidden.

use crate::{NoSandbox, RestrictedToken, SandboxedProgram, os, processes::ProcessGroup, program_on_path};
use std::{
    ffi::OsString,
    fmt, io,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tokio::{io::AsyncReadExt, process::Command, time::timeout};

/// The sandbox that programs run in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// None: they can do what the user can.
    None,
    /// One that bubblewrap makes for each program.
    Bubblewrap(Bubblewrap),
    /// One of a token that Windows makes for each program.
    Restricted(RestrictedToken),
}

/// What bubblewrap lets a program do.
///
/// It sees the whole file system and can write to `writable` alone, and to a `/tmp` of its own that ends with it. It has no
/// privileges and gets none, sees no process but its own, and everything that it started ends with it. What is in `/run`, such
/// as the sockets of the system's services and of the user's session, is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bubblewrap {
    /// The program of bubblewrap, as [`sandbox_of`] found it.
    pub program: PathBuf,
    /// The folders that it can write to. One that does not exist is left out.
    pub writable: Vec<PathBuf>,
    /// The folders that are empty for it, except for what it can write to. One that does not exist is left out.
    pub hidden: Vec<PathBuf>,
    /// Whether it has the network.
    pub network: Network,
}

/// Whether a program in a sandbox has the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// That of the machine.
    Kept,
    /// None, and no socket of the machine but those in the file system.
    Removed,
}

/// The program that makes sandboxes; `None` on a system for which there is none.
pub const SANDBOX_PROGRAM: Option<&str> = os::SANDBOX_PROGRAM;

/// How long bubblewrap may take to show that it works.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);
/// How much of its error output is quoted, in bytes.
const MAX_COMPLAINT: u64 = 300;

/// The program of bubblewrap on a search path, once it has shown that it can make a sandbox with this network here.
///
/// # Errors
/// Bubblewrap is not installed, or the system does not allow it to make a sandbox: often because users may
/// not create namespaces.
pub async fn sandbox_of(path_variable: &str, network: Network) -> Result<PathBuf, NoSandbox> {
    let program = SANDBOX_PROGRAM.and_then(|it| program_on_path(it, path_variable));
    let program = program.ok_or(NoSandbox::NotInstalled)?;
    let failed = |why: &dyn fmt::Display| NoSandbox::NotWorking(why.to_string());
    let probe = Bubblewrap { program: program.clone(), writable: Vec::new(), hidden: Vec::new(), network };
    let mut command = Command::new(&program);
    command.args(probe.arguments(None)).arg(&program).arg("--version").env_clear();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut probing = ProcessGroup::spawn(&mut command).map_err(|it| failed(&it))?;
    let stderr = probing.stderr();
    let (mut complaint, end) = (String::new(), probing.wait());
    let probed = timeout(PROBE_TIMEOUT, async {
        if let Some(stderr) = stderr {
            // What is no text is no complaint that anybody could read.
            let _ = stderr.take(MAX_COMPLAINT).read_to_string(&mut complaint).await;
        }
        end.await
    });
    match probed.await {
        Err(_) => Err(failed(&"it does not answer")),
        Ok(Err(error)) => Err(failed(&error)),
        Ok(Ok(status)) if status.success() => Ok(program),
        Ok(Ok(_)) => Err(failed(&complaint.lines().next().unwrap_or("it gives no reason"))),
    }
}

impl Sandbox {
    /// Starts a program in the sandbox. In one, everything that it starts ends with it.
    ///
    /// # Errors
    /// The program, or what makes its sandbox, cannot be started.
    pub fn spawn(&self, program: &SandboxedProgram<'_>) -> io::Result<ProcessGroup> {
        let SandboxedProgram { file, arguments, folder, env } = *program;
        let mut command = match self {
            Sandbox::None => {
                let mut command = Command::new(file);
                command.current_dir(folder).args(arguments);
                command
            }
            Sandbox::Bubblewrap(bubblewrap) => bubblewrap.command(file, arguments, folder),
            Sandbox::Restricted(token) => return os::spawn_restricted(program, &token.writable),
        };
        command.env_clear().envs(env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        ProcessGroup::spawn(&mut command)
    }
}

impl Bubblewrap {
    /// The command that runs a program in the sandbox, in this folder. Its environment is that of the
    /// command; bubblewrap finds a program that is named without a folder by the `PATH` in it.
    pub fn command(&self, program: &Path, arguments: &[&str], folder: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(self.arguments(Some(folder))).arg(program).current_dir(folder).args(arguments);
        command
    }

    /// Its options, up to the `--` before the program.
    fn arguments(&self, folder: Option<&Path>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = os::SANDBOX.iter().map(OsString::from).collect();
        if self.network == Network::Removed {
            arguments.push("--unshare-net".into());
        }
        for folder in existing(&self.hidden) {
            arguments.extend(["--tmpfs".into(), folder.into_os_string()]);
        }
        for folder in existing(&self.writable) {
            arguments.extend(["--bind".into(), folder.clone().into_os_string(), folder.into_os_string()]);
        }
        if let Some(folder) = folder {
            arguments.extend(["--chdir".into(), folder.as_os_str().to_owned()]);
        }
        arguments.push("--".into());
        arguments
    }
}

/// These folders without links, as far as they exist.
fn existing(folders: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    folders.iter().filter_map(|it| it.canonicalize().ok())
}

impl fmt::Display for Bubblewrap {
    /// What a program can do, as the end of a sentence about it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folders: Vec<String> = existing(&self.writable).map(|it| format!("{it:?}")).collect();
        let network = match self.network {
            Network::Kept => "",
            Network::Removed => ", and has no network",
        };
        match folders.as_slice() {
            [] => write!(f, "it ran in a sandbox with a /tmp of its own, can write nowhere else{network}"),
            folders => {
                let folders = folders.join(", ");
                write!(
                    f,
                    "it ran in a sandbox with a /tmp of its own, can write else to {folders} alone{network}"
                )
            }
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[tokio::test]
    async fn a_machine_without_a_working_bubblewrap_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        assert_eq!(sandbox_of(path, Network::Removed).await, Err(NoSandbox::NotInstalled));
        let program = folder.path().join("bwrap");
        fs::write(&program, "#!/bin/sh\necho no permissions >&2\nexit 1\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let error = sandbox_of(path, Network::Removed).await.unwrap_err();
        assert_eq!(error, NoSandbox::NotWorking("no permissions".into()));
        assert!(error.to_string().contains("bubblewrap fails (no permissions)"));
        fs::write(&program, "#!/bin/sh\n").unwrap();
        assert_eq!(sandbox_of(path, Network::Removed).await, Ok(program));
        // Relative folders of the path do not count.
        assert_eq!(sandbox_of(".:", Network::Removed).await, Err(NoSandbox::NotInstalled));
    }

    #[test]
    fn what_it_can_do_is_one_sentence() {
        let writable = vec!["/".into(), "/no/such/folder".into()];
        let bubblewrap = Bubblewrap {
            program: "/usr/bin/bwrap".into(),
            writable,
            hidden: Vec::new(),
            network: Network::Removed,
        };
        assert_eq!(
            bubblewrap.to_string(),
            "it ran in a sandbox with a /tmp of its own, can write else to \"/\" alone, and has no network"
        );
        let bubblewrap = Bubblewrap { writable: Vec::new(), network: Network::Kept, ..bubblewrap };
        assert_eq!(
            bubblewrap.to_string(),
            "it ran in a sandbox with a /tmp of its own, can write nowhere else"
        );
    }
}

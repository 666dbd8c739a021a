//! The receiver of the commands of files.

#[cfg(any(target_os = "linux", windows))]
use crate::disk;
use crate::{error::FileError, roots::Roots, table::COMMANDS, work::Work};
use async_trait::async_trait;
use deskpilot_core::{Call, CommandSpec, Effect, Outcome};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use std::path::Path;

/// Whether the commands work on this system.
const IS_SERVED: bool = cfg!(any(target_os = "linux", windows));

/// Works on files and folders directly, for every window and for the desktop.
#[derive(Debug)]
pub struct FilesReceiver {
    roots: Roots,
}

impl FilesReceiver {
    /// The receiver for programs with this environment: its `HOME` is `~`, and its `XDG_DATA_HOME` has the bin; on Windows its
    /// `USERPROFILE` is `~`, and each drive has a bin. Relative paths start in the working folder, and `own` are the canonical paths of
    /// Deskpilot's own folders. They must be those by which the policy reads paths.
    pub fn new(env: &[(String, String)], working: &Path, own: Vec<String>) -> FilesReceiver {
        FilesReceiver { roots: Roots::of(env, working, own) }
    }
}

#[async_trait]
impl Receiver for FilesReceiver {
    fn name(&self) -> &'static str {
        "FILES"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        IS_SERVED
    }

    fn table(&self) -> &'static [CommandSpec] {
        if IS_SERVED { COMMANDS } else { &[] }
    }

    /// Dropping the future stops the work at its next entry or piece of a file; what is incomplete is removed. A call of the
    /// system that hangs, as on a network disk that is gone, holds only its own thread.
    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let command = &action.call.command;
        if self.table().iter().all(|it| it.name != *command) {
            return Err(DesktopError::NoSuchCommand(command.clone()));
        }
        let (work, _stop) = Work::start(action.deadline);
        let (call, roots) = (action.call.clone(), self.roots.clone());
        match tokio::task::spawn_blocking(move || carry_out(&call, &roots, &work)).await {
            Ok(done) => Ok(done.unwrap_or_else(|error| error.effect(command).into())),
            Err(error) => {
                let why = format!("{command} ended before its time, look what it did: {error}");
                Ok(Effect::unverified(why).into())
            }
        }
    }
}

#[cfg(any(target_os = "linux", windows))]
fn carry_out(call: &Call, roots: &Roots, work: &Work) -> Result<Outcome, FileError> {
    disk::carry_out(call, &disk::Context { roots, work })
}

#[cfg(not(any(target_os = "linux", windows)))]
fn carry_out(_: &Call, _: &Roots, _: &Work) -> Result<Outcome, FileError> {
    Err(FileError::NotPossible(
        "files are worked on directly on Linux and Windows alone: use a file manager".into(),
    ))
}

//! Programs that can write only to some folders: each has a token of its own, and a job for all that it starts.

mod grant;
mod pipes;
mod sid;
mod spawn;
mod token;

use super::{Child, Group, Job, child::RestrictedChild, resume::resume};
use crate::{
    pipes::Pipes, processes::ProcessGroup, sandboxed_program::SandboxedProgram, variables::is_same_variable,
};
use std::{
    io,
    os::windows::io::AsHandle,
    path::{Path, PathBuf},
};

/// The variables that name the folder for temporary files.
const TEMPORARY: &[&str] = &["TEMP", "TMP"];
/// How the name of a program's own folder for temporary files begins.
const PREFIX: &str = "deskpilot-sandbox-";

/// Whether Windows makes tokens that restrict what a program can write.
pub(crate) fn try_restricted() -> io::Result<()> {
    token::restricted_token(&[]).map(drop)
}

/// Starts a program that can write to these folders, and to one of its own for temporary files.
pub(crate) fn spawn_restricted(
    program: &SandboxedProgram<'_>,
    writable: &[PathBuf],
) -> io::Result<ProcessGroup> {
    let temporary = crate::private_temporary_folder(&std::env::temp_dir(), PREFIX)?;
    let folders = writable.iter().map(PathBuf::as_path).chain([temporary.path()]);
    let sids: Vec<_> =
        folders.map(|it| grant::grant(it).map_err(|error| denied(it, &error))).collect::<io::Result<_>>()?;
    let token = token::restricted_token(&sids)?;
    let is_kept = |name: &str| !TEMPORARY.iter().any(|it| is_same_variable(it, name));
    let kept = program.env.iter().filter(|(name, _)| is_kept(name)).cloned();
    let own = temporary.path().display().to_string();
    let own = TEMPORARY.iter().map(|it| ((*it).to_owned(), own.clone()));
    let job = Job::of_sandbox()?;
    let started = spawn::spawn(&token, program, kept.chain(own).collect())?;
    let added = job.add(started.process.as_handle()).and_then(|()| resume(started.id));
    let child = RestrictedChild::new(started.process, temporary);
    if let Err(error) = added {
        // It may not be in the job, which would end it.
        child.kill();
        return Err(error);
    }
    let pipes = Pipes { stdin: None, stdout: Some(started.stdout), stderr: Some(started.stderr) };
    Ok(ProcessGroup::of(Group::of_sandbox(job), pipes, Child::Restricted(child)))
}

fn denied(folder: &Path, error: &io::Error) -> io::Error {
    let why = crate::reason(error);
    let text = format!("its sandbox cannot let it write to {}: {why}", folder.display());
    io::Error::new(error.kind(), text)
}

//! Programs, run with their arguments as words.

use crate::say;
use anyhow::{Context, Result, bail};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Runs a program in a folder to its end; an error if it fails.
pub(crate) fn run(folder: &Path, program: &str, args: &[&str]) -> Result<()> {
    say(&format!("$ {program} {}", args.join(" ")));
    let status =
        Command::new(program).args(args).current_dir(folder).status().with_context(|| format!("{program} does not start"))?;
    if !status.success() {
        bail!("{program} {} failed: {status}", args.join(" "));
    }
    Ok(())
}

/// Where a program is, by name on the PATH or by its whole path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    if program.starts_with('/') {
        return Some(PathBuf::from(program)).filter(|it| it.exists());
    }
    let path = std::env::var_os("PATH")?;
    // Daemons lie where an ordinary user's PATH does not lead.
    let more = ["/usr/sbin", "/sbin", "/usr/local/sbin", "/usr/libexec"].map(PathBuf::from);
    std::env::split_paths(&path).chain(more).map(|folder| folder.join(program)).find(|it| it.is_file())
}

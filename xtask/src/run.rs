//! Runs programs, and finds them.

use crate::say;
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Prints a command, runs it in a folder and waits for its end; an error if it fails.
pub(crate) fn run(folder: &Path, program: &str, args: &[&str]) -> Result<()> {
    say(&format!("$ {program} {}", args.join(" ")));
    let status = Command::new(program)
        .args(args)
        .current_dir(folder)
        .status()
        .with_context(|| format!("{program} does not start"))?;
    if !status.success() {
        bail!("{program} {} failed: {status}", args.join(" "));
    }
    Ok(())
}

/// The path of a program by its name on the PATH, or of a file by its whole path, one part of which may be `*`.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    if let Some((before, after)) = name.split_once('*') {
        let files = fs::read_dir(before).ok()?.flatten().map(|it| it.path());
        let tail = after.trim_start_matches('/');
        return files.map(|it| if tail.is_empty() { it } else { it.join(tail) }).find(|it| it.exists());
    }
    if name.starts_with('/') {
        return Some(PathBuf::from(name)).filter(|it| it.exists());
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(|it| it.is_file())
}

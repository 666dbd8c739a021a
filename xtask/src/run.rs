//! Runs programs, and finds them.

use crate::say;
use anyhow::{Context, Result, bail};
use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A program without what cargo told this one about its package: the build scripts of dependencies depend on these variables, and
/// cargo would compile two hundred packages again whenever it is called with others.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let names = env::vars_os().map(|(name, _)| name);
    let of_cargo = |it: &OsStr| {
        it.to_str().is_some_and(|it| it.starts_with("CARGO_PKG_") || it.starts_with("CARGO_MANIFEST_"))
    };
    for name in names.filter(|it| of_cargo(it)) {
        command.env_remove(name);
    }
    command
}

/// Prints a command, runs it in a folder and waits for its end; an error if it fails.
pub(crate) fn run(folder: &Path, program: &str, args: &[&str]) -> Result<()> {
    say(&format!("$ {program} {}", args.join(" ")));
    let status = command(program)
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
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|it| it.is_file())
}

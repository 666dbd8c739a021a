//! Reads files that other users must not read or change, because they hold secrets or name programs to start.

use crate::Environment;
use anyhow::{Context, Result, bail};
use deskpilot_desktop::{Exposure, FileAccess};
use std::{
    fs::File,
    io::{ErrorKind, Read},
    path::Path,
};

/// The size limit, in bytes.
const LARGEST: u64 = 1 << 20;

/// Reads the file of this setting. Fails if other users have more access than `most`.
pub(crate) fn read_own_file(
    path: &Path,
    most: FileAccess,
    setting: &str,
    environment: &Environment,
) -> Result<String> {
    let unread = || format!("{} cannot be read", path.display());
    let file = File::open(path).with_context(unread)?;
    if !file.metadata().with_context(unread)?.is_file() {
        bail!("{} is not a file: name one with {setting}", path.display());
    }
    let files = environment.platform().files();
    let access = files.access(&file).with_context(unread)?;
    if access > most {
        bail!("{}", refusal(path, access, &files.remedy(path, most)));
    }
    check_unexposed(path, environment)?;
    let mut text = String::new();
    file.take(LARGEST + 1).read_to_string(&mut text).with_context(unread)?;
    if text.len() as u64 > LARGEST {
        bail!("{} is larger than {} MiB: remove what does not belong in it", path.display(), LARGEST >> 20);
    }
    Ok(text)
}

/// Fails if somebody besides the user and the administrator can change the file, or replace it by way of a folder. A missing
/// file cannot be changed.
///
/// # Errors
/// Others can change it: the error says where, and what to do.
pub fn check_unexposed(path: &Path, environment: &Environment) -> Result<()> {
    match environment.platform().files().exposure(path) {
        Ok(None) => Ok(()),
        Ok(Some(Exposure { remedy, .. })) => bail!("{} is not used: {remedy}", path.display()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

fn refusal(path: &Path, access: FileAccess, remedy: &str) -> String {
    let path = path.display();
    match access {
        FileAccess::Own => format!("{path} belongs to another user, who can change it: create your own file"),
        FileAccess::Change => format!("{path} can be changed by others: run `{remedy}`"),
        FileAccess::Read | FileAccess::Nothing => format!("{path} can be read by others: run `{remedy}`"),
    }
}

//! Files that have to be the user's own: they hold secrets, or name programs to start.

use anyhow::{Context, Result, bail};
use std::{fs::File, io::Read, os::unix::fs::MetadataExt, path::Path};

/// The most bytes of such a file.
const LARGEST: u64 = 1 << 20;

/// What others may not do with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// Read it, and so not change it either.
    MayNotRead,
    /// Change it.
    MayNotChange,
}

/// The text of a file that this setting names, or would.
pub(crate) fn own_text(path: &Path, others: Others, setting: &str) -> Result<String> {
    let unread = || format!("{} cannot be read", path.display());
    let file = File::open(path).with_context(unread)?;
    is_own(&file, path, others, setting)?;
    let mut text = String::new();
    file.take(LARGEST + 1).read_to_string(&mut text).with_context(unread)?;
    if text.len() as u64 > LARGEST {
        bail!("{} is larger than {} MiB: remove what does not belong there", path.display(), LARGEST >> 20);
    }
    Ok(text)
}

/// Of the file that was opened, whatever link led to it: nothing can be put in its place meanwhile.
fn is_own(file: &File, path: &Path, others: Others, setting: &str) -> Result<()> {
    let about = file.metadata().with_context(|| format!("{} cannot be read", path.display()))?;
    let path = path.display();
    if !about.is_file() {
        bail!("{path} is no file: name one with {setting}");
    }
    if about.uid() != rustix::process::geteuid().as_raw() {
        bail!("{path} is somebody else's file, who can change it: make one of your own");
    }
    match others {
        Others::MayNotRead if about.mode() & 0o177 != 0 => {
            bail!("{path} can be read by others: run `chmod 600 {path}`")
        }
        Others::MayNotChange if about.mode() & 0o022 != 0 => {
            bail!("{path} can be changed by others: run `chmod 644 {path}`")
        }
        Others::MayNotRead | Others::MayNotChange => Ok(()),
    }
}

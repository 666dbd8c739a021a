//! Reads files that other users must not read or change, because they hold secrets or name programs to start.

use crate::Environment;
use anyhow::{Context, Result, bail};
use deskpilot_desktop::FileAccess;
use deskpilot_system::{ReadLimit, open_regular};
use std::path::Path;

/// The largest such file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// Reads the file of this setting. Fails if other users have more access than `most`.
pub(crate) fn read_own_file(
    path: &Path,
    most: FileAccess,
    setting: &str,
    environment: &Environment,
) -> Result<String> {
    let unread = || format!("{} cannot be read", path.display());
    let file = open_regular(path).with_context(|| format!("{}; name a file with {setting}", unread()))?;
    let files = environment.platform().files();
    let access = files.access(&file).with_context(unread)?;
    if access > most {
        bail!("{}", refusal(path, access, &files.remedy(path, most)));
    }
    LARGEST.read_open_text(&file).with_context(unread)
}

fn refusal(path: &Path, access: FileAccess, remedy: &str) -> String {
    let path = path.display();
    match access {
        FileAccess::Own => format!("{path} belongs to another user, who can change it: create your own file"),
        FileAccess::Change => format!("{path} can be changed by others: run `{remedy}`"),
        FileAccess::Read | FileAccess::Nothing => format!("{path} can be read by others: run `{remedy}`"),
    }
}

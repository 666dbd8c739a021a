//! Reads files that other users must not read or change, because they hold secrets or name programs to start.

use crate::Environment;
use anyhow::{Context, Result, bail};
use deskpilot_desktop::{Exposure, FileAccess};
use deskpilot_system::{ReadLimit, open_regular};
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The largest such file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// A file that a setting names, or that is in its usual place.
pub(crate) struct OwnFile<'a> {
    /// The setting.
    pub(crate) setting: &'a str,
    /// What the setting says.
    pub(crate) named: Option<&'a Path>,
    /// Where it is otherwise; `None` if the user has no such folder.
    pub(crate) usual: Option<PathBuf>,
    /// The most that other users may do with it.
    pub(crate) most: FileAccess,
}

impl OwnFile<'_> {
    /// Its path.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.named.map(Path::to_owned).or_else(|| self.usual.clone())
    }

    /// What `parse` makes of it. Nothing in its usual place means `None`; one that is named must be there.
    ///
    /// # Errors
    /// It cannot be read, others have too much access, or `parse` rejects it; the error names it.
    pub(crate) fn read<T>(
        &self,
        environment: &Environment,
        parse: impl FnOnce(&str) -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(path) = self.path() else { return Ok(None) };
        if self.named.is_none() && matches!(path.try_exists(), Ok(false)) {
            return Ok(None);
        }
        let text = read_own_file(&path, self.most, self.setting, environment)?;
        parse(&text).with_context(|| path.display().to_string()).map(Some)
    }
}

/// Reads the file of this setting. Fails if other users have more access than `most`.
fn read_own_file(path: &Path, most: FileAccess, setting: &str, environment: &Environment) -> Result<String> {
    let unread = || format!("{} cannot be read", path.display());
    let file = open_regular(path).with_context(|| format!("{}; name a file with {setting}", unread()))?;
    let files = environment.platform().files();
    let access = files.access(&file).with_context(unread)?;
    if access > most {
        bail!("{}", refusal(path, access, &files.remedy(path, most)));
    }
    check_unexposed(path, environment)?;
    LARGEST.read_open_text(&file).with_context(unread)
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

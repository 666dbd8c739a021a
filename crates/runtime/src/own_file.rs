//! Reads files that other users must not read or change, because they hold secrets or name programs to start.

use crate::{Environment, FileError, UsageError, with_causes};
use deskpilot_desktop::{Exposure, FileAccess};
use deskpilot_system::{ReadLimit, open_regular};
use std::{
    error::Error,
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
    pub(crate) fn read<T, E: Error>(
        &self,
        environment: &Environment,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, UsageError> {
        let Some(path) = self.path() else { return Ok(None) };
        if self.named.is_none() && matches!(path.try_exists(), Ok(false)) {
            return Ok(None);
        }
        let text = read_own_file(&path, self.most, self.setting, environment);
        let text = text.map_err(|error| UsageError::of(&error))?;
        let invalid = |error: E| UsageError(format!("{}: {}", path.display(), with_causes(&error)));
        parse(&text).map(Some).map_err(invalid)
    }
}

/// Reads the file of this setting. Fails if other users have more access than `most`.
fn read_own_file(
    path: &Path,
    most: FileAccess,
    setting: &str,
    environment: &Environment,
) -> Result<String, FileError> {
    let not_opened =
        |source| FileError::NotOpened { path: path.to_owned(), setting: setting.to_owned(), source };
    let file = open_regular(path).map_err(not_opened)?;
    let files = environment.platform().files();
    // Of the open file, because another one may take its name meanwhile.
    let access = files.access(&file).map_err(FileError::not_read(path))?;
    if access > most {
        let remedy = files.remedy(path, most);
        return Err(FileError::TooAccessible { path: path.to_owned(), access, remedy });
    }
    check_unexposed(path, environment)?;
    LARGEST.read_open_text(&file).map_err(FileError::not_read(path))
}

/// Fails if somebody besides the user and the administrator can change the file, or replace it by way of a folder. A missing
/// file cannot be changed.
///
/// # Errors
/// Others can change it: the error says where, and what to do.
pub fn check_unexposed(path: &Path, environment: &Environment) -> Result<(), FileError> {
    match environment.platform().files().exposure(path) {
        Ok(None) => Ok(()),
        Ok(Some(Exposure { remedy, .. })) => Err(FileError::Exposed { path: path.to_owned(), remedy }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FileError::not_read(path)(error)),
    }
}

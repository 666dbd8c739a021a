//! The list of secrets in the keyring, kept in a file: the keyring itself may ask its user to unlock it, so it is asked only
//! when a secret is needed.

use crate::{
    Environment, FileError, RuntimeError,
    replace_file::{hold, replace_file},
};
use deskpilot_system::ReadLimit;
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The largest list that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// The names of the secrets in the keyring, in a file of the user's data folder, one a line.
pub struct SecretNames {
    /// `None` for a user without a home.
    file: Option<PathBuf>,
    home_variable: &'static str,
}

impl SecretNames {
    /// The list of the user of this environment.
    pub fn of(environment: &Environment) -> SecretNames {
        let file = environment.data_folder().map(|it| it.join("secret-names"));
        SecretNames { file, home_variable: environment.home_variable() }
    }

    /// The names; none if the file does not exist.
    pub fn read(&self) -> Result<Vec<String>, FileError> {
        let Some(file) = &self.file else { return Ok(Vec::new()) };
        match LARGEST.read_text(file) {
            Ok(text) => {
                Ok(text.lines().filter(|it| deskpilot_core::is_secret_name(it)).map(str::to_owned).collect())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(FileError::not_read(file)(error)),
        }
    }

    /// Adds a name.
    pub fn add(&self, name: &str) -> Result<(), RuntimeError> {
        let _held = hold(self.file()?)?;
        let mut names = self.without(name)?;
        names.push(name.to_lowercase());
        self.write(&names)
    }

    /// Removes a name.
    pub fn remove(&self, name: &str) -> Result<(), RuntimeError> {
        let _held = hold(self.file()?)?;
        let names = self.without(name)?;
        self.write(&names)
    }

    fn without(&self, name: &str) -> Result<Vec<String>, FileError> {
        Ok(self.read()?.into_iter().filter(|it| !it.eq_ignore_ascii_case(name)).collect())
    }

    fn file(&self) -> Result<&Path, RuntimeError> {
        self.file.as_deref().ok_or(RuntimeError::NoHome(self.home_variable))
    }

    fn write(&self, names: &[String]) -> Result<(), RuntimeError> {
        Ok(replace_file(self.file()?, &names.iter().map(|it| format!("{it}\n")).collect::<String>())?)
    }
}

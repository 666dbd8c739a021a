//! A settings file of another program: read, changed in one place, compared, and written as a whole.

use super::{edit::Edit, json_settings, toml_settings, yaml_settings};
use deskpilot_system::{AtomicWrite, ReadLimit, canonical_path, private_folder_options};
use std::{
    fs, io,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The largest settings file that is read: some programs keep a history in it.
const LARGEST: ReadLimit = ReadLimit::mib(64);

/// Why a settings file is not changed.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("{} cannot be read", path.display())]
    NotRead {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("{} cannot be written; nothing was changed", path.display())]
    NotWritten {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// What is in it is not understood.
    #[error("{}: {why}; nothing was changed. Put the entry into it yourself: `deskpilot mcp config` without --write prints it", path.display())]
    NotUnderstood {
        /// The file.
        path: PathBuf,
        /// What is not understood.
        why: String,
    },
    /// The program that reads it changed it meanwhile.
    #[error("{} was changed meanwhile: nothing was written; try again", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The entry cannot be written in this format.
    #[error("the entry cannot be made: {0}")]
    Entry(String),
}

/// The format of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Toml,
    Yaml,
}

impl Format {
    /// The text with the entry; the rest stays as it is.
    pub(super) fn with_entry(self, text: &str, edit: &Edit) -> Result<String, ConfigError> {
        let changed = match self {
            Format::Json => json_settings::with_entry(text, edit),
            Format::Toml => toml_settings::with_entry(text, edit),
            Format::Yaml => yaml_settings::with_entry(text, edit),
        };
        changed.map_err(ConfigError::Entry)
    }
}

/// A settings file with the entry in it, not yet written.
#[derive(Debug)]
pub struct ConfigFile {
    path: PathBuf,
    before: Option<String>,
    after: String,
}

impl ConfigFile {
    pub(super) fn read(path: PathBuf, format: Format, edit: &Edit) -> Result<ConfigFile, ConfigError> {
        // A link to the file of somebody who keeps their settings elsewhere stays one.
        let path = path.canonicalize().unwrap_or(path);
        let before = read(&path)?;
        let after = match format.with_entry(before.as_deref().unwrap_or_default(), edit) {
            Err(ConfigError::Entry(why)) => return Err(ConfigError::NotUnderstood { path, why }),
            changed => changed?,
        };
        Ok(ConfigFile { path, before, after })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The lines that go and come, with `-` and `+` before them; empty if nothing changes.
    pub fn difference(&self) -> String {
        difference(self.before.as_deref().unwrap_or_default(), &self.after)
    }

    /// Writes the file, unless another program changed it since it was read.
    ///
    /// # Errors
    /// It was changed, or cannot be written; it is as it was then.
    pub fn write(&self) -> Result<(), ConfigError> {
        let path = || self.path.clone();
        if read(&self.path)? != self.before {
            return Err(ConfigError::Changed { path: path() });
        }
        let written = write(&self.path, self.after.as_bytes());
        written.map_err(|source| ConfigError::NotWritten { path: path(), source })
    }
}

/// The text of the file; `None` if there is none.
fn read(path: &Path) -> Result<Option<String>, ConfigError> {
    match LARGEST.read_text(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ConfigError::NotRead { path: path.to_owned(), source }),
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        private_folder_options().recursive(true).create(folder)?;
    }
    // Where its user keeps it elsewhere, behind a link, it is written there.
    let real = canonical_path(path);
    let path = real.as_deref().unwrap_or(path);
    // Read first: the write puts a new file in the place of this one.
    let mode = fs::metadata(path).map(|it| it.permissions());
    AtomicWrite::DURABLE.write(path, bytes)?;
    match mode {
        Ok(mode) => fs::set_permissions(path, mode),
        Err(_) => Ok(()),
    }
}

/// The lines between the equal beginnings and the equal ends of both texts.
fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    // Without them, no line counts for the beginning and for the end as well.
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let gone = old[..old.len() - tail].iter().map(|it| format!("- {it}\n"));
    let come = new[..new.len() - tail].iter().map(|it| format!("+ {it}\n"));
    gone.chain(come).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn edit() -> Edit {
        Edit { path: &["mcpServers", "deskpilot"], entry: json!({"command": "deskpilot"}) }
    }

    #[test]
    fn what_is_not_understood_stays_and_the_error_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for text in ["{\"a\": 1", "// mine\n{}", "[]", "{\"mcpServers\": 5}"] {
            fs::write(&path, text).unwrap();
            let error = ConfigFile::read(path.clone(), Format::Json, &edit()).unwrap_err();
            assert!(error.to_string().contains("without --write prints it"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, "{\"a\": 1}\n").unwrap();
        let file = ConfigFile::read(path.clone(), Format::Json, &edit()).unwrap();
        fs::write(&path, "{\"a\": 2}\n").unwrap();
        assert!(matches!(file.write(), Err(ConfigError::Changed { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\"a\": 2}\n");
    }

    #[test]
    fn a_file_that_its_user_keeps_elsewhere_is_written_there() {
        let folder = tempfile::tempdir().unwrap();
        let (path, kept) = (folder.path().join("settings.json"), folder.path().join("dotfiles.json"));
        fs::write(&kept, "{\"a\": 1}\n").unwrap();
        std::os::unix::fs::symlink(&kept, &path).unwrap();
        ConfigFile::read(path.clone(), Format::Json, &edit()).unwrap().write().unwrap();
        assert!(path.is_symlink() && fs::read_to_string(&kept).unwrap().contains("mcpServers"));
    }

    #[test]
    fn the_difference_is_what_goes_and_comes() {
        assert_eq!(difference("a\nb\nc\n", "a\nx\ny\nc\n"), "- b\n+ x\n+ y\n");
        assert_eq!(difference("a\n", "a\n"), "");
        assert_eq!(difference("a\na\n", "a\na\na\n"), "+ a\n");
    }
}

//! Where paths start, and which places hold keys and settings: the policy reads paths by the same grammar.

use crate::error::{FileError, about};
use deskpilot_core::{PathStyle, Paths};
use std::path::{Path, PathBuf};

/// The folders that paths start with.
#[derive(Clone, Debug)]
pub(crate) struct Roots {
    home: String,
    working: String,
    own: Vec<String>,
    /// Where the bin of the home is.
    pub(crate) data: PathBuf,
}

impl Roots {
    /// Those of programs with this environment, which start in this folder. `own` are the canonical paths of Deskpilot's own folders.
    pub(crate) fn of(env: &[(String, String)], working: &Path, own: Vec<String>) -> Roots {
        let value = |name: &str| env.iter().rev().find(|it| it.0 == name).map(|it| it.1.clone());
        let home = value("HOME").unwrap_or_default();
        let data = value("XDG_DATA_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
        let data = data.unwrap_or_else(|| Path::new(&home).join(".local/share"));
        Roots { home, working: working.to_string_lossy().into_owned(), own, data }
    }

    fn paths(&self) -> Paths<'_> {
        Paths { style: PathStyle::Posix, home: &self.home, working: &self.working, own: &self.own }
    }

    /// The absolute path that an argument names, without `.` and `..`.
    pub(crate) fn resolve(&self, name: &'static str, text: &str) -> Result<PathBuf, FileError> {
        match self.paths().plain(text) {
            Ok(Some(path)) => Ok(PathBuf::from(path)),
            Ok(None) => {
                Err(FileError::Argument { name, must: "a path on this machine, and not an address".into() })
            }
            Err(why) => Err(FileError::NotPossible(why)),
        }
    }

    /// Whether keys, settings or start-up files are kept at this path, as the policy has it.
    pub(crate) fn is_guarded(&self, path: &Path) -> bool {
        self.paths().is_guarded(&path.to_string_lossy())
    }

    /// Fails where something below a folder counts as guarded at one of two places and not at the other: moved or copied
    /// with its folder, it would escape the policy, which ruled on the two folders alone.
    pub(crate) fn check_guards(&self, below: &Path, from: &Path, to: &Path) -> Result<(), FileError> {
        let is_ruled_on = self.is_guarded(from) || self.is_guarded(to);
        let (source, target) = (from.join(below), to.join(below));
        if is_ruled_on || self.is_guarded(&source) == self.is_guarded(&target) {
            return Ok(());
        }
        Err(about(&source, "is a place of keys, settings or programs in its folder: name it by itself"))
    }

    /// Whether a name from elsewhere counts as guarded below this folder, and only there.
    pub(crate) fn becomes_guarded(&self, below: &Path, folder: &Path) -> bool {
        let elsewhere = Path::new("/elsewhere").join(below);
        self.is_guarded(&folder.join(below)) && !self.is_guarded(&elsewhere) && !self.is_guarded(folder)
    }
}

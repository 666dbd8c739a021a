//! Where paths start, and which places hold keys and settings: the policy reads paths by the same grammar.

use crate::error::{FileError, about};
use deskpilot_core::{PathStyle, Paths};
use std::{
    ffi::OsStr,
    path::{MAIN_SEPARATOR_STR, Path, PathBuf},
};

/// The grammar of this system's paths, which the policy reads them by.
const STYLE: PathStyle = if cfg!(windows) { PathStyle::Windows } else { PathStyle::Posix };
/// The variable that has the home.
const HOME: &str = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
/// A folder in which nothing counts as guarded for where it is.
const ELSEWHERE: &str = if cfg!(windows) { r"C:\elsewhere" } else { "/elsewhere" };

/// The folders that paths start with.
#[derive(Clone, Debug)]
pub(crate) struct Roots {
    home: String,
    working: String,
    own: Vec<String>,
    /// Where the bin of the home is.
    #[cfg(not(windows))]
    pub(crate) data: PathBuf,
}

impl Roots {
    /// Those of programs with this environment, which start in this folder. `own` are the canonical paths of Deskpilot's own folders.
    pub(crate) fn of(env: &[(String, String)], working: &Path, own: Vec<String>) -> Roots {
        let is_it = |known: &str, name: &str| match STYLE {
            PathStyle::Posix => known == name,
            PathStyle::Windows => known.eq_ignore_ascii_case(name),
        };
        let value = |name: &str| env.iter().rev().find(|it| is_it(&it.0, name)).map(|it| it.1.clone());
        let home = value(HOME).unwrap_or_default();
        Roots {
            #[cfg(not(windows))]
            data: {
                let data = value("XDG_DATA_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
                data.unwrap_or_else(|| Path::new(&home).join(".local/share"))
            },
            working: working.to_string_lossy().into_owned(),
            home,
            own,
        }
    }

    fn paths(&self) -> Paths<'_> {
        Paths { style: STYLE, home: &self.home, working: &self.working, own: &self.own }
    }

    /// The absolute path that an argument names, without `.` and `..`.
    pub(crate) fn resolve(&self, name: &'static str, text: &str) -> Result<PathBuf, FileError> {
        match self.paths().spelled(text) {
            Ok(Some(path)) => Ok(PathBuf::from(path.replace('/', MAIN_SEPARATOR_STR))),
            Ok(None) => {
                Err(FileError::Argument { name, must: "a path on this machine, and not an address".into() })
            }
            Err(why) => Err(FileError::NotPossible(why)),
        }
    }

    /// Whether keys, settings or start-up files are kept at this path, as the policy has it.
    pub(crate) fn is_guarded(&self, path: &Path) -> bool {
        let path = path.to_string_lossy();
        match STYLE {
            PathStyle::Posix => self.paths().is_guarded(&path),
            // A name that a disk of another system has may be read as another one: then it counts as guarded.
            PathStyle::Windows => self.paths().resolve(&path).is_none_or(|it| self.paths().is_guarded(&it)),
        }
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
        let elsewhere = Path::new(ELSEWHERE).join(below);
        self.is_guarded(&folder.join(below)) && !self.is_guarded(&elsewhere) && !self.is_guarded(folder)
    }
}

/// Whether a name means the file of just this name in every folder of this system.
pub(crate) fn is_plain_name(name: &OsStr) -> bool {
    match STYLE {
        PathStyle::Posix => true,
        PathStyle::Windows => name.to_str().is_some_and(|it| STYLE.is_plain_name(it)),
    }
}

/// Whether two paths differ in the case of their letters alone, and so are one file to this system.
pub(crate) fn is_other_case(path: &Path, other: &Path) -> bool {
    path != other && is_same(path, other)
}

/// Whether two paths are one to this system.
pub(crate) fn is_same(path: &Path, other: &Path) -> bool {
    let folded = |it: &Path| STYLE.fold(&it.to_string_lossy());
    match STYLE {
        PathStyle::Posix => path == other,
        PathStyle::Windows => folded(path) == folded(other),
    }
}

/// Whether a path is another one, or below it.
pub(crate) fn is_below(path: &Path, folder: &Path) -> bool {
    let folded = |it: &Path| PathBuf::from(STYLE.fold(&it.to_string_lossy()));
    match STYLE {
        PathStyle::Posix => path.starts_with(folder),
        PathStyle::Windows => folded(path).starts_with(folded(folder)),
    }
}

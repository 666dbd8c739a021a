//! Paths within a task's home.

use std::{
    fmt,
    path::{Component, Path, PathBuf},
};

/// A relative path without `..`, as a task file has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HomePath(PathBuf);

impl HomePath {
    /// Parses a path; the error says how to write it.
    pub fn new(text: &str) -> Result<HomePath, String> {
        let path = Path::new(text);
        let stays = path.components().all(|part| matches!(part, Component::Normal(_)));
        if text.is_empty() || text.contains('\0') || text.ends_with('/') || !stays {
            return Err(format!(
                "{text:?} is not a path inside the task's home: write one such as \"notes/a.txt\""
            ));
        }
        Ok(HomePath(path.to_owned()))
    }

    /// The path relative to the home.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// Its file extension in lower case; empty if it has none.
    pub fn extension(&self) -> String {
        self.0.extension().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default()
    }
}

impl fmt::Display for HomePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_in_the_home() {
        for text in ["a.txt", "notes/a b.txt", ".config/x", "Märchen.odt"] {
            assert_eq!(HomePath::new(text).unwrap().to_string(), text);
        }
        for text in ["", "/etc/passwd", "..", "../a", "a/../../b", "./a", "a/", "a\0b", "/"] {
            assert!(HomePath::new(text).is_err(), "{text:?}");
        }
    }
}

//! The folders that paths and rules may start with.

use deskpilot_core::{Operation, PathStyle, Paths};
use std::{path::PathBuf, sync::Arc};

/// The folders that paths and rules may start with.
#[derive(Clone)]
pub(crate) struct HomeFolders {
    /// The home of the applications.
    pub(crate) task: PathBuf,
    /// Where relative paths start.
    pub(crate) working: PathBuf,
    /// The user's own home.
    pub(crate) user: PathBuf,
    /// Deskpilot's own folders and files, as canonical paths.
    pub(crate) own: Arc<[String]>,
}

impl HomeFolders {
    /// The folders that the applications' paths start with, as texts.
    pub(super) fn texts(&self, style: PathStyle) -> PathTexts {
        let text = |folder: &PathBuf| folder.to_string_lossy().into_owned();
        PathTexts { style, home: text(&self.task), working: text(&self.working), own: Arc::clone(&self.own) }
    }
}

/// The folders of the applications as texts, with the grammar of their paths.
pub(crate) struct PathTexts {
    style: PathStyle,
    home: String,
    working: String,
    own: Arc<[String]>,
}

impl PathTexts {
    /// Resolves paths as the applications do.
    pub(crate) fn paths(&self) -> Paths<'_> {
        Paths { style: self.style, home: &self.home, working: &self.working, own: &self.own }
    }

    /// Resolves the paths of an operation, which may come from a program with a home of its own.
    pub(super) fn paths_of<'a>(&'a self, operation: &'a Operation) -> Paths<'a> {
        match operation.home() {
            Some(home) => Paths { style: self.style, home, working: "", own: &self.own },
            None => self.paths(),
        }
    }
}

//! What is put into the index: kinds of documents, and the files that they are read from.

use std::path::PathBuf;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Help of an application or of the desktop.
    Help,
    /// A page of the web.
    Web,
    /// What worked in an earlier session.
    Experience,
    /// What went wrong in an earlier session.
    Warning,
    /// What a person showed.
    Demonstration,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Help, Kind::Web, Kind::Experience, Kind::Warning, Kind::Demonstration];

    /// Its name in passages, listings and the index.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Help => "help",
            Kind::Web => "web",
            Kind::Experience => "experience",
            Kind::Warning => "warning",
            Kind::Demonstration => "demonstration",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Whether it is a record of what sessions found out, and so of tasks that may be about something else.
    pub const fn is_record(self) -> bool {
        matches!(self, Kind::Experience | Kind::Warning)
    }

    /// The kind of a document in the index; what a newer program put there counts as help.
    pub(crate) fn of_row(name: &str) -> Kind {
        Kind::from_name(name).unwrap_or(Kind::Help)
    }
}

/// A file to be put into the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The file.
    pub path: PathBuf,
    /// What the user named: the file, or a folder above it. Removing that removes this.
    pub root: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// The application that it is about unless it names another; empty for the desktop as a whole.
    pub application: String,
    /// The version of that application unless it names another.
    pub version: Option<String>,
}

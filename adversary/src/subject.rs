//! What native commands are judged on: documents of each kind, and files.

use anyhow::{Result, anyhow};
use deskpilot_core::CommandSpec;
use deskpilot_files::FILE_COMMANDS;
use deskpilot_office::OfficeKind;

/// A table of native commands, and what they change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A spreadsheet.
    Calc,
    /// A text document.
    Writer,
    /// A presentation.
    Impress,
    /// A folder with files.
    Files,
}

impl Subject {
    /// All of them.
    pub(crate) const ALL: &[Subject] = &[Subject::Calc, Subject::Writer, Subject::Impress, Subject::Files];

    /// Its word on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Subject::Calc => "calc",
            Subject::Writer => "writer",
            Subject::Impress => "impress",
            Subject::Files => "files",
        }
    }

    /// The subject of this word.
    pub(crate) fn of(word: &str) -> Result<Subject> {
        let words: Vec<&str> = Subject::ALL.iter().map(|it| it.word()).collect();
        let found = Subject::ALL.iter().copied().find(|it| it.word() == word);
        found.ok_or_else(|| anyhow!("there are no commands of {word}: say one of {}", words.join(", ")))
    }

    /// The kind of its documents; `None` for files.
    pub(crate) const fn office_kind(self) -> Option<OfficeKind> {
        match self {
            Subject::Calc => Some(OfficeKind::Calc),
            Subject::Writer => Some(OfficeKind::Writer),
            Subject::Impress => Some(OfficeKind::Impress),
            Subject::Files => None,
        }
    }

    /// Its commands.
    pub(crate) const fn table(self) -> &'static [CommandSpec] {
        match self.office_kind() {
            Some(kind) => kind.table(),
            None => FILE_COMMANDS,
        }
    }
}

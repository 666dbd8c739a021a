//! The kinds of documents, each with its commands.

use crate::{calc, impress, writer};
use deskpilot_core::CommandSpec;
use serde::{Deserialize, Serialize};

/// The kinds of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfficeKind {
    /// A text document.
    Writer,
    /// A spreadsheet.
    Calc,
    /// A presentation.
    Impress,
}

impl OfficeKind {
    /// All of them.
    pub const ALL: [OfficeKind; 3] = [OfficeKind::Writer, OfficeKind::Calc, OfficeKind::Impress];

    /// The kind of the documents that the windows of this application show; `None` if it is no office application.
    pub fn of_application(application: &str) -> Option<OfficeKind> {
        OfficeKind::ALL.into_iter().find(|it| application == it.application())
    }

    /// The commands of a document of this kind.
    pub const fn table(self) -> &'static [CommandSpec] {
        match self {
            OfficeKind::Writer => writer::COMMANDS,
            OfficeKind::Calc => calc::COMMANDS,
            OfficeKind::Impress => impress::COMMANDS,
        }
    }

    /// The name of the receiver in logs and in the manual.
    pub const fn name(self) -> &'static str {
        match self {
            OfficeKind::Writer => "WRITER",
            OfficeKind::Calc => "CALC",
            OfficeKind::Impress => "IMPRESS",
        }
    }

    /// How a person names it on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            OfficeKind::Writer => "writer",
            OfficeKind::Calc => "calc",
            OfficeKind::Impress => "impress",
        }
    }

    /// The application for them, as people call it.
    pub const fn application_name(self) -> &'static str {
        match self {
            OfficeKind::Writer => "LibreOffice Writer",
            OfficeKind::Calc => "LibreOffice Calc",
            OfficeKind::Impress => "LibreOffice Impress",
        }
    }

    /// What its commands are for.
    pub const fn about(self) -> &'static str {
        match self {
            OfficeKind::Writer => "text documents",
            OfficeKind::Calc => "spreadsheets",
            OfficeKind::Impress => "presentations",
        }
    }

    /// The application whose windows show its documents.
    const fn application(self) -> &'static str {
        match self {
            OfficeKind::Writer => "libreoffice-writer",
            OfficeKind::Calc => "libreoffice-calc",
            OfficeKind::Impress => "libreoffice-impress",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::PathUse;

    #[test]
    fn a_command_that_never_replaces_a_file_does_not_have_the_risk_of_one_that_does() {
        for kind in OfficeKind::ALL {
            for (command, expected) in [("new_document", PathUse::Creates), ("save_as", PathUse::Writes)] {
                let spec = kind.table().iter().find(|it| it.name == command).unwrap();
                assert_eq!(spec.param("path").unwrap().kind.path_use(), Some(expected), "{kind:?} {command}");
            }
        }
    }
}

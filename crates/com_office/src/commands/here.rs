//! What a command gets: the document of its window, and the program that shows it.

use super::{answer::Answered, call_args::CallArgs, files::Files};
use crate::dispatch::{error::CallError, object::Object};
use deskpilot_office_tables::OfficeKind;

/// A program of Microsoft Office that shows documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Word,
    Excel,
    PowerPoint,
}

impl Host {
    /// All of them.
    pub(crate) const ALL: [Host; 3] = [Host::Word, Host::Excel, Host::PowerPoint];

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Host::Word => "Word",
            Host::Excel => "Excel",
            Host::PowerPoint => "PowerPoint",
        }
    }

    /// The name of its receiver in logs and in the manual.
    pub(crate) const fn receiver_name(self) -> &'static str {
        match self {
            Host::Word => "WORD",
            Host::Excel => "EXCEL",
            Host::PowerPoint => "POWERPOINT",
        }
    }

    /// The class under which it registers.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Host::Word => "Word.Application",
            Host::Excel => "Excel.Application",
            Host::PowerPoint => "PowerPoint.Application",
        }
    }

    /// The kind of its documents.
    pub(crate) const fn kind(self) -> OfficeKind {
        match self {
            Host::Word => OfficeKind::Writer,
            Host::Excel => OfficeKind::Calc,
            Host::PowerPoint => OfficeKind::Impress,
        }
    }

    /// The program whose windows belong to this application, by the name of its file without its ending.
    pub(crate) fn of_application(application: &str) -> Option<Host> {
        let file = |it: Host| match it {
            Host::Word => "winword",
            Host::Excel => "excel",
            Host::PowerPoint => "powerpnt",
        };
        Host::ALL.into_iter().find(|it| application.eq_ignore_ascii_case(file(*it)))
    }

    /// The member of a window that is its document.
    const fn document_member(self) -> &'static str {
        match self {
            Host::Word => "Document",
            Host::Excel => "Parent",
            Host::PowerPoint => "Presentation",
        }
    }
}

/// The document of a command.
pub(crate) struct Here<'a> {
    pub(crate) window: &'a Object,
    pub(crate) program: Object,
    pub(crate) document: Object,
    pub(crate) files: &'a dyn Files,
}

impl<'a> Here<'a> {
    /// What this window shows.
    pub(crate) fn of_window(
        host: Host,
        window: &'a Object,
        files: &'a dyn Files,
    ) -> Result<Here<'a>, CallError> {
        let document = window.object(host.document_member())?;
        // The parent of a protected view is the program, whose documents are others.
        if let Err(error) = document.text("FullName") {
            return Err(if matches!(error, CallError::NoSuchMember(_)) {
                CallError::NoDocument
            } else {
                error
            });
        }
        Ok(Here { window, program: window.object("Application")?, document, files })
    }
}

/// Carries out one command of a table.
pub(crate) type Command = fn(&Here<'_>, CallArgs<'_>) -> Answered;

//! The programs of Office: their names, their windows, and the tables of their commands.

use crate::dispatch::error::CallError;
use deskpilot_core::CommandSpec;
use deskpilot_office_tables::{MAIL_COMMANDS, OfficeKind};

/// The Outlook that is a page of the web in a window of its own: it is registered for no calls of other programs.
const NEW_OUTLOOK: &str = "olk";

/// A program of Microsoft Office.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Word,
    Excel,
    PowerPoint,
    Outlook,
}

impl Host {
    /// All of them.
    pub(crate) const ALL: [Host; 4] = [Host::Word, Host::Excel, Host::PowerPoint, Host::Outlook];

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Host::Word => "Word",
            Host::Excel => "Excel",
            Host::PowerPoint => "PowerPoint",
            Host::Outlook => "Outlook",
        }
    }

    /// The name of its receiver in logs and in the manual.
    pub(crate) const fn receiver_name(self) -> &'static str {
        match self {
            Host::Word => "WORD",
            Host::Excel => "EXCEL",
            Host::PowerPoint => "POWERPOINT",
            Host::Outlook => "OUTLOOK",
        }
    }

    /// The class under which it registers.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Host::Word => "Word.Application",
            Host::Excel => "Excel.Application",
            Host::PowerPoint => "PowerPoint.Application",
            Host::Outlook => "Outlook.Application",
        }
    }

    /// The table of its commands.
    pub(crate) const fn table(self) -> &'static [CommandSpec] {
        match self {
            Host::Word => OfficeKind::Writer.table(),
            Host::Excel => OfficeKind::Calc.table(),
            Host::PowerPoint => OfficeKind::Impress.table(),
            Host::Outlook => MAIL_COMMANDS,
        }
    }

    /// The program whose windows belong to this application, by the name of its file without its ending.
    pub(crate) fn of_application(application: &str) -> Option<Host> {
        let file = |it: Host| match it {
            Host::Word => "winword",
            Host::Excel => "excel",
            Host::PowerPoint => "powerpnt",
            Host::Outlook => "outlook",
        };
        if application.eq_ignore_ascii_case(NEW_OUTLOOK) {
            return Some(Host::Outlook);
        }
        Host::ALL.into_iter().find(|it| application.eq_ignore_ascii_case(file(*it)))
    }

    /// Why no window of this application takes commands; `None` where one may.
    pub(crate) fn barrier(application: &str) -> Option<CallError> {
        application.eq_ignore_ascii_case(NEW_OUTLOOK).then_some(CallError::NewOutlook)
    }

    /// The member of a window that is its document. Outlook is one program for all its windows: its session has the user's mail.
    pub(super) const fn document_member(self) -> &'static str {
        match self {
            Host::Word => "Document",
            Host::Excel => "Parent",
            Host::PowerPoint => "Presentation",
            Host::Outlook => "Session",
        }
    }
}

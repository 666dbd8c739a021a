//! What a command gets: the document of its window, or the user's mail, and the program that shows it.

use super::{answer::Answered, call_args::CallArgs, host::Host, machine::Machine};
use crate::dispatch::{error::CallError, object::Object};

/// The document of a command. In Outlook, the window is the program itself, and the document the session with the user's mail.
pub(crate) struct Here<'a> {
    pub(crate) window: &'a Object,
    pub(crate) program: Object,
    pub(crate) document: Object,
    pub(crate) machine: &'a dyn Machine,
}

impl<'a> Here<'a> {
    /// What this window shows.
    pub(crate) fn of_window(
        host: Host,
        window: &'a Object,
        machine: &'a dyn Machine,
    ) -> Result<Here<'a>, CallError> {
        let document = window.object(host.document_member())?;
        // The parent of a protected view is the program, whose documents are others.
        if host != Host::Outlook
            && let Err(error) = document.text("FullName")
        {
            return Err(if matches!(error, CallError::NoSuchMember(_)) {
                CallError::NoDocument
            } else {
                error
            });
        }
        Ok(Here { window, program: window.object("Application")?, document, machine })
    }
}

/// Carries out one command of a table.
pub(crate) type Command = fn(&Here<'_>, CallArgs<'_>) -> Answered;

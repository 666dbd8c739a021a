//! What a launch opened.

use deskpilot_core::{WhenInUse, Window};

/// The window that a launch opened, and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedApplication {
    /// The window; of an application that waits behind a dialog the dialog.
    pub window: Window,
    /// What it shows of the document.
    pub document: DocumentState,
}

/// What a window shows of the document that was to be opened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentState {
    /// The document; or the application alone, if it was opened without one.
    Shown,
    /// The document, which another program has open, in this way.
    InUse(WhenInUse),
    /// Nothing yet: the window is a dialog, and the application waits until somebody answers it.
    BehindDialog,
    /// Nothing yet, for a reason that is not known.
    NotShown,
}

impl OpenedApplication {
    /// Whether the window shows what was to be opened, in whatever way.
    pub const fn shows_document(&self) -> bool {
        matches!(self.document, DocumentState::Shown | DocumentState::InUse(_))
    }
}

impl From<Window> for OpenedApplication {
    /// A window that shows what was to be opened.
    fn from(window: Window) -> OpenedApplication {
        OpenedApplication { window, document: DocumentState::Shown }
    }
}

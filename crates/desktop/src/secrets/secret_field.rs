//! A field that contains a secret. Its session's redactor keeps such fields for viewers.

use deskpilot_core::{Control, NodeId, Rect, WindowId};
use std::time::Instant;

/// A field that contains a secret, or a rest of it.
#[derive(Clone, Debug)]
pub(super) struct SecretField {
    /// Its window; `None` if only a read of the whole desktop found it.
    pub(super) window: Option<WindowId>,
    /// The control as it really is, as last read.
    pub(super) control: Control,
    /// Where it was before, the latest last: a page moves its fields when a bar comes.
    pub(super) places: Vec<Rect>,
    /// The name that replaces its text.
    pub(super) placeholder: String,
    pub(super) listing: Listing,
    /// The controls of the same listing, which cannot be this field under another address.
    pub(super) neighbours: Vec<NodeId>,
    /// When a read first showed that nothing was left in it, if every read since has shown the same.
    pub(super) clear_since: Option<Instant>,
}

/// Whether the last read of a field's window had the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// It had it.
    Listed,
    /// It was not listed: it is scrolled out of view, or gone.
    Absent,
}

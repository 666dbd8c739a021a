//! The picture that a client waits for: numbers are drawn only into one that it wants with them.

use super::view::PictureKind;
use std::sync::atomic::{AtomicBool, Ordering};

/// The picture that a client waits for. Its session asks before each look.
#[derive(Debug, Default)]
pub(super) struct WantedPicture(AtomicBool);

impl WantedPicture {
    /// From the next look on, the client waits for this picture.
    pub(super) fn set(&self, kind: PictureKind) {
        self.0.store(kind == PictureKind::Numbered, Ordering::Relaxed);
    }

    /// Whether it has numbers.
    pub(super) fn has_numbers(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

//! A picture from which everything that must stay hidden is removed.

use crate::Image;
use deskpilot_core::Rect;
use std::ops::Deref;

/// A picture in which closed windows, protected fields and secrets are unreadable. Only a [`RedactedDesktop`](super::RedactedDesktop) makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactedImage(Image);

impl RedactedImage {
    /// Obscures these areas of the picture.
    pub(super) fn without(mut picture: Image, places: impl IntoIterator<Item = Rect>) -> RedactedImage {
        for place in places {
            picture.obscure(place);
        }
        RedactedImage(picture)
    }

    /// Obscures one more area.
    pub fn obscure(&mut self, place: Rect) {
        self.0.obscure(place);
    }

    /// Unwraps the picture.
    pub fn into_image(self) -> Image {
        self.0
    }
}

impl Deref for RedactedImage {
    type Target = Image;

    fn deref(&self) -> &Image {
        &self.0
    }
}

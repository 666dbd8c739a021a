//! A picture without what must not be seen.

use crate::Image;
use deskpilot_core::Rect;
use std::ops::Deref;

/// A picture that has gone through the gate for pixels: no window that the policy closes, no field that hides what is typed and
/// no secret can be made out in it. Only a [`RedactedDesktop`](super::RedactedDesktop) makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactedImage(Image);

impl RedactedImage {
    /// The picture with these places obscured.
    pub(super) fn without(mut picture: Image, places: impl IntoIterator<Item = Rect>) -> RedactedImage {
        for place in places {
            picture.obscure(place);
        }
        RedactedImage(picture)
    }

    /// Makes one more place impossible to tell.
    pub fn obscure(&mut self, place: Rect) {
        self.0.obscure(place);
    }

    /// The picture itself.
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

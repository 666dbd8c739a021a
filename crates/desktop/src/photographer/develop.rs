//! Makes files of pictures beside the threads that wait for others.

use super::encode_png;
use crate::Image;
use std::borrow::Borrow;
use tokio::task::spawn_blocking;

/// The PNG file of a picture that is made and encoded on a thread of its own; `None` for one without pixels. Several of
/// these that are waited for at once are made at once.
pub async fn develop<P: Borrow<Image>>(make: impl FnOnce() -> P + Send + 'static) -> Option<Vec<u8>> {
    let developing = spawn_blocking(move || encode_png(make().borrow()).ok());
    // Work that panics has no picture either.
    developing.await.ok().flatten()
}

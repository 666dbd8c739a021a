//! Encodes pictures on blocking threads, away from the async runtime.

use crate::{Image, encode_png};
use std::borrow::Borrow;
use tokio::task::spawn_blocking;

/// Makes a picture and encodes it as PNG on a blocking thread; `None` if it has no pixels or making it panics. Joined futures
/// run in parallel.
pub async fn encode_in_background<P: Borrow<Image>>(
    make: impl FnOnce() -> P + Send + 'static,
) -> Option<Vec<u8>> {
    let developing = spawn_blocking(move || encode_png(make().borrow()).ok());
    developing.await.ok().flatten()
}

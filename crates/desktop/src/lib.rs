//! Seeing and doing, whatever the platform.
//!
//! A platform is a crate with one [`Desktop`]; everything above it works on what that port returns.

mod error;
mod image;
mod port;

pub use error::DesktopError;
pub use image::Image;
pub use port::{Area, Budget, Desktop, Grounding, Receiver, Seen};

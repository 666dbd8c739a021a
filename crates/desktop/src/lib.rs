//! Seeing and doing, whatever the platform.
//!
//! A platform is a crate with one [`Desktop`]; everything above it works on what that port returns.

mod canvas;
pub mod conformance;
mod error;
mod image;
mod labels;
mod look;
pub mod photographer;
mod port;
mod puppeteer;
mod receivers;
mod text_desktop;

pub use error::DesktopError;
pub use image::Image;
pub use labels::{label, merge};
pub use look::{DesktopLook, Gaze, LookTimes, Shots, WindowLook, look_at_desktop, look_at_window};
pub use port::{Area, Budget, Desktop, Grounding, Receiver, Seen};
pub use puppeteer::Puppeteer;
pub use receivers::ShellReceiver;
pub use text_desktop::{Mishap, TextDesktop};

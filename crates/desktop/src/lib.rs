//! Seeing and doing, whatever the platform.
//!
//! A platform is a crate with one [`Desktop`]; everything above it works on what that port returns.

mod canvas;
mod claim;
mod connection;
mod error;
mod image;
mod keyring;
mod labels;
mod look;
mod merge;
mod nowhere;
pub mod photographer;
mod platform;
mod port;
mod puppeteer;
mod receivers;
pub mod root_window;
mod secrets;
mod silence;
mod text_desktop;
pub mod view;

pub use claim::Claim;
pub use connection::{Connection, ControlListener};
pub use error::DesktopError;
pub use image::Image;
pub use keyring::{Keyring, KeyringError};
pub use labels::label;
pub use look::{
    Ask, Care, DesktopLook, Grounded, LookOptions, LookTimes, OVERLAP, When, WindowLook, labelled,
    look_at_desktop, look_at_listed, look_at_window,
};
pub use merge::merge;
pub use nowhere::Nowhere;
pub use platform::{
    Access, Check, Depth, DesktopKind, DesktopOptions, Found, OpenDesktop, OwnFiles, PersonWatch, Platform,
    PlatformError, UserFolders,
};
pub use port::{
    Area, Budget, DISCOVERY, Desktop, DetectedElement, Detections, Freshness, GRACE, Grounding, NativeAction,
    Receiver, Scope, Seen,
};
pub use puppeteer::Puppeteer;
pub use receivers::{NativeCommands, ShellReceiver};
pub use secrets::{
    Bounds, RedactedDesktop, RedactedImage, Redactor, Revealed, SecretError, Secrets, VeiledGrounding,
    VeiledReceiver, WindowCapture,
};
pub use silence::Silence;
pub use text_desktop::{Mishap, TextDesktop};

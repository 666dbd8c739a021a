//! Redaction around a desktop: it types named secrets directly into the desktop and removes them from everything read
//! afterwards, and it removes what must not be seen from every picture at its capture.

mod no_secrets;
mod pattern;
mod redacted_desktop;
mod redacted_image;
mod redacted_ports;
mod redactor;
mod scope;
mod store;
mod texts;

pub use redacted_desktop::{RedactedDesktop, WindowCapture};
pub use redacted_image::RedactedImage;
pub use redacted_ports::{RedactedGrounding, RedactedReceiver};
pub use redactor::Redactor;
pub use scope::SecretScope;
pub use store::{RevealedSecret, SecretError, SecretStore};

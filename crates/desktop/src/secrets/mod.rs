//! Redaction around a desktop: it types named secrets directly into the desktop and removes them from everything read
//! afterwards; it tracks the fields that contain secrets; and it removes what must stay hidden from every picture at its capture.

mod field_access;
mod field_effect;
mod field_guard;
mod fields;
mod no_secrets;
mod pattern;
mod pictures;
mod pieces;
mod redacted_desktop;
mod redacted_image;
mod redacted_ports;
mod redactor;
mod repetition;
mod scope;
mod screen_watch;
mod search;
mod secret_field;
mod spellings;
mod store;
mod texts;
mod vocabulary;

pub use pictures::WindowCapture;
pub use redacted_desktop::RedactedDesktop;
pub use redacted_image::RedactedImage;
pub use redacted_ports::{RedactedGrounding, RedactedReceiver};
pub use redactor::Redactor;
pub use scope::SecretScope;
pub use screen_watch::ScreenWatch;
pub use search::SecretSearch;
pub use store::{RevealedSecret, SecretError, SecretStore};

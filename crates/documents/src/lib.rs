//! Documents as titled sections, and the help documents that the system has installed.
//!
//! What is in a document is data from elsewhere: a reader takes any bytes, in bounded time and memory, and its text never has
//! control characters. Nothing here uses a network, and nothing that a document refers to is opened.

mod character_set;
mod converter;
mod document;
mod encoding;
mod error;
mod format;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod guide;
mod help;
mod html;
mod installed;
mod limits;
mod man;
mod markdown;
pub mod office;
mod pdf;
mod plain;
mod read;
mod sniff;
mod summarised;
mod text;
pub mod xml;

pub use character_set::CharacterSet;
pub use document::{Document, Section};
pub use error::DocumentError;
pub use format::Format;
pub use html::{Links, html_to_markdown};
pub use installed::{InstalledHelp, installed, installed_all, package_version};
pub use man::missing_for_manual_pages;
pub use read::read;

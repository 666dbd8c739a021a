//! Documents as titled sections, and the help documents that the system has installed.
//!
//! What is in a document is data from elsewhere: a reader takes any bytes, in bounded time and memory, and its text never has
//! control characters. Nothing here uses a network, and nothing that a document refers to is opened.

mod converter;
mod decode;
mod document;
mod epub;
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
mod missing_text;
pub mod office;
mod pdf;
mod picture;
mod plain;
mod read;
mod sniff;
mod subtitles;
mod summarised;
mod text;
mod text_encoding;
mod unread_format;
pub mod xml;

pub use decode::{DecodeError, DecodedText, TextDamage, decode, decode_as};
pub use document::{Document, Section};
pub use error::DocumentError;
pub use format::Format;
pub use html::{Links, html_to_markdown};
pub use installed::{InstalledHelp, installed, installed_all, package_version};
pub use man::missing_for_manual_pages;
pub use missing_text::MissingText;
pub use picture::{PagePicture, PictureLine, ReadPicture};
pub use read::{read, read_bytes, read_with_pictures};
pub use text_encoding::{EncodingSource, TextEncoding};
pub use unread_format::UnreadFormat;

//! The tables of native commands of office documents, which are text documents, spreadsheets and presentations, and of mail.
//!
//! They know no platform and no office. LibreOffice carries out those of documents in the crate `office`, Microsoft Office these and
//! those of mail in `com_office`.

mod calc;
mod impress;
mod kind;
mod mail;
mod parts;
mod writer;

pub use kind::OfficeKind;
pub use mail::MAIL_COMMANDS;

//! The tables of native commands of office documents: text documents, spreadsheets and presentations.
//!
//! They know no platform and no office. LibreOffice carries them out in the crate `office`, Microsoft Office in `com_office`.

mod calc;
mod impress;
mod kind;
mod parts;
mod writer;

pub use kind::OfficeKind;

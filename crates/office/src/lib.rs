//! Native commands of office documents: text documents, spreadsheets and presentations.
//!
//! The tables say what the commands are; they know no platform. LibreOffice carries them out: one program in its own language is
//! kept for each desktop, and speaks to it over a pipe that LibreOffice opens at its start for this user alone.

mod bridge;
mod csv;
mod receiver;
mod saving;

pub use deskpilot_office_tables::{MAIL_COMMANDS, OfficeKind};
pub use receiver::OfficeReceiver;

//! The commands of mail and calendar, which Outlook carries out.
//!
//! What messages say, and who sent them, goes into outputs alone, which agents get as data; evidence quotes neither.

mod attachments;
mod calendar;
mod drafts;
mod filing;
mod folders;
mod items;
mod listing;
mod outgoing;
mod reading;
mod recipients;
mod sending;
#[cfg(test)]
mod tests;

use crate::commands::here::Command;

/// Why Outlook stops a call, and what to do about it.
pub(crate) const GUARDED: &str = "Outlook guards addresses, texts and sending against other programs, and stopped the call: ask the \
                                  user to look at File, Options, Trust Center, Programmatic Access, which mostly wants a virus \
                                  scanner that is up to date; or use the window";

/// The commands of the table, all of which Outlook carries out.
pub(crate) const COMMANDS: &[(&str, Command)] = &[
    ("list_mail_folders", folders::list_mail_folders),
    ("list_messages", listing::list_messages),
    ("search_messages", listing::search_messages),
    ("read_message", reading::read_message),
    ("save_attachment", attachments::save_attachment),
    ("write_draft", drafts::write_draft),
    ("reply_draft", drafts::reply_draft),
    ("forward_draft", drafts::forward_draft),
    ("add_attachment", attachments::add_attachment),
    ("send_message", sending::send_message),
    ("mark_message", filing::mark_message),
    ("move_message", filing::move_message),
    ("delete_message", filing::delete_message),
    ("list_appointments", calendar::list_appointments),
    ("add_appointment", calendar::add_appointment),
    ("send_invitation", calendar::send_invitation),
];

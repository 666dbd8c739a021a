//! Messages and appointments: how commands name them, and what of them is read.

use crate::{
    commands::{
        answer::{Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{
        date::date_text,
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// A message that is no invitation or report (`olMail`), and an appointment (`olAppointment`).
pub(super) const MAIL: i64 = 43;
pub(super) const APPOINTMENT: i64 = 26;
/// The day that Outlook writes where there is none, 1 January 4501.
const NO_DAY: f64 = 949_998.0;

/// The message or appointment of a call.
pub(super) fn item_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<Object, Failure> {
    let id = args.required("id")?.trim();
    if id.is_empty() || !id.bytes().all(|it| it.is_ascii_hexdigit()) {
        return bad("id", "an id as list_messages gives it");
    }
    match here.document.object_of("GetItemFromID", args![id]) {
        Err(CallError::Exception { .. } | CallError::Failed(_) | CallError::BadArgument { .. }) => {
            refused("nothing has this id now, as after a move: list_messages gives the ids of what is there")
        }
        found => Ok(found?),
    }
}

/// The draft of a call: a message that was not sent.
pub(super) fn draft_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<Object, Failure> {
    let item = item_of(here, args)?;
    if item.integer("Class")? != MAIL {
        return refused("it is no message");
    }
    match item.flag("Sent")? {
        true => refused("it is no draft: it was sent, or came from somebody"),
        false => Ok(item),
    }
}

/// The text of a member that some items lack; empty where it does.
pub(super) fn text_if_any(owner: &Object, member: &str) -> Result<String, CallError> {
    match owner.value(member) {
        Ok(Value::Text(text)) => Ok(text),
        Ok(Value::Empty | Value::Null) | Err(CallError::NoSuchMember(_)) => Ok(String::new()),
        Ok(found) => Err(CallError::Unexpected { member: member.to_owned(), found: found.to_string() }),
        Err(error) => Err(error),
    }
}

/// A text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

/// A date as people write it; empty where there is none.
pub(super) fn day_text(value: &Value) -> String {
    match value {
        Value::Date(it) if *it < NO_DAY => date_text(*it),
        _ => String::new(),
    }
}

/// Where an item is.
pub(super) fn path_of(item: &Object) -> Result<String, CallError> {
    item.object("Parent")?.text("FolderPath")
}

/// Whether a text begins with another, however their lines are broken.
pub(super) fn begins_with(text: &str, begin: &str) -> bool {
    let mut words = text.split_whitespace();
    begin.split_whitespace().all(|it| words.next() == Some(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_are_none_are_not_shown_and_texts_have_one_line() {
        assert_eq!(day_text(&Value::Date(46_112.5)), "2026-03-31 12:00:00");
        assert_eq!(day_text(&Value::Date(NO_DAY)) + &day_text(&Value::Empty), "");
        assert_eq!(one_line("a\r\nto: b\t"), "a  to: b");
    }

    #[test]
    fn a_text_begins_with_another_however_its_lines_are_broken() {
        assert!(begins_with("Dear Ada,\r\n\r\nyes. \r\n> no", "Dear Ada,\nyes."));
        assert!(begins_with("x", "") && !begins_with("yes", "yes no") && !begins_with("yesterday", "yes"));
        assert!(!begins_with("oh yes", "yes"));
    }
}

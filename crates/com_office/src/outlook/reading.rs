//! Reading a message.

use super::{
    attachments::attachments_of,
    items::{day_text, item_of, one_line, text_if_any},
    recipients::{lines, of_item, sender_of},
};
use crate::{
    commands::{
        answer::{Answer, Answered},
        call_args::CallArgs,
        here::Here,
        texts::counted,
    },
    dispatch::{error::CallError, object::Object, value::Value},
};

pub(super) fn read_message(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let item = item_of(here, args)?;
    let mut head = vec![format!("from: {}", sender_of(&item)?)];
    head.extend(lines(&of_item(&item)?));
    head.push(format!("date: {}", day_text(&date_of(&item)?)));
    head.push(format!("subject: {}", one_line(&text_if_any(&item, "Subject")?)));
    let attachments = attachments_of(&item)?;
    for (number, it) in (1..).zip(&attachments) {
        head.push(format!("attachment {number}: {}, {} bytes", one_line(&it.name), it.bytes));
    }
    // Of a message in HTML this is the text, as Outlook makes it: nothing of it is shown or run.
    let body = text_if_any(&item, "Body")?.replace("\r\n", "\n");
    let text = body.trim_end();
    let what = counted(attachments.len(), "attachment", "attachments");
    Answer::read(
        format!("read a message of {} characters with {what}", text.chars().count()),
        &format!("{}\n\n{}", head.join("\n"), text),
    )
}

/// When a message came; nothing for a draft, or what has no such date.
fn date_of(item: &Object) -> Result<Value, CallError> {
    match item.value("ReceivedTime") {
        Err(CallError::NoSuchMember(_)) => Ok(Value::Empty),
        found => found,
    }
}

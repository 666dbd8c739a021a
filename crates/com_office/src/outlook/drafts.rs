//! Drafts: messages that are written and shown, and that nobody gets yet.

use super::{
    items::{begins_with, item_of, path_of},
    outgoing::put_text_in_front,
    recipients::{self, BCC, CC, TO},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// A new message (`olMailItem`).
const MAIL: i64 = 0;

/// What a draft is to have. Recipients that Outlook chooses itself are listed and not compared.
struct Wanted<'a> {
    recipients: Option<Vec<(i64, Vec<&'a str>)>>,
    subject: Option<&'a str>,
    text: &'a str,
}

pub(super) fn write_draft(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let recipients = wanted_recipients(args);
    if recipients.is_empty() {
        return bad("to", "one recipient or more");
    }
    let (subject, text) = (args.required("subject")?, args.required("text")?);
    recipients::check_known(here, &recipients)?;
    let draft = here.program.call_for_object("CreateItem", args![MAIL])?;
    draft.put("Subject", subject)?;
    draft.put("Body", text.replace("\r\n", "\n").replace('\n', "\r\n"))?;
    recipients::add(&draft, &recipients)?;
    finished(here, &draft, &Wanted { recipients: Some(recipients), subject: Some(subject), text })
}

pub(super) fn reply_draft(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let text = args.required("text")?;
    let item = received(here, args)?;
    let member = if args.flag("to_all") == Some(true) { "ReplyAll" } else { "Reply" };
    let draft = item.call_for_object(member, args![])?;
    put_text_in_front(&draft, text)?;
    finished(here, &draft, &Wanted { recipients: None, subject: None, text })
}

pub(super) fn forward_draft(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let recipients = wanted_recipients(args);
    if recipients.is_empty() {
        return bad("to", "one recipient or more");
    }
    let item = received(here, args)?;
    recipients::check_known(here, &recipients)?;
    let draft = item.call_for_object("Forward", args![])?;
    let text = args.text("text").unwrap_or_default();
    if !text.is_empty() {
        put_text_in_front(&draft, text)?;
    }
    recipients::add(&draft, &recipients)?;
    finished(here, &draft, &Wanted { recipients: Some(recipients), subject: None, text })
}

/// The message of a call that somebody sent.
fn received(here: &Here<'_>, args: CallArgs<'_>) -> Result<Object, Failure> {
    let item = item_of(here, args)?;
    match item.flag("Sent")? {
        true => Ok(item),
        false => refused("it is a draft: only what was sent has a reply, or is forwarded"),
    }
}

/// Who is to get a message, in which way.
fn wanted_recipients(args: CallArgs<'_>) -> Vec<(i64, Vec<&str>)> {
    let of = |(name, kind): (&str, i64)| (kind, args.texts(name).unwrap_or_default());
    [("to", TO), ("cc", CC), ("bcc", BCC)].map(of).into_iter().filter(|it| !it.1.is_empty()).collect()
}

/// Saves a draft, reads it back, and shows it.
fn finished(here: &Here<'_>, draft: &Object, wanted: &Wanted<'_>) -> Answered {
    draft.call("Save", args![])?;
    let id = draft.text("EntryID")?;
    let found = recipients::of_item(draft)?;
    let has_recipients = match &wanted.recipients {
        Some(wanted) => recipients::are(&found, wanted),
        None => !found.is_empty() && found.iter().all(recipients::Recipient::is_resolved),
    };
    let has_subject = match wanted.subject {
        Some(subject) => draft.text("Subject")? == subject,
        None => true,
    };
    let has_text = begins_with(&draft.text("Body")?, wanted.text);
    let is_so = draft.flag("Saved")? && !draft.flag("Sent")? && has_recipients && has_subject && has_text;
    let path = path_of(draft)?;
    draft.call("Display", args![false])?;
    let shown = match is_in_front(here, &id)? {
        true => "its window is in front",
        false => "its window is not in front",
    };
    if !is_so {
        return Ok(Answer::Partial(format!(
            "there is a draft {id} in {path}, and its recipients, subject or text are not all as wanted; {shown}"
        )));
    }
    let output = [format!("id: {id}")].into_iter().chain(recipients::lines(&found));
    Answer::read(
        format!("a draft is in {path}, read back, and not sent; {shown}"),
        &output.collect::<Vec<_>>().join("\n"),
    )
}

/// Whether the window in front shows the draft with this id.
fn is_in_front(here: &Here<'_>, id: &str) -> Result<bool, CallError> {
    let Some(window) = here.program.object_if_any("ActiveInspector", args![])? else { return Ok(false) };
    Ok(window.object("CurrentItem")?.value("EntryID")? == Value::from(id))
}

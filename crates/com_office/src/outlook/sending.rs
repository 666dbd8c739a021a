//! Sending. What was sent is looked for where Outlook keeps it, by tables alone: a message of the outbox that is opened is not sent.

use super::{
    GUARDED,
    attachments::attachments_of,
    folders::{OUTBOX, SENT, default_folder},
    items::draft_of,
    listing::count_of,
    recipients::{self, Recipient},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// The folders through which what is sent goes, and how many items of its subject each had before.
pub(super) struct Passage {
    outbox: (Object, i64),
    sent: (Object, i64),
}

/// Where something that was sent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    Sent,
    Outbox,
    /// Outlook works offline.
    OutboxOffline,
    Unknown,
}

impl Passage {
    /// The folders for something with this subject; `sent` is where its copy goes.
    pub(super) fn of(here: &Here<'_>, sent: Object, subject: &str) -> Result<Passage, CallError> {
        let counted = |folder: Object| {
            let count = count_of(&folder, subject)?;
            Ok((folder, count))
        };
        Ok(Passage { outbox: counted(default_folder(here, OUTBOX)?)?, sent: counted(sent)? })
    }

    /// Where something that was sent is now.
    pub(super) fn whereabouts(&self, here: &Here<'_>, subject: &str) -> Result<Whereabouts, CallError> {
        let has_more =
            |(folder, before): &(Object, i64)| Ok::<bool, CallError>(count_of(folder, subject)? > *before);
        Ok(match has_more(&self.sent)? {
            true => Whereabouts::Sent,
            false if !has_more(&self.outbox)? => Whereabouts::Unknown,
            false if here.document.flag("Offline")? => Whereabouts::OutboxOffline,
            false => Whereabouts::Outbox,
        })
    }
}

/// What an answer says of something that was sent, by where it is.
pub(super) fn sent_answer(subject: &str, place: Whereabouts) -> Answered {
    match place {
        Whereabouts::Sent => Answer::done(format!("{subject} is sent: it is among what was sent, read back")),
        Whereabouts::Outbox => Answer::done(format!(
            "{subject} is in the outbox, read back, from which Outlook sends it by itself"
        )),
        Whereabouts::OutboxOffline => Ok(Answer::Partial(format!(
            "{subject} waits in the outbox, because Outlook works offline: it is sent once Outlook is online"
        ))),
        Whereabouts::Unknown => refused(format!(
            "{subject} was handed over, and is neither in the outbox nor among what was sent"
        )),
    }
}

pub(super) fn send_message(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let draft = draft_of(here, args)?;
    let subject = args.required("subject")?;
    check_same(&draft, args, subject)?;
    let drafts = draft.object("Parent")?;
    let before = count_of(&drafts, subject)?;
    let sent = match draft.object_if_any("SaveSentMessageFolder", args![])? {
        Some(folder) => folder,
        None => default_folder(here, SENT)?,
    };
    let passage = Passage::of(here, sent, subject)?;
    let called = draft.call("Send", args![]);
    let is_left = count_of(&drafts, subject)? >= before;
    match called {
        Err(CallError::Aborted) if is_left => {
            Ok(Answer::Unchanged(format!("the draft is where it was, and not sent: {GUARDED}")))
        }
        called => {
            called?;
            match is_left {
                true => refused("the draft is still where it was"),
                false => sent_answer("the message", passage.whereabouts(here, subject)?),
            }
        }
    }
}

/// Fails where the draft is another than a call says, by which somebody agreed to send it.
fn check_same(draft: &Object, args: CallArgs<'_>, subject: &str) -> Result<(), Failure> {
    if draft.text("Subject")? != subject {
        return bad("subject", "that of the draft: read_message shows it");
    }
    if subject.is_empty() {
        return refused(
            "the draft has no subject, by which it is found once it is sent: give it one in its window",
        );
    }
    let found = recipients::of_item(draft)?;
    let wanted = args.texts("to").unwrap_or_default();
    let is_wanted = |it: &Recipient| wanted.iter().any(|name| it.is(name));
    let is_found = |name: &&str| found.iter().any(|it| it.is(name));
    if found.is_empty() || !found.iter().all(is_wanted) || !wanted.iter().all(is_found) {
        return bad("to", "exactly the recipients of the draft: read_message shows them");
    }
    if !found.iter().all(Recipient::is_resolved) {
        return refused(
            "the address book does not know one of the recipients: correct it in the draft's window",
        );
    }
    let mut files: Vec<String> = attachments_of(draft)?.into_iter().map(|it| it.name).collect();
    let mut named: Vec<&str> = args.texts("attachments").unwrap_or_default();
    files.sort_unstable();
    named.sort_unstable();
    match files == named {
        true => Ok(()),
        false => {
            bad("attachments", "exactly the file names of the draft's attachments: read_message shows them")
        }
    }
}

//! Messages are marked, moved, and moved to the deleted ones.

use super::{
    folders::{DELETED, folder_of},
    items::{APPOINTMENT, item_of, path_of},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
    },
    dispatch::{object::Object, value::args},
};

pub(super) fn mark_message(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let is_read = args.flag("read") != Some(false);
    let item = message_of(here, args)?;
    let what = if is_read { "the message is marked as read" } else { "the message is marked as unread" };
    if item.flag("UnRead")? != is_read {
        return Ok(Answer::Same(what.into()));
    }
    item.put("UnRead", !is_read)?;
    item.call("Save", args![])?;
    Answer::done_if(
        item.flag("UnRead")? != is_read && item.flag("Saved")?,
        format!("{what}, read back"),
        "the message is marked as before, or the mark is not saved",
    )
}

pub(super) fn move_message(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    if args.text("folder").is_none() {
        return bad("folder", "given");
    }
    let item = message_of(here, args)?;
    let folder = folder_of(here, args)?;
    let path = folder.text("FolderPath")?;
    if path_of(&item)? == path {
        return Ok(Answer::Same(format!("the message is in {path}")));
    }
    moved(&item, &folder, &path)
}

pub(super) fn delete_message(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let item = message_of(here, args)?;
    let parent = item.object("Parent")?;
    // Each account has its own.
    let deleted = parent.object("Store")?.object_of("GetDefaultFolder", args![DELETED])?;
    let (path, from) = (deleted.text("FolderPath")?, parent.text("FolderPath")?);
    if from == path || from.starts_with(&format!("{path}\\")) {
        return refused(format!(
            "the message is in {path} already; nothing is deleted for good: ask the user"
        ));
    }
    moved(&item, &deleted, &path)
}

/// The message of a call. Of a series of appointments an id would mean all.
fn message_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<Object, Failure> {
    let item = item_of(here, args)?;
    match item.integer("Class")? {
        APPOINTMENT => refused("it is an appointment and no message: use the window of the calendar"),
        _ => Ok(item),
    }
}

fn moved(item: &Object, folder: &Object, path: &str) -> Answered {
    let moved = item.call_for_object("Move", args![folder])?;
    let now = path_of(&moved)?;
    match now == path {
        true => Answer::read(
            format!("the message is in {path}, read back, and has another id"),
            &format!("id: {}", moved.text("EntryID")?),
        ),
        false => Ok(Answer::Partial(format!("the message is in {now} now"))),
    }
}

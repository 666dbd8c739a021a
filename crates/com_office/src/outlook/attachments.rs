//! Attachments: saved to files, and added to drafts.

use super::items::{draft_of, item_of, one_line};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        files::whole_path,
        here::Here,
        saving::written_since,
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// Attachments that are whole files or messages (`olByValue`, `olEmbeddeditem`); others are links and parts of a document.
const FILES: [i64; 2] = [1, 5];

/// An attachment as answers name it.
pub(super) struct Attachment {
    pub(super) name: String,
    pub(super) bytes: i64,
    object: Object,
}

/// Those of a message, in their order.
pub(super) fn attachments_of(item: &Object) -> Result<Vec<Attachment>, CallError> {
    let attachments = item.object("Attachments")?;
    let one = |at: i64| {
        let object = attachments.object_of("Item", args![at])?;
        Ok(Attachment { name: name_of(&object)?, bytes: object.integer("Size")?, object })
    };
    (1..=attachments.integer("Count")?).map(one).collect()
}

/// The name of its file; what is no file has one for people alone.
fn name_of(attachment: &Object) -> Result<String, CallError> {
    match attachment.text("FileName") {
        Err(CallError::Exception { .. } | CallError::NoSuchMember(_) | CallError::Failed(_)) => {
            attachment.text("DisplayName")
        }
        name => name,
    }
}

pub(super) fn save_attachment(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = args.required("attachment")?.trim();
    let path = whole_path(args.required("path")?)?;
    if here.machine.stamp(path).is_some() {
        return refused(format!("{path} is there already: give another name"));
    }
    let found = attachments_of(&item_of(here, args)?)?;
    let attachment = chosen(&found, wanted)?;
    if !FILES.contains(&attachment.integer("Type")?) {
        return refused("the attachment is no file, but a link or a part of the text: use the window");
    }
    attachment.call("SaveAsFile", args![path])?;
    written_since(here.machine, path, None)
}

/// The attachment of this name or number.
fn chosen<'a>(found: &'a [Attachment], wanted: &str) -> Result<&'a Object, Failure> {
    let named: Vec<&Attachment> = found.iter().filter(|it| it.name.eq_ignore_ascii_case(wanted)).collect();
    let numbered = wanted.parse::<usize>().ok().and_then(|it| found.get(it.checked_sub(1)?));
    match (named.as_slice(), numbered) {
        ([one], _) => Ok(&one.object),
        ([], Some(one)) => Ok(&one.object),
        ([], None) => {
            bad("attachment", format!("the name or the number of one of its {} attachments", found.len()))
        }
        _ => bad("attachment", "the number of the attachment: several have this name"),
    }
}

pub(super) fn add_attachment(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let path = whole_path(args.required("path")?)?;
    if here.machine.stamp(path).is_none() {
        return refused(format!("there is no file {path}"));
    }
    let draft = draft_of(here, args)?;
    let attachments = draft.object("Attachments")?;
    let before = attachments.integer("Count")?;
    let added = attachments.call_for_object("Add", args![path])?;
    draft.call("Save", args![])?;
    let count = draft.object("Attachments")?.integer("Count")?;
    let (name, bytes) = (one_line(&name_of(&added)?), added.integer("Size")?);
    let is_so = count == before + 1 && is_name_of(path, &name) && draft.flag("Saved")?;
    Answer::done_if(
        is_so,
        format!("the draft has the attachment {name}, {bytes} bytes, read back"),
        format!("the draft has {count} attachments, and {path} may not be among them"),
    )
}

/// Whether a path ends with this name.
fn is_name_of(path: &str, name: &str) -> bool {
    path.rsplit(['\\', '/']).next().is_some_and(|it| it.eq_ignore_ascii_case(name))
}

//! Folders of mail: which there are, and how commands name them.

use crate::{
    commands::{
        answer::{Answer, Answered, Failure, refused},
        call_args::CallArgs,
        here::Here,
        texts::{counted, markdown_table},
    },
    dispatch::{error::CallError, object::Object, value::args},
};

/// The folders of the default mailbox that have a word (`OlDefaultFolders`).
const WORDS: &[(&str, i64)] = &[
    ("inbox", INBOX),
    ("drafts", 16),
    ("sent", SENT),
    ("outbox", OUTBOX),
    ("deleted", DELETED),
    ("junk", 23),
];
const INBOX: i64 = 6;
pub(super) const SENT: i64 = 5;
pub(super) const OUTBOX: i64 = 4;
pub(super) const DELETED: i64 = 3;
/// What folders of mail hold (`olMailItem`): others hold appointments, contacts or tasks.
const MAIL: i64 = 0;
/// The most folders that are listed.
const MOST_FOLDERS: usize = 200;

pub(super) fn list_mail_folders(here: &Here<'_>, _args: CallArgs<'_>) -> Answered {
    let mut rows = vec![["folder", "messages", "unread"].map(str::to_owned).to_vec()];
    let mut open = children(&here.document)?;
    open.reverse();
    while let Some(folder) = open.pop() {
        if rows.len() > MOST_FOLDERS {
            break;
        }
        if folder.integer("DefaultItemType")? == MAIL {
            let count = folder.object("Items")?.integer("Count")?;
            rows.push(vec![
                folder.text("FolderPath")?,
                count.to_string(),
                folder.integer("UnReadItemCount")?.to_string(),
            ]);
        }
        let inner = children(&folder)?;
        open.extend(inner.into_iter().rev());
    }
    let rest = if open.is_empty() { "" } else { ", and there are more" };
    let what = counted(rows.len() - 1, "folder", "folders");
    Answer::read(format!("read {what}{rest}"), &markdown_table(&rows))
}

/// The folders directly below a folder, or below the session: those of its accounts.
fn children(owner: &Object) -> Result<Vec<Object>, CallError> {
    let folders = owner.object("Folders")?;
    (1..=folders.integer("Count")?).map(|at| folders.object_of("Item", args![at])).collect()
}

/// The folder that a call names; the inbox if it names none.
pub(super) fn folder_of(here: &Here<'_>, args: CallArgs<'_>) -> Result<Object, Failure> {
    let name = args.text("folder").unwrap_or("inbox").trim();
    if let Some((_, number)) = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)) {
        return Ok(default_folder(here, *number)?);
    }
    // A name without an account is below the default one.
    let mut folder = match name.strip_prefix(r"\\") {
        Some(_) => here.document.clone(),
        None => default_folder(here, INBOX)?.object("Parent")?,
    };
    for part in name.split('\\').filter(|it| !it.is_empty()) {
        folder = match folder.object("Folders")?.object_of("Item", args![plain(part)]) {
            Err(CallError::Exception { .. } | CallError::Failed(_) | CallError::BadArgument { .. }) => {
                return refused(format!("there is no folder {name:?}: list_mail_folders has their paths"));
            }
            found => found?,
        };
    }
    Ok(folder)
}

/// A folder of the default mailbox.
pub(super) fn default_folder(here: &Here<'_>, number: i64) -> Result<Object, CallError> {
    here.document.object_of("GetDefaultFolder", args![number])
}

/// A part of a path as the folder is called: in paths, two characters are written by their numbers.
fn plain(part: &str) -> String {
    part.replace("%5C", "\\").replace("%2F", "/").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_path_is_the_name_of_its_folder() {
        assert_eq!(plain("50%25 off%2Fon%5Cx"), "50% off/on\\x");
        assert_eq!(plain("%255C"), "%5C");
    }
}

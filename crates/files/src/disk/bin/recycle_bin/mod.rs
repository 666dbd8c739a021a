//! The Recycle Bin. The shell of Windows puts files into it, which it alone may; what it did is looked at by handles. What it wrote of
//! a removed file says where that file was, and the file comes back by handles too.

mod account;
mod description;
mod shell;

use crate::{
    disk::{
        Context, MAX_ENTRIES, confirmed,
        folder::Folder,
        os::{FileKind, Metadata},
        place::Place,
    },
    error::{FileError, about, of_system, unproven},
    roots::is_same,
};
use description::{Description, MAX_DESCRIPTION};
use deskpilot_core::Outcome;
use std::{
    ffi::{OsStr, OsString},
    io::Read,
    path::Path,
};

/// The folder of the bins of all users at the top of a drive.
const BINS: &str = "$Recycle.Bin";
/// How the names of removed files and of their descriptions begin; what follows is the same for both.
const REMOVED: &str = "$R";
const DESCRIBED: &str = "$I";

/// Puts a file or a folder into the bin.
pub(in crate::disk) fn remove_file(place: &Place, context: &Context<'_>) -> Result<Outcome, FileError> {
    let before = place.existing()?;
    if let FileKind::Other(word) = before.kind() {
        return Err(about(&place.path, &format!("is a {word}, which no bin takes")));
    }
    if is_in_bin(&place.path) {
        return Err(about(&place.path, "is in the bin already"));
    }
    context.work.check()?;
    let removing = shell::put_into_bin(&place.path);
    let is_gone = match place.folder.metadata(place.name()) {
        Ok(found) => found.is_none(),
        Err(error) => return Err(unproven(format!("the shell was to remove {:?}", place.path))(error)),
    };
    let bin = match removing {
        Ok(bin) => bin,
        Err(why) if is_gone => {
            return Err(FileError::Unproven(format!("{:?} is gone, and the shell says: {why}", place.path)));
        }
        Err(why) => {
            return Err(about(
                &place.path,
                &format!(
                    "is not put into the bin, and nothing is deleted for good: {why}; remove it by hand"
                ),
            ));
        }
    };
    let word = before.kind().word();
    match bin.as_deref().filter(|it| is_gone && holds(it, &before)) {
        Some(_) => Ok(confirmed(format!(
            "the {word} {:?} is in the Recycle Bin; restore_file brings it back",
            place.path
        ))),
        None => Err(FileError::Unproven(format!(
            "the shell put {:?} into the Recycle Bin, as it says, and it was not seen there: look into the bin",
            place.path
        ))),
    }
}

/// Whether a path leads to the very file that was somewhere else before.
fn holds(path: &Path, before: &Metadata) -> bool {
    let found = Place::of(path).and_then(|it| it.existing());
    found.is_ok_and(|it| it.identity() == before.identity() && it.kind() == before.kind())
}

fn is_in_bin(path: &Path) -> bool {
    path.iter().any(|it| it.eq_ignore_ascii_case(BINS))
}

/// Brings back what was removed last from a place.
pub(in crate::disk) fn restore_file(place: &Place, context: &Context<'_>) -> Result<Outcome, FileError> {
    place.must_be_free()?;
    let account = account::own_sid().map_err(|error| of_system(&place.path, &error))?;
    let root = place.path.ancestors().last().unwrap_or(&place.path);
    let of_user = root.join(BINS).join(account);
    let missing =
        || about(&place.path, &format!("is not in the bin {of_user:?}: name the whole path that it had"));
    let bin = Folder::open(&of_user).map_err(|_| missing())?;
    let Some((name, description)) = last_removed(&bin, place, context)? else { return Err(missing()) };
    let removed = other_name(&name, REMOVED).ok_or_else(missing)?;
    bin.rename(&removed, &place.folder, place.name()).map_err(|error| of_system(&place.path, &error))?;
    // A description without its file is nothing but rubbish, which bins throw away.
    let _ = bin.delete_file(&name);
    let back = place.existing().map_err(unproven(format!("{:?} was brought back", place.path)))?;
    let (word, time) = (back.kind().word(), crate::disk::text::time(description.removed_at()));
    Ok(confirmed(format!("the {word} {:?} is back, as it was removed at {time}", place.path)))
}

/// The description of what was removed last from a place, and its name.
fn last_removed(
    bin: &Folder,
    place: &Place,
    context: &Context<'_>,
) -> Result<Option<(OsString, Description)>, FileError> {
    let mut last: Option<(OsString, Description)> = None;
    for name in bin.names()?.take(MAX_ENTRIES) {
        context.work.check()?;
        let name = name?;
        let Some(removed) = other_name(&name, REMOVED) else { continue };
        let Some(described) = described(bin, &name) else { continue };
        let is_newer = last.as_ref().is_none_or(|it| it.1.time < described.time);
        if is_newer && is_same(&described.path, &place.path) && bin.metadata(&removed)?.is_some() {
            last = Some((name, described));
        }
    }
    Ok(last)
}

/// The description in a file of the bin; `None` if it is none.
fn described(bin: &Folder, name: &OsStr) -> Option<Description> {
    let mut bytes = Vec::new();
    bin.file(name).ok()?.take(MAX_DESCRIPTION).read_to_end(&mut bytes).ok()?;
    Description::parse(&bytes)
}

/// The name of the file that a description is of; `None` for a name of something else.
fn other_name(name: &OsStr, begin: &str) -> Option<OsString> {
    let rest = name.to_str()?.strip_prefix(DESCRIBED)?;
    Some(format!("{begin}{rest}").into())
}

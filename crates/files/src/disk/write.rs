//! Writes text files and makes folders.

use super::{
    Context, confirmed,
    content::Content,
    os::{FileKind, Permissions, append},
    place::Place,
    staged::StagedFile,
};
use crate::error::{FileError, of_system, unproven};
use deskpilot_core::{Effect, Evidence, ExistingState, NoChangeReason, Outcome};
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom, Write},
};

/// Makes a file that does not exist.
pub(super) fn create_file(place: &Place, text: &str, context: &Context<'_>) -> Result<Outcome, FileError> {
    place.must_be_free()?;
    let mut staged = StagedFile::create(place)?;
    fill(&mut staged.file, text, place)?;
    staged.put(&Permissions::FILE)?;
    read_back(place, &Content::of(text.as_bytes()), "made", context)
}

/// Writes a file, replacing one of its name.
pub(super) fn write_file(place: &Place, text: &str, context: &Context<'_>) -> Result<Outcome, FileError> {
    let content = Content::of(text.as_bytes());
    let permissions = match place.folder.metadata(place.name())? {
        None => Permissions::FILE,
        Some(_) => {
            // Opened, so that a link, a pipe or a device is refused.
            let mut old = place.folder.file(place.name())?;
            if Content::read(&mut old, &place.path, context.work)? == content {
                let same = ExistingState::Reported(format!("{:?} has this text already", place.path));
                return Ok(Effect::NoChange(NoChangeReason::AlreadySo(same)).into());
            }
            place.folder.file_to_append(place.name())?;
            Permissions::of_replaced(&old).map_err(|error| of_system(&place.path, &error))?
        }
    };
    let mut staged = StagedFile::create(place)?;
    fill(&mut staged.file, text, place)?;
    staged.replace(&permissions)?;
    read_back(place, &content, "written", context)
}

fn fill(file: &mut File, text: &str, place: &Place) -> Result<(), FileError> {
    file.write_all(text.as_bytes()).map_err(|error| of_system(&place.path, &error))
}

/// What is there now, which proves the effect if it is what was written.
pub(super) fn read_back(
    place: &Place,
    expected: &Content,
    done: &str,
    context: &Context<'_>,
) -> Result<Outcome, FileError> {
    let found = place.folder.file(place.name());
    let found = found.and_then(|mut it| Content::read(&mut it, &place.path, context.work));
    Ok(match found {
        Ok(found) if found == *expected => confirmed(format!("{:?} is {done}: {found}", place.path)),
        Ok(_) => {
            Effect::unverified(format!("{:?} was {done}, and now holds something else", place.path)).into()
        }
        Err(error) => return Err(unproven(format!("{:?} was {done}", place.path))(error)),
    })
}

/// Writes a text at the end of a file.
pub(super) fn append_file(place: &Place, text: &str, context: &Context<'_>) -> Result<Outcome, FileError> {
    let failed = |error: std::io::Error| of_system(&place.path, &error);
    let mut file = place.folder.file_to_append(place.name())?;
    let before = file.metadata().map_err(failed)?.len();
    if text.is_empty() {
        let same =
            Evidence::Reported(format!("{:?} has {before} bytes as before: the text is empty", place.path));
        return Ok(Effect::NoChange(NoChangeReason::Same(same)).into());
    }
    context.work.check()?;
    if let Err(error) = append(&mut file, text.as_bytes()).and_then(|()| file.sync_all()) {
        take_back(&file, before, text.len() as u64);
        return Err(failed(error));
    }
    let added = format!("the text was added to {:?}", place.path);
    let end = read_from(place, before, text.len() as u64).map_err(unproven(added.clone()))?;
    if end == text.as_bytes() {
        let size = before + text.len() as u64;
        return Ok(confirmed(format!(
            "{:?} ends with the text: {before} bytes before, {size} now",
            place.path
        )));
    }
    Ok(Effect::unverified(format!("{added}, which another program changed meanwhile")).into())
}

/// The bytes of a file from this one on, at most so many.
fn read_from(place: &Place, from: u64, most: u64) -> Result<Vec<u8>, FileError> {
    let failed = |error: std::io::Error| of_system(&place.path, &error);
    let (mut file, mut bytes) = (place.folder.file(place.name())?, Vec::new());
    file.seek(SeekFrom::Start(from)).map_err(failed)?;
    file.take(most).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Takes a part of a text off again, unless another program wrote after it.
fn take_back(file: &File, before: u64, most: u64) {
    let is_ours = file.metadata().is_ok_and(|it| (before..=before + most).contains(&it.len()));
    if is_ours {
        // An error here is ignored: the caller reports the error of writing.
        let _ = file.set_len(before);
    }
}

/// Makes a folder.
pub(super) fn make_folder(place: &Place) -> Result<Outcome, FileError> {
    place.must_be_free()?;
    place
        .folder
        .make_folder(place.name(), &Permissions::FOLDER)
        .map_err(|error| of_system(&place.path, &error))?;
    let made = format!("the folder {:?} was made", place.path);
    match place.existing().map_err(unproven(made.clone()))?.kind() {
        FileKind::Folder => Ok(confirmed(format!("the folder {:?} is made", place.path))),
        _ => Err(FileError::Unproven(format!("{made}, and another program replaced it"))),
    }
}

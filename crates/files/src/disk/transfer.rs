//! Copies and moves files and folders to places where nothing is.

use super::{
    Context, confirmed,
    content::NamedStream,
    folder::Folder,
    os::{FileKind, Permissions},
    place::Place,
    staged::{StagedEntry, StagedFile},
    text::counted,
    tree::{FolderEntry, TreeCopy, copy_contents, delete_copied, measure},
    write::read_back,
};
use crate::{
    error::{FileError, about, of_system, unproven},
    roots::{is_below, is_other_case},
};
use deskpilot_core::Outcome;
use std::{io::ErrorKind, path::Path};

/// How deep below a moved folder a name may begin that counts only together with the names before it.
const GUARD_DEPTH: usize = 2;

/// Copies a file or a folder.
pub(super) fn copy_file(from: &Place, to: &Place, context: &Context<'_>) -> Result<Outcome, FileError> {
    to.must_be_free()?;
    must_not_be_inside(from, to)?;
    match from.existing()?.kind() {
        FileKind::Folder => {
            let (entries, bytes) = copy_tree(from, to, context)?.1;
            let state = format!(
                "{:?} is copied to {:?}: {}, {bytes} bytes",
                from.path,
                to.path,
                counted(entries, "entry")
            );
            Ok(confirmed(state))
        }
        _ => {
            let mut source = from.folder.file(from.name())?;
            let mut staged = StagedFile::create(to)?;
            let source = NamedStream { stream: &mut source, path: &from.path };
            let target = NamedStream { stream: &mut staged.file, path: &to.path };
            let content = copy_contents(source, target, context)?;
            let permissions = Permissions::of(&from.existing()?);
            staged.put(&permissions)?;
            read_back(to, &content, "copied", context)
        }
    }
}

/// Moves or renames a file or a folder.
pub(super) fn move_file(from: &Place, to: &Place, context: &Context<'_>) -> Result<Outcome, FileError> {
    let before = from.existing()?.kind();
    must_move(&from.path, before)?;
    if is_other_case(&from.path, &to.path) && from.name() != to.name() {
        return change_case(from, to);
    }
    to.must_be_free()?;
    must_not_be_inside(from, to)?;
    if before == FileKind::Folder {
        check_guards(&from.folder.folder(from.name())?, Path::new(""), from, to, context)?;
    }
    match from.folder.rename(from.name(), &to.folder, to.name()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            move_to_other_disk(from, to, context)?;
        }
        Err(error) => return Err(of_system(&from.path, &error)),
    }
    let moved = || format!("{:?} was moved to {:?}", from.path, to.path);
    let there = to.existing().map_err(unproven(moved()))?;
    let here = from.folder.metadata(from.name()).map_err(unproven(moved()))?;
    let is_moved = there.kind() == before && here.is_none();
    let state = format!("the {} {:?} is now {:?}", there.kind().word(), from.path, to.path);
    if is_moved {
        Ok(confirmed(state))
    } else {
        Err(FileError::Partly(format!("{state}, and another program changed it")))
    }
}

/// Gives an entry the same name in other letters.
fn change_case(from: &Place, to: &Place) -> Result<Outcome, FileError> {
    from.folder
        .rename(from.name(), &from.folder, to.name())
        .map_err(|error| of_system(&from.path, &error))?;
    let moved = || format!("{:?} was renamed to {:?}", from.path, to.path);
    let mut names = to.folder.names().map_err(unproven(moved()))?;
    match names.any(|it| it.is_ok_and(|it| it == to.name())) {
        true => Ok(confirmed(format!("{:?} is now {:?}", from.path, to.path))),
        false => Err(FileError::Unproven(format!("{}, and its folder lists it as before", moved()))),
    }
}

fn must_move(path: &Path, kind: FileKind) -> Result<(), FileError> {
    match kind {
        FileKind::File | FileKind::Folder | FileKind::Link => Ok(()),
        FileKind::Other(word) => {
            Err(about(path, &format!("is a {word}: only files, folders and links are moved")))
        }
    }
}

fn must_not_be_inside(from: &Place, to: &Place) -> Result<(), FileError> {
    match is_below(&to.path, &from.path) {
        true => Err(about(&to.path, "is inside of what it would be made from")),
        false => Ok(()),
    }
}

/// Compares what counts as guarded before and after a folder is moved. All deeper names count by themselves.
fn check_guards(
    folder: &Folder,
    below: &Path,
    from: &Place,
    to: &Place,
    context: &Context<'_>,
) -> Result<(), FileError> {
    for name in folder.names()? {
        context.work.check()?;
        let name = name?;
        let below = below.join(&name);
        context.roots.check_guards(&below, &from.path, &to.path)?;
        let is_folder = folder.metadata(&name)?.is_some_and(|it| it.kind() == FileKind::Folder);
        if is_folder && below.components().count() < GUARD_DEPTH {
            check_guards(&folder.folder(&name)?, &below, from, to, context)?;
        }
    }
    Ok(())
}

/// Copies a whole tree, or nothing. Returns what was copied, and the number of its entries and bytes.
fn copy_tree<'a>(
    from: &'a Place,
    to: &'a Place,
    context: &'a Context<'a>,
) -> Result<(TreeCopy<'a>, (u64, u64)), FileError> {
    let staged = StagedEntry::sibling_of(to);
    let mut copy = TreeCopy { context, source: &from.path, target: &to.path, copied: Vec::new(), bytes: 0 };
    let copied = FolderEntry { folder: &from.folder, name: from.name() };
    copy.entry(copied, FolderEntry { folder: &to.folder, name: staged.name() }, Path::new(""))?;
    let found = measure(&to.folder, staged.name(), context)?;
    if found != (copy.copied.len() as u64, copy.bytes) {
        return Err(about(&to.path, "was changed by another program while it was made, and is removed"));
    }
    staged.put()?;
    to.existing().map_err(unproven(format!("{:?} was made", to.path)))?;
    Ok((copy, found))
}

/// Copies to the other disk, then deletes what was copied here.
fn move_to_other_disk(from: &Place, to: &Place, context: &Context<'_>) -> Result<(), FileError> {
    let (copy, _) = copy_tree(from, to, context)?;
    match delete_copied(&from.folder, from.name(), &copy.copied) {
        0 => Ok(()),
        kept => Err(FileError::Partly(format!(
            "{:?} is copied to {:?}, and {} of it stay here too: another program changed them, or they may not be deleted",
            from.path,
            to.path,
            counted(kept, "entry")
        ))),
    }
}

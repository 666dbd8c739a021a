//! Folders with all that is in them: walked, copied and deleted by handles, and no link in them is followed.

use super::{
    Context, MAX_ENTRIES,
    content::{Content, NamedStream, copy},
    folder::Folder,
    os::{FileKind, Metadata, Permissions, other_streams},
};
use crate::error::{FileError, about, of_system};
use std::{
    ffi::OsStr,
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// How deep a tree may be.
const MAX_DEPTH: usize = 128;

/// One entry of a tree that was copied: where it is below the top, and what it was.
#[derive(Debug)]
pub(super) struct Copied {
    below: PathBuf,
    metadata: Metadata,
}

/// The name of an entry in a folder, which may have it or is to get it.
#[derive(Clone, Copy)]
pub(super) struct FolderEntry<'a> {
    pub(super) folder: &'a Folder,
    pub(super) name: &'a OsStr,
}

impl FolderEntry<'_> {
    fn path(&self) -> PathBuf {
        self.folder.path.join(self.name)
    }
}

/// A copy of a tree in progress.
pub(super) struct TreeCopy<'a> {
    pub(super) context: &'a Context<'a>,
    /// The path of the tree, for the policy's sake.
    pub(super) source: &'a Path,
    /// The path that its copy gets, for the same.
    pub(super) target: &'a Path,
    /// What was copied, each folder before its entries.
    pub(super) copied: Vec<Copied>,
    /// How many bytes the files have.
    pub(super) bytes: u64,
}

impl TreeCopy<'_> {
    /// Copies an entry of a folder, and all that is in it, into another folder under a name that is free there.
    pub(super) fn entry(
        &mut self,
        from: FolderEntry<'_>,
        to: FolderEntry<'_>,
        below: &Path,
    ) -> Result<(), FileError> {
        let path = from.path();
        self.check(below, &path)?;
        let gone = || about(&path, "is gone meanwhile");
        let metadata = from.folder.metadata(from.name)?.ok_or_else(gone)?;
        self.copied.push(Copied { below: below.to_owned(), metadata });
        match metadata.kind() {
            FileKind::File => self.file(from, to, &path),
            FileKind::Folder => self.folder(from, to, below, &metadata),
            FileKind::Link => {
                let target = from.folder.link_target(from.name).map_err(|error| of_system(&path, &error))?;
                to.folder.make_link(to.name, &target).map_err(|error| of_system(&to.path(), &error))
            }
            FileKind::Other(word) => {
                Err(about(&path, &format!("is a {word}, which cannot be copied: leave it out")))
            }
        }
    }

    fn check(&self, below: &Path, path: &Path) -> Result<(), FileError> {
        self.context.work.check()?;
        self.context.roots.check_guards(below, self.source, self.target)?;
        if self.copied.len() == MAX_ENTRIES {
            return Err(about(
                self.source,
                &format!("has more than {MAX_ENTRIES} entries: take its folders one by one"),
            ));
        }
        if below.components().count() > MAX_DEPTH {
            return Err(about(path, "is too deep in its folders"));
        }
        Ok(())
    }

    fn file(&mut self, from: FolderEntry<'_>, to: FolderEntry<'_>, path: &Path) -> Result<(), FileError> {
        let target = to.path();
        let mut source = from.folder.file(from.name)?;
        let mut file = to.folder.create(to.name).map_err(|error| of_system(&target, &error))?;
        let source = NamedStream { stream: &mut source, path };
        let content = copy_contents(source, NamedStream { stream: &mut file, path: &target }, self.context)?;
        self.bytes += content.size;
        Ok(())
    }

    fn folder(
        &mut self,
        from: FolderEntry<'_>,
        to: FolderEntry<'_>,
        below: &Path,
        metadata: &Metadata,
    ) -> Result<(), FileError> {
        let failed = |error: io::Error| of_system(&to.path(), &error);
        let source = from.folder.folder(from.name)?;
        to.folder.make_folder(to.name, &Permissions::PRIVATE).map_err(failed)?;
        let target = to.folder.folder(to.name)?;
        for name in source.names()? {
            let name = name?;
            let (from, to) =
                (FolderEntry { folder: &source, name: &name }, FolderEntry { folder: &target, name: &name });
            self.entry(from, to, &below.join(&name))?;
        }
        target.set_permissions(&Permissions::of(metadata)).map_err(failed)
    }
}

/// Copies the bytes, the permissions and the time of a file; fails if another program changes it meanwhile.
pub(super) fn copy_contents(
    from: NamedStream<'_, File>,
    to: NamedStream<'_, File>,
    context: &Context<'_>,
) -> Result<Content, FileError> {
    let (NamedStream { stream: source, path }, NamedStream { stream: file, path: target }) = (from, to);
    let seen = |it: &File| Metadata::of(it).map_err(|error| of_system(path, &error));
    let before = seen(source)?;
    let (from, to) =
        (NamedStream { stream: &mut *source, path }, NamedStream { stream: &mut *file, path: target });
    let content = copy(from, to, context.work)?;
    if !seen(source)?.is_unchanged(&before) || content.size != before.size() {
        return Err(about(
            path,
            "was changed by another program meanwhile, and nothing was copied: try again",
        ));
    }
    for (mut from, mut to) in other_streams(source, file).map_err(|error| of_system(path, &error))? {
        let (from, to) =
            (NamedStream { stream: &mut from, path }, NamedStream { stream: &mut to, path: target });
        copy(from, to, context.work)?;
    }
    // The marks come last: with the times, some systems of files take them off.
    let set = file.set_times(before.times()).and_then(|()| Permissions::of(&before).set(file));
    set.and_then(|()| file.sync_all()).map_err(|error| of_system(target, &error))?;
    Ok(content)
}

/// The number of entries of a tree with its top, and the bytes of its files.
pub(super) fn measure(folder: &Folder, name: &OsStr, context: &Context<'_>) -> Result<(u64, u64), FileError> {
    context.work.check()?;
    let gone = || about(&folder.path.join(name), "is gone meanwhile");
    let metadata = folder.metadata(name)?.ok_or_else(gone)?;
    match metadata.kind() {
        FileKind::File => Ok((1, metadata.size())),
        FileKind::Folder => {
            let inner = folder.folder(name)?;
            let (mut entries, mut bytes) = (1, 0);
            for name in inner.names()? {
                let (more, size) = measure(&inner, &name?, context)?;
                (entries, bytes) = (entries + more, bytes + size);
            }
            Ok((entries, bytes))
        }
        _ => Ok((1, 0)),
    }
}

/// Deletes an entry and all that is in it. Nothing being there is no error.
pub(super) fn delete_tree(folder: &Folder, name: &OsStr) -> Result<(), FileError> {
    let failed = |error: io::Error| of_system(&folder.path.join(name), &error);
    let Some(metadata) = folder.metadata(name)? else { return Ok(()) };
    if metadata.kind() != FileKind::Folder {
        return folder.delete_file(name).map_err(failed);
    }
    let inner = folder.folder(name)?;
    // A partly copied folder may already have the permissions of a read-only original.
    let _ = inner.set_permissions(&Permissions::PRIVATE);
    for name in inner.names()?.collect::<Result<Vec<_>, _>>()? {
        delete_tree(&inner, &name)?;
    }
    drop(inner);
    folder.delete_folder(name).map_err(failed)
}

/// Deletes what was copied from a tree; keeps what is new there or has changed since, and returns how much that is.
pub(super) fn delete_copied(folder: &Folder, name: &OsStr, copied: &[Copied]) -> u64 {
    copied.iter().rev().map(|it| u64::from(delete_one(folder, name, it).is_none())).sum()
}

/// `None` where the entry stays.
fn delete_one(folder: &Folder, name: &OsStr, copied: &Copied) -> Option<()> {
    let path = Path::new(name).join(&copied.below);
    let mut names: Vec<&OsStr> = path.iter().collect();
    let last = names.pop()?;
    let mut parent: Option<Folder> = None;
    for name in names {
        parent = Some(parent.as_ref().unwrap_or(folder).folder(name).ok()?);
    }
    let parent = parent.as_ref().unwrap_or(folder);
    let metadata = parent.metadata(last).ok()??;
    if [metadata.kind(), copied.metadata.kind()] == [FileKind::Folder; 2] {
        // One that is not empty has something new in it.
        return parent.delete_folder(last).ok();
    }
    metadata.is_unchanged(&copied.metadata).then(|| parent.delete_file(last).ok())?
}

//! Files and folders that get their name when they are complete. Until then they have a temporary name in the
//! same folder. Those that are never completed are removed.

use super::{folder::Folder, os::Permissions, place::Place, tree::delete_tree};
use crate::error::{FileError, of_system};
use std::{
    collections::hash_map::RandomState,
    ffi::{OsStr, OsString},
    fs::File,
    hash::{BuildHasher, Hasher},
    io,
};

/// A new file without its final name.
#[derive(Debug)]
pub(super) struct StagedFile<'a> {
    pub(super) file: File,
    entry: StagedEntry<'a>,
}

/// A new folder without its final name.
#[derive(Debug)]
pub(super) struct StagedFolder<'a> {
    pub(super) folder: Folder,
    entry: StagedEntry<'a>,
}

/// An entry that is removed if it is not completed.
#[derive(Debug)]
pub(super) struct StagedEntry<'a> {
    place: &'a Place,
    name: OsString,
}

impl<'a> StagedFile<'a> {
    /// An empty file in the same folder as its place.
    pub(super) fn create(place: &'a Place) -> Result<StagedFile<'a>, FileError> {
        let name = staged_name();
        let file = place.folder.create(&name).map_err(|error| of_system(&place.path, &error))?;
        Ok(StagedFile { file, entry: StagedEntry { place, name } })
    }

    /// Puts the file on the disk and gives it its name, where nothing may be.
    pub(super) fn put(self, permissions: &Permissions) -> Result<(), FileError> {
        let StagedFile { file, entry } = self;
        entry.settle(&file, permissions)?;
        drop(file);
        entry.put()
    }

    /// The same; the file replaces the one that has the name.
    pub(super) fn replace(self, permissions: &Permissions) -> Result<(), FileError> {
        let StagedFile { file, entry } = self;
        entry.settle(&file, permissions)?;
        drop(file);
        entry.finish(|place, name| place.folder.replace(name, place.name()))
    }
}

impl<'a> StagedFolder<'a> {
    /// An empty folder in the same folder as its place.
    pub(super) fn create(place: &'a Place) -> Result<StagedFolder<'a>, FileError> {
        let entry = StagedEntry { place, name: staged_name() };
        place
            .folder
            .make_folder(&entry.name, &Permissions::PRIVATE)
            .map_err(|error| of_system(&place.path, &error))?;
        let folder = place.folder.folder(&entry.name)?;
        Ok(StagedFolder { folder, entry })
    }

    pub(super) fn name(&self) -> &OsStr {
        self.entry.name()
    }

    /// Gives the folder its permissions and its name, where nothing may be.
    pub(super) fn put(self, permissions: &Permissions) -> Result<(), FileError> {
        let StagedFolder { folder, entry } = self;
        folder.set_permissions(permissions).map_err(|error| of_system(&entry.place.path, &error))?;
        // Windows renames no folder that somebody keeps open.
        drop(folder);
        entry.put()
    }
}

impl<'a> StagedEntry<'a> {
    /// A temporary name in the folder of a place, for an entry that is made later.
    pub(super) fn sibling_of(place: &'a Place) -> StagedEntry<'a> {
        StagedEntry { place, name: staged_name() }
    }

    pub(super) fn name(&self) -> &OsStr {
        &self.name
    }

    fn settle(&self, file: &File, permissions: &Permissions) -> Result<(), FileError> {
        let kept = permissions.set(file).and_then(|()| file.sync_all());
        kept.map_err(|error| of_system(&self.place.path, &error))
    }

    /// Gives the entry its name, where nothing may be.
    pub(super) fn put(self) -> Result<(), FileError> {
        self.finish(|place, name| place.folder.rename(name, &place.folder, place.name()))
    }

    /// The drop that follows finds nothing to remove: the name is another's by then.
    fn finish(self, rename: impl Fn(&Place, &OsStr) -> io::Result<()>) -> Result<(), FileError> {
        rename(self.place, &self.name).map_err(|error| of_system(&self.place.path, &error))
    }
}

impl Drop for StagedEntry<'_> {
    fn drop(&mut self) {
        // What cannot be removed stays under a name that says where it comes from.
        let _ = delete_tree(&self.place.folder, &self.name);
    }
}

/// A name that other programs cannot predict.
pub(super) fn staged_name() -> OsString {
    format!(".deskpilot-{:016x}.part", RandomState::new().build_hasher().finish()).into()
}

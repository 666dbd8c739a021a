//! The files of a text desktop: in memory, and on disk if it has a folder.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// The files of a text desktop.
#[derive(Default)]
pub(super) struct Files {
    in_memory: BTreeMap<String, String>,
    folder: Option<PathBuf>,
}

impl Files {
    /// What is written from now on is on disk, a name without a folder in this one.
    pub(super) fn go_to(&mut self, folder: &Path) {
        self.folder = Some(folder.to_owned());
    }

    /// Puts a file into the memory.
    pub(super) fn put(&mut self, name: &str, text: &str) {
        self.in_memory.insert(name.to_owned(), text.to_owned());
    }

    /// The text of a file; `None` if there is no such file.
    pub(super) fn read(&self, name: &str) -> Option<String> {
        let on_disk = || fs::read_to_string(self.folder.as_ref()?.join(name)).ok();
        self.in_memory.get(name).cloned().or_else(on_disk)
    }

    /// Writes a file.
    ///
    /// # Errors
    /// It cannot be written on disk.
    pub(super) fn write(&mut self, name: &str, text: &str) -> io::Result<()> {
        match &self.folder {
            Some(folder) => fs::write(folder.join(name), text),
            None => {
                self.put(name, text);
                Ok(())
            }
        }
    }
}

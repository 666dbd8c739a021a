//! The folder that an export writes to. Its files replace none.

use crate::ExportError;
use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// The folder of an export, and what is in it so far.
pub(super) struct ExportFolder {
    root: PathBuf,
    /// The files, without pictures.
    pub(super) files: Vec<PathBuf>,
}

impl ExportFolder {
    /// Creates the folder.
    ///
    /// # Errors
    /// It has files, or cannot be created.
    pub(super) fn create(root: &Path) -> Result<ExportFolder, ExportError> {
        let not_written = |source| ExportError::NotWritten { path: root.to_owned(), source };
        fs::create_dir_all(root).map_err(not_written)?;
        if fs::read_dir(root).map_err(not_written)?.next().is_some() {
            return Err(ExportError::NotEmpty(root.to_owned()));
        }
        Ok(ExportFolder { root: root.to_owned(), files: Vec::new() })
    }

    /// Writes a file.
    pub(super) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), ExportError> {
        let mut file = self.open(name)?;
        file.write_all(bytes)?;
        file.finish()
    }

    /// Begins a file.
    pub(super) fn open(&mut self, name: &str) -> Result<ExportFile, ExportError> {
        let file = self.create_file(name)?;
        self.files.push(file.path.clone());
        Ok(file)
    }

    /// Writes a picture, which is not listed.
    pub(super) fn write_picture(&self, name: &str, bytes: &[u8]) -> Result<(), ExportError> {
        let mut file = self.create_file(name)?;
        file.write_all(bytes)?;
        file.finish()
    }

    fn create_file(&self, name: &str) -> Result<ExportFile, ExportError> {
        let path = self.root.join(name);
        let create = || -> io::Result<File> {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            File::create_new(&path)
        };
        match create() {
            Ok(file) => Ok(ExportFile { path, file: BufWriter::new(file) }),
            Err(source) => Err(ExportError::NotWritten { path, source }),
        }
    }
}

/// A file that is being written.
pub(super) struct ExportFile {
    pub(super) path: PathBuf,
    file: BufWriter<File>,
}

impl ExportFile {
    /// Appends these bytes.
    pub(super) fn write_all(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        self.file.write_all(bytes).map_err(|source| not_written(&self.path, source))
    }

    /// The writer for another writer to take.
    pub(super) fn into_writer(self) -> (PathBuf, BufWriter<File>) {
        (self.path, self.file)
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> Result<(), ExportError> {
        self.file.flush().map_err(|source| not_written(&self.path, source))
    }
}

fn not_written(path: &Path, source: io::Error) -> ExportError {
    ExportError::NotWritten { path: path.to_owned(), source }
}

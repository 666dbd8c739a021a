//! Reads and stores the weights' files, only with the expected hashes.

use crate::{WeightFile, Weights, WeightsError};
use deskpilot_core::NotBuilt;
use deskpilot_system::{AtomicWrite, ReadLimit};
use sha2::{Digest, Sha256};
use std::{fs, io::ErrorKind, path::PathBuf};

impl Weights {
    /// Fails unless every file exists with the expected hash; the error says what to do.
    ///
    /// # Errors
    /// A file is missing or different, or this build has no use for the weights.
    pub fn check(&self) -> Result<(), WeightsError> {
        self.check_use()?;
        self.package.files.iter().try_for_each(|file| self.read(file).map(drop))
    }

    /// Whether the files are there with their sizes: what [`Weights::check`] finds without reading them.
    ///
    /// # Errors
    /// A file is missing or of another size, or this build has no use for them.
    pub fn check_presence(&self) -> Result<(), WeightsError> {
        self.check_use()?;
        self.package.files.iter().try_for_each(|file| {
            let path = self.folder.join(file.name);
            match fs::metadata(&path) {
                Ok(it) if it.len() == file.bytes => Ok(()),
                Ok(_) => Err(self.different(path)),
                Err(_) => Err(WeightsError::Absent { path, command: self.package.command }),
            }
        })
    }

    /// Fails if this build has no use for the weights.
    pub(crate) fn check_use(&self) -> Result<(), WeightsError> {
        self.package.lacking.map_or(Ok(()), |it| Err(NotBuilt(it).into()))
    }

    /// The bytes of a file of the package.
    ///
    /// # Errors
    /// It is missing or different.
    pub fn read(&self, file: &WeightFile) -> Result<Vec<u8>, WeightsError> {
        let path = self.folder.join(file.name);
        let bytes = match ReadLimit::bytes(file.bytes).read(&path) {
            Err(error) if error.kind() == ErrorKind::FileTooLarge => return Err(self.different(path)),
            bytes => bytes
                .map_err(|_| WeightsError::Absent { path: path.clone(), command: self.package.command })?,
        };
        if file.has_hash_of(&bytes) { Ok(bytes) } else { Err(self.different(path)) }
    }

    fn different(&self, path: PathBuf) -> WeightsError {
        WeightsError::Different { path, command: self.package.command }
    }

    /// Stores a file atomically, only with the expected hash.
    pub(crate) fn store(&self, file: &WeightFile, bytes: &[u8]) -> Result<(), WeightsError> {
        if !file.has_hash_of(bytes) {
            return Err(self.different(PathBuf::from(file.name)));
        }
        let unwritable = |why| WeightsError::Unwritable { folder: self.folder.clone(), why };
        fs::create_dir_all(&self.folder).map_err(unwritable)?;
        AtomicWrite::DURABLE.write(&self.folder.join(file.name), bytes).map_err(unwritable)
    }
}

impl WeightFile {
    fn has_hash_of(&self, bytes: &[u8]) -> bool {
        let hash = Sha256::digest(bytes);
        hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>() == self.sha256
    }
}

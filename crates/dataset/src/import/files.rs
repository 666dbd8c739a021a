//! Finds the task files of a folder and the folders in it.

use super::{NotImported, NotImportedReason, UntranslatedPart};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// How many levels of folders to search: the files of the benchmark are two levels below its root.
const DEEPEST: usize = 4;

/// The file itself, or the files `*.json` below the folder, sorted.
pub(super) fn of(path: &Path) -> Result<Vec<PathBuf>, NotImported> {
    let wrong =
        |reason| NotImported { file: path.to_owned(), id: None, part: UntranslatedPart::Task, reason };
    let mut files = Vec::new();
    match collect(path, DEEPEST, &mut files) {
        Err(error) => Err(wrong(NotImportedReason::NotATask(error.to_string()))),
        Ok(()) if files.is_empty() => Err(wrong(NotImportedReason::NoTasks)),
        Ok(()) => {
            files.sort();
            Ok(files)
        }
    }
}

fn collect(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() && depth > 0 {
            collect(&path, depth - 1, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|it| it == "json") {
            files.push(path);
        }
    }
    Ok(())
}

//! The folders in which this user's tasks have their logs, so that a task is found from any folder.

use deskpilot_system::{AtomicWrite, ReadLimit, private_file_options, private_folder_options};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The largest index that is read: more than [`MOST`] paths take.
const LARGEST: ReadLimit = ReadLimit::mib(8);
/// How many folders the index may name before it forgets those that are gone.
const MOST: usize = 500;

/// An index of folders of logs: a file with a JSON text for each, the first one that was used first.
#[derive(Clone, Debug)]
pub struct LogFolders {
    file: PathBuf,
}

impl LogFolders {
    /// The index in this file, which only the user may change. It need not exist.
    pub const fn of(file: PathBuf) -> LogFolders {
        LogFolders { file }
    }

    /// Adds a folder of logs, unless the index has it. Leaves out one whose path is no text.
    ///
    /// # Errors
    /// The folder cannot be found, or the index cannot be written.
    pub fn add(&self, root: &Path) -> io::Result<()> {
        let root = root.canonicalize()?;
        let named = self.named();
        let Some(path) = root.to_str().filter(|_| !named.contains(&root)) else { return Ok(()) };
        if let Some(folder) = self.file.parent() {
            private_folder_options().recursive(true).create(folder)?;
        }
        if named.len() >= MOST {
            let there: Vec<&str> =
                named.iter().filter(|it| it.is_dir()).filter_map(|it| it.to_str()).collect();
            let lines: String = there.into_iter().chain([path]).map(line).collect::<Result<_, _>>()?;
            return AtomicWrite::FAST.write(&self.file, lines.as_bytes());
        }
        // One write of one line: two tasks that begin at once add a line each.
        let mut file = private_file_options().create(true).append(true).open(&self.file)?;
        file.write_all(line(path)?.as_bytes())
    }

    /// The folders that can be read now, the first one that was used first.
    pub fn readable(&self) -> Vec<PathBuf> {
        let mut folders = self.named();
        folders.retain(|it| fs::read_dir(it).is_ok());
        folders
    }

    /// The folders that the index names, each once.
    fn named(&self) -> Vec<PathBuf> {
        let text = LARGEST.read_text(&self.file).unwrap_or_default();
        let mut folders: Vec<PathBuf> = Vec::new();
        for folder in text.lines().filter_map(|it| serde_json::from_str::<PathBuf>(it).ok()) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        folders
    }
}

fn line(path: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string(path).map(|it| it + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_folder_is_in_the_index_once_and_left_out_while_it_is_gone() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let (one, two) = (root.join("one\nlogs"), root.join("two"));
        [&one, &two].iter().for_each(|it| fs::create_dir(it).unwrap());
        let index = LogFolders::of(root.join("data/log-folders"));
        assert!(index.readable().is_empty(), "there is no index");
        for folder in [&one, &two, &one] {
            index.add(folder).unwrap();
        }
        assert_eq!(index.readable(), [one.clone(), two.clone()]);
        assert_eq!(fs::metadata(&index.file).unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_dir(&one).unwrap();
        assert_eq!(index.readable(), [two]);
        assert!(index.add(&one).is_err(), "it is gone");
    }

    #[test]
    fn a_full_index_forgets_what_is_gone() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let index = LogFolders::of(root.join("log-folders"));
        let gone: String = (0..MOST).map(|at| format!("\"/gone/{at}\"\n")).collect();
        fs::write(&index.file, format!("no JSON\n{gone}")).unwrap();
        index.add(&root).unwrap();
        assert_eq!(index.named(), [root]);
    }
}

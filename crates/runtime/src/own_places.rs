//! The places of Deskpilot's own files, which agents may not change unasked, wherever the user's variables and settings put
//! them.

use crate::Config;
use deskpilot_core::Paths;
use deskpilot_system::canonical_path;
use std::path::{Path, PathBuf, absolute};

impl Config {
    /// The canonical paths of the folders and files with Deskpilot's own settings and data: as the variables name them, and
    /// where links lead.
    pub fn own_places(&self) -> Vec<String> {
        let environment = &self.environment;
        let folders =
            [environment.settings_folder(), environment.data_folder(), environment.system_settings_folder()];
        let named = folders.into_iter().flatten().chain(self.policy.file.clone());
        let paths = Paths { style: environment.platform().path_style(), ..Paths::default() };
        let canonical = |path: PathBuf| paths.resolve(&path.to_string_lossy());
        let mut own: Vec<String> =
            named.flat_map(|it| [Some(real_path(&it)), Some(it)]).flatten().filter_map(canonical).collect();
        own.sort();
        own.dedup();
        own
    }
}

/// The path from the root of the file system with its links resolved. A part that does not exist yet counts as a name in the nearest
/// folder that does, so the path stays the same once it exists.
pub fn real_path(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    let found = path.ancestors().find_map(|it| Some((it, canonical_path(it).ok()?)));
    match found.map(|(known, real)| (path.strip_prefix(known), real)) {
        Some((Ok(below), real)) if below.as_os_str().is_empty() => real,
        Some((Ok(below), real)) => real.join(below),
        Some((Err(_), _)) | None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::symlink};

    #[test]
    fn a_path_stays_the_same_once_it_exists() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        symlink(&real, real.join("link")).unwrap();
        let logs = real.join("link/logs");
        let before = real_path(&logs);
        assert_eq!(before, real.join("logs"));
        fs::create_dir(&logs).unwrap();
        assert_eq!(real_path(&logs).as_os_str(), before.as_os_str());
        assert!(real_path(Path::new("a folder that is not there")).is_absolute());
    }
}

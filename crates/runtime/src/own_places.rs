//! The places of Deskpilot's own files, which agents may not change unasked, wherever the user's variables and settings put
//! them.

use crate::Config;
use deskpilot_core::Paths;
use std::path::{Path, PathBuf};

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
            named.flat_map(|it| [Some(real(&it)), Some(it)]).flatten().filter_map(canonical).collect();
        own.sort();
        own.dedup();
        own
    }
}

/// The path with its links resolved. A part that does not exist yet counts as a name in the nearest folder that does.
fn real(path: &Path) -> PathBuf {
    let found = path.ancestors().find_map(|it| Some((it, it.canonicalize().ok()?)));
    let Some((known, real)) = found else { return path.to_owned() };
    path.strip_prefix(known).map_or_else(|_| path.to_owned(), |below| real.join(below))
}

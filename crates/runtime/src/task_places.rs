//! The places from which the names of a task's files become paths: its home, its working folder, and Deskpilot's own.

use crate::{Config, UsageError, real_path};
use deskpilot_core::{PathStyle, Paths};
use std::path::Path;

/// The places of a task.
#[derive(Clone, Debug)]
pub(crate) struct TaskPlaces {
    style: PathStyle,
    home: String,
    working: String,
    own: Vec<String>,
}

impl TaskPlaces {
    /// Those of a task with these settings and this folder of its log, by their real paths, as applications name them.
    ///
    /// # Errors
    /// The settings want a kept home, and the user has no data folder.
    pub(crate) fn of(config: &Config, folder: &Path) -> Result<TaskPlaces, UsageError> {
        let shown = |it: &Path| real_path(it).display().to_string();
        let home = shown(&config.home.folder(folder, &config.environment)?);
        let working = config.out.folder().map_or_else(|| home.clone(), shown);
        let style = config.environment.platform().path_style();
        Ok(TaskPlaces { style, home, working, own: config.own_places() })
    }

    /// Resolves names as the applications of the task do.
    pub(crate) fn paths(&self) -> Paths<'_> {
        Paths { style: self.style, home: &self.home, working: &self.working, own: &self.own }
    }

    /// Whether a file is in a guarded place, also behind links: the name of a link shows nothing of what is read through it.
    pub(crate) fn is_guarded(&self, file: &str) -> bool {
        let real = real_path(Path::new(file)).display().to_string();
        let paths = self.paths();
        [file, &real].into_iter().filter_map(|it| paths.resolve(it)).any(|it| paths.is_guarded(&it))
    }
}

#[cfg(test)]
impl TaskPlaces {
    /// Those of a task whose files are all in this folder.
    pub(crate) fn in_folder(folder: &Path) -> TaskPlaces {
        let home = folder.display().to_string();
        TaskPlaces { style: PathStyle::Posix, working: home.clone(), home, own: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guarded_file_is_one_as_windows_writes_it() {
        let home = r"C:\Users\u".to_owned();
        let places = TaskPlaces { style: PathStyle::Windows, working: home.clone(), home, own: Vec::new() };
        assert!(places.is_guarded(r"C:\Users\u\.SSH\id"));
    }
}

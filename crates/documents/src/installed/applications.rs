//! Which applications there are: those with help, and those in menus.

use super::{
    folders, libreoffice,
    roots::{Roots, is_file_name},
};
use deskpilot_system::ReadLimit;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// The largest entry of a menu that is read.
const LARGEST_ENTRY: ReadLimit = ReadLimit::kib(256);

impl Roots {
    /// The names of all applications that may have help, in their order.
    pub(super) fn applications(&self) -> Vec<String> {
        let mut found = BTreeSet::new();
        for language in &self.languages {
            found.extend(folders::names(&self.share.join("help").join(language)));
            found.extend(folders::names(&self.share.join("doc/HTML").join(language)));
        }
        found.extend(folders::names(&self.share.join("gnome/help")));
        let entries = self.entries();
        found.extend(folders::names(&entries).iter().filter_map(|it| started_by(&entries.join(it))));
        found.extend(libreoffice::MODULES.iter().map(|(application, _)| (*application).to_owned()));
        found.into_iter().filter(|it| is_file_name(it)).collect()
    }

    /// The program that the entry of this name starts.
    pub(super) fn program(&self, application: &str) -> Option<String> {
        let entry = format!("{}.desktop", Some(application).filter(|it| is_file_name(it))?);
        started_by(&self.entries().join(entry))
    }

    fn entries(&self) -> PathBuf {
        self.share.join("applications")
    }
}

/// The program that an entry of a menu starts.
fn started_by(entry: &Path) -> Option<String> {
    if entry.extension()? != "desktop" {
        return None;
    }
    let text = LARGEST_ENTRY.read_text(entry).ok()?;
    let command = text.lines().find_map(|it| it.strip_prefix("Exec="))?;
    let program = command.split_whitespace().next()?.trim_matches('"');
    Some(program.rsplit('/').next()?.to_owned())
}

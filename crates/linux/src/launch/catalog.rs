//! The installed applications, read from the data directories.

use super::default_applications::Defaults;
use super::desktop_entry::DesktopEntry;
use super::document::Document;
use super::mime::{MimeTypes, opens};
use super::root_refusal::refuses_root;
use super::search;
use super::terminal;
use crate::seat::Environment;
use crate::{LinuxError, requirements};
use deskpilot_core::{Application, Launch};
use deskpilot_system::ReadLimit;
use rustix::process::geteuid;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest desktop entry that is read; translations are most of it.
const LARGEST_ENTRY: ReadLimit = ReadLimit::mib(1);

/// Why a program does not start for root.
const FOR_ROOT: &str = "it does not run for root; run Deskpilot as an ordinary user";

/// How many levels below a data directory to search; links could make it endless.
const DEPTH: usize = 4;

/// The applications of one desktop, as of when it was read.
#[derive(Debug, Default)]
pub struct Catalog {
    entries: Vec<DesktopEntry>,
    has_terminal: bool,
    types: MimeTypes,
    defaults: Defaults,
}

impl Catalog {
    /// Reads the applications in the data directories of an environment. Blocks for a few milliseconds.
    pub fn read(environment: &Environment) -> Catalog {
        let data = data_directories(environment);
        let desktops: Vec<&str> = environment.value("XDG_CURRENT_DESKTOP").unwrap_or("").split(':').collect();
        let locales = locales(environment);
        let path = environment.value("PATH").unwrap_or_default();
        let parse = |id, file: &Path| {
            DesktopEntry::parse(id, file, &LARGEST_ENTRY.read_text(file).ok()?, &locales, &desktops)
        };
        let is_there = |entry: &DesktopEntry| {
            entry.try_exec.as_ref().is_none_or(|it| requirements::find(it, path).is_some())
        };
        let mut entries: Vec<DesktopEntry> =
            files(&data).into_iter().filter_map(|(id, file)| parse(id, &file)).filter(is_there).collect();
        entries.sort_by_key(|entry| entry.application.name.to_lowercase());
        let lists =
            config_directories(environment).into_iter().chain(data.iter().map(|it| it.join("applications")));
        let has_terminal = terminal::words(environment).is_some();
        let is_refused = |it: &DesktopEntry| geteuid().is_root() && refuses_root(&it.exec, path);
        for entry in entries.iter_mut().filter(|it| is_refused(it)) {
            entry.application.refused = Some(FOR_ROOT.to_owned());
        }
        let defaults = Defaults::read(&lists.collect::<Vec<_>>(), &desktops);
        Catalog { entries, has_terminal, types: MimeTypes::read(&data), defaults }
    }

    /// The applications listed in menus that can be shown here, sorted by name; those that do not run for this user are marked.
    pub fn applications(&self) -> Vec<Application> {
        let can_be_shown = |entry: &&DesktopEntry| entry.shown && (self.has_terminal || !entry.terminal);
        self.entries.iter().filter(can_be_shown).map(|entry| entry.application.clone()).collect()
    }

    /// Every entry, sorted by name, including those not listed in menus.
    pub fn entries(&self) -> &[DesktopEntry] {
        &self.entries
    }

    /// Finds an application by identifier, name, program, generic name, keyword, category, or the type of document it
    /// opens, in this order; tolerates typos. Without a name, finds one for the document.
    pub fn find(&self, launch: &Launch) -> Result<&DesktopEntry, LinuxError> {
        let wanted = launch.application.trim();
        let by_document = launch.file.as_deref().filter(|_| wanted.is_empty());
        let found = match by_document {
            Some(file) => self.for_document(file),
            None => search::best(&self.entries, wanted).or_else(|| self.for_type_word(wanted)),
        };
        found.ok_or_else(|| LinuxError::NoSuchApplication {
            wanted: if wanted.is_empty() {
                launch.file.clone().unwrap_or_default()
            } else {
                wanted.to_owned()
            },
            close: search::close(&self.entries, wanted),
        })
    }

    /// Finds an application by a type or extension: `text/plain`, `.txt`, `*.txt`, `txt` or `notes.txt`.
    fn for_type_word(&self, word: &str) -> Option<&DesktopEntry> {
        // A MIME type has a slash, and so have URLs and paths, which are no types.
        if word.contains('/') && !word.contains("://") && !word.starts_with('/') {
            return self.for_types(&self.types.with_parents(word));
        }
        let extension = word.trim_start_matches('*').trim_start_matches('.');
        let is_extension = !extension.is_empty() && !extension.contains(' ');
        is_extension.then(|| self.for_types(&self.types.of_name(&format!("x.{extension}"))))?
    }

    fn for_document(&self, file: &str) -> Option<&DesktopEntry> {
        match Document::named(file, None).ok()? {
            Document::Url(url) => {
                let scheme = url.split(':').next().unwrap_or_default();
                self.for_types(&[format!("x-scheme-handler/{scheme}")])
            }
            document => self.for_types(&self.types.of_name(&document.file_name())),
        }
    }

    fn for_types(&self, types: &[String]) -> Option<&DesktopEntry> {
        types.iter().find_map(|mime| self.preferred(mime).or_else(|| self.any_for(mime)))
    }

    fn preferred(&self, mime: &str) -> Option<&DesktopEntry> {
        let ids = self.defaults.of_type(mime);
        ids.iter().find_map(|id| self.entries.iter().find(|entry| entry.desktop_id == *id))
    }

    fn any_for(&self, mime: &str) -> Option<&DesktopEntry> {
        let is_for = |entry: &&DesktopEntry| {
            opens(&entry.mime_types, mime) && !self.defaults.is_removed(mime, &entry.desktop_id)
        };
        let mut fitting = self.entries.iter().filter(is_for);
        // Prefers a graphical application listed in menus: a text editor before a pager.
        fitting.clone().find(|entry| entry.shown && !entry.terminal).or_else(|| fitting.next())
    }
}

/// The data directories, the user's own first.
fn data_directories(environment: &Environment) -> Vec<PathBuf> {
    let system = environment.value("XDG_DATA_DIRS").unwrap_or("/usr/local/share:/usr/share");
    below_home(environment, "XDG_DATA_HOME", ".local/share").into_iter().chain(paths(system)).collect()
}

/// The settings directories, the user's own first.
fn config_directories(environment: &Environment) -> Vec<PathBuf> {
    let system = environment.value("XDG_CONFIG_DIRS").unwrap_or("/etc/xdg");
    below_home(environment, "XDG_CONFIG_HOME", ".config").into_iter().chain(paths(system)).collect()
}

fn below_home(environment: &Environment, variable: &str, usual: &str) -> Option<PathBuf> {
    let given = environment.value(variable).map(PathBuf::from);
    given.or_else(|| Some(Path::new(environment.value("HOME")?).join(usual)))
}

fn paths(list: &str) -> impl Iterator<Item = PathBuf> {
    // The specification of base directories says to ignore relative paths.
    list.split(':').filter(|path| path.starts_with('/')).map(PathBuf::from)
}

/// The entry files with their identifiers; a file in an earlier directory hides those with the same identifier.
fn files(data: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let mut seen = HashSet::new();
    let below = data.iter().flat_map(|directory| files_below(&directory.join("applications"), "", DEPTH));
    below.filter(|(id, _)| seen.insert(id.clone())).collect()
}

/// A subdirectory becomes part of the identifier: `kde/okular.desktop` is `kde-okular.desktop`.
fn files_below(directory: &Path, prefix: &str, depth: usize) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if name.ends_with(".desktop") {
            found.push((name, entry.path()));
        } else if depth > 0 && entry.path().is_dir() {
            found.extend(files_below(&entry.path(), &format!("{name}-"), depth - 1));
        }
    }
    found
}

/// The user's locales, the most specific first: `de_AT@euro`, `de_AT`, `de@euro`, `de`.
fn locales(environment: &Environment) -> Vec<String> {
    // In the order in which setlocale(3) asks them.
    let value =
        ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| environment.value(name)).unwrap_or("C");
    let (value, modifier) = value.split_once('@').map_or((value, None), |(value, it)| (value, Some(it)));
    let place = value.split('.').next().unwrap_or_default();
    let language = place.split('_').next().unwrap_or_default();
    let modified = |base: &str| modifier.map(|modifier| format!("{base}@{modifier}"));
    [modified(place), Some(place.to_owned()), modified(language), Some(language.to_owned())]
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn languages_go_from_the_closest_to_the_widest() {
        let environment = |value: &str| Environment::from_iter([("LANG".to_owned(), value.to_owned())]);
        assert_eq!(locales(&environment("de_AT.UTF-8@euro")), ["de_AT@euro", "de_AT", "de@euro", "de"]);
        assert_eq!(locales(&environment("sr.UTF-8")), ["sr", "sr"]);
    }

    #[test]
    fn what_refuses_to_run_for_root_says_so_to_root() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str| folder.path().join(name);
        [of("engine"), of("bin"), of("applications")].iter().for_each(|it| fs::create_dir(it).unwrap());
        fs::write(of("engine/chrome-sandbox"), "").unwrap();
        for (name, place) in [("surf-4471", "engine"), ("plain-4471", "bin")] {
            let program = of(place).join(name);
            fs::write(&program, "").unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            let entry = format!("[Desktop Entry]\nType=Application\nName={name}\nExec={name}\n");
            fs::write(of("applications").join(format!("{name}.desktop")), entry).unwrap();
        }
        let path = format!("{}:{}", of("engine").display(), of("bin").display());
        let data = folder.path().display().to_string();
        let variables = [("PATH", path), ("XDG_DATA_DIRS", data.clone()), ("XDG_DATA_HOME", data)];
        let environment = variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let refused = Catalog::read(&environment).applications().into_iter().map(|it| (it.name, it.refused));
        let reason = geteuid().is_root().then(|| FOR_ROOT.to_owned());
        let all = [("plain-4471".to_owned(), None), ("surf-4471".to_owned(), reason)];
        assert_eq!(refused.collect::<Vec<_>>(), all);
    }
}

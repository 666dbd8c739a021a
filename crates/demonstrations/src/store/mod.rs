//! The folder of demonstrations: one folder each, with a text file that people can edit, and the pictures.

mod name;

use crate::{Demonstration, DemonstrationError, Pictures};
use deskpilot_core::check_brackets;
use deskpilot_system::{
    AtomicWrite, ReadLimit, private_file_options, private_folder_options, private_temporary_folder,
    sync_folder,
};
pub use name::free_name;
use name::{is_name, is_picture_name};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The file with the steps.
const FILE: &str = "demonstration.toml";
/// The folder of the pictures.
const PICTURES: &str = "pictures";
/// The prefix of folders that are not complete; no name begins with it.
const UNFINISHED: &str = ".new-";
/// The largest file of steps.
const LARGEST: ReadLimit = ReadLimit::mib(4);
/// The most demonstrations that are listed.
const MOST_LISTED: usize = 10_000;

/// Demonstrations in a folder, by name.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

/// A demonstration in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name.
    pub name: String,
    /// Its request.
    pub request: String,
    /// When it was recorded or imported.
    pub when: String,
    /// Its applications.
    pub applications: Vec<String>,
    /// How many steps it has.
    pub step_count: usize,
    /// Why it cannot be read, if so; the other fields are empty then.
    pub problem: Option<String>,
}

impl Store {
    /// The demonstrations in this folder, which need not exist yet.
    pub fn at(root: &Path) -> Store {
        Store { root: root.to_owned() }
    }

    /// The folder of a demonstration.
    ///
    /// # Errors
    /// The name could lead elsewhere.
    pub fn folder(&self, name: &str) -> Result<PathBuf, DemonstrationError> {
        if is_name(name) {
            Ok(self.root.join(name))
        } else {
            Err(DemonstrationError::BadName(name.to_owned()))
        }
    }

    /// Whether there is one of this name.
    pub fn has(&self, name: &str) -> bool {
        self.folder(name).is_ok_and(|folder| folder.symlink_metadata().is_ok())
    }

    /// Writes a new demonstration, which appears only once it is complete. Only the user can read it.
    ///
    /// # Errors
    /// The name is bad or taken, or the files cannot be written.
    pub fn save(
        &self,
        name: &str,
        shown: &Demonstration,
        pictures: &Pictures,
    ) -> Result<PathBuf, DemonstrationError> {
        let place = self.folder(name)?;
        if self.has(name) {
            return Err(DemonstrationError::Exists(name.to_owned()));
        }
        let made = private_folder_options().recursive(true).create(&self.root);
        made.map_err(DemonstrationError::file(&self.root))?;
        let unfinished =
            private_temporary_folder(&self.root, UNFINISHED).map_err(DemonstrationError::file(&self.root))?;
        write(unfinished.path(), shown, pictures)?;
        sync_folder(unfinished.path());
        fs::rename(unfinished.path(), &place).map_err(|error| match error.kind() {
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                DemonstrationError::Exists(name.to_owned())
            }
            _ => DemonstrationError::file(&place)(error),
        })?;
        // The folder has its final name, so the temporary one must not be removed.
        let _ = unfinished.keep();
        sync_folder(&self.root);
        Ok(place)
    }

    /// Replaces the steps of a demonstration; the pictures stay.
    ///
    /// # Errors
    /// There is no demonstration of this name, or its file cannot be written.
    pub fn replace(&self, name: &str, shown: &Demonstration) -> Result<(), DemonstrationError> {
        let file = self.file(name)?;
        AtomicWrite::DURABLE
            .write(&file, text(&file, shown)?.as_bytes())
            .map_err(DemonstrationError::file(&file))
    }

    /// The demonstration of this name.
    ///
    /// # Errors
    /// There is no such demonstration, or a person's edit made its file invalid: the error says where.
    pub fn load(&self, name: &str) -> Result<Demonstration, DemonstrationError> {
        read_steps(&self.file(name)?)
    }

    /// The demonstrations, by name. Those that cannot be read say why.
    ///
    /// # Errors
    /// The folder cannot be read; a folder that does not exist has none.
    pub fn list(&self) -> Result<Vec<Summary>, DemonstrationError> {
        Ok(self.names()?.into_iter().map(|name| self.summary(name)).collect())
    }

    /// The files with the steps, in the order of their names.
    ///
    /// # Errors
    /// The folder cannot be read; a folder that does not exist has none.
    pub fn files(&self) -> Result<Vec<PathBuf>, DemonstrationError> {
        Ok(self.names()?.iter().map(|name| self.root.join(name).join(FILE)).collect())
    }

    fn names(&self) -> Result<Vec<String>, DemonstrationError> {
        let entries = match fs::read_dir(&self.root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(DemonstrationError::file(&self.root))?,
        };
        // Links do not count, because they could lead anywhere.
        let folders = entries.flatten().filter(|it| it.file_type().is_ok_and(|it| it.is_dir()));
        let names = folders.filter_map(|it| it.file_name().into_string().ok());
        let is_one = |name: &String| is_name(name) && self.root.join(name).join(FILE).is_file();
        let mut names: Vec<String> = names.filter(is_one).take(MOST_LISTED).collect();
        names.sort();
        Ok(names)
    }

    /// Removes a demonstration with its pictures.
    ///
    /// # Errors
    /// There is no demonstration of this name, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), DemonstrationError> {
        self.file(name)?;
        let folder = self.folder(name)?;
        fs::remove_dir_all(&folder).map_err(DemonstrationError::file(&folder))
    }

    /// The file of an existing demonstration. Links do not count, because they could lead anywhere.
    fn file(&self, name: &str) -> Result<PathBuf, DemonstrationError> {
        let folder = self.folder(name)?;
        let file = folder.join(FILE);
        let is_there = folder.symlink_metadata().is_ok_and(|it| it.is_dir()) && file.is_file();
        let unknown = || DemonstrationError::Unknown { name: name.to_owned(), folder: self.root.clone() };
        is_there.then_some(file).ok_or_else(unknown)
    }

    fn summary(&self, name: String) -> Summary {
        let empty = Summary {
            name,
            request: String::new(),
            when: String::new(),
            applications: Vec::new(),
            step_count: 0,
            problem: None,
        };
        match self.load(&empty.name) {
            Ok(shown) => Summary {
                request: shown.request,
                when: shown.when,
                applications: shown.applications.into_iter().map(|it| it.name).collect(),
                step_count: shown.steps.len(),
                ..empty
            },
            Err(error) => Summary { problem: Some(error.to_string()), ..empty },
        }
    }
}

fn write(folder: &Path, shown: &Demonstration, pictures: &Pictures) -> Result<(), DemonstrationError> {
    let file = folder.join(FILE);
    write_new(&file, text(&file, shown)?.as_bytes())?;
    let inside = folder.join(PICTURES);
    private_folder_options().create(&inside).map_err(DemonstrationError::file(&inside))?;
    for (name, picture) in pictures {
        if !is_picture_name(name) {
            return Err(DemonstrationError::BadName(name.clone()));
        }
        write_new(&inside.join(name), &picture.bytes)?;
    }
    Ok(())
}

fn write_new(file: &Path, bytes: &[u8]) -> Result<(), DemonstrationError> {
    let opened = private_file_options().write(true).create_new(true).open(file);
    let written = opened.and_then(|mut opened| opened.write_all(bytes).and_then(|()| opened.sync_all()));
    written.map_err(DemonstrationError::file(file))
}

fn text(file: &Path, shown: &Demonstration) -> Result<String, DemonstrationError> {
    toml::to_string_pretty(shown)
        .map_err(|error| DemonstrationError::BadFile { path: file.to_owned(), why: error.to_string() })
}

/// The demonstration in a file that [`Store::files`] names.
///
/// # Errors
/// It cannot be read, or a person's edit made it invalid: the error says where.
pub fn read_steps(file: &Path) -> Result<Demonstration, DemonstrationError> {
    let text = LARGEST.read_text(file).map_err(DemonstrationError::file(file))?;
    parse(&text).map_err(|why| DemonstrationError::BadFile { path: file.to_owned(), why })
}

/// Parses a file of steps, which a person may have changed.
pub(crate) fn parse(text: &str) -> Result<Demonstration, String> {
    check_brackets(text).map_err(|error| format!("line {}: {error}", error.line))?;
    let shown: Demonstration = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        format!("line {}: {}", before.matches('\n').count() + 1, error.message())
    })?;
    for (at, step) in shown.steps.iter().enumerate() {
        for picture in [&step.before, &step.after].into_iter().flatten() {
            if !is_picture_name(picture) {
                return Err(format!("step {}: {picture:?} is no file of the folder {PICTURES}", at + 1));
            }
        }
    }
    Ok(shown)
}

#[cfg(test)]
mod tests;

//! A folder of what was learned: one TOML file for each record, which a person can read, change and remove.

use crate::{LearningError, template::with_single_spaces};
use deskpilot_core::check_brackets;
use deskpilot_system::{AtomicWrite, ReadLimit, private_folder_options};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The largest file.
const LARGEST: ReadLimit = ReadLimit::kib(256);
/// The most records of a folder.
pub(crate) const MOST_RECORDS: usize = 1000;
/// The longest name of a record, in characters.
const LONGEST_NAME: usize = 48;
/// The extension of the files.
const EXTENSION: &str = "toml";

/// The nouns that messages use for the records of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordNouns {
    /// One of them.
    pub(crate) one: &'static str,
    /// Several of them.
    pub(crate) several: &'static str,
    /// The command that lists them.
    pub(crate) list: &'static str,
}

/// The folder.
#[derive(Clone, Debug)]
pub(crate) struct RecordFolder {
    path: PathBuf,
    nouns: RecordNouns,
}

/// A file of the folder.
pub(crate) struct RecordFile<T> {
    /// Its name without the extension.
    pub(crate) name: String,
    /// Its record.
    pub(crate) record: T,
    /// When it was changed last.
    pub(crate) changed: SystemTime,
}

/// What is in a folder.
pub(crate) struct FolderContent<T> {
    /// The records, by name.
    pub(crate) files: Vec<RecordFile<T>>,
    /// Why files were left out, a sentence for each.
    pub(crate) problems: Vec<String>,
}

impl RecordFolder {
    /// The folder at this path, which need not exist.
    pub(crate) fn at(path: &Path, nouns: RecordNouns) -> RecordFolder {
        RecordFolder { path: path.to_owned(), nouns }
    }

    /// Reads all records; none if the folder does not exist. A file that is not a valid record, or for which
    /// `problem` returns a sentence, is left out.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(crate) fn read<T: DeserializeOwned>(
        &self,
        problem: impl Fn(&T) -> Option<String>,
    ) -> Result<FolderContent<T>, LearningError> {
        let mut content = FolderContent { files: Vec::new(), problems: Vec::new() };
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(content),
            entries => entries.map_err(|source| of_file(&self.path, source))?,
        };
        let mut paths: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
        paths.retain(|it| it.extension().is_some_and(|it| it == EXTENSION));
        paths.sort();
        if paths.len() > MOST_RECORDS {
            let (surplus, several) = (paths.len() - MOST_RECORDS, self.nouns.several);
            let sentence = format!("{surplus} {several} are left out: a folder may have {MOST_RECORDS}");
            content.problems.push(sentence);
            paths.truncate(MOST_RECORDS);
        }
        for path in paths {
            match read_file(&path, &problem) {
                Ok(file) => content.files.push(file),
                Err(error) => content.problems.push(error.to_string()),
            }
        }
        Ok(content)
    }

    /// Writes the file of this name, as a whole or not at all. Only the user can read it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn write<T: Serialize>(&self, name: &str, record: &T) -> Result<(), LearningError> {
        let file = self.file(name);
        let text = toml::to_string_pretty(record).map_err(|error| LearningError::NotUnderstood {
            path: file.clone(),
            message: error.to_string(),
        })?;
        let made = private_folder_options().recursive(true).create(&self.path);
        made.map_err(|source| of_file(&self.path, source))?;
        let written = AtomicWrite::DURABLE.write(&file, text.as_bytes());
        written.map_err(|source| of_file(&file, source))
    }

    /// Removes the file of this name, which the folder has.
    ///
    /// # Errors
    /// It cannot be removed.
    pub(crate) fn remove(&self, name: &str) -> Result<(), LearningError> {
        let file = self.file(name);
        fs::remove_file(&file).map_err(|source| of_file(&file, source))
    }

    /// The file of this name, which comes from [`read`](Self::read) or [`free_name`](Self::free_name): other
    /// names could lead out of the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{EXTENSION}"))
    }

    /// A name made of the first of these words that no file has.
    pub(crate) fn free_name(&self, words: &str) -> String {
        let stem = self.name_of(words);
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let is_free = |name: &String| !self.file(name).exists();
        std::iter::once(stem.clone()).chain(numbered).find(is_free).unwrap_or(stem)
    }

    /// The error for a name that no record has.
    pub(crate) fn missing(&self, name: &str) -> LearningError {
        let RecordNouns { one, list, .. } = self.nouns;
        LearningError::Missing { kind: one, name: name.to_owned(), command: list }
    }

    /// Letters, digits and hyphens.
    fn name_of(&self, words: &str) -> String {
        let plain = |it: char| if it.is_alphanumeric() { it.to_ascii_lowercase() } else { ' ' };
        let words: String = with_single_spaces(words).chars().map(plain).collect();
        let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
        let short: String = joined.chars().take(LONGEST_NAME).collect();
        match short.trim_matches('-') {
            "" => self.nouns.one.replace(' ', "-"),
            name => name.to_owned(),
        }
    }
}

/// Reads the record of a file.
///
/// # Errors
/// It cannot be read, is not such a record, or `problem` returns a sentence about it.
pub(crate) fn read_file<T: DeserializeOwned>(
    path: &Path,
    problem: impl Fn(&T) -> Option<String>,
) -> Result<RecordFile<T>, LearningError> {
    let text = LARGEST.read_text(path).map_err(|source| of_file(path, source))?;
    let not_understood = |message: String| LearningError::NotUnderstood { path: path.to_owned(), message };
    check_brackets(&text).map_err(|error| not_understood(format!("line {}: {error}", error.line)))?;
    let record: T = toml::from_str(&text).map_err(|error| not_understood(error.to_string()))?;
    if let Some(problem) = problem(&record) {
        return Err(not_understood(problem));
    }
    let name = path
        .file_stem()
        .and_then(|it| it.to_str())
        .ok_or_else(|| not_understood("its name is no text".into()))?;
    let changed = fs::metadata(path).and_then(|it| it.modified()).map_err(|source| of_file(path, source))?;
    Ok(RecordFile { name: name.to_owned(), record, changed })
}

fn of_file(path: &Path, source: io::Error) -> LearningError {
    LearningError::File { path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOUNS: RecordNouns = RecordNouns { one: "record", several: "records", list: "records list" };

    #[test]
    fn a_name_made_of_words_stays_in_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let records = RecordFolder::at(folder.path(), NOUNS);
        for (words, expected) in [
            ("Save as \"letter.odt\"", "save-as-letter-odt"),
            ("../../etc/passwd", "etc-passwd"),
            ("/etc/\0passwd\n..", "etc-passwd"),
            ("!?", "record"),
            ("x".repeat(200).as_str(), "x".repeat(48).as_str()),
        ] {
            let name = records.free_name(words);
            assert_eq!(name, expected);
            assert_eq!(records.file(&name).parent(), Some(folder.path()));
        }
        fs::write(records.file("save-it"), "").unwrap();
        assert_eq!(records.free_name("Save it"), "save-it-2");
    }

    #[test]
    fn brackets_without_end_are_an_error_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let records = RecordFolder::at(folder.path(), NOUNS);
        fs::write(records.file("deep"), format!("a = 1\nx = {}", "[".repeat(50_000))).unwrap();
        let content = records.read::<toml::Table>(|_| None).unwrap();
        assert!(
            content.files.is_empty() && content.problems[0].contains("line 2: "),
            "{:?}",
            content.problems
        );
    }
}

//! The folder of experience. Something seen again adds to the existing record, and a person's edits are kept.

use super::{Experience, ExperienceKind, MOST_SOURCES, MOST_TIPS, general_words};
use crate::{
    LearningError,
    record_folder::{MOST_RECORDS, RecordFile, RecordFolder, RecordNouns},
};
use deskpilot_core::normalized_name;
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The nouns that messages use for experience.
const NOUNS: RecordNouns =
    RecordNouns { one: "experience", several: "records of experience", list: "experience list" };

/// The records of a folder.
#[derive(Clone, Debug)]
pub struct ExperienceStore {
    folder: RecordFolder,
    records: Vec<NamedExperience>,
    /// Why files were left out, a sentence for each.
    pub problems: Vec<String>,
}

/// A record and its name, which is that of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedExperience {
    /// The name.
    pub name: String,
    /// The record.
    pub record: Experience,
    changed: SystemTime,
}

impl ExperienceStore {
    /// Reads the records of this folder; none if it does not exist. A file that is not a valid record is left
    /// out and reported in `problems`.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn open(folder: &Path) -> Result<ExperienceStore, LearningError> {
        let folder = RecordFolder::at(folder, NOUNS);
        let content = folder.read(Experience::problem)?;
        let named = |RecordFile { name, record, changed }| NamedExperience { name, record, changed };
        let records = content.files.into_iter().map(named).collect();
        Ok(ExperienceStore { folder, records, problems: content.problems })
    }

    /// The records, by name.
    pub fn records(&self) -> &[NamedExperience] {
        &self.records
    }

    /// The record of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn record(&self, name: &str) -> Result<&NamedExperience, LearningError> {
        self.records.iter().find(|it| it.name == name).ok_or_else(|| self.folder.missing(name))
    }

    /// The file of the record of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn path(&self, name: &str) -> Result<PathBuf, LearningError> {
        self.record(name).map(|it| self.folder.file(&it.name))
    }

    /// Adds what was seen to the record of the same subtask or with the same tips, or creates a new record.
    /// Returns its name.
    ///
    /// # Errors
    /// Its file cannot be written.
    pub fn learn(&mut self, new: Experience) -> Result<String, LearningError> {
        let known = self.records.iter().find(|it| is_same(&it.record, &new));
        let (name, record) = match known {
            Some(known) => (known.name.clone(), updated(&known.record, new)),
            None => (self.folder.free_name(&new.sub_task), new.signed()),
        };
        self.folder.write(&name, &record)?;
        self.records.retain(|it| it.name != name);
        self.records.push(NamedExperience { name: name.clone(), record, changed: SystemTime::now() });
        if self.records.len() > MOST_RECORDS {
            self.forget_least()?;
        }
        Ok(name)
    }

    /// Removes the record that was seen least often and, among equals, the oldest. Records that a person
    /// edited go last.
    fn forget_least(&mut self) -> Result<(), LearningError> {
        let least =
            self.records.iter().min_by_key(|it| (it.record.is_edited(), it.record.times_seen, it.changed));
        let Some(name) = least.map(|it| it.name.clone()) else { return Ok(()) };
        self.forget(&name)
    }

    /// Removes the record of this name.
    ///
    /// # Errors
    /// There is none, or its file cannot be removed.
    pub fn forget(&mut self, name: &str) -> Result<(), LearningError> {
        self.record(name)?;
        self.folder.remove(name)?;
        self.records.retain(|it| it.name != name);
        Ok(())
    }
}

/// Whether both are about the same subtask in the same applications.
fn is_same(known: &Experience, new: &Experience) -> bool {
    let applications =
        |it: &Experience| it.applications.iter().map(|it| normalized_name(it)).collect::<Vec<_>>();
    let words = match known.learned_as.as_str() {
        "" => general_words(&known.sub_task),
        words => words.to_owned(),
    };
    known.kind == new.kind
        && applications(known) == applications(new)
        && (words == new.learned_as || known.tips == new.tips)
}

/// The known record, seen once more. Its words are the newest, unless a person wrote them.
fn updated(known: &Experience, new: Experience) -> Experience {
    let mut sources = known.learned_from.clone();
    // Learning the same part of the same session again is not a second sighting.
    let is_news = new.learned_from.iter().any(|it| !sources.contains(it));
    sources.retain(|it| !new.learned_from.contains(it));
    sources.extend(new.learned_from.iter().cloned());
    sources.drain(..sources.len().saturating_sub(MOST_SOURCES));
    let times_seen = known.times_seen.saturating_add(u32::from(is_news));
    if known.is_edited() {
        return Experience { times_seen, learned_from: sources, ..known.clone() };
    }
    // The newest tips replace older ones that worked; warnings accumulate, because a subtask can fail in
    // several ways.
    let earlier = match new.kind {
        ExperienceKind::Experience | ExperienceKind::Fact => &[],
        ExperienceKind::Warning => known.tips.as_slice(),
    };
    let mut tips = new.tips.clone();
    tips.extend(earlier.iter().filter(|it| !new.tips.contains(it)).cloned());
    tips.truncate(MOST_TIPS);
    let version = new.version.clone().or_else(|| known.version.clone());
    Experience { times_seen, learned_from: sources, tips, version, ..new }.signed()
}

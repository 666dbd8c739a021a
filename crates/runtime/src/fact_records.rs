//! The file of what deep checks found out about models: for each model and address, of this version of Deskpilot alone.

use crate::{
    Config, FileError, ModelFacts, check_unexposed,
    replace_file::{hold, replace_file},
};
use deskpilot_system::ReadLimit;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The largest file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);
/// The most records that are kept; the oldest give way.
const MOST: usize = 50;
/// The version of Deskpilot: another one asks in other words, so that what an earlier one found out may not hold.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What was found out about one model at one address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FactRecord {
    /// The model, as the settings name it.
    pub(crate) model: String,
    /// The address, as the settings or the table of providers name it.
    pub(crate) address: String,
    /// The day, such as `2026-11-27`.
    pub(crate) found_on: String,
    /// What was found.
    pub(crate) facts: ModelFacts,
}

/// The file of all records.
#[derive(Clone, Debug)]
pub(crate) struct FactRecords {
    file: PathBuf,
}

/// How the file is written.
#[derive(Serialize, Deserialize)]
struct FactFile {
    version: String,
    models: Vec<FactRecord>,
}

impl FactRecords {
    /// The user's records; `None` without a data folder, or if others can change the file.
    pub(crate) fn of(config: &Config) -> Option<FactRecords> {
        let file = config.environment.data_folder()?.join("models.json");
        check_unexposed(&file, &config.environment).ok()?;
        Some(FactRecords { file })
    }

    /// The recorded facts about this model at this address; none where the file cannot be read, or has another version.
    pub(crate) fn find(&self, model: &str, address: &str) -> Option<FactRecord> {
        self.all().into_iter().find(|it| it.model == model && it.address == address)
    }

    /// Keeps a record in the place of the earlier one, and drops those of other versions.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn keep(&self, record: FactRecord) -> Result<(), FileError> {
        let _held = hold(&self.file)?;
        let is_other = |it: &FactRecord| (&it.model, &it.address) != (&record.model, &record.address);
        let mut models: Vec<FactRecord> = self.all().into_iter().filter(is_other).collect();
        models.push(record);
        let oldest = models.len().saturating_sub(MOST);
        self.write(models.split_off(oldest))
    }

    fn all(&self) -> Vec<FactRecord> {
        let text = LARGEST.read_text(&self.file).unwrap_or_default();
        let read: Option<FactFile> = serde_json::from_str(&text).ok();
        read.filter(|it| it.version == VERSION).map_or_else(Vec::new, |it| it.models)
    }

    fn write(&self, models: Vec<FactRecord>) -> Result<(), FileError> {
        let file = FactFile { version: VERSION.to_owned(), models };
        let text = serde_json::to_string_pretty(&file).unwrap_or_default();
        replace_file(&self.file, &format!("{text}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model_facts::ThinkingHabit;
    use std::fs;

    fn record(model: &str, address: &str, context: u32) -> FactRecord {
        let facts =
            ModelFacts { sight: None, format: None, thinking: ThinkingHabit::Stops, context: Some(context) };
        FactRecord { model: model.into(), address: address.into(), found_on: "2026-11-27".into(), facts }
    }

    #[test]
    fn a_record_is_of_one_model_at_one_address_and_a_later_one_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let records = FactRecords { file: folder.path().join("new/models.json") };
        assert_eq!(records.find("m", "a"), None);
        records.keep(record("m", "a", 1)).unwrap();
        records.keep(record("m", "b", 2)).unwrap();
        records.keep(record("m", "a", 3)).unwrap();
        assert_eq!(records.find("m", "a"), Some(record("m", "a", 3)));
        assert_eq!(records.find("m", "b"), Some(record("m", "b", 2)));
        assert_eq!((records.find("n", "a"), records.find("m", "c"), records.all().len()), (None, None, 2));
    }

    #[test]
    fn what_another_version_wrote_is_not_used_and_goes_with_the_next_record() {
        let folder = tempfile::tempdir().unwrap();
        let records = FactRecords { file: folder.path().join("models.json") };
        records.keep(record("m", "a", 1)).unwrap();
        let text = fs::read_to_string(&records.file).unwrap();
        let older = text.replace(&format!("\"version\": {VERSION:?}"), "\"version\": \"0.0.9\"");
        assert_ne!(older, text);
        for unusable in [older.as_str(), "{", ""] {
            fs::write(&records.file, unusable).unwrap();
            assert_eq!(records.find("m", "a"), None, "{unusable}");
        }
        fs::write(&records.file, &older).unwrap();
        records.keep(record("n", "a", 2)).unwrap();
        assert_eq!(records.all(), [record("n", "a", 2)]);
    }

    #[test]
    fn old_records_give_way() {
        let folder = tempfile::tempdir().unwrap();
        let records = FactRecords { file: folder.path().join("models.json") };
        for number in 0..=MOST {
            records.keep(record(&number.to_string(), "a", 1)).unwrap();
        }
        assert_eq!((records.find("0", "a"), records.all().len()), (None, MOST));
    }
}

//! The status file of a batch: the state of every job. Readers never see a half-written file.

use crate::UsageError;
use anyhow::{Context, Result, bail};
use deskpilot_system::{AtomicWrite, ReadLimit};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The largest status file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(16);

/// The status of all jobs by name, and the file that keeps it.
#[derive(Debug)]
pub struct JobStatusFile {
    file: PathBuf,
    jobs: BTreeMap<String, JobStatus>,
}

/// The status of one job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredStatus")]
pub struct JobStatus {
    /// Its state.
    pub state: JobState,
    /// The name of its log, once it has one.
    pub task: Option<String>,
    /// Its result, or what it waits for.
    pub verdict: Option<String>,
}

/// The state of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// It has not begun.
    #[default]
    Waiting,
    /// It has begun and has not ended.
    Running,
    /// It was carried out.
    Finished,
    /// It was not carried out.
    Failed,
}

/// A status as it is read. Other programs write only whether a task is done.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredStatus {
    Done(bool),
    Full {
        state: JobState,
        #[serde(default)]
        task: Option<String>,
        #[serde(default)]
        verdict: Option<String>,
    },
}

impl From<StoredStatus> for JobStatus {
    fn from(written: StoredStatus) -> JobStatus {
        match written {
            StoredStatus::Done(true) => JobStatus { state: JobState::Finished, ..JobStatus::default() },
            StoredStatus::Done(false) => JobStatus::default(),
            StoredStatus::Full { state, task, verdict } => JobStatus { state, task, verdict },
        }
    }
}

impl JobStatusFile {
    /// Reads the file; a missing file has no jobs.
    ///
    /// # Errors
    /// The file cannot be read, or is not a status file.
    pub fn open(file: &Path) -> Result<JobStatusFile> {
        let jobs = match LARGEST.read_text(file) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| {
                UsageError(format!(
                    "{} is not a status file: {error}; correct it, or remove it to start anew",
                    file.display()
                ))
            })?,
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => bail!(UsageError(format!("{} cannot be read: {error}", file.display()))),
        };
        Ok(JobStatusFile { file: file.to_owned(), jobs })
    }

    /// The status of the job of this name; a new job's if it is unknown.
    pub fn status(&self, name: &str) -> JobStatus {
        self.jobs.get(name).cloned().unwrap_or_default()
    }

    /// Adds those of these jobs that are not in the file yet.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add<'a>(&mut self, names: impl Iterator<Item = &'a str>) -> Result<()> {
        for name in names {
            self.jobs.entry(name.to_owned()).or_default();
        }
        self.write()
    }

    /// Sets the status of a job, and writes the file before it returns.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn set(&mut self, name: &str, status: JobStatus) -> Result<()> {
        self.jobs.insert(name.to_owned(), status);
        self.write()
    }

    fn write(&self) -> Result<()> {
        let text = serde_json::to_string_pretty(&self.jobs)? + "\n";
        let put = AtomicWrite::DURABLE.write(&self.file, text.as_bytes());
        put.with_context(|| format!("{} cannot be written", self.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn states_are_read_as_they_were_written_and_as_others_write_them() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("tasks_status.json");
        fs::write(&file, r#"{"a": true, "b": false, "c": {"state": "running", "task": "t-c"}}"#).unwrap();
        let mut status_file = JobStatusFile::open(&file).unwrap();
        status_file.add(["b", "d"].into_iter()).unwrap();
        let ended = JobStatus {
            state: JobState::Failed,
            task: Some("t-d".into()),
            verdict: Some("failed: x".into()),
        };
        status_file.set("d", ended.clone()).unwrap();
        let status_file = JobStatusFile::open(&file).unwrap();
        let states = ["a", "b", "c", "d", "e"].map(|it| status_file.status(it).state);
        use JobState::{Failed, Finished, Running, Waiting};
        assert_eq!(states, [Finished, Waiting, Running, Failed, Waiting]);
        assert_eq!((status_file.status("c").task.as_deref(), status_file.status("d")), (Some("t-c"), ended));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing else is left there");
    }

    #[test]
    fn what_tells_no_states_is_told() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("s.json");
        for text in ["", "[]", "{\"a\": 1}", "{\"a\": {\"state\": \"asleep\"}}", "{\"a\": {}}"] {
            fs::write(&file, text).unwrap();
            let error = JobStatusFile::open(&file).unwrap_err().to_string();
            assert!(error.contains("s.json is not a status file"), "{text}: {error}");
        }
        assert!(JobStatusFile::open(place.path()).unwrap_err().to_string().contains("cannot be read"));
    }
}

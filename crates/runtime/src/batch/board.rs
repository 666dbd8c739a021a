//! The states of a batch's jobs, in a file that is whole at every moment.

use crate::UsageError;
use anyhow::{Context, Result, bail};
use deskpilot_system::AtomicWrite;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The states of all jobs by their names.
#[derive(Debug)]
pub struct Board {
    file: PathBuf,
    states: BTreeMap<String, Standing>,
}

/// Where one job stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Standing {
    /// How far it is.
    pub state: State,
    /// The name of its log, once it has one.
    pub task: Option<String>,
    /// What came of it, or what it waits for.
    pub verdict: Option<String>,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It has not begun.
    #[default]
    Waiting,
    /// It has begun and not ended.
    Running,
    /// It is carried out.
    Finished,
    /// It is not.
    Failed,
}

/// A standing as it is read: other programs write whether a task is done, and nothing else.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Done(bool),
    Full {
        state: State,
        #[serde(default)]
        task: Option<String>,
        #[serde(default)]
        verdict: Option<String>,
    },
}

impl From<Written> for Standing {
    fn from(written: Written) -> Standing {
        match written {
            Written::Done(true) => Standing { state: State::Finished, ..Standing::default() },
            Written::Done(false) => Standing::default(),
            Written::Full { state, task, verdict } => Standing { state, task, verdict },
        }
    }
}

impl Board {
    /// The states of this file, which need not be there yet.
    ///
    /// # Errors
    /// It cannot be read, or does not tell states.
    pub fn open(file: &Path) -> Result<Board> {
        let states = match fs::read_to_string(file) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| {
                UsageError(format!(
                    "{} does not tell the states of tasks: {error}; mend it, or remove it to begin anew",
                    file.display()
                ))
            })?,
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => bail!(UsageError(format!("{} cannot be read: {error}", file.display()))),
        };
        Ok(Board { file: file.to_owned(), states })
    }

    /// Where the job of this name stands.
    pub fn standing(&self, name: &str) -> Standing {
        self.states.get(name).cloned().unwrap_or_default()
    }

    /// Adds the jobs of these names that are not known yet.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add<'a>(&mut self, names: impl Iterator<Item = &'a str>) -> Result<()> {
        for name in names {
            self.states.entry(name.to_owned()).or_default();
        }
        self.write()
    }

    /// The job stands so from now on. It is written before this returns.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn set(&mut self, name: &str, standing: Standing) -> Result<()> {
        self.states.insert(name.to_owned(), standing);
        self.write()
    }

    /// Whenever the file is read it is whole.
    fn write(&self) -> Result<()> {
        let text = serde_json::to_string_pretty(&self.states)? + "\n";
        let put = AtomicWrite::DURABLE.write(&self.file, text.as_bytes());
        put.with_context(|| format!("{} cannot be written", self.file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_as_they_were_written_and_as_others_write_them() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("tasks_status.json");
        fs::write(&file, r#"{"a": true, "b": false, "c": {"state": "running", "task": "t-c"}}"#).unwrap();
        let mut board = Board::open(&file).unwrap();
        board.add(["b", "d"].into_iter()).unwrap();
        let ended =
            Standing { state: State::Failed, task: Some("t-d".into()), verdict: Some("failed: x".into()) };
        board.set("d", ended.clone()).unwrap();
        let board = Board::open(&file).unwrap();
        let states = ["a", "b", "c", "d", "e"].map(|it| board.standing(it).state);
        use State::{Failed, Finished, Running, Waiting};
        assert_eq!(states, [Finished, Waiting, Running, Failed, Waiting]);
        assert_eq!((board.standing("c").task.as_deref(), board.standing("d")), (Some("t-c"), ended));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing else is left there");
    }

    #[test]
    fn what_tells_no_states_is_told() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("s.json");
        for text in ["", "[]", "{\"a\": 1}", "{\"a\": {\"state\": \"asleep\"}}", "{\"a\": {}}"] {
            fs::write(&file, text).unwrap();
            let error = Board::open(&file).unwrap_err().to_string();
            assert!(error.contains("s.json does not tell the states of tasks"), "{text}: {error}");
        }
        assert!(Board::open(place.path()).unwrap_err().to_string().contains("cannot be read"));
    }
}

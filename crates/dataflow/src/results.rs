//! The folders of results: records by stage and verdict, the documents of the tasks, and batch plans of what passed.

use crate::{
    ExecutedTask, InstantiatedTask, RawTask, RawTaskError, Record, RecordError, ResultsError, StageOutcome,
    results_folders::{BATCH, EXECUTED_DOCUMENTS, RAW_TASKS, SAVED_DOCUMENTS},
    schema::{EXECUTION_SCHEMA, INSTANTIATION_SCHEMA},
};
use deskpilot_core::Assessment;
use deskpilot_system::{AtomicWrite, ReadLimit};
use deskpilot_tasks::task::HomePath;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The largest raw task that is compared with what is to be written.
const LARGEST_RAW_TASK: ReadLimit = ReadLimit::mib(4);
/// What a run does with its tasks. It names the folder of its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// It instantiates them.
    Instantiation,
    /// It executes instantiated ones.
    Execution,
    /// Both.
    Dataflow,
}

impl RunKind {
    /// All kinds.
    pub const ALL: &'static [RunKind] = &[RunKind::Instantiation, RunKind::Execution, RunKind::Dataflow];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            RunKind::Instantiation => "instantiation",
            RunKind::Execution => "execution",
            RunKind::Dataflow => "dataflow",
        }
    }
}

/// Where a task ended. It names the folder of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum ResultFolder {
    InstantiationPass,
    InstantiationFail,
    ExecutionPass,
    ExecutionFail,
    ExecutionUnsure,
}

impl ResultFolder {
    /// All folders.
    pub const ALL: &'static [ResultFolder] = &[
        ResultFolder::InstantiationPass,
        ResultFolder::InstantiationFail,
        ResultFolder::ExecutionPass,
        ResultFolder::ExecutionFail,
        ResultFolder::ExecutionUnsure,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ResultFolder::InstantiationPass => "instantiation_pass",
            ResultFolder::InstantiationFail => "instantiation_fail",
            ResultFolder::ExecutionPass => "execution_pass",
            ResultFolder::ExecutionFail => "execution_fail",
            ResultFolder::ExecutionUnsure => "execution_unsure",
        }
    }

    /// Whether it holds tasks that went as they should.
    pub const fn is_pass(self) -> bool {
        matches!(self, ResultFolder::InstantiationPass | ResultFolder::ExecutionPass)
    }

    /// What the records in it are of.
    pub const fn record_kind(self) -> RecordKind {
        match self {
            ResultFolder::InstantiationPass | ResultFolder::InstantiationFail => RecordKind::Instantiation,
            ResultFolder::ExecutionPass | ResultFolder::ExecutionFail | ResultFolder::ExecutionUnsure => {
                RecordKind::Execution
            }
        }
    }

    /// The folder of an instantiated task.
    pub fn of_instantiated(task: &InstantiatedTask) -> ResultFolder {
        if task.is_instantiated() { ResultFolder::InstantiationPass } else { ResultFolder::InstantiationFail }
    }

    /// The folder of an executed task.
    pub fn of_executed(task: &ExecutedTask) -> ResultFolder {
        match &task.execution_result {
            StageOutcome(Some(Ok(it))) if it.complete == Assessment::Yes.word() => {
                ResultFolder::ExecutionPass
            }
            StageOutcome(Some(Ok(it))) if it.complete == Assessment::Unsure.word() => {
                ResultFolder::ExecutionUnsure
            }
            _ => ResultFolder::ExecutionFail,
        }
    }
}

/// What a record is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// An instantiation.
    Instantiation,
    /// An execution.
    Execution,
}

/// A record that a task ended with.
#[derive(Clone, Debug, PartialEq)]
pub enum FinalRecord {
    /// The task was instantiated, or could not be.
    Instantiated(InstantiatedTask),
    /// The task was executed.
    Executed(ExecutedTask),
}

impl FinalRecord {
    /// The record of this kind that is in a text.
    ///
    /// # Errors
    /// The text is no record of this kind.
    pub fn read(kind: RecordKind, text: &str) -> Result<FinalRecord, RecordError> {
        match kind {
            RecordKind::Instantiation => InstantiatedTask::read(text).map(FinalRecord::Instantiated),
            RecordKind::Execution => ExecutedTask::read(text).map(FinalRecord::Executed),
        }
    }

    /// What it is of.
    pub const fn kind(&self) -> RecordKind {
        match self {
            FinalRecord::Instantiated(_) => RecordKind::Instantiation,
            FinalRecord::Executed(_) => RecordKind::Execution,
        }
    }

    /// Its folder.
    pub fn folder(&self) -> ResultFolder {
        match self {
            FinalRecord::Instantiated(task) => ResultFolder::of_instantiated(task),
            FinalRecord::Executed(task) => ResultFolder::of_executed(task),
        }
    }

    /// The record as JSON that matches its schema.
    ///
    /// # Errors
    /// It does not match, which is a defect of Deskpilot.
    pub fn json(&self) -> Result<String, RecordError> {
        match self {
            FinalRecord::Instantiated(task) => text(INSTANTIATION_SCHEMA, task),
            FinalRecord::Executed(task) => text(EXECUTION_SCHEMA, task),
        }
    }
}

fn text<S: Serialize>(schema: &str, record: &Record<S>) -> Result<String, RecordError> {
    let not_json = |error: serde_json::Error| RecordError::NotJson(error.to_string());
    let value = serde_json::to_value(record).map_err(not_json)?;
    crate::schema::check(&serde_json::from_str(schema).map_err(not_json)?, &value)?;
    Ok(serde_json::to_string_pretty(&value).map_err(not_json)? + "\n")
}

/// The folder of the results of a run.
#[derive(Clone, Debug)]
pub struct Results {
    root: PathBuf,
    kind: RunKind,
}

impl Results {
    /// The results in this folder.
    pub fn new(root: &Path, kind: RunKind) -> Results {
        Results { root: root.to_owned(), kind }
    }

    /// The path of a record in one of the folders.
    pub fn record_path(&self, folder: ResultFolder, id: &str) -> PathBuf {
        self.root.join(self.kind.name()).join(folder.name()).join(format!("{id}.json"))
    }

    /// The records in one of the folders: ids and paths, sorted.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn records(&self, folder: ResultFolder) -> Result<Vec<(String, PathBuf)>, ResultsError> {
        let place = self.root.join(self.kind.name()).join(folder.name());
        let entries = match fs::read_dir(&place) {
            Ok(entries) => entries.collect::<io::Result<Vec<_>>>(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => Err(error),
        };
        let entries = entries.map_err(ResultsError::not_read(&place))?;
        let named =
            |it: fs::DirEntry| Some((it.file_name().to_str()?.strip_suffix(".json")?.to_owned(), it.path()));
        let mut records: Vec<_> = entries.into_iter().filter_map(named).collect();
        records.sort();
        Ok(records)
    }

    /// The folders in which the task has a record.
    pub fn folders_of(&self, id: &str) -> Vec<ResultFolder> {
        ResultFolder::ALL.iter().copied().filter(|it| self.record_path(*it, id).is_file()).collect()
    }

    /// Writes the record into its folder, and removes the record of an earlier run from the others.
    ///
    /// # Errors
    /// The record does not match its schema, or a file cannot be written.
    pub fn write(&self, id: &str, record: &FinalRecord) -> Result<PathBuf, ResultsError> {
        let (text, folder) = (record.json()?, record.folder());
        let path = self.record_path(folder, id);
        put(&path, text.as_bytes(), AtomicWrite::DURABLE)?;
        for other in self.folders_of(id).into_iter().filter(|it| *it != folder) {
            let stale = self.record_path(other, id);
            let removed = fs::remove_file(&stale);
            removed.map_err(|source| ResultsError::NotRemoved { path: stale, source })?;
        }
        Ok(path)
    }

    /// Writes the document that a task begins with.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_document(&self, name: &str, bytes: &[u8]) -> Result<(), ResultsError> {
        put(&self.root.join(SAVED_DOCUMENTS).join(name), bytes, AtomicWrite::DURABLE)
    }

    /// Writes the document that an execution left.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_executed_document(&self, name: &str, bytes: &[u8]) -> Result<(), ResultsError> {
        put(&self.root.join(EXECUTED_DOCUMENTS).join(name), bytes, AtomicWrite::DURABLE)
    }

    /// Writes a batch plan of a task that passed, with its document, so that `deskpilot run --plan` carries it out again.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_batch_plan(
        &self,
        id: &str,
        request: &str,
        name: &str,
        bytes: &[u8],
    ) -> Result<(), ResultsError> {
        let batch = self.root.join(BATCH);
        put(&batch.join("files").join(name), bytes, AtomicWrite::DURABLE)?;
        let plan = json!({"task": request, "object": name, "close": "True"});
        let path = batch.join("tasks").join(format!("{id}.json"));
        put(&path, format!("{plan:#}\n").as_bytes(), AtomicWrite::DURABLE)
    }

    /// Writes a raw task next to the results, so that a later execution has its checks.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_raw_task(&self, raw: &RawTask) -> Result<(), ResultsError> {
        let path = self.root.join(RAW_TASKS).join(format!("{}.json", raw.unique_id));
        let text = serde_json::to_string_pretty(raw)? + "\n";
        // A resumed run has them all already: skip the write for each.
        match LARGEST_RAW_TASK.read_text(&path) {
            Ok(before) if before == text => Ok(()),
            _ => put(&path, text.as_bytes(), AtomicWrite::FAST),
        }
    }

    /// The raw task of a record, from the folder of results that holds the record. Without one it is what the record says of it,
    /// which has no checks.
    ///
    /// # Errors
    /// All problems of the raw task.
    pub fn raw_task_of(record: &Path, task: &InstantiatedTask) -> Result<RawTask, Vec<RawTaskError>> {
        let name = format!("{RAW_TASKS}/{}.json", task.unique_id);
        match record.ancestors().skip(1).map(|folder| folder.join(&name)).find(|it| it.is_file()) {
            Some(file) => RawTask::open(&file),
            None => Ok(RawTask::of(task)),
        }
    }

    /// The document of a record: the path that it names, from the folder of results that holds the record.
    ///
    /// # Errors
    /// The path is not that of a document of results, or no folder above the record has the document.
    pub fn document_of(record: &Path, named: &str) -> Result<PathBuf, ResultsError> {
        // The record may be somebody else's, and what it names is opened and shown to models.
        let path = HomePath::new(named).ok().filter(|it| is_of_results(it.as_path()));
        let outside = || ResultsError::OutsideDocument { record: record.to_owned(), named: named.to_owned() };
        path.ok_or_else(outside)?;
        let found = record.ancestors().skip(1).find(|folder| folder.join(named).is_file());
        let missing = || ResultsError::NoDocument { record: record.to_owned(), named: named.to_owned() };
        let folder = found.ok_or_else(missing)?;
        let document = folder.join(named);
        let real = |path: &Path| path.canonicalize().map_err(ResultsError::NotFound);
        if real(&document)?.starts_with(real(folder)?) { Ok(document) } else { Err(outside()) }
    }
}

/// Whether a file is in a folder of documents with which tasks begin.
fn is_of_results(path: &Path) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|it| it == SAVED_DOCUMENTS)
}

/// Writes a file whole, with the folders above it.
fn put(path: &Path, bytes: &[u8], how: AtomicWrite) -> Result<(), ResultsError> {
    let written = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        how.write(path, bytes)
    };
    written().map_err(ResultsError::not_written(path))
}

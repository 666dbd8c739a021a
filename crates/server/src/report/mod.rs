//! Tasks in one file that a browser opens from a disk: the viewer, with what the interface says of the tasks and with their pictures.
//!
//! It holds what the logs hold: secrets were struck before anything was logged, as `deskpilot session export` relies on, too.

mod error;
mod file;
mod limited;
mod log_pieces;
mod page;
mod pictures;
mod replies;
mod task;
#[cfg(test)]
mod tests;

pub use error::ReportError;

use crate::logged_task::LoggedTask;
use deskpilot_runtime::{Config, real_path};
use error::WriteFault;
use file::ReportFile;
use limited::Limits;
use page::{data_text, page_halves};
use pictures::NamedPictures;
use serde::Serialize;
use std::{
    io::{self, Write},
    path::PathBuf,
};
use task::write_task;

/// Which tasks are written where.
#[derive(Clone, Debug)]
pub struct ReportRequest {
    /// The folder of their logs.
    pub log_dir: PathBuf,
    /// Their names, in the order in which the report lists them.
    pub tasks: Vec<String>,
    /// The file.
    pub file: PathBuf,
    /// What becomes of a file that is there already.
    pub existing: ExistingFile,
}

/// What becomes of a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingFile {
    /// It stays, and nothing is written.
    Kept,
    /// The report takes its place.
    Replaced,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportSummary {
    /// The tasks, each once.
    pub tasks: Vec<String>,
    /// The number of pictures, each counted once.
    pub pictures: usize,
    /// The bytes of these pictures in the logs.
    pub picture_bytes: u64,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The prompts and pictures that logs name and that are missing or damaged, as `TASK/HASH`: the report lacks them.
    pub missing: Vec<String>,
}

/// Writes the report. The file appears only when it is complete, and only the user can read it.
///
/// At most a piece of a log is in memory at once, but for its audit and its prompts' tokens, which need all entries of one task.
///
/// # Errors
/// A log cannot be read, the file is there or cannot be written, or it would be larger than a browser reads.
pub fn write_report(config: &Config, request: &ReportRequest) -> Result<ReportSummary, ReportError> {
    write_within(config, request, Limits::USUAL)
}

fn write_within(
    config: &Config,
    request: &ReportRequest,
    limits: Limits,
) -> Result<ReportSummary, ReportError> {
    let tasks = found_tasks(request)?;
    let mut file = ReportFile::next_to(&request.file, request.existing, limits.file)?;
    let not_written = |error: io::Error| ReportError::of(WriteFault::Write(error), &request.file, "");
    let (mut pictures, mut missing) = (NamedPictures::default(), Vec::new());
    let (head, end) = page_halves();
    let version = data_text(&env!("CARGO_PKG_VERSION"));
    write!(file, "{head}{{\"version\":{version},\"tasks\":[").map_err(not_written)?;
    for (number, task) in tasks.iter().enumerate() {
        let separator = if number == 0 { "" } else { "," };
        let (key, name) = (data_text(&task.key), data_text(&task.name));
        write!(file, "{separator}{{\"folder\":{key},\"name\":{name},\"replies\":\"").map_err(not_written)?;
        let lacking =
            write_task(config, task, limits.replies, &mut file, |entry| pictures.add(number, entry));
        missing.extend(lacking.map_err(|fault| ReportError::of(fault, &request.file, &task.name))?);
        write!(file, "\"}}").map_err(not_written)?;
    }
    write!(file, "],\"pictures\":{{").map_err(not_written)?;
    let written = pictures.write(&tasks, &mut file).map_err(not_written)?;
    write!(file, "}}}}{end}").map_err(not_written)?;
    missing.extend(written.missing);
    Ok(ReportSummary {
        tasks: tasks.into_iter().map(|it| it.name).collect(),
        pictures: written.count,
        picture_bytes: written.bytes,
        bytes: file.finish()?,
        missing,
    })
}

/// The tasks that are wanted, each once.
fn found_tasks(request: &ReportRequest) -> Result<Vec<LoggedTask>, ReportError> {
    // The key of a folder is that of its real path, as in the page.
    let root = real_path(&request.log_dir);
    let mut found: Vec<LoggedTask> = Vec::new();
    for name in &request.tasks {
        if found.iter().all(|it| it.name != *name) {
            found.push(LoggedTask::at(&root, name)?);
        }
    }
    Ok(found)
}

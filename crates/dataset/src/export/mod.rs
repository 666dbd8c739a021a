//! Writes datasets in the formats of other programs.

mod agentnet;
mod atif;
mod card;
mod code;
mod folder;
mod jsonl;
mod options;
mod parquet;
mod pictures;
mod record;

pub use options::{ExportFormat, ExportOptions, PicturePlacement};

use crate::{
    ExportError, Split,
    reading::{Dataset, LeftOut},
    selection::Selection,
    statistics::Statistics,
};
use folder::ExportFolder;
use std::path::{Path, PathBuf};

/// The file with the statistics for people.
const STATISTICS_PAGE: &str = "STATISTICS.md";
/// The file with the statistics for programs.
const STATISTICS: &str = "statistics.json";

/// What an export wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportSummary {
    /// The files with the data and about it, in the order in which they were written; without the pictures.
    pub files: Vec<PathBuf>,
    /// What is in it.
    pub statistics: Statistics,
}

/// Writes the dataset into an empty folder, with its statistics. Reads pictures one at a time. The statistics count
/// `left_out`.
///
/// # Errors
/// No task has a wanted verdict, the folder is not empty or cannot be written, or a log is gone since it was read.
pub fn export(
    dataset: &Dataset,
    left_out: &[LeftOut],
    options: &ExportOptions,
    out: &Path,
) -> Result<ExportSummary, ExportError> {
    let selection = Selection::of(dataset, &options.verdicts, options.held_out);
    if selection.kept.is_empty() {
        let wanted: Vec<&str> = options.verdicts.iter().map(|it| it.name()).collect();
        return Err(ExportError::Nothing { wanted: wanted.join(" or ") });
    }
    let statistics = Statistics::of(&selection, left_out);
    let mut folder = ExportFolder::create(out)?;
    for split in Split::ALL {
        let trajectories: Vec<_> = selection.in_split(*split).collect();
        if !trajectories.is_empty() {
            match options.format {
                ExportFormat::Jsonl(pictures) => jsonl::write(&mut folder, *split, &trajectories, pictures)?,
                ExportFormat::Parquet => parquet::write(&mut folder, *split, &trajectories)?,
                ExportFormat::AgentNet => agentnet::write(&mut folder, *split, &trajectories)?,
                ExportFormat::Atif => atif::write(&mut folder, *split, &trajectories)?,
            }
        }
    }
    folder.write("README.md", card::page(options.format, &statistics).as_bytes())?;
    folder.write(STATISTICS_PAGE, statistics.page().as_bytes())?;
    folder.write(STATISTICS, statistics.json().as_bytes())?;
    Ok(ExportSummary { files: folder.files, statistics })
}

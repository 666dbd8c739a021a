//! What is exported, and how.

use crate::{HeldOutFraction, Verdict};
use std::collections::BTreeSet;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A line of JSON for each task.
    Jsonl(PicturePlacement),
    /// A table with a row for each step, for `datasets` of Hugging Face and pandas.
    Parquet,
    /// The JSON Lines of AgentNet and OpenCUA.
    AgentNet,
    /// A JSON document for each task in the Agent Trajectory Interchange Format, version 1.7.
    Atif,
}

impl ExportFormat {
    /// All formats, with pictures in files where there is a choice.
    pub const ALL: &'static [ExportFormat] = &[
        ExportFormat::Jsonl(PicturePlacement::Files),
        ExportFormat::Parquet,
        ExportFormat::AgentNet,
        ExportFormat::Atif,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ExportFormat::Jsonl(_) => "jsonl",
            ExportFormat::Parquet => "parquet",
            ExportFormat::AgentNet => "agentnet",
            ExportFormat::Atif => "atif",
        }
    }
}

/// Where JSON Lines have the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PicturePlacement {
    /// In files next to them.
    #[default]
    Files,
    /// In the lines themselves, as base64.
    Base64,
}

/// What is exported, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportOptions {
    /// The format.
    pub format: ExportFormat,
    /// The verdicts of the tasks that are exported.
    pub verdicts: BTreeSet<Verdict>,
    /// The part of the templates that is held out for tests.
    pub held_out: HeldOutFraction,
}

impl ExportOptions {
    /// Tasks that passed, and a fifth of the templates held out.
    pub fn of(format: ExportFormat) -> ExportOptions {
        ExportOptions {
            format,
            verdicts: BTreeSet::from([Verdict::Pass]),
            held_out: HeldOutFraction::default(),
        }
    }
}

//! The card of a dataset: its page, and what `datasets` reads of it.

use super::options::ExportFormat;
use crate::{Split, statistics::Statistics};

/// The page of an export.
pub(super) fn page(format: ExportFormat, statistics: &Statistics) -> String {
    let head = match format {
        ExportFormat::Parquet => configuration(statistics),
        ExportFormat::Jsonl(_) | ExportFormat::AgentNet | ExportFormat::Atif => String::new(),
    };
    format!(
        "{head}# Tasks carried out on a desktop\n\n\
         {} tasks with {} steps in office applications, carried out and judged by Deskpilot. {}\n\n\
         ## Splits\n\n\
         Tasks on the same template are never in two splits.{} Near-equal tasks are in it once; {} were left out.\n\n\
         ## What is in it\n\n{}\n\n\
         The texts were redacted when they were logged: what Deskpilot knows as a secret is not in them. Pictures and texts show what \
         was on the screen, paths of files among it. Look at them before you publish them, and add the licence under which you do.\n\n\
         ## Statistics\n\n\
         See [STATISTICS.md](STATISTICS.md), and `statistics.json` for programs.\n",
        statistics.tasks,
        statistics.steps,
        about(format),
        empty(statistics),
        statistics.duplicates.len(),
        contents(format),
    )
}

/// What `datasets` reads: the files of each split.
fn configuration(statistics: &Statistics) -> String {
    let filled = |it: &&Split| statistics.by_split.get(*it).is_some_and(|it| it.tasks > 0);
    let files = Split::ALL.iter().filter(filled);
    let files = files.map(|it| format!("  - split: {it}\n    path: {it}-*.parquet\n"));
    format!("---\nconfigs:\n- config_name: default\n  data_files:\n{}---\n\n", files.collect::<String>())
}

fn empty(statistics: &Statistics) -> String {
    let empty = statistics.empty_splits.iter();
    empty.map(|it| format!(" The split {it} is empty: no template of these tasks belongs to it.")).collect()
}

const fn about(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Jsonl(_) => "Each line of a file is a task.",
        ExportFormat::Parquet => "Each row of a table is a step.",
        ExportFormat::AgentNet => "Each line of a file is a task, as AgentNet and OpenCUA have it.",
        ExportFormat::Atif => {
            "Each document is a task in the Agent Trajectory Interchange Format, version 1.7."
        }
    }
}

const fn contents(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Jsonl(_) => {
            "A step has what the agent thought and did, the control it was for, what came of it, the picture of the window before it, \
             and the tree of the window's controls. Rectangles of targets are in pixels of the picture."
        }
        ExportFormat::Parquet => {
            "`screenshot` is the window before the step's `action`; its `target_x` and the like are in pixels of that picture. `a11y` is \
             the tree of the window's controls as JSON. `code` is what a person's keyboard and pointer would do for the same, \
             with positions as fractions of the picture. `effect` and `success` say what came of it. The `reward` of a task stands with its \
             last step."
        }
        ExportFormat::AgentNet => {
            "Images are the window before the step's action; positions in `code` are fractions of them. Scores, reflections, and which steps were correct or redundant \
             were not judged and are left out."
        }
        ExportFormat::Atif => {
            "A picture stands with the step that led to it, the first one with the instruction. What the format does not know is in `extra`."
        }
    }
}

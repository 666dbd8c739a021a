//! Makes raw tasks of the task files of OSWorld.
//!
//! Their instruction becomes the task. Deskpilot opens and saves the document itself, so that steps which do only that need no
//! translation. Everything else that a raw task cannot say is listed with the reason.

mod evaluator;
mod files;
mod not_imported;

pub use not_imported::{NotImported, NotImportedReason, UntranslatedPart};

use deskpilot_dataflow::{OfficeApplication, RawTask};
use deskpilot_system::ReadLimit;
use not_imported::Problem;
use serde::Deserialize;
use serde_json::Value;
use std::{collections::BTreeSet, path::Path};

/// The largest task file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);
/// Their names of the applications, and ours.
const APPLICATIONS: &[(&str, OfficeApplication)] = &[
    ("libreoffice_writer", OfficeApplication::Writer),
    ("libreoffice_calc", OfficeApplication::Calc),
    ("libreoffice_impress", OfficeApplication::Impress),
];
/// Steps that Deskpilot does itself before and after a task.
const IMPLIED_STEPS: &[&str] = &["open", "activate_window", "sleep"];

/// A task file, as far as it is read.
#[derive(Deserialize)]
struct TaskFile {
    id: String,
    instruction: String,
    #[serde(default)]
    related_apps: Vec<String>,
    #[serde(default)]
    config: Vec<SetupStep>,
    #[serde(default)]
    evaluator: Value,
}

/// A step that prepares the machine.
#[derive(Deserialize)]
struct SetupStep {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    parameters: Value,
}

/// The raw tasks of a task file, or of all files `*.json` of a folder and the folders in it, by name; and what of them could not
/// be translated. A task may be in both: without a document that would have to be fetched, or without checks.
pub fn import_osworld(path: &Path) -> (Vec<RawTask>, Vec<NotImported>) {
    let (mut tasks, mut not_imported) = (Vec::new(), Vec::new());
    let files = match files::of(path) {
        Ok(files) => files,
        Err(problem) => return (tasks, vec![problem]),
    };
    let mut known = BTreeSet::new();
    for file in files {
        let mut tell = |id: Option<&str>, problem: Problem| not_imported.push(problem.in_file(&file, id));
        let parsed = LARGEST.read_text(&file).map_err(|error| error.to_string());
        let parsed = parsed
            .and_then(|text| serde_json::from_str::<TaskFile>(&text).map_err(|error| error.to_string()));
        match parsed {
            Err(why) => tell(None, Problem::of_task(NotImportedReason::NotATask(why))),
            Ok(task) if !known.insert(task.id.clone()) => {
                tell(Some(&task.id), Problem::of_task(NotImportedReason::SameId));
            }
            Ok(task) => {
                let (raw, problems) = translate(&task);
                tasks.extend(raw);
                problems.into_iter().for_each(|problem| tell(Some(&task.id), problem));
            }
        }
    }
    (tasks, not_imported)
}

fn translate(task: &TaskFile) -> (Option<RawTask>, Vec<Problem>) {
    let application = match application(&task.related_apps) {
        Ok(application) => application,
        Err(reason) => return (None, vec![Problem::of_task(reason)]),
    };
    if evaluator::is_infeasible(&task.evaluator) {
        return (None, vec![Problem::of_task(NotImportedReason::Infeasible)]);
    }
    let mut problems: Vec<Problem> = task.config.iter().flat_map(setup_problems).collect();
    let (checks, more) = evaluator::checks(&task.evaluator, &opened(&task.config));
    problems.extend(more);
    let raw = RawTask {
        app: application.name().to_owned(),
        unique_id: task.id.clone(),
        task: task.instruction.clone(),
        refined_steps: Vec::new(),
        checks,
    };
    // Parse what a run will read, so that the same rules hold for names, texts and checks.
    let text = serde_json::to_string(&raw).unwrap_or_default();
    match RawTask::parse(&text) {
        Ok(raw) => (Some(raw), problems),
        Err(faults) => {
            let problem = |why| Problem::of_task(NotImportedReason::NotATask(why));
            (None, faults.into_iter().map(problem).collect())
        }
    }
}

/// The one application of a task.
fn application(related: &[String]) -> Result<OfficeApplication, NotImportedReason> {
    let known = |name: &String| APPLICATIONS.iter().find(|(theirs, _)| theirs == name);
    match related {
        [one] => known(one).map(|(_, application)| *application),
        _ => None,
    }
    .ok_or_else(|| NotImportedReason::OtherApplications(related.to_vec()))
}

/// What of a step that prepares the machine is not translated.
fn setup_problems(step: &SetupStep) -> Vec<Problem> {
    if IMPLIED_STEPS.contains(&step.kind.as_str()) {
        return Vec::new();
    }
    if step.kind != "download" {
        let part = UntranslatedPart::SetupStep(step.kind.clone());
        return vec![Problem { part, reason: NotImportedReason::NoSetupSteps }];
    }
    let files = step.parameters.get("files").and_then(Value::as_array);
    let address = |it: &Value| it.get("url").and_then(Value::as_str).unwrap_or("?").to_owned();
    let as_problem = |it: &Value| Problem {
        part: UntranslatedPart::Document(address(it)),
        reason: NotImportedReason::DocumentToFetch,
    };
    files.into_iter().flatten().map(as_problem).collect()
}

/// The names of the documents that a task opens.
fn opened(config: &[SetupStep]) -> Vec<String> {
    let opens = config.iter().filter(|it| it.kind == "open");
    let paths = opens.filter_map(|it| it.parameters.get("path").and_then(Value::as_str));
    paths.map(|it| evaluator::file_name(it).to_owned()).collect()
}

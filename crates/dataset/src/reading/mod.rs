//! Reads the records and logs of a run as trajectories.

mod document;
mod left_out;
mod log;
mod plan;
mod source;
mod steps;

pub use left_out::{LeftOut, LeftOutReason};
pub use source::TrajectorySource;

use crate::{
    Verdict,
    trajectory::{Trajectory, TrajectoryTimes},
};
use deskpilot_core::{AgentKind, Entry, Event, Projection, fold::Cost};
use deskpilot_dataflow::{
    ExecutedTask, InstantiatedTask, OfficeApplication, ResultFolder, Results, RunKind, Templates,
};
use deskpilot_system::ReadLimit;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The largest record that is read.
const LARGEST: ReadLimit = ReadLimit::mib(16);
/// The folder of the logs in a folder of results.
const LOGS: &str = "logs";

/// The trajectories of a run, by the name of their task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// The trajectories.
    pub trajectories: Vec<Trajectory>,
}

impl Dataset {
    /// The trajectories of a folder of results, and the records that are left out, with the reason for each. `templates` are
    /// those of the run: they have the names of the documents. Every log and every picture is read once and checked.
    pub fn read(results: &Path, kind: RunKind, templates: &Templates) -> (Dataset, Vec<LeftOut>) {
        let (mut dataset, mut left_out) = (Dataset::default(), Vec::new());
        let folder = RunFolder { root: results, kind, templates };
        let records = match folder.records() {
            Ok(records) => records,
            Err(error) => return (dataset, vec![error]),
        };
        for (stage, path) in records {
            let read = folder.trajectory(stage, &path);
            match read {
                Ok(trajectory) => dataset.trajectories.push(trajectory),
                Err(reason) => left_out.push(LeftOut { path, reason }),
            }
        }
        dataset.trajectories.sort_by(|one, other| one.task_id.cmp(&other.task_id));
        left_out.sort_by(|one, other| one.path.cmp(&other.path));
        (dataset, left_out)
    }
}

struct RunFolder<'a> {
    root: &'a Path,
    kind: RunKind,
    templates: &'a Templates,
}

impl RunFolder<'_> {
    /// The files of all records, with the folders that hold them.
    fn records(&self) -> Result<Vec<(ResultFolder, PathBuf)>, LeftOut> {
        let mut records = Vec::new();
        for stage in ResultFolder::ALL {
            let folder = self.root.join(self.kind.name()).join(stage.name());
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            let files = entries.flatten().map(|it| it.path());
            let files = files.filter(|it| it.extension().is_some_and(|it| it == "json"));
            records.extend(files.map(|it| (*stage, it)));
        }
        if records.is_empty() {
            let path = self.root.join(self.kind.name());
            return Err(LeftOut { path, reason: LeftOutReason::NoRecords });
        }
        Ok(records)
    }

    fn trajectory(&self, stage: ResultFolder, path: &Path) -> Result<Trajectory, LeftOutReason> {
        let text =
            LARGEST.read_text(path).map_err(|error| LeftOutReason::UnreadableRecord(error.to_string()))?;
        if matches!(stage, ResultFolder::InstantiationPass | ResultFolder::InstantiationFail) {
            return Err(not_executed(&text));
        }
        let record =
            ExecutedTask::read(&text).map_err(|error| LeftOutReason::UnreadableRecord(error.to_string()))?;
        if path.file_stem().and_then(|it| it.to_str()) != Some(&record.unique_id) {
            return Err(LeftOutReason::OtherName(record.unique_id));
        }
        let verdict = match ResultFolder::of_executed(&record) {
            ResultFolder::ExecutionPass => Verdict::Pass,
            ResultFolder::ExecutionUnsure => Verdict::Unsure,
            _ => Verdict::Fail,
        };
        self.join_log(&record, path, verdict)
    }

    /// Joins the record with its log.
    fn join_log(
        &self,
        record: &ExecutedTask,
        path: &Path,
        verdict: Verdict,
    ) -> Result<Trajectory, LeftOutReason> {
        let prefilled = match &record.instantiation_result.prefill.0 {
            Some(Ok(prefilled)) => prefilled,
            _ => return Err(LeftOutReason::NotExecuted("it has no plan".into())),
        };
        let named = match &record.instantiation_result.choose_template.0 {
            Some(Ok(named)) => named.clone(),
            _ => return Err(LeftOutReason::NoDocument("the record names none".into())),
        };
        let document = Results::document_of(path, &named)
            .map_err(|error| LeftOutReason::NoDocument(error.to_string()))?;
        let template = document::template(&document, self.templates).map_err(LeftOutReason::NoDocument)?;
        let logs = self.root.join(LOGS);
        let (log, entries) = log::of_task(&logs, &record.unique_id, &prefilled.instantiated_request)?;
        let plan = prefilled.instantiated_plan.as_deref().unwrap_or_default();
        let steps = steps::agent_steps(&entries, plan);
        if steps.is_empty() {
            return Err(LeftOutReason::NoSteps { log });
        }
        let (model, version) = session_of(&entries);
        let app = OfficeApplication::by_name(&record.app);
        Ok(Trajectory {
            task_id: record.unique_id.clone(),
            instruction: prefilled.instantiated_request.clone(),
            original_task: record.original.original_task.clone(),
            plan: plan.iter().map(|it| it.plan.subtask.clone()).collect(),
            app: app.map_or_else(|_| record.app.clone(), |it| it.name().to_owned()),
            template,
            document: named,
            verdict,
            reason: reason(record),
            sub_scores: match &record.execution_result.0 {
                Some(Ok(evaluation)) => evaluation.sub_scores.clone(),
                _ => Default::default(),
            },
            steps,
            times: times(record),
            cost: Cost::of(&entries),
            model,
            version,
            log,
            logs,
        })
    }
}

/// Why a task was not executed, as its record says it.
fn not_executed(text: &str) -> LeftOutReason {
    let Ok(record) = InstantiatedTask::read(text) else {
        return LeftOutReason::NotExecuted("its record cannot be read either".into());
    };
    let stages = &record.instantiation_result;
    let why = match (&stages.choose_template.0, &stages.prefill.0) {
        (Some(Err(error)), _) | (_, Some(Err(error))) => error.0.clone(),
        _ => "it was only instantiated".to_owned(),
    };
    LeftOutReason::NotExecuted(why)
}

fn reason(record: &ExecutedTask) -> String {
    match &record.execution_result.0 {
        Some(Ok(evaluation)) => evaluation.reason.clone(),
        Some(Err(error)) => error.message.clone(),
        None => String::new(),
    }
}

fn times(record: &ExecutedTask) -> TrajectoryTimes {
    let cost = record.time_cost;
    let stages = [cost.choose_template, cost.prefill, cost.instantiation_evaluation];
    let instantiate = stages.iter().flatten().copied().reduce(|sum, it| sum + it);
    TrajectoryTimes { instantiate, execute: cost.execute, judge: cost.execute_eval, total: cost.total }
}

/// What decided on the actions of the session, and the program's version.
fn session_of(entries: &[Entry]) -> (String, String) {
    let opened = entries.iter().find_map(|entry| match &entry.event {
        Event::SessionOpened { version, models, .. } => {
            let model = models.iter().find(|(agent, _)| *agent == AgentKind::AppAgent);
            Some((model.map_or(String::new(), |(_, name)| name.clone()), version.clone()))
        }
        _ => None,
    });
    opened.unwrap_or_default()
}

//! Execution: the plan is carried out step by step on a copy of the document, and the result is judged.

use crate::{
    ExecutedStep, ExecutedTask, ExecutionError, ExecutionEvaluation, InstantiatedTask, InstantiationResult,
    Pipeline, PlanStep, PrefilledTask, Record, StageError, StageOutcome, TimeCost, instantiation,
    session::{EndedSession, SessionDocument, SessionGoal},
};
use deskpilot_agent::{Deciders, Ending};
use deskpilot_core::{Assessment, Call, Effect, Entry, Event, Timestamp, Verdict, fold::Limits};
use deskpilot_deciders::plan::{
    CommandPlan, CommandStep, DocumentPassword, PlanExecutor, PlanReport, StepReport, without_folder,
};
use deskpilot_runtime::{Acceptance, deciders};
use deskpilot_tasks::Check;
use std::{sync::Arc, time::Instant};
use tokio_util::sync::CancellationToken;

/// The keys that save a document.
const SAVE_KEYS: &str = "Ctrl+S";
/// How many steps of a session each step of a plan may take, with its searches and waits.
const SESSION_STEPS: u32 = 6;
/// How many more it may take: opening, saving and ending.
const OTHER_SESSION_STEPS: u32 = 10;
/// The score of the gate that wants the document changed.
const CHANGED: &str = "the document or another file changed";

/// An executed task with its document.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The record.
    pub record: ExecutedTask,
    /// The document at the end; `None` if it is gone or was never opened.
    pub document: Option<Vec<u8>>,
    /// The names of the logs, the first one that of the execution, then those of the repetitions.
    pub logs: Vec<String>,
    /// What the models cost, in dollars.
    pub dollars: f64,
}

impl Pipeline {
    /// Executes an instantiated task on a copy of its document, which has this name, and judges it. An execution that passes is
    /// repeated as often as the options say, each time on a fresh copy; it passes only if all repetitions do.
    ///
    /// # Errors
    /// The user stops it, or the desktop fails so that another attempt is worth it.
    pub async fn execute(
        &self,
        task: &InstantiatedTask,
        name: &str,
        bytes: &Arc<[u8]>,
        checks: &[Check],
        stop: &CancellationToken,
    ) -> Result<Execution, StageError> {
        let began = Instant::now();
        let log = format!("{}-execute", task.unique_id);
        let mut execution = self.execute_once(task, name, bytes, checks, &log, stop).await?;
        for turn in 1..=self.options.replays {
            let Some(Ok(evaluation)) = &mut execution.record.execution_result.0 else { break };
            if evaluation.complete != Assessment::Yes.word() {
                break;
            }
            let log = format!("{}-replay{turn}", task.unique_id);
            let again = self.execute_once(task, name, bytes, checks, &log, stop).await?;
            note_replay(evaluation, turn, &again.record);
            execution.logs.extend(again.logs);
            execution.dollars += again.dollars;
        }
        let so_far = task.time_cost.total.unwrap_or_default();
        execution.record.time_cost.total = Some(so_far + began.elapsed().as_secs_f64());
        Ok(execution)
    }

    async fn execute_once(
        &self,
        task: &InstantiatedTask,
        name: &str,
        bytes: &Arc<[u8]>,
        checks: &[Check],
        log: &str,
        stop: &CancellationToken,
    ) -> Result<Execution, StageError> {
        let document = SessionDocument::new(&self.config, log, name, bytes)?;
        let prefilled = task.instantiation_result.prefill.0.as_ref().and_then(|it| it.as_ref().ok());
        let steps = prefilled.and_then(|it| it.instantiated_plan.as_deref()).unwrap_or_default();
        let request = prefilled.map_or(task.original.original_task.as_str(), |it| &it.instantiated_request);
        let executor = Arc::new(PlanExecutor::new(CommandPlan {
            object: document.object(),
            steps: steps.iter().map(command_step).collect(),
            matching: self.options.matching.clone(),
            save_keys: Some(SAVE_KEYS.to_owned()),
            password: DocumentPassword::OfSteps,
        }));
        let report = executor.report();
        let judge = deciders(&self.config)?.judge;
        let deciders = Deciders { host: executor.clone(), app: executor, judge };
        let most = (steps.len() as u32).saturating_mul(SESSION_STEPS).saturating_add(OTHER_SESSION_STEPS);
        let budget = Limits { steps: Some(most), ..Limits::default() };
        let goal = SessionGoal::Judged(Acceptance { checks: checks.to_vec(), budget });
        let session = document.run(&self.sessions, &self.config, request, deciders, goal, stop).await?;
        if let Some(effect) = last_effect(&session.entries) {
            report.broken_off(effect);
        }
        let result = match stopped(&report, &session) {
            Some(error) => Err(error),
            None => Ok(evaluation(&session, bytes)),
        };
        Ok(Execution {
            record: record(task, steps, &report.steps(), result, times(task, &session)),
            document: session.document,
            logs: vec![document.log],
            dollars: session.outcome.cost.dollars,
        })
    }
}

fn command_step(step: &PlanStep) -> CommandStep {
    CommandStep {
        subtask: step.subtask.clone(),
        control_text: step.control_text.clone(),
        label: step.control_label.clone(),
        call: Call { command: step.function.clone(), args: step.args.clone() },
    }
}

/// The effect of the AppAgent's last decision; `None` if its action did not start.
fn last_effect(entries: &[Entry]) -> Option<&Effect> {
    let last = entries.iter().rposition(|it| matches!(it.event, Event::AppDecided { .. }))?;
    entries[last..].iter().find_map(|it| match &it.event {
        Event::Acted { outcome, .. } => Some(&outcome.effect),
        _ => None,
    })
}

/// Why the plan was not carried out to its end; `None` if it was.
fn stopped(report: &PlanReport, session: &EndedSession) -> Option<ExecutionError> {
    let steps = report.steps();
    let lines: Vec<String> =
        (1..).zip(&steps).map(|(at, step): (usize, _)| format!("step {at}: {}", step_effect(step))).collect();
    let error = |kind: &str, message: String| ExecutionError {
        kind: kind.to_owned(),
        message,
        traceback: lines.join("\n"),
    };
    match (report.stop(), &session.outcome.ending) {
        (Some(stop), _) => Some(error(stop.kind.name(), stop.message)),
        (None, Ending::Ended(Verdict::Finished(_))) => None,
        (None, ending @ Ending::NeedsYes(_)) => {
            Some(error("needs_approval", instantiation::ending_message(ending)))
        }
        (None, ending) => Some(error("plan_not_finished", instantiation::ending_message(ending))),
    }
}

fn step_effect(step: &StepReport) -> &str {
    if step.effect.is_empty() { "it was not done" } else { &step.effect }
}

/// The judgement of the session. Whatever it says, a task in which nothing changed is not fulfilled.
fn evaluation(session: &EndedSession, before: &[u8]) -> ExecutionEvaluation {
    let judged = session.entries.iter().rev().find_map(|entry| match &entry.event {
        Event::Judged { complete, reason, sub_scores, .. } => Some((*complete, reason, sub_scores)),
        _ => None,
    });
    let mut evaluation = match judged {
        Some((complete, reason, sub_scores)) => ExecutionEvaluation {
            reason: reason.clone(),
            sub_scores: sub_scores.iter().map(|(name, it)| (name.clone(), it.word().to_owned())).collect(),
            complete: complete.word().to_owned(),
        },
        None => ExecutionEvaluation {
            reason: "nobody judged it".into(),
            sub_scores: Default::default(),
            complete: Assessment::Unsure.word().to_owned(),
        },
    };
    let is_changed = session.document.as_deref() != Some(before) || !session.other_files.is_empty();
    let word = if is_changed { Assessment::Yes } else { Assessment::No }.word().to_owned();
    evaluation.sub_scores.insert(CHANGED.to_owned(), word);
    if !is_changed {
        evaluation.complete = Assessment::No.word().to_owned();
        evaluation.reason = format!(
            "the document is as it was, and no other file was written; without that: {}",
            evaluation.reason
        );
    }
    evaluation
}

/// Notes whether a repetition passed. If not, nobody can be sure of the task.
fn note_replay(evaluation: &mut ExecutionEvaluation, turn: u32, again: &ExecutedTask) {
    let (word, why) = match &again.execution_result.0 {
        Some(Ok(it)) => (it.complete.clone(), it.reason.clone()),
        Some(Err(error)) => (Assessment::No.word().to_owned(), error.message.clone()),
        None => (Assessment::Unsure.word().to_owned(), "it was not judged".to_owned()),
    };
    if word != Assessment::Yes.word() {
        evaluation.complete = Assessment::Unsure.word().to_owned();
        evaluation.reason = format!("repetition {turn} did not pass: {why}; before: {}", evaluation.reason);
    }
    evaluation.sub_scores.insert(format!("repetition {turn}"), word);
}

fn times(task: &InstantiatedTask, session: &EndedSession) -> TimeCost {
    // The checks run between the end of the round and the judgement.
    let round_ended = |entry: &&Entry| matches!(entry.event, Event::RoundEnded { .. });
    let judged = |entry: &&Entry| matches!(entry.event, Event::Judged { .. });
    let at = |found: Option<&Entry>| found.map(|it| it.at);
    let (began, ended) =
        (at(session.entries.iter().rfind(round_ended)), at(session.entries.iter().rfind(judged)));
    let seconds = |(began, ended): (Timestamp, Timestamp)| ended.since(began) as f64 / 1000.0;
    TimeCost {
        execute: Some(session.outcome.seconds),
        execute_eval: began.zip(ended).map(seconds),
        ..task.time_cost
    }
}

/// The record of an executed task, with the result of each step.
fn record(
    task: &InstantiatedTask,
    steps: &[PlanStep],
    reports: &[StepReport],
    result: Result<ExecutionEvaluation, ExecutionError>,
    time_cost: TimeCost,
) -> ExecutedTask {
    let executed = |(at, plan): (usize, &PlanStep)| {
        let report = reports.get(at).cloned().unwrap_or_default();
        let control_label = report.label.or_else(|| plan.control_label.clone());
        ExecutedStep {
            plan: PlanStep { control_label, ..plan.clone() },
            success: report.success,
            matched_control_text: report.matched.map(|it| without_folder(&it).to_owned()),
        }
    };
    let InstantiationResult { choose_template, prefill, instantiation_evaluation } =
        task.instantiation_result.clone();
    let prefill = prefill.0.map(|it| {
        it.map(|it| PrefilledTask {
            instantiated_request: it.instantiated_request,
            instantiated_plan: Some(steps.iter().enumerate().map(executed).collect()),
        })
    });
    Record {
        unique_id: task.unique_id.clone(),
        app: task.app.clone(),
        original: task.original.clone(),
        execution_result: StageOutcome(Some(result)),
        instantiation_result: InstantiationResult {
            choose_template,
            prefill: StageOutcome(prefill),
            instantiation_evaluation,
        },
        time_cost,
    }
}

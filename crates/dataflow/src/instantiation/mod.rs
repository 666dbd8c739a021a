//! Instantiation: a raw task gets a document, becomes a concrete request with a plan of commands, and is evaluated.

mod by_model;
mod rehearsal;

pub use rehearsal::RehearsalError;

use crate::{
    InstantiatedTask, InstantiationEvaluation, InstantiationResult, Pipeline, PlanStep, PrefilledTask,
    RawTask, StageError, StageOutcome, TaskError, Template, TimeCost,
    results_folders::SAVED_DOCUMENTS,
    session::{EndedSession, SessionDocument, SessionGoal},
};
use deskpilot_agent::Ending;
use deskpilot_core::{Mode, Verdict};
use deskpilot_runtime::{app_model, deciders_of_mode};
use std::{
    sync::Arc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};
use tokio_util::sync::CancellationToken;

/// The request type of a task with which nothing is wrong.
const NOTHING_WRONG: &str = "None";

/// An instantiated task with its document.
#[derive(Clone, Debug)]
pub struct Instantiation {
    /// The record.
    pub record: InstantiatedTask,
    /// The document, as the plan finds it; `None` if none was chosen.
    pub document: Option<Arc<[u8]>>,
    /// The name of the log of the session that made the plan, if one ran.
    pub log: Option<String>,
    /// What the models cost, in dollars.
    pub dollars: f64,
    /// How the template was chosen, in a sentence.
    pub choice: String,
}

impl Instantiation {
    /// Whether the task is ready to be executed: all stages succeeded, and the judgement is yes.
    pub fn passed(&self) -> bool {
        self.record.is_instantiated()
    }
}

impl Pipeline {
    /// Instantiates a raw task. The record holds the error of a stage that fails, and the stages after it do not run.
    ///
    /// # Errors
    /// The user stops it, or the desktop fails so that another attempt is worth it.
    pub async fn instantiate(
        &self,
        raw: &RawTask,
        stop: &CancellationToken,
    ) -> Result<Instantiation, StageError> {
        let began = Instant::now();
        let mut instantiation = Instantiation {
            record: empty_record(raw),
            document: None,
            log: None,
            dollars: 0.0,
            choice: String::new(),
        };
        match app_model(&self.config)? {
            Some(model) => self.instantiate_by_model(raw, model, &mut instantiation, stop).await?,
            None => {
                if let Some(template) = self.choose_template(raw, &mut instantiation) {
                    instantiation.document = Some(template.bytes.clone());
                    self.rehearse(raw, template, &mut instantiation, stop).await?;
                }
            }
        }
        instantiation.record.time_cost.total = Some(began.elapsed().as_secs_f64());
        Ok(instantiation)
    }

    fn choose_template(&self, raw: &RawTask, into: &mut Instantiation) -> Option<&Template> {
        let began = Instant::now();
        let chosen = raw.application().and_then(|application| {
            let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let random = u64::from(clock.subsec_nanos());
            let choice = self.templates.choose(application, &raw.task, random);
            let choice = choice.map_err(|error| error.to_string())?;
            choice.template.check()?;
            Ok((choice, raw.document()?))
        });
        into.record.time_cost.choose_template = Some(began.elapsed().as_secs_f64());
        let (outcome, template) = match chosen {
            Ok((choice, document)) => {
                into.choice = choice.reason;
                (Ok(format!("{SAVED_DOCUMENTS}/{document}")), Some(choice.template))
            }
            Err(why) => (Err(TaskError(why)), None),
        };
        into.record.instantiation_result.choose_template = StageOutcome(Some(outcome));
        template
    }

    /// Carries out the steps of the task once on a copy of the document. Its actions become the plan.
    async fn rehearse(
        &self,
        raw: &RawTask,
        template: &Template,
        into: &mut Instantiation,
        stop: &CancellationToken,
    ) -> Result<(), StageError> {
        let began = Instant::now();
        let (log, name) = (format!("{}-instantiate", raw.unique_id), raw.document().unwrap_or_default());
        let document = SessionDocument::new(&self.config, &log, &name, &template.bytes)?;
        let request = request_of(raw);
        let plan = document.plan(&request);
        let deciders = deciders_of_mode(&self.config, Mode::BatchNormal, Some(&plan))?;
        let session =
            document.run(&self.sessions, &self.config, &request, deciders, SessionGoal::Tried, stop).await?;
        into.log = Some(document.log.clone());
        into.dollars = session.outcome.cost.dollars;
        let planned = planned(&session, &document);
        into.record.time_cost.prefill = Some(began.elapsed().as_secs_f64());
        let began = Instant::now();
        let stages = &mut into.record.instantiation_result;
        if planned.is_ok() {
            stages.instantiation_evaluation = StageOutcome(Some(Ok(InstantiationEvaluation {
                judge: true,
                thought: "Each step was carried out once on a copy of the document, and had an effect."
                    .into(),
                request_type: NOTHING_WRONG.into(),
            })));
            into.record.time_cost.instantiation_evaluation = Some(began.elapsed().as_secs_f64());
        }
        stages.prefill = StageOutcome(Some(planned.map(|plan| PrefilledTask {
            instantiated_request: raw.task.clone(),
            instantiated_plan: Some(plan),
        })));
        Ok(())
    }
}

/// The plan that the session shows, or why there is none.
fn planned(session: &EndedSession, document: &SessionDocument) -> Result<Vec<PlanStep>, TaskError> {
    match &session.outcome.ending {
        Ending::Ended(Verdict::Finished(_)) => rehearsal::plan_of(&session.entries, &document.launch())
            .map_err(|error| TaskError(error.to_string())),
        ending => Err(TaskError(format!("the steps could not be carried out: {}", ending_message(ending)))),
    }
}

/// How a session ended, in words.
pub(crate) fn ending_message(ending: &Ending) -> String {
    match ending {
        Ending::Ended(verdict) => verdict.to_string(),
        Ending::NeedsYes(waiting) => {
            format!("it needs approval: {} ({}); allow it in the policy", waiting.operation, waiting.reason)
        }
        Ending::NeedsAnswers(_) => "it asks a question that nobody answers".to_owned(),
        Ending::Stopped => "it was stopped".to_owned(),
    }
}

/// The request for a decider that follows steps: the steps, or the task where there are none.
fn request_of(raw: &RawTask) -> String {
    let steps = raw.refined_steps.iter().map(|it| without_number(it.trim())).filter(|it| !it.is_empty());
    let steps: Vec<String> = steps.map(|it| format!("{}.", it.trim_end_matches('.'))).collect();
    if steps.is_empty() { raw.task.clone() } else { steps.join(" ") }
}

/// The step without the number that stands before it, such as `2. ` or `2) `.
fn without_number(step: &str) -> &str {
    let rest = step.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_numbered = rest.len() < step.len();
    match rest.strip_prefix(['.', ')', ':']) {
        Some(text) if is_numbered && text.starts_with(' ') => text.trim_start(),
        _ => step,
    }
}

/// The record of a task for which no stage ran, for this reason.
pub(crate) fn record_without_stages(raw: &RawTask, why: String) -> InstantiatedTask {
    let mut record = empty_record(raw);
    record.instantiation_result.choose_template = StageOutcome(Some(Err(TaskError(why))));
    record.time_cost.total = Some(0.0);
    record
}

/// The record of a task before its first stage.
pub(crate) fn empty_record(raw: &RawTask) -> InstantiatedTask {
    InstantiatedTask {
        unique_id: raw.unique_id.clone(),
        app: raw.app.clone(),
        original: raw.original(),
        execution_result: StageOutcome(None),
        instantiation_result: InstantiationResult {
            choose_template: StageOutcome(None),
            prefill: StageOutcome(None),
            instantiation_evaluation: StageOutcome(None),
        },
        time_cost: TimeCost::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lose_their_numbers_and_become_sentences() {
        for (step, expected) in [
            ("1. Press Ctrl+A", "Press Ctrl+A"),
            ("12) Type \"2.5\"", "Type \"2.5\""),
            ("3 times press Tab", "3 times press Tab"),
            ("2.5 is typed", "2.5 is typed"),
        ] {
            assert_eq!(without_number(step), expected);
        }
        let mut raw = RawTask {
            app: "word".into(),
            unique_id: "5".into(),
            task: "Make it bold".into(),
            refined_steps: vec!["1. Press Ctrl+A.".into(), "2. Press Ctrl+B".into(), " ".into()],
            checks: Vec::new(),
        };
        assert_eq!(request_of(&raw), "Press Ctrl+A. Press Ctrl+B.");
        raw.refined_steps.clear();
        assert_eq!(request_of(&raw), "Make it bold");
    }
}

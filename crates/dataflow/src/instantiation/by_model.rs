//! Instantiation by a language model: it chooses the template, makes the task concrete, and judges it.

use super::{Instantiation, ending_message};
use crate::{
    InstantiationEvaluation, Pipeline, PlanStep, PrefilledTask, RawTask, StageError, StageOutcome, TaskError,
    Template,
    results_folders::SAVED_DOCUMENTS,
    session::{SessionDocument, SessionGoal},
};
use deskpilot_agent::{
    Deciders, InstantiationReport, Instantiator, ModelDecider, PlaceTemplate, PlannedCommand, RawTaskText,
    TemplateDescription,
};
use deskpilot_system::AtomicWrite;
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;

impl Pipeline {
    /// Lets the model go through all stages in one session.
    pub(super) async fn instantiate_by_model(
        &self,
        raw: &RawTask,
        model: Arc<ModelDecider>,
        into: &mut Instantiation,
        stop: &CancellationToken,
    ) -> Result<(), StageError> {
        let templates = raw.application().map(|it| self.templates.of(it)).unwrap_or_default();
        let name = raw.document().unwrap_or_default();
        if templates.is_empty() {
            let why = format!("there is no template for {}: add one", raw.app);
            into.record.instantiation_result.choose_template = StageOutcome(Some(Err(TaskError(why))));
            return Ok(());
        }
        let log = format!("{}-instantiate", raw.unique_id);
        let nothing: Arc<[u8]> = Arc::from([]);
        let document = SessionDocument::new(&self.config, &log, &name, &nothing)?;
        let task = RawTaskText { task: raw.task.clone(), steps: raw.refined_steps.clone() };
        let described = |it: &Template| TemplateDescription {
            name: it.name.clone(),
            description: it.description.clone().unwrap_or_default(),
        };
        let place = place(document.path(), templates.to_vec());
        let described = templates.iter().map(described).collect();
        let instantiator = Arc::new(Instantiator::new(model, task, described, place));
        let report = instantiator.report();
        let deciders = Deciders { host: instantiator.clone(), app: instantiator, judge: None };
        let goal = SessionGoal::Instantiated;
        let session = document.run(&self.sessions, &self.config, &raw.task, deciders, goal, stop).await?;
        into.log = Some(document.log);
        into.dollars = session.outcome.cost.dollars;
        let why = report.failure().unwrap_or_else(|| ending_message(&session.outcome.ending));
        note(into, &report, templates, &name, &why);
        Ok(())
    }
}

/// Writes the template with the name that is asked for to this path.
fn place(path: PathBuf, templates: Vec<Template>) -> PlaceTemplate {
    Box::new(move |name| {
        let Some(template) = templates.iter().find(|it| it.name == name) else {
            return Err(format!("there is no template {name:?}"));
        };
        template.check()?;
        AtomicWrite::FAST
            .write(&path, &template.bytes)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        Ok(path.to_string_lossy().into_owned())
    })
}

/// Records the results of the stages. The first stage without a result gets the error.
fn note(
    into: &mut Instantiation,
    report: &InstantiationReport,
    templates: &[Template],
    name: &str,
    why: &str,
) {
    let failed = || TaskError(why.to_owned());
    let seconds = |time: Duration| Some(time.as_secs_f64());
    let (stages, times) = (&mut into.record.instantiation_result, &mut into.record.time_cost);
    let Some((chosen, time)) = report.template() else {
        stages.choose_template = StageOutcome(Some(Err(failed())));
        return;
    };
    times.choose_template = seconds(time);
    stages.choose_template = StageOutcome(Some(Ok(format!("{SAVED_DOCUMENTS}/{name}"))));
    into.choice = format!("the model chose {chosen}");
    into.document = templates.iter().find(|it| it.name == chosen).map(|it| it.bytes.clone());
    let Some((request, plan, time)) = report.prefill() else {
        stages.prefill = StageOutcome(Some(Err(failed())));
        return;
    };
    times.prefill = seconds(time);
    stages.prefill = StageOutcome(Some(Ok(PrefilledTask {
        instantiated_request: request,
        instantiated_plan: Some((1..).zip(plan).map(step).collect()),
    })));
    let Some((judged, time)) = report.feasibility() else {
        stages.instantiation_evaluation = StageOutcome(Some(Err(failed())));
        return;
    };
    times.instantiation_evaluation = seconds(time);
    stages.instantiation_evaluation = StageOutcome(Some(Ok(InstantiationEvaluation {
        judge: judged.judge,
        thought: judged.thought,
        request_type: judged.request_type,
    })));
}

fn step((number, command): (i64, PlannedCommand)) -> PlanStep {
    PlanStep {
        step: number,
        subtask: command.subtask,
        control_label: command.label,
        control_text: command.control_text,
        function: command.call.command,
        args: command.call.args,
    }
}

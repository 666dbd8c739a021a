//! Instantiates a raw task with a language model: chooses its document, makes it concrete with a plan, and judges whether it is
//! feasible.
//!
//! The model decides as HostAgent and AppAgent of a session, so that the log has every call, its cost, and every complaint.

mod prefill;
mod prompts;
mod replies;
mod report;

pub use prefill::PlannedCommand;
pub use prompts::InstantiationPrompt;
pub use report::{Feasibility, InstantiationReport};

use crate::{ModelDecider, prompt::CommandOffer};
use async_trait::async_trait;
use deskpilot_core::{
    AppDecision, Caution, Complaint, HostDecision, HostRemarks, Launch, Prompt, Remarks, Stage, Subtask,
    fold::SubtaskState,
};
use deskpilot_deciders::{
    AppResponse, AppScene, Attempt, Decider, DeciderError, DesktopNeed, FollowUp, HostResponse, HostScene,
    Needs, Recorder,
};
use std::{borrow::Cow, sync::Arc};
use tokio::time::Instant;

/// The subtask of the AppAgent.
const SUBTASK: &str = "Make the raw task concrete for the document in this window.";

/// A raw task: how something is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawTaskText {
    /// The task.
    pub task: String,
    /// Its steps.
    pub steps: Vec<String>,
}

/// A document that tasks may work on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateDescription {
    /// Its file name.
    pub name: String,
    /// What it holds; empty if nobody described it.
    pub description: String,
}

/// Puts a copy of the template with this name into the home, and returns its path; the error says why it cannot.
pub type PlaceTemplate = Box<dyn Fn(&str) -> Result<String, String> + Send + Sync>;

/// Instantiates one raw task, as both kinds of agent of a session.
pub struct Instantiator {
    model: Arc<ModelDecider>,
    task: RawTaskText,
    templates: Vec<TemplateDescription>,
    place: PlaceTemplate,
    report: Arc<InstantiationReport>,
}

impl Instantiator {
    /// Instantiates this task on one of these templates.
    pub fn new(
        model: Arc<ModelDecider>,
        task: RawTaskText,
        templates: Vec<TemplateDescription>,
        place: PlaceTemplate,
    ) -> Instantiator {
        Instantiator { model, task, templates, place, report: Arc::default() }
    }

    /// The results of the stages so far.
    pub fn report(&self) -> Arc<InstantiationReport> {
        self.report.clone()
    }

    /// Asks the model, and reads its reply.
    async fn ask<T>(
        &self,
        prompt: Prompt,
        attempt: Attempt,
        recorder: &mut dyn Recorder,
        read: impl FnOnce(&str) -> Result<T, Complaint>,
    ) -> Result<T, DeciderError> {
        let text = self.model.client().ask(prompt, attempt, recorder).await?;
        let began = Instant::now();
        let value = read(&text).map_err(DeciderError::Rejected);
        recorder.add_time(Stage::ParseResponse, began.elapsed());
        value
    }

    /// The first turn of the HostAgent: which template?
    async fn choose(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        let began = Instant::now();
        let chosen = match self.templates.as_slice() {
            [only] => only.name.clone(),
            several => {
                let prompt = prompts::choose(&self.task, several, scene.context.complaint);
                let read = |text: &str| replies::template(text, several);
                self.ask(prompt, scene.context.attempt, recorder, read).await?
            }
        };
        let path = match (self.place)(&chosen) {
            Ok(path) => path,
            Err(why) => {
                self.report.failed(&why);
                return Ok(host(HostDecision::Fail, why));
            }
        };
        self.report.chosen(chosen, began.elapsed());
        let launch = Launch { application: String::new(), file: Some(path), ..Launch::default() };
        let subtask = Subtask {
            id: "prefill".into(),
            index: scene.context.round.next_subtask(),
            text: SUBTASK.into(),
            ..Subtask::default()
        };
        Ok(host(HostDecision::LaunchFor(launch, Caution::Usual, Box::new(subtask)), String::new()))
    }

    /// The last turn of the HostAgent: is the concrete task feasible?
    async fn evaluate(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        let began = Instant::now();
        let Some((request, plan)) = self.report.prefilled_task() else {
            let ended = scene.context.round.subtasks.last().map(|it| &it.state);
            let why = match ended {
                Some(SubtaskState::Ended(outcome, _)) => outcome.reason().map(Cow::into_owned),
                _ => None,
            };
            let why = why.unwrap_or_else(|| "the document could not be opened".to_owned());
            self.report.failed(&why);
            return Ok(host(HostDecision::Fail, why));
        };
        let prompt = prompts::evaluate(&self.task, &request, &plan, scene.context.complaint);
        let judged = self.ask(prompt, scene.context.attempt, recorder, replies::feasibility).await?;
        let comment = judged.thought.clone();
        self.report.judged(judged, began.elapsed());
        Ok(host(HostDecision::Finish, comment))
    }
}

fn host(decision: HostDecision, comment: String) -> HostResponse {
    let common = Remarks { comment, ..Remarks::default() };
    HostResponse { decision, remarks: HostRemarks { common, ..HostRemarks::default() } }
}

#[async_trait]
impl Decider for Instantiator {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Windows, follow_up: FollowUp::Asked, ..self.model.needs() }
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostResponse, DeciderError> {
        // The session begins the subtask by itself once the document is open; a second turn comes after it.
        match self.report.is_chosen() {
            false => self.choose(scene, recorder).await,
            true => self.evaluate(scene, recorder).await,
        }
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        let offer = CommandOffer::of_scene(scene);
        let prompt = prompts::prefill(&self.task, scene, &offer, self.model.view());
        let read = |text: &str| prefill::read(text, &self.task, scene.view, &offer);
        let (request, plan) = self.ask(prompt, scene.context.attempt, recorder, read).await?;
        let lines = plan.iter().map(|it| it.subtask.clone()).collect();
        let remarks = Remarks { plan: lines, comment: request.clone(), ..Remarks::default() };
        self.report.prefilled(request, plan);
        Ok(AppResponse { decision: AppDecision::Finish, remarks })
    }
}

//! Carries out a plan of commands: finds the control of each step by its text, performs the command, and checks its result.

mod matching;
mod report;
mod step_turn;
#[cfg(test)]
mod tests;
mod unlocking;

pub use matching::{MatchStrategy, TextMatching, without_folder};
pub use report::{PlanReport, PlanStop, StepReport, StopKind};

use super::{last_launch, object_opener::Opening};
use crate::{
    AppResponse, AppScene, BarsNeed, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder,
    WindowNeed,
    draft::{HostDraft, HostMove, next_subtask},
    facts::{AppFacts, EndedSubtask, HostFacts, ended_subtasks},
};
use async_trait::async_trait;
use deskpilot_core::{Call, Effect, Evidence, SubtaskOutcome, TaskObject, Window, fold::AgentMemory};
use matching::WantedText;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use step_turn::Turns;
use unlocking::Unlocking;

/// Its name.
const NAME: &str = "plan";

/// A step of a plan of commands.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandStep {
    /// Its purpose, for people.
    pub subtask: String,
    /// The text of its control; empty for the window.
    pub control_text: String,
    /// The label that the control had when the plan was made. It decides between controls of the same text.
    pub label: Option<String>,
    /// The command and its arguments.
    pub call: Call,
}

/// A plan of commands for one document.
#[derive(Clone, Debug)]
pub struct CommandPlan {
    /// The document, or the application.
    pub object: TaskObject,
    /// Its steps.
    pub steps: Vec<CommandStep>,
    /// How controls and windows are found by their texts.
    pub matching: TextMatching,
    /// The keys that save the document at the end; `None` to leave that to the plan.
    pub save_keys: Option<String>,
    /// What happens where the document asks for a password.
    pub password: DocumentPassword,
}

/// What happens where a document asks for a password before it opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentPassword {
    /// The steps of the plan are for that window, too.
    OfSteps,
    /// The person is asked for the name of a secret.
    Asked,
    /// The secret of this name is typed.
    Secret(String),
}

/// Carries out a plan of commands: as HostAgent it opens the document and assigns the plan to its window, as AppAgent it
/// performs one step at each turn. The results of the steps are in its report.
pub struct PlanExecutor {
    plan: CommandPlan,
    opening: Opening,
    turns: Mutex<Turns>,
    unlocking: Mutex<Unlocking>,
    report: Arc<PlanReport>,
}

impl PlanExecutor {
    /// Carries out this plan.
    pub fn new(plan: CommandPlan) -> PlanExecutor {
        let opening = Opening::of(plan.object.clone());
        PlanExecutor {
            plan,
            opening,
            turns: Mutex::default(),
            unlocking: Mutex::default(),
            report: Arc::default(),
        }
    }

    /// The results of the plan so far.
    pub fn report(&self) -> Arc<PlanReport> {
        self.report.clone()
    }

    fn host_draft<'s>(&self, facts: &HostFacts<'s>) -> Result<HostDraft<'s>, PlanStop> {
        let stop = |kind, message: String| PlanStop { step: None, kind, message };
        if let Some(next) = self.opening.next(facts) {
            return next.map_err(|message| stop(StopKind::NotOpened, message));
        }
        if let Some(reopened) = self.unlocking().reopened(&self.plan, facts) {
            return Ok(reopened);
        }
        let unlocking = *self.unlocking();
        match unlocking.last_of_plan(facts) {
            // Keys that were to save the document may seem to have had an effect where the application crashed.
            Some(ended) if ended.is_finished() && facts.windows.is_empty() => {
                let why = format!("the application ended: no window shows {}", self.plan.object.name());
                let message = format!("{}: {why}", self.turns().place(&self.plan));
                return Err(stop(StopKind::ApplicationEnded, message));
            }
            Some(ended) if ended.is_finished() => {
                let comment = format!("all {} steps of the plan were carried out", self.plan.steps.len());
                return Ok(HostDraft::with_ending(HostMove::Finish, "The plan is carried out.", comment));
            }
            Some(ended) => return Err(self.report.stop().unwrap_or_else(|| self.broken_off(ended, facts))),
            None => {}
        }
        let name = self.plan.object.name();
        let wanted = WantedText::new(name, &self.plan.matching)
            .map_err(|message| stop(StopKind::WindowNotMatched, message))?;
        let window = best_window(&wanted, name, facts).or_else(|| self.asking_window(facts));
        let window = window.ok_or_else(|| {
            let titles: Vec<String> = facts.windows.iter().map(|it| format!("{:?}", it.title)).collect();
            let shown = if titles.is_empty() { "there is none".into() } else { titles.join(", ") };
            stop(StopKind::WindowNotMatched, format!("no window shows {name}: {shown}"))
        })?;
        let text = format!("Carry out the plan of {} steps.", self.plan.steps.len());
        let subtask = next_subtask(facts.round, &text);
        Ok(HostDraft::new(HostMove::Assign(window, subtask), "The plan is for this window."))
    }

    /// Why the plan stops whose subtask ended although no step failed: its window is gone, or cannot be used.
    fn broken_off(&self, ended: &EndedSubtask<'_>, facts: &HostFacts<'_>) -> PlanStop {
        let place = self.turns().place(&self.plan);
        let is_alive = facts.windows.iter().any(|it| it.application == ended.application);
        let (kind, why) = match ended.outcome {
            SubtaskOutcome::WindowGone(_) if !is_alive => (
                StopKind::ApplicationEnded,
                format!("the application ended: {}, and it has no other one", ended.comment),
            ),
            _ => (StopKind::NotDone, ended.comment.to_string()),
        };
        PlanStop { step: None, kind, message: format!("{place}: {why}") }
    }

    /// The window that came when the document was opened, whatever its title: one that asks for a password.
    fn asking_window<'s>(&self, facts: &HostFacts<'s>) -> Option<&'s Window> {
        if self.plan.password == DocumentPassword::OfSteps {
            return None;
        }
        let last = last_launch(facts, &self.plan.object)?;
        let has_opened = |it: &&Window| *last.effect() == Effect::Confirmed(Evidence::opened(it));
        facts.windows.iter().filter(|it| it.label.is_some()).find(has_opened)
    }

    fn unlocking(&self) -> MutexGuard<'_, Unlocking> {
        self.unlocking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The window that shows the document: one whose title names it, else the one with the best score.
fn best_window<'s>(wanted: &WantedText<'_>, name: &str, facts: &HostFacts<'s>) -> Option<&'s Window> {
    let open = || facts.windows.iter().filter(|it| it.label.is_some());
    let named = open().find(|it| it.title.contains(name));
    named.or_else(|| {
        let scored = open().filter_map(|it| Some((wanted.score(&it.title)?, it)));
        scored.max_by_key(|(score, _)| *score).map(|(_, window)| window)
    })
}

#[async_trait]
impl Decider for PlanExecutor {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { window: WindowNeed::Controls, ..Needs::DEFAULT }
    }

    fn bars_need(&self, _: &AgentMemory) -> BarsNeed {
        self.turns().bars_need(&self.plan)
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        let draft = self.host_draft(&HostFacts::of(scene)).unwrap_or_else(|stop| {
            let message = stop.message.clone();
            self.report.stopped(stop);
            super::fail_draft(message)
        });
        Ok(draft.into_response(scene))
    }

    async fn app(&self, scene: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        let facts = AppFacts::of(scene);
        let ended = ended_subtasks(scene.context.round).len();
        let unlocking = self.unlocking().next(&self.plan, &facts, ended);
        let draft = match unlocking {
            Some(Ok(draft)) => draft,
            Some(Err(stop)) => {
                let draft = unlocking::stopped(&stop);
                self.report.stopped(stop);
                draft
            }
            None => self.turns().next(&self.plan, &facts, &self.report),
        };
        draft.into_response(scene)
    }
}

//! The way of a label from the model's reply to the platform and back, in one direction:
//!
//! | # | where | what happens to it |
//! | --- | --- | --- |
//! | 1 | `reply::read_app` | the reply becomes an [`AppDecision`](deskpilot_core::AppDecision): the label is the control that bore it in the view |
//! | 2 | [`ActionRunner::run_batch`] | the decision's actions are done one after the other |
//! | 3 | [`DivergenceCheck::ready`] | the control is held against the window as it is now; one that was named before it was there is waited for |
//! | 4 | [`resolve_window`] | an action for the root window gets the window that takes it |
//! | 5 | [`PolicyGate::judge_action`](crate::policy_gate::PolicyGate::judge_action) | the policy says yes, no, or ask; `Ruled` is written down, and an action that needs a yes waits there |
//! | 6 | [`ActionRunner::carry_out`] | `Acting` is written down before anything moves |
//! | 7 | [`World::perform`](crate::world::World::perform) → `Puppeteer::perform` → `Desktop::perform` | the platform finds the control again, does it, and watches what comes of it |
//! | 8 | [`ActionRunner::carry_out`] | the outcome is written down as `Acted` |
//!
//! No step calls back into one above it. A halt ends the way wherever it is.

use crate::{
    AgentError, Knowledge, User,
    action_batch::{ActionBatch, Carried, Obstacle, Progress, ends_unseen},
    delegation::{DelegatedWork, noted_parts},
    divergence_check::DivergenceCheck,
    looker::{Looker, Scene},
    policy_gate::{Around, Judged},
    resolve_window::resolve_window,
    sight::AppSight,
    turn::Turn,
    world::WorldError,
};
use deskpilot_core::{
    Action, Aim, BlobRef, Caution, Divergence, Effect, Event, NextStatus, Note, Operation, Outcome, Ruling,
    Stage, Verb,
};
use deskpilot_desktop::{Budget, Care, DesktopError};
use deskpilot_external_agents::ExternalAgent;
use std::sync::Arc;
use tokio::time::Instant;

/// Who carries operations out in one step of an agent.
pub(crate) struct ActionRunner<'s> {
    pub(crate) scene: Scene<'s>,
    pub(crate) looker: &'s mut Looker,
    pub(crate) user: &'s mut dyn User,
    pub(crate) agents: &'s [Arc<dyn ExternalAgent>],
    pub(crate) knowledge: &'s Knowledge,
    pub(crate) turn: &'s mut Turn,
    /// How much of a window is read to compare it.
    pub(crate) budget: Budget,
}

impl ActionRunner<'_> {
    /// Does the actions one after the other, as long as the desktop is as it was when they were decided upon.
    pub(crate) async fn run_batch(
        &mut self,
        actions: &[Action],
        caution: &Caution,
        then: NextStatus,
        sight: &AppSight,
    ) -> Result<Carried, AgentError> {
        let mut batch = ActionBatch::upon(sight, self.budget);
        // Only what is done later, or an end that is not looked at, can miss a window that opens.
        if actions.len() > 1 || ends_unseen(actions, then) {
            batch.before = Some(batch.now.windows(self.scene.world).await?.to_vec());
        }
        for (at, action) in actions.iter().enumerate() {
            let action = match self.check(&mut batch).ready(action).await {
                Ok(action) => resolve_window(self.scene.world, action).await?,
                Err(Obstacle::Diverged(divergence)) => return self.hold(&actions[at..], divergence),
                Err(Obstacle::Halted(halt)) => return Err(halt.into()),
            };
            let ruling = self.rule_action(&action, caution, &mut batch).await?;
            let operation = Operation::Act(Box::new(action.clone()));
            if self.attempt(operation, &ruling, Some(sight)).await? == Progress::LookAgain {
                return match &actions[at + 1..] {
                    [] => Ok(Carried::Broken),
                    left => self.hold(left, self.why_not(&action, ruling)),
                };
            }
            batch.push(action);
        }
        self.end(then, &mut batch).await
    }

    /// Does one operation that is no action in a window, if the policy lets it.
    pub(crate) async fn run(
        &mut self,
        operation: Operation,
        caution: &Caution,
    ) -> Result<Progress, AgentError> {
        let opens = match &operation {
            Operation::Launch(launch) => self.scene.world.resolve_application(launch).await?,
            _ => None,
        };
        let around = Around { opens: opens.as_ref(), ..Around::default() };
        let judged = self.scene.gate.judge(&operation, caution, &around, self.scene.journal);
        let ruling = self.ruled(&operation, judged, None)?;
        self.attempt(operation, &ruling, None).await
    }

    /// Written down before it is done: after a crash we may forget an operation, never repeat one.
    pub(crate) async fn carry_out(
        &mut self,
        operation: Operation,
        selected: Option<BlobRef>,
    ) -> Result<Progress, AgentError> {
        let id = self.scene.journal.ledger().steps.next_action();
        self.scene.journal.record(Event::Acting { id, operation: operation.clone(), selected })?;
        match self.perform(&operation).await {
            Ok(outcome) => {
                let succeeded = outcome.effect.is_success() || outcome.is_as_wanted(&operation);
                // Noted first: an operation whose outcome is written down is never done again, and its note would be lost.
                self.note_what_was_read(&operation, &outcome)?;
                self.scene.journal.record(Event::Acted { id, outcome })?;
                Ok(if succeeded { Progress::Succeeded } else { Progress::LookAgain })
            }
            Err(PerformError::Session(error)) => Err(error),
            Err(PerformError::Desktop(error)) => {
                let interrupted = Outcome::from(Effect::Interrupted);
                self.scene.journal.record(Event::Acted { id, outcome: interrupted })?;
                self.scene.journal.fault(Stage::ExecuteAction, error.to_string(), error.remedy())?;
                self.scene.journal.break_round(error.to_string())?;
                Ok(Progress::LookAgain)
            }
        }
    }

    fn check<'c, 'b>(&'c mut self, batch: &'c mut ActionBatch<'b>) -> DivergenceCheck<'c, 'b> {
        let ledger = self.scene.journal.ledger();
        DivergenceCheck { world: self.scene.world, ledger, turn: self.turn, batch }
    }

    /// What the end of a list comes to: a subtask that nobody looks at again ends only where nothing speaks against it.
    async fn end(&mut self, then: NextStatus, batch: &mut ActionBatch<'_>) -> Result<Carried, AgentError> {
        match then {
            NextStatus::Continue | NextStatus::Fail => Ok(Carried::Whole),
            NextStatus::Finish => match self.check(batch).may_end().await {
                Ok(()) => Ok(Carried::Whole),
                Err(Obstacle::Diverged(divergence)) => self.hold(&[], divergence),
                Err(Obstacle::Halted(halt)) => Err(halt.into()),
            },
        }
    }

    /// Judges an action and writes the ruling down. Where the user is asked, they are shown what it would be done to, as it is
    /// at this moment.
    async fn rule_action(
        &mut self,
        action: &Action,
        caution: &Caution,
        batch: &mut ActionBatch<'_>,
    ) -> Result<Ruling, AgentError> {
        let Scene { world, journal, gate } = &mut self.scene;
        let judged = gate.judge_action(action, caution, batch, (world, journal)).await?;
        let picture = match judged.ruling {
            Ruling::Confirm(_) => self.looker.evidence(action, batch, self.turn, &mut self.scene).await?,
            Ruling::Allow | Ruling::Refuse(_) => None,
        };
        self.ruled(&Operation::Act(Box::new(action.clone())), judged, picture)
    }

    fn ruled(
        &mut self,
        operation: &Operation,
        judged: Judged,
        picture: Option<BlobRef>,
    ) -> Result<Ruling, AgentError> {
        let Judged { ruling, grounds } = judged;
        let (operation, said) = (operation.clone(), ruling.clone());
        self.scene.journal.record(Event::Ruled {
            operation,
            ruling: said,
            grounds: Some(grounds),
            picture,
        })?;
        Ok(ruling)
    }

    /// Does one operation, if the ruling lets it: it is written down already.
    async fn attempt(
        &mut self,
        operation: Operation,
        ruling: &Ruling,
        sight: Option<&AppSight>,
    ) -> Result<Progress, AgentError> {
        let started = Instant::now();
        let progress = match ruling {
            Ruling::Allow => {
                let selected = self.selected_picture(&operation, sight).await?;
                self.carry_out(operation, selected).await?
            }
            Ruling::Confirm(_) | Ruling::Refuse(_) => Progress::LookAgain,
        };
        self.turn.took(Stage::ExecuteAction, started);
        Ok(progress)
    }

    async fn perform(&mut self, operation: &Operation) -> Result<Outcome, PerformError> {
        if let Some(about) = asked_for(operation) {
            return Ok(self.knowledge.recall_again(&self.turn.who, about, &mut self.scene).await?);
        }
        let Operation::Delegate(given) = operation else {
            return Ok(self.scene.world.perform(operation).await?);
        };
        let Scene { world, journal, gate } = &mut self.scene;
        let work = DelegatedWork { world, journal, gate, user: self.user, agents: self.agents };
        // Another agent's conversation is far larger than everything else here.
        Ok(Box::pin(work.carry_out(given)).await?)
    }

    fn note_what_was_read(&mut self, operation: &Operation, outcome: &Outcome) -> Result<(), AgentError> {
        let Some(text) = outcome.output.as_deref().filter(|_| outcome.effect.is_success()) else {
            return Ok(());
        };
        let notes = match operation {
            Operation::Act(action) => {
                action.note().map(|name| (name.to_owned(), text.to_owned())).into_iter().collect()
            }
            Operation::Delegate(given) => noted_parts(&given.subtask, text),
            Operation::Launch(_) | Operation::Run(_) | Operation::Permit(_) => Vec::new(),
        };
        if notes.is_empty() {
            return Ok(());
        }
        let started = Instant::now();
        for (name, text) in notes {
            self.scene.journal.record(Event::Noted { note: Note::Text { name, text } })?;
        }
        self.turn.took(Stage::UpdateMemory, started);
        Ok(())
    }

    async fn selected_picture(
        &mut self,
        operation: &Operation,
        sight: Option<&AppSight>,
    ) -> Result<Option<BlobRef>, AgentError> {
        let (Operation::Act(action), Some(sight)) = (operation, sight) else { return Ok(None) };
        match &action.aim {
            _ if self.turn.viewer.care == Care::Text => Ok(None),
            // What came up since is not in the picture.
            Aim::Control(control) if sight.shows(control) => {
                sight.selected(control.rect, self.scene.journal.log.as_mut()).await
            }
            Aim::Control(_) | Aim::Window | Aim::Point(_) => Ok(None),
        }
    }

    fn hold(&mut self, left: &[Action], divergence: Divergence) -> Result<Carried, AgentError> {
        let operations = left.iter().map(|action| Operation::Act(Box::new(action.clone()))).collect();
        self.scene.journal.record(Event::Held { operations, divergence })?;
        Ok(Carried::Broken)
    }

    fn why_not(&self, action: &Action, ruling: Ruling) -> Divergence {
        match ruling {
            Ruling::Confirm(_) => Divergence::NeedsYes(action.to_string()),
            Ruling::Refuse(why) => Divergence::NotAllowed(why),
            Ruling::Allow => {
                let last = self.scene.journal.ledger().memory.of_agent(&self.turn.agent).last;
                Divergence::NotDone(last.last().map_or_else(String::new, |it| it.outcome.effect.to_string()))
            }
        }
    }
}

/// What the agent wants to be told of; `None` for what is no such wish.
fn asked_for(operation: &Operation) -> Option<&str> {
    match operation {
        Operation::Act(action) => match &action.verb {
            Verb::Recall(about) => Some(about),
            _ => None,
        },
        _ => None,
    }
}

/// Why an operation that was begun has no outcome.
enum PerformError {
    /// The desktop is lost.
    Desktop(DesktopError),
    /// The session cannot go on.
    Session(AgentError),
}

impl From<WorldError> for PerformError {
    fn from(error: WorldError) -> PerformError {
        match error {
            WorldError::Desktop(error) => PerformError::Desktop(error),
            WorldError::Halted(halt) => PerformError::Session(halt.into()),
        }
    }
}

impl From<AgentError> for PerformError {
    fn from(error: AgentError) -> PerformError {
        PerformError::Session(error)
    }
}

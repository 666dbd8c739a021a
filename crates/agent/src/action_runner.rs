//! Carries out actions. A label travels from the model's reply to the platform in one direction:
//!
//! | # | where | what happens |
//! | --- | --- | --- |
//! | 1 | `reply::read_app` | the reply becomes an [`AppDecision`](deskpilot_core::AppDecision): the label becomes the control that had it in the view |
//! | 2 | [`ActionRunner::run_batch`] | does the decision's actions one after the other |
//! | 3 | [`DivergenceCheck::prepare`] | compares the control with the window as it is now; waits for a control that was named before it was there |
//! | 4 | [`resolve_switch`], [`resolve_opening`], [`resolve_window`] | finds the window that a switch names and the application that opens a document; moves an action from the root window to the window that takes it |
//! | 5 | [`World::complete`](crate::world::World::complete) | a native command that means something of a page gets its name and address |
//! | 6 | [`PolicyGate::judge_action`](crate::policy_gate::PolicyGate::judge_action) | the policy allows, refuses or asks; `Ruled` is recorded, and an action that needs a yes waits there |
//! | 7 | [`ActionRunner::carry_out`] | keeps what is in files that are touched first, and records `Acting` before anything moves |
//! | 8 | [`World::perform`](crate::world::World::perform) → `Puppeteer::perform` → `Desktop::perform` | the platform finds the control again, acts, and determines the effect |
//! | 9 | [`ActionRunner::carry_out`] | records the outcome as `Acted` |
//!
//! No step calls back into one above it. A halt ends the sequence at any step.

use crate::{
    AgentError, Knowledge, User,
    action_batch::{ActionBatch, ActionList, BatchResult, Obstacle, Progress, ends_without_look},
    delegation::{DelegatedWork, notes_in},
    divergence_check::DivergenceCheck,
    ended_application::{lost_by_ending, with_lost_documents},
    first_contents::keep_first_contents,
    in_app_agents::{available_commands, delegation, is_of},
    last_save::give_up,
    looker::{Looker, StepContext},
    note_operations::note_operation,
    observation::AppObservation,
    policy_gate::PolicyRuling,
    promised_files::PromisedFiles,
    prompt::describe,
    reply::may_be_offered,
    resolve_opening::resolve_opening,
    resolve_switch::resolve_switch,
    resolve_window::resolve_window,
    turn::Turn,
    world::WorldError,
};
use deskpilot_core::{
    Action, Aim, BlobRef, Caution, CommandSpec, Divergence, Effect, Event, NextStatus, Note, Operation,
    Outcome, Ruling, Stage, Verb, Window,
};
use deskpilot_desktop::{Budget, DesktopError, Readiness};
use deskpilot_external_agents::ExternalAgent;
use std::sync::Arc;
use tokio::time::Instant;

/// Carries out operations in one step of an agent.
pub(crate) struct ActionRunner<'s> {
    pub(crate) context: StepContext<'s>,
    pub(crate) looker: &'s mut Looker,
    pub(crate) user: &'s mut dyn User,
    pub(crate) agents: &'s [Arc<dyn ExternalAgent>],
    pub(crate) knowledge: &'s Knowledge,
    pub(crate) files: &'s PromisedFiles,
    pub(crate) turn: &'s mut Turn,
    /// How much of a window it reads to compare it.
    pub(crate) budget: Budget,
    /// The native commands that the agent's prompt offered; none where it did not decide in this step.
    pub(crate) offered: Vec<Arc<CommandSpec>>,
}

impl ActionRunner<'_> {
    /// Does the actions one after the other, as long as the desktop matches what the model saw.
    pub(crate) async fn run_batch(
        &mut self,
        list: &ActionList<'_>,
        observation: &AppObservation,
    ) -> Result<BatchResult, AgentError> {
        let ActionList { actions, independent, caution, then } = *list;
        self.offered.clone_from(&observation.commands);
        let mut batch = ActionBatch::new(observation, self.budget);
        // Only later actions, or an end without a look, can miss a window that opens.
        if actions.len() > 1 || ends_without_look(actions, then) {
            batch.windows_before = Some(batch.snapshot.windows(self.context.world).await?.to_vec());
        }
        for (at, action) in actions.iter().enumerate() {
            let action = match self.prepared(&mut batch, action).await {
                Ok(action) => action,
                Err(Obstacle::LeftOut(divergence)) => {
                    self.hold(&actions[at..=at], divergence)?;
                    continue;
                }
                Err(Obstacle::Diverged(divergence)) => return self.hold(&actions[at..], divergence),
                Err(Obstacle::Halted(halt)) => return Err(halt.into()),
            };
            let action = match self.context.world.complete(action).await? {
                Ok(action) => action,
                Err(why) => return self.hold(&actions[at..], Divergence::NotCallable(why)),
            };
            let judged = self.rule_action(&action, caution, &mut batch).await?;
            let operation = Operation::Act(Box::new(action.clone()));
            if self.attempt(operation, &judged, Some(observation)).await? == Progress::LookAgain {
                // No later action depends on it (decision 120), and it changed nothing that they could meet.
                if independent.contains(&at) && self.was_refused(&judged.ruling) {
                    batch.undone.push(action.to_string());
                    batch.snapshot.clear();
                    continue;
                }
                return match &actions[at + 1..] {
                    [] => Ok(BatchResult::Interrupted),
                    left => self.hold(left, self.why_not(&action, judged.ruling)),
                };
            }
            let effect = self.last_effect().unwrap_or(Effect::Interrupted);
            batch.push(action, effect, self.context.world).await?;
        }
        self.end(then, &mut batch).await
    }

    /// The action with its present control and window, or why it must not be done.
    async fn prepared(&mut self, batch: &mut ActionBatch<'_>, action: &Action) -> Result<Action, Obstacle> {
        let action = self.check(batch).prepare(action).await?;
        let StepContext { world, gate, .. } = &mut self.context;
        let action = resolve_switch(world, gate, batch, action).await?;
        let action = resolve_opening(world, gate, action).await?;
        Ok(resolve_window(self.context.world, action).await?)
    }

    /// Does one operation that is not an action in a window, if the policy allows it.
    pub(crate) async fn run(
        &mut self,
        operation: Operation,
        caution: &Caution,
    ) -> Result<Progress, AgentError> {
        let StepContext { world, journal, gate } = &mut self.context;
        let judged = gate.judge_outside(&operation, caution, world, journal).await?;
        self.record_ruling(&operation, &judged, None)?;
        self.attempt(operation, &judged, None).await
    }

    /// Does an operation and records it before and after. After a crash an operation may be forgotten, but never repeated.
    /// `judged` are the places that its links led to when the policy ruled on it.
    pub(crate) async fn carry_out(
        &mut self,
        operation: Operation,
        judged: &[String],
        selected: Option<BlobRef>,
    ) -> Result<Progress, AgentError> {
        let native = self.command(&operation).await?;
        keep_first_contents(&operation, native.as_deref(), &mut self.context).await?;
        let id = self.context.journal.ledger().steps.next_action();
        self.context.journal.record(Event::Acting { id, operation: operation.clone(), selected })?;
        match self.perform_judged(&operation, native.as_deref(), judged).await {
            Ok(outcome) => {
                let succeeded = outcome.effect.is_success() || outcome.is_as_wanted(&operation);
                // The note comes first: an operation with a recorded outcome is never done again, so its note would be lost.
                self.note_what_was_read(&operation, native.as_deref(), &outcome)?;
                self.context.journal.record(Event::Acted { id, outcome })?;
                Ok(if succeeded { Progress::Succeeded } else { Progress::LookAgain })
            }
            Err(PerformError::Session(error)) => Err(error),
            Err(PerformError::Desktop(error)) => {
                let interrupted = Outcome::from(Effect::Interrupted);
                self.context.journal.record(Event::Acted { id, outcome: interrupted })?;
                // It happens at most once in a session, and takes no room in every step.
                Box::pin(give_up(&mut self.context, Stage::ExecuteAction, &error)).await?;
                Ok(Progress::LookAgain)
            }
        }
    }

    fn check<'c, 'b>(&'c mut self, batch: &'c mut ActionBatch<'b>) -> DivergenceCheck<'c, 'b> {
        let ledger = self.context.journal.ledger();
        DivergenceCheck { world: self.context.world, ledger, files: self.files, turn: self.turn, batch }
    }

    /// Ends a list. A FINISH holds only when the divergence check has no objection.
    async fn end(
        &mut self,
        then: NextStatus,
        batch: &mut ActionBatch<'_>,
    ) -> Result<BatchResult, AgentError> {
        match then {
            NextStatus::Continue | NextStatus::Fail => Ok(BatchResult::Complete),
            NextStatus::Finish if !batch.undone.is_empty() => {
                self.hold(&[], Divergence::Undone(batch.undone.clone()))
            }
            NextStatus::Finish => match self.check(batch).check_end().await {
                Ok(()) => Ok(BatchResult::Complete),
                Err(Obstacle::Diverged(divergence) | Obstacle::LeftOut(divergence)) => {
                    self.hold(&[], divergence)
                }
                Err(Obstacle::Halted(halt)) => Err(halt.into()),
            },
        }
    }

    /// Rules on an action and records the ruling. When it needs a yes, it adds a present picture of the action's target.
    async fn rule_action(
        &mut self,
        action: &Action,
        caution: &Caution,
        batch: &mut ActionBatch<'_>,
    ) -> Result<PolicyRuling, AgentError> {
        let StepContext { world, journal, gate } = &mut self.context;
        let judged = gate.judge_action(action, caution, batch, world, journal).await?;
        let picture = match judged.ruling {
            Ruling::Confirm(_) => self.looker.evidence(action, batch, self.turn, &mut self.context).await?,
            Ruling::Allow | Ruling::Refuse(_) => None,
        };
        self.record_ruling(&Operation::Act(Box::new(action.clone())), &judged, picture)?;
        Ok(judged)
    }

    fn record_ruling(
        &mut self,
        operation: &Operation,
        judged: &PolicyRuling,
        picture: Option<BlobRef>,
    ) -> Result<(), AgentError> {
        let PolicyRuling { ruling, grounds } = judged.clone();
        let (operation, grounds) = (operation.clone(), Some(grounds));
        self.context.journal.record(Event::Ruled { operation, ruling, grounds, picture })
    }

    /// Does one operation, if its recorded ruling allows it.
    async fn attempt(
        &mut self,
        operation: Operation,
        judged: &PolicyRuling,
        observation: Option<&AppObservation>,
    ) -> Result<Progress, AgentError> {
        let started = Instant::now();
        let progress = match judged.ruling {
            Ruling::Allow => {
                let selected = self.selected_picture(&operation, observation).await?;
                self.carry_out(operation, &judged.grounds.places, selected).await?
            }
            Ruling::Confirm(_) | Ruling::Refuse(_) => Progress::LookAgain,
        };
        self.turn.took(Stage::ExecuteAction, started);
        Ok(progress)
    }

    /// Performs an operation on the files that the policy ruled on; refuses it where a link leads elsewhere by now.
    async fn perform_judged(
        &mut self,
        operation: &Operation,
        native: Option<&CommandSpec>,
        judged: &[String],
    ) -> Result<Outcome, PerformError> {
        match self.context.gate.with_judged_paths(operation, native, judged) {
            Ok(operation) => self.perform(&operation).await,
            Err(refusal) => Ok(Effect::Refused(refusal).into()),
        }
    }

    /// The specification of the native command that the operation is.
    async fn command(&mut self, operation: &Operation) -> Result<Option<Arc<CommandSpec>>, AgentError> {
        let Operation::Act(action) = operation else { return Ok(None) };
        if action.verb != Verb::Native {
            return Ok(None);
        }
        let known = self.context.world.commands(&action.window).await?.commands;
        Ok(known.into_iter().find(|it| it.name == action.call.command))
    }

    async fn perform(&mut self, operation: &Operation) -> Result<Outcome, PerformError> {
        // First what Deskpilot does by itself, without the desktop.
        if let Some(about) = recall_topic(operation) {
            return Ok(self.knowledge.recall_again(&self.turn.who, about, &mut self.context).await?);
        }
        if let Some((words, window)) = command_question(operation) {
            return Ok(self.describe(words, window).await?);
        }
        let journal = &mut *self.context.journal;
        if let Some(it) = note_operation(operation, &journal.ledger().blackboard) {
            if let Some(note) = it.change {
                journal.record(Event::Noted { note })?;
            }
            return Ok(it.outcome);
        }
        let Some((given, window)) = delegation(operation) else {
            let lost = lost_by_ending(operation, &journal.ledger().unsaved);
            let outcome = self.context.world.perform(operation).await?;
            return Ok(with_lost_documents(outcome, lost));
        };
        let is_at_hand =
            |it: &&Arc<dyn ExternalAgent>| window.is_none_or(|window| is_of(it.profile(), window));
        let agents: Vec<Arc<dyn ExternalAgent>> = self.agents.iter().filter(is_at_hand).cloned().collect();
        let StepContext { world, journal, gate } = &mut self.context;
        let work = DelegatedWork { world, journal, gate, user: self.user, agents: &agents };
        // The future of an external agent's work is far larger than the others.
        Ok(Box::pin(work.carry_out(given)).await?)
    }

    /// Describes the commands of this window that the words mean: those that the prompt offered, also if their application does not
    /// answer at the moment, and those that came up since.
    async fn describe(&mut self, words: &str, window: &Window) -> Result<Outcome, AgentError> {
        let now = self.context.world.commands(window).await?.commands;
        let is_new = |it: &Arc<CommandSpec>| self.offered.iter().all(|known| known.name != it.name);
        let came_up = now.into_iter().filter(|it| may_be_offered(it) && is_new(it));
        let native: Vec<Arc<CommandSpec>> = self.offered.iter().cloned().chain(came_up).collect();
        let available = available_commands(&native, self.knowledge, self.agents, window);
        Ok(describe(words, &available, &window.application))
    }

    /// Notes what an operation read or wrote, where it has a name. `native` is the specification of a native command.
    fn note_what_was_read(
        &mut self,
        operation: &Operation,
        native: Option<&CommandSpec>,
        outcome: &Outcome,
    ) -> Result<(), AgentError> {
        let Some(text) = outcome.output.as_deref().filter(|_| outcome.effect.is_success()) else {
            return Ok(());
        };
        let notes = match operation {
            Operation::Act(action) => {
                let named = native.and_then(|it| it.note_name(&action.call.args));
                action.note().or(named).map(|name| (name.to_owned(), text.to_owned())).into_iter().collect()
            }
            Operation::Delegate(given) => notes_in(&given.subtask, text),
            Operation::Launch(_) | Operation::Run(_) | Operation::Permit(_) => Vec::new(),
        };
        if notes.is_empty() {
            return Ok(());
        }
        let started = Instant::now();
        for (name, text) in notes {
            self.context.journal.record(Event::Noted { note: Note::Text { name, text } })?;
        }
        self.turn.took(Stage::UpdateMemory, started);
        Ok(())
    }

    async fn selected_picture(
        &mut self,
        operation: &Operation,
        observation: Option<&AppObservation>,
    ) -> Result<Option<BlobRef>, AgentError> {
        let (Operation::Act(action), Some(observation)) = (operation, observation) else { return Ok(None) };
        match &action.aim {
            _ if self.turn.look.readiness == Readiness::Reported => Ok(None),
            // The picture lacks controls that came up later.
            Aim::Control(control) if observation.shows(control) => {
                observation.selected(control.rect, self.context.journal.log.as_mut()).await
            }
            Aim::Control(_) | Aim::Window | Aim::Point(_) => Ok(None),
        }
    }

    fn hold(&mut self, left: &[Action], divergence: Divergence) -> Result<BatchResult, AgentError> {
        let operations = left.iter().map(|action| Operation::Act(Box::new(action.clone()))).collect();
        self.context.journal.record(Event::Held { operations, divergence })?;
        Ok(BatchResult::Interrupted)
    }

    fn why_not(&self, action: &Action, ruling: Ruling) -> Divergence {
        match ruling {
            Ruling::Confirm(_) => Divergence::NeedsYes(action.to_string()),
            Ruling::Refuse(why) => Divergence::NotAllowed(why),
            Ruling::Allow => {
                Divergence::NotDone(self.last_effect().map_or_else(String::new, |it| it.to_string()))
            }
        }
    }

    /// Whether the last action was refused or changed nothing, and nothing waits for a person.
    fn was_refused(&self, ruling: &Ruling) -> bool {
        match ruling {
            Ruling::Refuse(_) => true,
            Ruling::Confirm(_) => false,
            Ruling::Allow => {
                matches!(self.last_effect(), Some(Effect::Refused(_) | Effect::NoChange(_)))
            }
        }
    }

    /// The effect of the last action.
    fn last_effect(&self) -> Option<Effect> {
        let last = self.context.journal.ledger().memory.of_agent(&self.turn.agent).last;
        last.last().map(|it| it.outcome.effect.clone())
    }
}

/// The words with which the operation asks for commands, and the window whose commands it asks for.
fn command_question(operation: &Operation) -> Option<(&str, &Window)> {
    let Operation::Act(action) = operation else { return None };
    let Verb::Describe(words) = &action.verb else { return None };
    Some((words, &action.window))
}

/// What the agent wants to look up; `None` when the operation is not a recall.
fn recall_topic(operation: &Operation) -> Option<&str> {
    match operation {
        Operation::Act(action) => match &action.verb {
            Verb::Recall(about) => Some(about),
            _ => None,
        },
        _ => None,
    }
}

/// Why a started operation has no outcome.
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

//! Detects agents that loop: counts what an agent has already done in the same window state.

use crate::{AgentName, Aim, AppView, Entry, Event, HostDecision, Operation, Projection, View, fingerprint};
use std::collections::BTreeMap;

/// Counts actions per window state since the subtask began or the user last answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopGuard {
    agent: Option<AgentName>,
    here: Option<ViewedState>,
    done: BTreeMap<(ViewedState, OperationKind), u32>,
    help: UserHelp,
}

/// A window state as one agent saw it: its title and the fingerprint of its controls.
type ViewedState = (AgentName, String, u64);

/// An operation without its arguments: in words, plus the node of its control, because several controls can
/// share a name.
type OperationKind = (String, String);

/// Whether the user was asked in this subtask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum UserHelp {
    #[default]
    NotAsked,
    Given,
}

/// What should happen to an agent that may be looping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopAdvice {
    /// It makes progress.
    None,
    /// It must choose something other than these actions, each of which led back here so many times.
    AnotherWay(Vec<(String, u32)>),
    /// It has repeated too much: ask the user.
    Ask,
    /// The user has already helped in vain: the subtask has failed.
    GiveUp,
}

impl LoopGuard {
    /// From this many identical actions in one state on, the agent must try another way.
    const TOO_OFTEN: u32 = 3;
    /// From this many repetitions in one state on, ask the user; half as many after the user has helped.
    const HOPELESS: u32 = 4;

    /// The advice for the agent that decides now. Only window state and control count: the same action with
    /// other arguments is a repetition.
    pub fn advice(&self) -> LoopAdvice {
        let repeated = self.repeated();
        match self.help {
            UserHelp::NotAsked if repeated >= LoopGuard::HOPELESS => LoopAdvice::Ask,
            UserHelp::Given if repeated >= LoopGuard::HOPELESS / 2 => LoopAdvice::GiveUp,
            UserHelp::NotAsked | UserHelp::Given => match self.done_too_often() {
                none if none.is_empty() => LoopAdvice::None,
                done => LoopAdvice::AnotherWay(done),
            },
        }
    }

    /// Whether the operation is barred because the agent must try another way.
    pub fn is_barred(&self, operation: &Operation) -> bool {
        let (LoopAdvice::AnotherWay(_), Operation::Act(_)) = (self.advice(), operation) else { return false };
        self.too_often().any(|(what, _)| *what == kind(operation))
    }

    /// The number of actions in this state that repeated an earlier one.
    fn repeated(&self) -> u32 {
        let here = self.done.iter().filter(|((here, _), _)| Some(here) == self.here.as_ref());
        here.map(|(_, times)| times.saturating_sub(1)).sum()
    }

    fn done_too_often(&self) -> Vec<(String, u32)> {
        self.too_often().map(|((what, _), times)| (what.clone(), times)).collect()
    }

    fn too_often(&self) -> impl Iterator<Item = (&OperationKind, u32)> {
        let is_here = |((here, _), times): &(&(ViewedState, OperationKind), &u32)| {
            Some(here) == self.here.as_ref() && **times >= LoopGuard::TOO_OFTEN
        };
        self.done.iter().filter(is_here).map(|((_, what), times)| (what, *times))
    }

    /// Counts only the first action of a batch: the others do not run in the observed state.
    fn count(&mut self, operation: &Operation) {
        let Operation::Act(_) = operation else { return };
        let Some(here) = self.here.clone() else { return };
        *self.done.entry((here, kind(operation))).or_default() += 1;
    }

    fn restart(&mut self, help: UserHelp) {
        *self = LoopGuard { agent: self.agent.take(), help, ..LoopGuard::default() };
    }
}

fn kind(operation: &Operation) -> OperationKind {
    let Operation::Act(action) = operation else { return (operation.to_string(), String::new()) };
    let node = match &action.aim {
        Aim::Control(control) => control.node().map_or(String::new(), |it| it.0.clone()),
        Aim::Window | Aim::Point(_) => String::new(),
    };
    let command = &action.call.command;
    match action.control_text() {
        "" => (command.clone(), node),
        text => (format!("{command} on {text:?}"), node),
    }
}

/// With almost no controls in the tree, the picture identifies the state.
fn state_of(view: &AppView) -> (String, u64) {
    const FEW_CONTROLS: usize = 5;
    let picture = view.pictures.clean.as_ref().filter(|_| view.controls.len() < FEW_CONTROLS);
    let title = picture.map_or(view.window.title.clone(), |it| format!("{} {}", view.window.title, it.hash));
    (title, fingerprint(&view.controls))
}

impl Projection for LoopGuard {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } | Event::HostDecided { decision: HostDecision::Assign(_), .. } => {
                *self = LoopGuard::default();
            }
            Event::Answered { .. } => self.restart(UserHelp::Given),
            Event::StepStarted { agent, .. } => {
                self.agent = Some(agent.clone());
                self.here = None;
            }
            Event::Observed { view: View::App(view) } => {
                let (title, controls) = state_of(view);
                self.here = self.agent.clone().map(|agent| (agent, title, controls));
            }
            Event::Acting { operation, .. } => {
                self.count(operation);
                self.here = None;
            }
            _ => {}
        }
    }
}

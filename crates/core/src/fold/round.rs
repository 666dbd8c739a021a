//! The round a session is in: its request, its state, its subtasks.

use crate::{Entry, Event, HostDecision, Projection, RoundState, Subtask, SubtaskOutcome};

/// One request of the user, and how far it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// What the user asked for.
    pub request: String,
    /// Its state.
    pub state: RoundState,
    /// Its subtasks, each behind those it depends on.
    pub subtasks: Vec<SubtaskNode>,
    /// What the HostAgent means to assign after these.
    pub planned: Vec<String>,
}

/// A node of the dependency-ordered subtask graph.
#[derive(Clone, Debug, PartialEq)]
pub struct SubtaskNode {
    /// What is to be done.
    pub subtask: Subtask,
    /// The application it is done in.
    pub application: String,
    /// The indices of the subtasks it depends on.
    pub after: Vec<u32>,
    /// How far it has come.
    pub state: SubtaskState,
}

/// How far a subtask has come.
#[derive(Clone, Debug, PartialEq)]
pub enum SubtaskState {
    /// An AppAgent is at it.
    Running,
    /// It ended; with what its AppAgent said.
    Ended(SubtaskOutcome, String),
}

impl Default for Round {
    fn default() -> Round {
        Round {
            number: 0,
            request: String::new(),
            state: RoundState::start(),
            subtasks: Vec::new(),
            planned: Vec::new(),
        }
    }
}

impl Round {
    /// The index the next subtask has.
    pub fn next_subtask(&self) -> u32 {
        u32::try_from(self.subtasks.len()).unwrap_or(u32::MAX)
    }

    fn assigned(&mut self, subtask: &Subtask, application: &str) {
        // Subtasks run one after the other: each may build upon the last that finished.
        let finished =
            |node: &&SubtaskNode| matches!(node.state, SubtaskState::Ended(SubtaskOutcome::Finished, _));
        let after = self.subtasks.iter().rev().find(finished).map(|node| node.subtask.index);
        self.subtasks.push(SubtaskNode {
            subtask: subtask.clone(),
            application: application.to_owned(),
            after: after.into_iter().collect(),
            state: SubtaskState::Running,
        });
    }
}

impl Projection for Round {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { round, request } => {
                *self = Round { number: *round, request: request.clone(), ..Round::default() };
                return;
            }
            Event::HostDecided { decision, remarks } => {
                self.planned.clone_from(&remarks.common.plan);
                if let HostDecision::Assign(it) = decision {
                    self.assigned(&it.subtask, &it.window.application);
                }
            }
            Event::SubtaskEnded { outcome, comment } => {
                if let Some(node) = self.subtasks.last_mut() {
                    node.state = SubtaskState::Ended(outcome.clone(), comment.clone());
                }
            }
            _ => {}
        }
        let state = std::mem::replace(&mut self.state, RoundState::start());
        self.state = state.after(&entry.event);
    }
}

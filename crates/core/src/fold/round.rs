//! The current round: its request, its state and its subtask graph.

use super::BudgetLevel;
use crate::{
    Consent, Divergence, Entry, Event, HostDecision, MissingProduct, Note, Operation, Outcome, Product,
    Projection, Remedy, RoundState, Ruling, Subtask, SubtaskOutcome, Timestamp, bare_name,
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
};

/// One request of the user, and its progress.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// What the user asked for.
    pub request: String,
    /// Its state.
    pub state: RoundState,
    /// The state in which it goes on when a person resumes it; `None` unless a limit ended it.
    pub limited: Option<RoundState>,
    /// The assigned subtasks, in order of assignment.
    pub subtasks: Vec<SubtaskNode>,
    /// How many of them were assigned before this process continued the round. Their windows may have gone with the desktop.
    pub resumed_after: usize,
    /// What the HostAgent plans to assign next, by its latest plan.
    pub planned: Vec<Subtask>,
    /// What the HostAgent prepared for the user when it assigned the last subtask, perhaps nothing. `None` once something
    /// happened that its plan did not expect: a person answered, refused or took the desktop, or the policy refused an
    /// operation.
    pub when_done: Option<String>,
    /// When it began.
    pub started: Timestamp,
    /// When the last subtask was assigned.
    pub since: Timestamp,
    /// The notes that were written in this round, and when each was written last.
    pub noted: BTreeMap<String, Timestamp>,
    /// The missing notes and files that were reported to the AppAgent since the last assignment. Each is reported once.
    pub reminded: Vec<String>,
}

/// A node of the dependency-ordered subtask graph.
#[derive(Clone, Debug, PartialEq)]
pub struct SubtaskNode {
    /// The subtask, with what it needs and produces.
    pub subtask: Subtask,
    /// The application, or the external agent, that it was assigned to.
    pub application: String,
    /// Its progress.
    pub state: SubtaskState,
    /// What it promised and had not left when it finished.
    pub missing: Vec<MissingProduct>,
}

/// The progress of a subtask.
#[derive(Clone, Debug, PartialEq)]
pub enum SubtaskState {
    /// An agent works on it.
    Running,
    /// It ended, with its agent's comment.
    Ended(SubtaskOutcome, String),
}

impl SubtaskNode {
    /// Whether it is carried out, according to its agent.
    pub const fn is_finished(&self) -> bool {
        matches!(self.state, SubtaskState::Ended(SubtaskOutcome::Finished, _))
    }

    /// Why it was not carried out; `None` if it was or still runs.
    pub fn failure(&self) -> Option<Cow<'_, str>> {
        match &self.state {
            SubtaskState::Ended(outcome, _) => outcome.reason(),
            SubtaskState::Running => None,
        }
    }
}

/// Why a subtask cannot run yet, or a plan cannot run at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DependencyError {
    /// It needs something that no finished subtask has produced, although a planned or failed one would.
    NotProduced {
        /// The missing prerequisite.
        need: String,
        /// The subtask that would produce it.
        by: String,
    },
    /// It needs something that no subtask produces.
    NoProducer(String),
    /// These subtasks need each other.
    Cycle(String),
    /// Two subtasks have this id.
    DuplicateId(String),
}

impl Round {
    /// The index of the next subtask.
    pub fn next_subtask(&self) -> u32 {
        u32::try_from(self.subtasks.len()).unwrap_or(u32::MAX)
    }

    /// The failed subtasks that no later one repaired or replaced: none finished after them, and none has the
    /// same id.
    pub fn failed(&self) -> impl Iterator<Item = &SubtaskNode> {
        let repaired = |node: &SubtaskNode, at: usize| {
            let later = &self.subtasks[at + 1..];
            later.iter().any(|it| it.is_finished() || it.subtask.id == node.subtask.id)
        };
        self.subtasks
            .iter()
            .enumerate()
            .filter(move |(at, node)| node.failure().is_some() && !repaired(node, *at))
            .map(|(_, node)| node)
    }

    /// How many times a subtask with this id failed.
    pub fn failures(&self, id: &str) -> usize {
        self.subtasks.iter().filter(|it| it.subtask.id == id && it.failure().is_some()).count()
    }

    /// Why `next` cannot be assigned now, given the planned subtasks and the existing notes.
    pub fn dependency_error(
        &self,
        next: &Subtask,
        planned: &[Subtask],
        has_note: &dyn Fn(&str) -> bool,
    ) -> Option<DependencyError> {
        let finished = |need: &str| {
            self.subtasks.iter().any(|it| it.is_finished() && provides(&it.subtask, need))
                || has_note(bare_name(need))
        };
        let missing = next.needs.iter().find(|need| !finished(need))?;
        let others = planned.iter().chain(self.subtasks.iter().map(|it| &it.subtask));
        let by = others.filter(|it| it.id != next.id).find(|it| provides(it, missing));
        Some(match by {
            Some(by) => DependencyError::NotProduced { need: missing.clone(), by: by.id.clone() },
            None => DependencyError::NoProducer(missing.clone()),
        })
    }

    fn assigned(&mut self, subtask: &Subtask, application: &str) {
        self.planned.retain(|it| it.id != subtask.id);
        self.subtasks.push(SubtaskNode {
            subtask: subtask.clone(),
            application: application.to_owned(),
            state: SubtaskState::Running,
            missing: Vec::new(),
        });
    }

    fn note(&mut self, note: &Note, at: Timestamp) {
        match note {
            Note::Text { name, .. } => {
                self.noted.insert(name.clone(), at);
            }
            Note::Renamed { name, to } => {
                if let Some(at) = self.noted.remove(name) {
                    self.noted.insert(to.clone(), at);
                }
            }
            Note::Dropped { name } => {
                self.noted.remove(name);
            }
            Note::Screenshot { .. } => {}
        }
    }

    /// Ends the running subtask, which belongs to a log of unknown origin.
    fn abandon_subtask(&mut self) {
        if let Some(node) = self.subtasks.last_mut().filter(|it| it.state == SubtaskState::Running) {
            let reason = "it was begun in a log of unknown origin".to_owned();
            node.state = SubtaskState::Ended(SubtaskOutcome::Errored(reason), String::new());
        }
    }

    /// Takes the outcome of a HostAgent operation; if a subtask runs, the operation was its delegation.
    fn handed_back(&mut self, outcome: &Outcome) {
        if let Some(node) = self.subtasks.last_mut().filter(|it| it.state == SubtaskState::Running) {
            node.state = SubtaskState::Ended(ended(outcome), String::new());
        }
    }
}

/// The outcome of a delegated subtask, without the external agent's own words.
fn ended(outcome: &Outcome) -> SubtaskOutcome {
    match outcome.effect.is_success() {
        true => SubtaskOutcome::Finished,
        false => SubtaskOutcome::Failed(outcome.effect.to_string()),
    }
}

/// Whether the subtask has this id or produces this.
fn provides(subtask: &Subtask, need: &str) -> bool {
    subtask.id == need || subtask.produces.iter().any(|it| it.name() == bare_name(need))
}

/// Why a plan can never run: a repeated id or a cycle.
pub fn plan_error(plan: &[Subtask]) -> Option<DependencyError> {
    let mut ids = HashSet::new();
    if let Some(twice) = plan.iter().find(|it| !ids.insert(&it.id)) {
        return Some(DependencyError::DuplicateId(twice.id.clone()));
    }
    // How many of the subtasks left provide each name.
    let mut providers: HashMap<&str, usize> = HashMap::new();
    plan.iter().flat_map(provided_names).for_each(|name| *providers.entry(name).or_default() += 1);
    let mut left: Vec<&Subtask> = plan.iter().collect();
    loop {
        // What no subtask of the plan provides may be there already.
        let waits = |it: &&Subtask| it.needs.iter().any(|need| providers.get(bare_name(need)) > Some(&0));
        let (still, free): (Vec<&Subtask>, Vec<&Subtask>) = left.into_iter().partition(waits);
        if free.is_empty() {
            let names: Vec<&str> = still.iter().map(|it| it.id.as_str()).collect();
            return (!still.is_empty()).then(|| DependencyError::Cycle(names.join(", ")));
        }
        for name in free.into_iter().flat_map(provided_names) {
            providers.entry(name).and_modify(|count| *count -= 1);
        }
        left = still;
    }
}

fn provided_names(subtask: &Subtask) -> impl Iterator<Item = &str> {
    std::iter::once(subtask.id.as_str()).chain(subtask.produces.iter().map(Product::name))
}

impl Projection for Round {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { round, request } => {
                let started = entry.at;
                *self = Round { number: *round, request: request.clone(), started, ..Round::default() };
                // The event leads to no other state: a round begins in its first one.
                return;
            }
            Event::HostDecided { decision, remarks } => {
                self.planned.clone_from(&remarks.planned);
                self.when_done = None;
                if let HostDecision::Assign(it) = decision {
                    self.assigned(&it.subtask, &it.window.application);
                    self.when_done = Some(remarks.when_done.clone());
                    self.since = entry.at;
                    self.reminded.clear();
                }
            }
            Event::SubtaskEnded { outcome, comment, missing } => {
                if let Some(node) = self.subtasks.last_mut() {
                    node.state = SubtaskState::Ended(outcome.clone(), comment.clone());
                    node.missing.clone_from(missing);
                }
            }
            Event::Noted { note } => self.note(note, entry.at),
            Event::Held { divergence: Divergence::Missing(name), .. } => self.reminded.push(name.clone()),
            Event::Held { divergence: Divergence::MissingFile(it), .. } => {
                self.reminded.push(it.product.name().to_owned());
            }
            Event::Answered { .. }
            | Event::Confirmed { consent: Consent::No(_) | Consent::Unanswered(_), .. }
            | Event::Ruled { ruling: Ruling::Refuse(_), .. }
            | Event::Paused { .. } => self.when_done = None,
            Event::SessionResumed { origin, .. } => {
                self.resumed_after = self.subtasks.len();
                if !origin.is_own() {
                    self.limited = None;
                    self.when_done = None;
                    self.abandon_subtask();
                }
            }
            Event::BudgetUsed { level: BudgetLevel::Fully, .. }
            | Event::Faulted { remedy: Remedy::Later, .. } => self.limited = Some(self.state.clone()),
            Event::RoundReopened { .. } => self.limited = None,
            Event::Acting { operation: Operation::Delegate(it), .. } => self.assigned(&it.subtask, &it.agent),
            Event::Acted { outcome, .. } if self.state.assignment().is_none() => self.handed_back(outcome),
            _ => {}
        }
        let state = std::mem::take(&mut self.state);
        self.state = state.after(&entry.event);
    }
}

//! The progress of a subtask: the remaining acts, the ones requested last, and their outcomes.

use super::{
    AppTurn,
    format::{Act, SubtaskScript},
};
use crate::LastAction;
use deskpilot_core::{Effect, ReasonCode, SubtaskOutcome};
use std::collections::{BTreeSet, VecDeque};

/// The maximum number of attempts for an action without effect.
const MAX_ATTEMPTS: u32 = 2;

/// The maximum number of attempts for an action that was not tried or only partly done.
const MAX_UNDONE_ATTEMPTS: u32 = 4;

/// The progress of a subtask.
pub(super) struct Progress {
    /// The remaining acts.
    pub(super) left: VecDeque<PendingAct>,
    /// How many of them the last decision requested.
    pub(super) requested: usize,
    /// The search for the first one's control, if it is not visible.
    pub(super) search: Search,
    /// The rules already applied.
    pub(super) applied_rules: BTreeSet<usize>,
    /// How many times the subtask failed before.
    failures: usize,
    /// How many replies in a row were rejected.
    complaints: u32,
}

/// A remaining act.
#[derive(Clone, Debug)]
pub(super) struct PendingAct {
    /// The act.
    pub(super) act: Act,
    /// How many times it was requested without effect.
    failures: u32,
}

/// The state of the search for an invisible control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Search {
    /// Not searched yet.
    #[default]
    NotStarted,
    /// Requested, and then awaited this many times.
    Waited(usize),
}

impl Progress {
    /// The initial progress.
    pub(super) fn of(subtask: &SubtaskScript) -> Progress {
        Progress {
            left: pending(&subtask.acts).collect(),
            requested: 0,
            search: Search::default(),
            applied_rules: BTreeSet::new(),
            failures: 0,
            complaints: 0,
        }
    }

    /// Updates the progress from the outcomes of the last decision. Fails if it is pointless to continue.
    pub(super) fn update(&mut self, subtask: &SubtaskScript, turn: &AppTurn<'_>) -> Result<(), String> {
        if turn.failures.len() > self.failures {
            self.restart(subtask, turn);
            return Ok(());
        }
        let Some(complaint) = turn.facts.complaint else {
            self.complaints = 0;
            return self.remove_completed(&turn.done);
        };
        self.requested = 0;
        self.complaints += 1;
        if self.complaints < MAX_ATTEMPTS { Ok(()) } else { Err(complaint.to_owned()) }
    }

    /// Puts a rule's acts before everything else.
    pub(super) fn apply_rule(&mut self, rule: usize, acts: &[Act]) {
        self.applied_rules.insert(rule);
        self.search = Search::default();
        pending(acts).rev().for_each(|pending_act| self.left.push_front(pending_act));
    }

    /// Marks the first `count` acts as requested.
    pub(super) fn mark_requested(&mut self, count: usize) {
        self.requested = count;
        self.search = Search::default();
    }

    /// Handles a repeated subtask: continues where it stopped, unless its window is another one now.
    fn restart(&mut self, subtask: &SubtaskScript, turn: &AppTurn<'_>) {
        let is_window_gone =
            turn.failures.last().is_some_and(|last| matches!(last.outcome, SubtaskOutcome::WindowGone(_)));
        let left = std::mem::take(&mut self.left);
        let applied_rules = std::mem::take(&mut self.applied_rules);
        *self = Progress { failures: turn.failures.len(), ..Progress::of(subtask) };
        if !is_window_gone {
            self.left = left.into_iter().map(|pending_act| PendingAct::of(pending_act.act)).collect();
            self.applied_rules = applied_rules;
        }
    }

    /// Removes the completed acts. Acts without an outcome were not done, because the batch stopped before
    /// them.
    fn remove_completed(&mut self, done: &[LastAction<'_>]) -> Result<(), String> {
        let requested: Vec<PendingAct> = self.left.drain(..std::mem::take(&mut self.requested)).collect();
        let mut outcomes = done.iter().peekable();
        let mut outcome = Ok(());
        let mut undone = Vec::new();
        for (at, mut pending_act) in requested.into_iter().enumerate() {
            let failed = match outcomes.next_if(|last| last.command() == pending_act.act.command()) {
                Some(last) if is_over(last) || pending_act.is_read(last) => continue,
                Some(_) if !pending_act.act.otherwise().is_empty() => {
                    undone.extend(pending(pending_act.act.otherwise()));
                    continue;
                }
                Some(last) => pending_act.count_failure(Some(last)),
                None if at == 0 => pending_act.count_failure(None),
                None => Ok(()),
            };
            outcome = outcome.and(failed);
            undone.push(pending_act);
        }
        undone.into_iter().rev().for_each(|pending_act| self.left.push_front(pending_act));
        outcome
    }
}

impl PendingAct {
    fn of(act: Act) -> PendingAct {
        PendingAct { act, failures: 0 }
    }

    /// Counts a failure: the act had no effect or was not done. Fails after too many attempts.
    fn count_failure(&mut self, last: Option<&LastAction<'_>>) -> Result<(), String> {
        self.failures += 1;
        let tries = if last.is_some_and(changed_nothing) { MAX_ATTEMPTS } else { MAX_UNDONE_ATTEMPTS };
        let why = || match last {
            Some(last) => format!("{}: {}", last.effect().word(), last.reason()),
            None => "not done: there is no outcome of it".to_owned(),
        };
        match self.failures < tries {
            true => Ok(()),
            false => Err(format!("{} did not succeed: {}", self.act, why())),
        }
    }

    /// Whether it only read, and so changed nothing.
    fn is_read(&self, last: &LastAction<'_>) -> bool {
        READ_COMMANDS.contains(&self.act.command()) && changed_nothing(last)
    }
}

/// Whether nothing is left to do: it was done, or need not be.
fn is_over(last: &LastAction<'_>) -> bool {
    last.succeeded() || was_already_so(last) || last.effect().is_skipped()
}

/// Whether nothing had to change.
fn was_already_so(last: &LastAction<'_>) -> bool {
    last.code() == Some(ReasonCode::AlreadySo)
}

const fn changed_nothing(last: &LastAction<'_>) -> bool {
    matches!(last.effect(), Effect::NoChange(_))
}

/// The commands that only read.
const READ_COMMANDS: &[&str] = &["texts", "read_clipboard", "find_control", "show_more"];

fn pending(acts: &[Act]) -> impl DoubleEndedIterator<Item = PendingAct> + '_ {
    acts.iter().cloned().map(PendingAct::of)
}

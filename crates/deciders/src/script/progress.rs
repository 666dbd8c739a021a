//! The progress of a subtask: the remaining acts, the ones requested last, and their outcomes.

use super::{
    AppTurn,
    format::{Act, SubtaskScript},
};
use crate::LastAction;
use deskpilot_core::{Effect, ReasonCode, SubtaskOutcome};
use std::collections::{BTreeSet, VecDeque};

/// The maximum number of attempts for an action without effect.
const TRIES: u32 = 2;

/// The maximum number of attempts for an action that was not tried or only partly done.
const UNDONE_TRIES: u32 = 4;

/// The progress of a subtask.
pub(super) struct Progress {
    /// The remaining acts.
    pub(super) left: VecDeque<Todo>,
    /// How many of them the last reply requested.
    pub(super) given: usize,
    /// The search for the first one's control, if it is not visible.
    pub(super) search: Search,
    /// The rules already applied.
    pub(super) followed: BTreeSet<usize>,
    /// How many times the subtask failed before.
    failures: usize,
    /// How many replies in a row were rejected.
    complaints: u32,
}

/// A remaining act.
#[derive(Clone, Debug)]
pub(super) struct Todo {
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
    Begun,
    /// Requested, and then waited for this many times.
    Waited(usize),
}

impl Progress {
    /// The initial progress.
    pub(super) fn of(subtask: &SubtaskScript) -> Progress {
        Progress {
            left: todos(&subtask.acts).collect(),
            given: 0,
            search: Search::default(),
            followed: BTreeSet::new(),
            failures: 0,
            complaints: 0,
        }
    }

    /// Updates the progress from the outcomes of the last reply. Fails if it is pointless to continue.
    pub(super) fn learn(&mut self, subtask: &SubtaskScript, turn: &AppTurn<'_>) -> Result<(), String> {
        if turn.failures.len() > self.failures {
            self.begin_again(subtask, turn);
            return Ok(());
        }
        let Some(complaint) = turn.sight.complaint else {
            self.complaints = 0;
            return self.strike_off(&turn.done);
        };
        self.given = 0;
        self.complaints += 1;
        if self.complaints < TRIES { Ok(()) } else { Err(complaint.to_owned()) }
    }

    /// Puts a rule's acts before everything else.
    pub(super) fn follow(&mut self, rule: usize, acts: &[Act]) {
        self.followed.insert(rule);
        self.search = Search::default();
        todos(acts).rev().for_each(|todo| self.left.push_front(todo));
    }

    /// Marks the first `count` acts as requested.
    pub(super) fn give(&mut self, count: usize) {
        self.given = count;
        self.search = Search::default();
    }

    /// Handles a repeated subtask: continues where it stopped, unless its window is another one now.
    fn begin_again(&mut self, subtask: &SubtaskScript, turn: &AppTurn<'_>) {
        let is_gone =
            turn.failures.last().is_some_and(|last| matches!(last.outcome, SubtaskOutcome::WindowGone(_)));
        let left = std::mem::take(&mut self.left);
        let followed = std::mem::take(&mut self.followed);
        *self = Progress { failures: turn.failures.len(), ..Progress::of(subtask) };
        if !is_gone {
            self.left = left.into_iter().map(|todo| Todo::of(todo.act)).collect();
            self.followed = followed;
        }
    }

    /// Removes the completed acts. Acts without an outcome were not done, because the batch stopped before
    /// them.
    fn strike_off(&mut self, done: &[LastAction<'_>]) -> Result<(), String> {
        let given: Vec<Todo> = self.left.drain(..std::mem::take(&mut self.given)).collect();
        let mut told = done.iter().peekable();
        let mut outcome = Ok(());
        let mut undone = Vec::new();
        for (at, mut todo) in given.into_iter().enumerate() {
            let failed = match told.next_if(|last| last.command() == todo.act.command()) {
                Some(last) if last.succeeded() || was_so(last) || todo.is_look(last) => continue,
                Some(last) => todo.failed(Some(last)),
                None if at == 0 => todo.failed(None),
                None => Ok(()),
            };
            outcome = outcome.and(failed);
            undone.push(todo);
        }
        undone.into_iter().rev().for_each(|todo| self.left.push_front(todo));
        outcome
    }
}

impl Todo {
    fn of(act: Act) -> Todo {
        Todo { act, failures: 0 }
    }

    /// Counts a failure: the act had no effect or was not done. Fails after too many attempts.
    fn failed(&mut self, last: Option<&LastAction<'_>>) -> Result<(), String> {
        self.failures += 1;
        let tries = if last.is_some_and(changed_nothing) { TRIES } else { UNDONE_TRIES };
        let why = || match last {
            Some(last) => format!("{}: {}", last.effect().word(), last.reason()),
            None => "not done: nothing was told of it".to_owned(),
        };
        match self.failures < tries {
            true => Ok(()),
            false => Err(format!("{} came to nothing: {}", self.act, why())),
        }
    }

    /// Whether it was a look, which changes nothing.
    fn is_look(&self, last: &LastAction<'_>) -> bool {
        LOOKS.contains(&self.act.command()) && changed_nothing(last)
    }
}

/// Whether nothing had to change.
fn was_so(last: &LastAction<'_>) -> bool {
    last.code() == Some(ReasonCode::AlreadySo)
}

const fn changed_nothing(last: &LastAction<'_>) -> bool {
    matches!(last.effect(), Effect::NoChange(_))
}

/// The commands that only read.
const LOOKS: &[&str] = &["texts", "read_clipboard", "find_control", "show_more"];

fn todos(acts: &[Act]) -> impl DoubleEndedIterator<Item = Todo> + '_ {
    acts.iter().cloned().map(Todo::of)
}

//! How far a subtask is: what is still to do, what was given last, and what that came to.

use super::{
    AppTurn,
    format::{Act, SubtaskScript},
};
use crate::LastAction;
use deskpilot_core::{Code, Effect, SubtaskOutcome};
use std::collections::{BTreeSet, VecDeque};

/// How often an action that came to nothing is given.
const TRIES: u32 = 2;

/// How often an action is given that was not even tried, or not wholly done.
const UNDONE_TRIES: u32 = 4;

/// How far a subtask is.
pub(super) struct Progress {
    /// What is still to do.
    pub(super) left: VecDeque<Todo>,
    /// How many of these were given with the last reply.
    pub(super) given: usize,
    /// What was done to see the first of them, which does not show.
    pub(super) search: Search,
    /// The rules that were followed.
    pub(super) followed: BTreeSet<usize>,
    /// How often the subtask failed before.
    failures: usize,
    /// How many replies in a row were complained about.
    complaints: u32,
}

/// An act that is still to do.
#[derive(Clone, Debug)]
pub(super) struct Todo {
    /// What.
    pub(super) act: Act,
    /// How often it was given and came to nothing.
    failures: u32,
}

/// How far the search for a control that does not show is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Search {
    /// It was not looked for yet.
    #[default]
    Begun,
    /// It was asked for, and then waited for so often.
    Waited(usize),
}

impl Progress {
    /// Nothing of the subtask is done.
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

    /// Takes note of what came of the last reply. Fails when there is no use in going on.
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

    /// The rule's acts come before everything else.
    pub(super) fn follow(&mut self, rule: usize, acts: &[Act]) {
        self.followed.insert(rule);
        self.search = Search::default();
        todos(acts).rev().for_each(|todo| self.left.push_front(todo));
    }

    /// These first ones are given now.
    pub(super) fn give(&mut self, count: usize) {
        self.given = count;
        self.search = Search::default();
    }

    /// The subtask is given out once more: it goes on where it stopped, unless its window is another one now.
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

    /// Strikes off what was done. What is not told of was not done: the list was stopped before it.
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

    /// It came to nothing: it is known what came of it, or it was not done at all. Fails when it was tried often enough.
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

    /// Whether it only looked: a look changes nothing.
    fn is_look(&self, last: &LastAction<'_>) -> bool {
        LOOKS.contains(&self.act.command()) && changed_nothing(last)
    }
}

/// Whether nothing had to change.
fn was_so(last: &LastAction<'_>) -> bool {
    last.code() == Some(Code::AlreadySo)
}

const fn changed_nothing(last: &LastAction<'_>) -> bool {
    matches!(last.effect(), Effect::NoChange(_))
}

/// The commands that look and change nothing.
const LOOKS: &[&str] = &["texts", "read_clipboard", "find_control", "show_more"];

fn todos(acts: &[Act]) -> impl DoubleEndedIterator<Item = Todo> + '_ {
    acts.iter().cloned().map(Todo::of)
}

//! The blackboard: what the agents of a session share.

use crate::{
    Answer, BlobRef, Entry, Event, HostDecision, Note, Operation, Outcome, Projection, Timestamp, Verb,
    policy::KnownEffect,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The shared memory of a session's agents.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Blackboard {
    /// Texts by name, for one agent to write down and others to use.
    pub notes: BTreeMap<String, String>,
    /// The promised files that were written, by the name that the subtask gives them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub saved: BTreeMap<String, SavedFile>,
    /// Questions the user answered.
    pub questions: Vec<Answer>,
    /// The session's requests, under `request_0`, `request_1`, ...
    pub requests: BTreeMap<String, String>,
    /// The operations, step by step.
    pub trajectories: Vec<BlackboardOperation>,
    /// Pictures that an agent saved.
    pub screenshots: Vec<Screenshot>,
    #[serde(skip)]
    step: u32,
    #[serde(skip)]
    subtask: String,
    /// The operation that was ruled on last, if it only looks, as the specification of its command says.
    #[serde(skip)]
    look: Option<Operation>,
    /// What the output of the operation in progress is.
    #[serde(skip)]
    output: ResultKind,
}

/// What the result of an operation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultKind {
    /// What became of the operation, or what the session has elsewhere, such as a part of a note.
    #[default]
    Effect,
    /// What the operation read, which nothing else has unless it was given a name.
    Data,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SavedFile {
    /// When.
    pub written: Timestamp,
    /// Its content in brief.
    pub content: String,
}

/// One operation, as the agents see it later. It need not belong to a step: what the session does by itself is shared too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct BlackboardOperation {
    /// The step number within the session.
    pub step: u32,
    /// The subtask it belongs to; empty for the HostAgent's own operations.
    pub subtask: String,
    /// The operation.
    pub action: String,
    /// The effect in one word.
    pub status: String,
    /// Its output or, without one, its effect.
    pub results: String,
    /// What the results are.
    #[serde(skip)]
    pub kind: ResultKind,
    /// The title of the window that it may have changed; empty for other operations.
    #[serde(skip)]
    pub window: String,
}

/// A saved picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Screenshot {
    /// The application it shows.
    pub application: String,
    /// Why the agent saved it.
    pub reason: String,
    /// The picture.
    #[serde(skip)]
    pub picture: BlobRef,
}

impl Blackboard {
    fn noted(&mut self, note: &Note) {
        match note.clone() {
            Note::Text { name, text } => {
                self.notes.insert(name, text);
            }
            Note::Renamed { name, to } => {
                if let Some(text) = self.notes.remove(&name) {
                    self.notes.insert(to, text);
                }
            }
            Note::Dropped { name } => {
                self.notes.remove(&name);
            }
            Note::Screenshot { application, reason, picture } => {
                self.screenshots.push(Screenshot { application, reason, picture });
            }
        }
    }

    fn began(&mut self, operation: &Operation) {
        // A ruling that no act followed is of another operation.
        let only_looks = self.look.take().is_some_and(|it| it == *operation);
        self.output = output_kind(operation);
        self.trajectories.push(BlackboardOperation {
            step: self.step,
            subtask: self.subtask.clone(),
            action: operation.to_string(),
            // It stays so where the log has no end of it.
            status: "interrupted".into(),
            results: String::new(),
            kind: ResultKind::Effect,
            window: if only_looks { String::new() } else { changed_window(operation) },
        });
    }

    fn ended(&mut self, outcome: &Outcome) {
        let Some(trajectory) = self.trajectories.last_mut() else { return };
        outcome.effect.word().clone_into(&mut trajectory.status);
        trajectory.results = outcome.output.clone().unwrap_or_else(|| outcome.effect.to_string());
        if outcome.output.is_some() && outcome.effect.is_success() {
            trajectory.kind = self.output;
        }
    }
}

/// What the output of an operation is: a part of a note, descriptions of commands and knowledge are available again by other means.
fn output_kind(operation: &Operation) -> ResultKind {
    match operation {
        Operation::Act(action) => match action.verb {
            Verb::Note { .. }
            | Verb::EditNote { .. }
            | Verb::ShowNote { .. }
            | Verb::Describe(_)
            | Verb::Recall(_) => ResultKind::Effect,
            _ => ResultKind::Data,
        },
        Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => {
            ResultKind::Data
        }
    }
}

/// The title of the window that the operation may change, without a mark of unsaved changes.
fn changed_window(operation: &Operation) -> String {
    match operation {
        // A document that is opened changes no window but its own.
        Operation::Act(action) if operation.may_change() && operation.launch().is_none() => {
            action.window.title.trim_start_matches(['*', '•', ' ']).to_owned()
        }
        _ => String::new(),
    }
}

impl Projection for Blackboard {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { round, request } => {
                self.requests.insert(format!("request_{round}"), request.clone());
                self.subtask.clear();
            }
            Event::StepStarted { step, .. } => self.step = step.session,
            Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
                self.subtask.clone_from(&it.subtask.text);
            }
            Event::SubtaskEnded { .. } => self.subtask.clear(),
            Event::Ruled { operation, grounds, .. } => {
                let known = grounds.as_ref().and_then(|it| it.known_effect.as_deref());
                self.look = (known == Some(&KnownEffect::Looks)).then(|| operation.clone());
            }
            Event::Acting { operation, .. } => self.began(operation),
            Event::Acted { outcome, .. } => self.ended(outcome),
            Event::Answered { answers, .. } => self.questions.extend(answers.iter().cloned()),
            Event::Noted { note } => self.noted(note),
            Event::Saved { file, written, content } => {
                let saved = SavedFile { written: *written, content: content.clone() };
                self.saved.insert(file.clone(), saved);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Grounds, Preset, RulingSource};
    use crate::{Action, ActionId, Aim, Call, Effect, Evidence, Rect, Ruling, Window, WindowId, WindowState};

    fn native() -> Operation {
        let window = Window {
            label: None,
            id: WindowId(1),
            title: "*Budget".into(),
            application: "calc".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        let call = Call { command: "get_range_values".into(), ..Call::default() };
        Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb: Verb::Native }))
    }

    fn grounds(known_effect: Option<KnownEffect>) -> Grounds {
        Grounds {
            source: RulingSource::Preset(Preset::Ask),
            findings: Vec::new(),
            rule: None,
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: known_effect.map(Box::new),
        }
    }

    #[test]
    fn what_only_looks_changes_no_window() {
        for (known_effect, window) in [
            (Some(KnownEffect::Looks), ""),
            (Some(KnownEffect::Writes(Vec::new())), "Budget"),
            (None, "Budget"),
        ] {
            let mut board = Blackboard::default();
            let ruled = Event::Ruled {
                operation: native(),
                ruling: Ruling::Allow,
                grounds: Some(grounds(known_effect.clone())),
                picture: None,
            };
            let acting = Event::Acting { id: ActionId(1), operation: native(), selected: None };
            for event in [ruled, acting.clone(), acting] {
                board.apply(&Entry { seq: 0, at: Timestamp(0), event });
            }
            let windows: Vec<&str> = board.trajectories.iter().map(|it| it.window.as_str()).collect();
            assert_eq!(windows, [window, "Budget"], "{known_effect:?}: a ruling holds for one operation");
        }
    }

    #[test]
    fn what_was_read_is_data_unless_the_session_has_it_elsewhere() {
        let with = |verb: Verb| match native() {
            Operation::Act(action) => Operation::Act(Box::new(Action { verb, ..*action })),
            other => other,
        };
        let show = Verb::ShowNote { name: "a".into(), from: 0, to: None };
        let done = Effect::Confirmed(Evidence::Reported("read".into()));
        let failed = Effect::unverified("who knows");
        for (verb, output, effect, expected) in [
            (Verb::Native, Some("1"), done.clone(), ResultKind::Data),
            (Verb::Read { note: None }, Some("1"), failed, ResultKind::Data),
            (Verb::Native, None, done.clone(), ResultKind::Effect),
            (Verb::Native, Some("1"), Effect::Interrupted, ResultKind::Effect),
            (show, Some("1"), done.clone(), ResultKind::Effect),
            (Verb::Describe("save".into()), Some("1"), done, ResultKind::Effect),
        ] {
            let mut board = Blackboard::default();
            let outcome = Outcome { output: output.map(str::to_owned), ..effect.into() };
            let acting = Event::Acting { id: ActionId(1), operation: with(verb), selected: None };
            for event in [acting, Event::Acted { id: ActionId(1), outcome }] {
                board.apply(&Entry { seq: 0, at: Timestamp(0), event });
            }
            assert_eq!(board.trajectories[0].kind, expected, "{:?}", board.trajectories[0]);
        }
    }
}

//! The blackboard: what the agents of a session share.

use crate::{
    Answer, BlobRef, Entry, Event, HostDecision, Note, Operation, Outcome, Projection, Timestamp,
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
        let only_looks = self.look.take().is_some_and(|it| it == *operation);
        self.trajectories.push(BlackboardOperation {
            step: self.step,
            subtask: self.subtask.clone(),
            action: operation.to_string(),
            status: "interrupted".into(),
            results: String::new(),
            window: if only_looks { String::new() } else { changed_window(operation) },
        });
    }

    fn ended(&mut self, outcome: &Outcome) {
        let Some(trajectory) = self.trajectories.last_mut() else { return };
        outcome.effect.word().clone_into(&mut trajectory.status);
        trajectory.results = outcome.output.clone().unwrap_or_else(|| outcome.effect.to_string());
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
    use crate::{Action, ActionId, Aim, Call, Rect, Ruling, Verb, Window, WindowId, WindowState};

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
}

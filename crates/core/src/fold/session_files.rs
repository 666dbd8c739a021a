//! The files that a session wrote, and the work that it left unsaved.

use crate::{
    Effect, Entry, Event, Evidence, Operation, Outcome, Projection, ScreenshotMoment, Verb,
    policy::KnownEffect, shows_unsaved_work,
};

/// The native command that saves a document to its file.
const SAVE: &str = "save";

/// The files of a session, as subtasks promised them and effects of actions name them, and what titles of windows show as unsaved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionFiles {
    /// The files that were written, as their subtasks name them, in the order of their first writing.
    pub saved: Vec<String>,
    /// The other files that effects name: those of commands that make or write files, and documents that were saved, by path or, where
    /// only that is known, by name.
    pub written: Vec<String>,
    /// The title of the window in which the last round ended, if it shows unsaved work.
    pub unsaved: Option<String>,
    /// The documents that were opened.
    opened: Vec<String>,
    /// The operation that was ruled on last, and the files that it writes by the specification of its command.
    ruled: Option<(Operation, Vec<String>)>,
    /// What is being done, with the same files.
    acting: Option<(Operation, Vec<String>)>,
}

impl SessionFiles {
    /// All files: the promised ones first. A name without a folder is left out where a path ends in it.
    pub fn all(&self) -> Vec<&str> {
        let known = || self.saved.iter().chain(&self.written);
        let is_named = |it: &str| known().any(|other| other != it && name_of(other) == it);
        let mut all: Vec<&str> = Vec::new();
        for file in known().filter(|it| !is_named(it)) {
            // A subtask may promise `a.txt` that a command writes under its whole path.
            if !all.contains(&file.as_str()) {
                all.push(file);
            }
        }
        all
    }

    fn note(&mut self, operation: &Operation, files: Vec<String>, outcome: &Outcome) {
        let mut named = match &outcome.effect {
            Effect::Confirmed(Evidence::Written(name)) => vec![name.clone()],
            Effect::Confirmed(_) | Effect::Partial(_) => files,
            _ => return,
        };
        if let Some(launch) = operation.launch() {
            self.opened.extend(launch.file.clone());
        }
        named.extend(self.saved_document(operation));
        for file in named {
            if !self.written.contains(&file) {
                self.written.push(file);
            }
        }
    }

    /// The opened document that a native command saved, by the title of its window.
    fn saved_document(&self, operation: &Operation) -> Option<String> {
        let Operation::Act(action) = operation else { return None };
        let is_save = action.verb == Verb::Native && action.call.command == SAVE;
        let names = |it: &&String| !name_of(it).is_empty() && action.window.title.contains(name_of(it));
        self.opened.iter().rev().filter(|_| is_save).find(names).cloned()
    }
}

/// The last part of a path.
fn name_of(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl Projection for SessionFiles {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Saved { file, .. } if !self.saved.contains(file) => self.saved.push(file.clone()),
            Event::RoundStarted { .. } => self.unsaved = None,
            Event::Pictured { moment: ScreenshotMoment::Round, view, .. } => {
                let title = view.as_ref().map(|it| &it.window.title);
                self.unsaved = title.filter(|it| shows_unsaved_work(it)).cloned();
            }
            Event::Ruled { operation, grounds: Some(grounds), .. } => {
                let files = match grounds.known_effect.as_deref() {
                    Some(KnownEffect::Writes(files)) => files.clone(),
                    Some(KnownEffect::Looks) | None => Vec::new(),
                };
                self.ruled = Some((operation.clone(), files));
            }
            Event::Acting { operation, .. } => {
                let ruled = self.ruled.take().filter(|(ruled, _)| ruled == operation);
                let files = ruled.map(|(_, files)| files).unwrap_or_default();
                self.acting = Some((operation.clone(), files));
            }
            Event::Acted { outcome, .. } => {
                if let Some((operation, files)) = self.acting.take() {
                    self.note(&operation, files, outcome);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, ActionId, Aim, Call, Grounds, Launch, Rect, Ruling, RulingSource, Timestamp, Window,
        WindowId, WindowState,
    };

    fn act(command: &str, title: &str) -> Operation {
        let window = Window {
            label: None,
            id: WindowId(1),
            title: title.into(),
            application: "libreoffice-calc".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        let call = Call { command: command.into(), ..Call::default() };
        Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb: Verb::Native }))
    }

    fn done(operation: Operation, files: &[&str], effect: Effect) -> [Event; 3] {
        let writes = files.iter().map(|it| (*it).to_owned()).collect();
        let grounds = Grounds {
            source: RulingSource::Agent,
            findings: Vec::new(),
            rule: None,
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: (!files.is_empty()).then(|| Box::new(KnownEffect::Writes(writes))),
        };
        let ruled = Event::Ruled {
            operation: operation.clone(),
            ruling: Ruling::Allow,
            grounds: Some(grounds),
            picture: None,
        };
        let acting = Event::Acting { id: ActionId(1), operation, selected: None };
        [ruled, acting, Event::Acted { id: ActionId(1), outcome: effect.into() }]
    }

    #[test]
    fn every_file_that_an_effect_names_is_listed_once() {
        let confirmed = || Effect::Confirmed(Evidence::Accepted);
        let reported = |it: &str| Effect::Confirmed(Evidence::Written(it.into()));
        let launch = Launch { file: Some("/home/ann/lager.csv".into()), ..Launch::default() };
        let saved = Event::Saved { file: "sum.txt".into(), written: Timestamp(1), content: String::new() };
        let refused = Effect::Refused(crate::Refusal::NotEnabled("x".into()));
        let events = [
            done(Operation::Launch(launch), &[], confirmed()),
            done(act("save", "lager.csv - Calc"), &[], confirmed()),
            done(act("save_as", "lager.csv - Calc"), &["/home/ann/copy.ods"], confirmed()),
            done(act("save_as", "copy.ods - Calc"), &["/home/ann/never.pdf"], refused),
            done(act("keys", "note.txt - Mousepad"), &[], reported("note.txt")),
            done(act("keys", "copy.ods - Calc"), &[], reported("copy.ods")),
            done(act("write_file", "home"), &["/home/ann/sum.txt"], confirmed()),
            done(act("save", "other.ods - Calc"), &[], confirmed()),
        ];
        let events = events.into_iter().flatten().chain([saved]);
        let entry = |(seq, event)| Entry { seq, at: Timestamp(seq), event };
        let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
        let files = SessionFiles::of(&entries);
        let expected = ["/home/ann/lager.csv", "/home/ann/copy.ods", "note.txt", "/home/ann/sum.txt"];
        assert_eq!(files.all(), expected);
        assert_eq!(files.saved, ["sum.txt"]);
    }
}

//! The documents that the session changed and has not seen saved.

use crate::{
    Action, Effect, Entry, Event, Evidence, Gesture, Operation, Outcome, Projection, Verb, View, Window,
    WindowId, shows_unsaved_work,
};
use std::collections::{BTreeMap, BTreeSet};

/// The native command that saves a document to its file.
pub const SAVE: &str = "save";
/// The native command that makes a document in a window of its own, and leaves that of the call as it is.
pub const NEW_DOCUMENT: &str = "new_document";

/// The windows with documents that confirmed operations changed, as far as nothing showed that they were saved since.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnsavedWork {
    /// In the order of their first change, with their last known titles.
    changed: Vec<Window>,
    /// The windows that have the native command to save.
    with_save: BTreeSet<WindowId>,
    /// The names of the files that documents were saved as: a copy leaves the document as it is, another name is its title then.
    written: BTreeMap<WindowId, String>,
    started: Option<Box<Action>>,
}

impl UnsavedWork {
    /// Those that show a document: by their title, or by a native command that saves it.
    pub fn windows(&self) -> impl Iterator<Item = &Window> {
        self.changed.iter().filter(|it| {
            self.with_save.contains(&it.id)
                || shows_unsaved_work(&it.title)
                || file_in_title(&it.title).is_some()
        })
    }

    /// Whether the window has the native command to save.
    pub fn has_save(&self, window: WindowId) -> bool {
        self.with_save.contains(&window)
    }

    fn ended(&mut self, action: &Action, outcome: &Outcome) {
        let id = action.window.id;
        if is_saved(action, &outcome.effect) {
            self.changed.retain(|it| it.id != id);
        } else if let Some(name) = saved_as(action, outcome) {
            self.written.insert(id, name);
        } else if changes_content(action, outcome) && self.changed.iter().all(|it| it.id != id) {
            self.changed.push(action.window.clone());
        }
    }

    /// A mark of unsaved changes that is gone shows that the document was saved, or has no changes any more.
    fn see(&mut self, window: &Window) {
        let Some(at) = self.changed.iter().position(|it| it.id == window.id) else { return };
        let had_mark = shows_unsaved_work(&self.changed[at].title);
        let name = self.written.remove(&window.id);
        let has_name = name.is_some() && file_in_title(&window.title) == name.as_deref();
        if has_name || (had_mark && !shows_unsaved_work(&window.title)) {
            self.changed.remove(at);
        } else {
            self.changed[at] = window.clone();
        }
    }

    fn see_all(&mut self, windows: &[Window]) {
        self.changed.retain(|it| windows.iter().any(|listed| listed.id == it.id));
        windows.iter().for_each(|it| self.see(it));
    }
}

/// The name of the file that the title begins with, as in `note.txt - Editor`; `None` for other titles.
pub fn file_in_title(title: &str) -> Option<&str> {
    let name = title.trim_start_matches(['*', '●', '•', ' ']);
    let ends = [" - ", " – ", " — ", " ("].iter().filter_map(|it| name.find(it));
    let name = name[..ends.min().unwrap_or(name.len())].trim_end_matches(['*', ' ']);
    let (stem, kind) = name.rsplit_once('.')?;
    let is_kind = (1..=5).contains(&kind.len()) && kind.chars().all(|it| it.is_ascii_alphanumeric());
    (!stem.is_empty() && is_kind).then_some(name)
}

/// Whether the operation saved the document: the application says so, or the platform saw it.
fn is_saved(action: &Action, effect: &Effect) -> bool {
    match (&action.verb, effect) {
        // Without a change, it was saved already.
        (Verb::Native, Effect::Confirmed(_) | Effect::NoChange(_)) => action.call.command == SAVE,
        (Verb::Gesture(keys), Effect::Confirmed(Evidence::Reported(_))) => keys.saves(),
        _ => false,
    }
}

/// The name of the file that a native command wrote the document to, under another name or as a copy.
fn saved_as(action: &Action, outcome: &Outcome) -> Option<String> {
    let writes = action.call.command == "save_as" && matches!(outcome.effect, Effect::Confirmed(_));
    let path = action.call.args.get("path").and_then(|it| it.as_str()).filter(|_| writes)?;
    path.rsplit(['/', '\\']).next().map(str::to_owned)
}

fn changes_content(action: &Action, outcome: &Outcome) -> bool {
    if !matches!(outcome.effect, Effect::Confirmed(_) | Effect::Partial(_)) {
        return false;
    }
    match &action.verb {
        Verb::Gesture(keys @ Gesture::Keys(_)) => !action.only_moves() && !keys.saves(),
        Verb::Gesture(
            Gesture::Text { .. } | Gesture::SetNumber(_) | Gesture::Check(_) | Gesture::Drag { .. },
        ) => true,
        // A command that only reads has an output.
        Verb::Native => outcome.output.is_none() && action.call.command != NEW_DOCUMENT,
        _ => false,
    }
}

impl Projection for UnsavedWork {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Registered { window, tools, .. } => {
                if tools.iter().any(|it| it == SAVE) {
                    self.with_save.insert(window.id);
                }
                self.see(window);
            }
            Event::Acting { operation, .. } => {
                self.started = match operation {
                    Operation::Act(action) => Some(action.clone()),
                    _ => None,
                };
            }
            Event::Acted { outcome, .. } => {
                if let Some(action) = self.started.take() {
                    self.ended(&action, outcome);
                }
            }
            Event::Observed { view: View::Desktop(view) } => self.see_all(&view.windows),
            Event::Observed { view: View::App(view) } => self.see(&view.window),
            Event::Saved { file, .. } => {
                // A log may come from another system, whose paths have the other separator.
                let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
                self.changed.retain(|it| file_in_title(&it.title) != Some(name));
            }
            // A private desktop ended with the process that had started it.
            Event::SessionResumed { .. } => *self = UnsavedWork::default(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ActionId, AgentName, Aim, Call, Chord, DesktopView, Key, Mode, NoChangeReason, Pictures, Rect,
        TextMode, Timestamp, WindowChange, WindowState,
    };

    fn window(id: u64, title: &str) -> Window {
        Window {
            label: None,
            id: WindowId(id),
            title: title.into(),
            application: "writer".into(),
            process: Some(7),
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: false,
        }
    }

    fn act(on: &Window, command: &str, verb: Verb, effect: Effect) -> Vec<Event> {
        let call = Call { command: command.into(), ..Call::default() };
        let action = Action { call, window: on.clone(), aim: Aim::Window, verb };
        let operation = Operation::Act(Box::new(action));
        let acting = Event::Acting { id: ActionId(0), operation, selected: None };
        vec![acting, Event::Acted { id: ActionId(0), outcome: effect.into() }]
    }

    fn typed(on: &Window) -> Vec<Event> {
        let text = Gesture::Text { text: "x".into(), mode: TextMode::Append };
        let value = Evidence::Value { before: None, after: Some("x".into()), of: None };
        act(on, "set_edit_text", Verb::Gesture(text), Effect::Confirmed(value))
    }

    fn keys(on: &Window, effect: Effect) -> Vec<Event> {
        act(on, "keyboard_input", Verb::Gesture(Gesture::save()), effect)
    }

    fn native(on: &Window, command: &str) -> Vec<Event> {
        act(on, command, Verb::Native, Effect::Confirmed(Evidence::Accepted))
    }

    fn registered(on: &Window) -> Vec<Event> {
        let agent = AgentName::of(Mode::Normal, &on.application, &on.title);
        vec![Event::Registered { agent, window: on.clone(), tools: vec![SAVE.into()] }]
    }

    fn listed(windows: &[&Window]) -> Vec<Event> {
        let windows = windows.iter().copied().cloned().collect();
        let (applications, pictures) = (Vec::new(), Pictures::default());
        let view = DesktopView { windows, applications, pictures, folders: Vec::new(), working: None };
        vec![Event::Observed { view: View::Desktop(view) }]
    }

    fn check(parts: &[Vec<Event>], expected: &[&str]) {
        let events = parts.iter().flatten().cloned().enumerate();
        let entries: Vec<Entry> =
            events.map(|(seq, event)| Entry { seq: seq as u64, at: Timestamp(0), event }).collect();
        let unsaved = UnsavedWork::of(&entries);
        let titles: Vec<&str> = unsaved.windows().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, expected, "{parts:?}");
    }

    #[test]
    fn what_was_changed_is_unsaved_until_something_shows_that_it_was_saved() {
        let (note, letter) = (window(1, "note.txt - Editor"), window(2, "Untitled 1"));
        let marked = window(1, "*note.txt - Editor");
        let written = || Effect::Confirmed(Evidence::Reported("note.txt was written".into()));
        let asked = || Effect::Confirmed(Evidence::Windows(vec![WindowChange::Opened("Save As".into())]));
        let nothing = || Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
        let saved =
            Event::Saved { file: "/home/a/note.txt".into(), written: Timestamp(1), content: String::new() };
        check(&[typed(&note)], &["note.txt - Editor"]);
        check(&[typed(&note), keys(&note, written())], &[]);
        check(&[typed(&note), keys(&note, asked())], &["note.txt - Editor"]);
        check(&[typed(&note), keys(&note, nothing())], &["note.txt - Editor"]);
        check(&[typed(&note), keys(&note, written()), typed(&note)], &["note.txt - Editor"]);
        check(&[typed(&note), vec![saved]], &[]);
        check(&[typed(&note), listed(&[&marked])], &["*note.txt - Editor"]);
        check(&[typed(&note), listed(&[&marked]), listed(&[&note])], &[]);
        check(&[typed(&note), listed(&[&letter])], &[]);
        check(&[registered(&letter), native(&letter, "insert_table")], &["Untitled 1"]);
        check(&[registered(&letter), native(&letter, "insert_table"), native(&letter, SAVE)], &[]);
        check(&[registered(&letter), native(&letter, NEW_DOCUMENT)], &[]);
        let same = || act(&note, SAVE, Verb::Native, nothing());
        check(&[typed(&note), same()], &[]);
    }

    #[test]
    fn a_document_is_saved_under_another_name_once_that_is_its_title_and_never_by_a_copy() {
        let letter = window(1, "letter.odt — Writer");
        for (path, title, is_saved) in [
            ("/home/a/other.odt", "other.odt — Writer", true),
            ("/home/a/letter.pdf", "letter.odt — Writer", false),
        ] {
            let mut writing = native(&letter, "save_as");
            if let Event::Acting { operation: Operation::Act(action), .. } = &mut writing[0] {
                action.call.args.insert("path".into(), path.into());
            }
            let left = [title];
            check(
                &[typed(&letter), writing, listed(&[&window(1, title)])],
                if is_saved { &[] } else { &left },
            );
        }
    }

    #[test]
    fn windows_that_show_no_document_have_nothing_to_save() {
        let calculator = window(3, "Calculator");
        check(&[typed(&calculator)], &[]);
        check(&[typed(&calculator), listed(&[&window(3, "*Calculator")])], &["*Calculator"]);
        let moved = Gesture::Keys(vec![Chord::plain(Key::Down)]);
        let moved = act(
            &window(1, "note.txt"),
            "keyboard_input",
            Verb::Gesture(moved),
            Effect::Confirmed(Evidence::Accepted),
        );
        check(&[moved], &[]);
    }

    #[test]
    fn a_title_names_a_file_only_at_its_beginning() {
        for (title, expected) in [
            ("note.txt - Editor", Some("note.txt")),
            ("*note.txt (~/x) - gedit", Some("note.txt")),
            ("my letter.odt — Writer", Some("my letter.odt")),
            ("● a.tar.gz", Some("a.tar.gz")),
            ("Untitled 1 - Writer", None),
            ("Amazon.com: Books — Browser", None),
            (".bashrc", None),
            ("", None),
        ] {
            assert_eq!(file_in_title(title), expected, "{title}");
        }
    }
}

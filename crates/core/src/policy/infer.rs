//! The risks of an operation, told from what it presses, types or runs, and from what stands around it.

use super::{Circumstances, Clipboard, Finding, Lexicon, places, risk::Risk};
use crate::{
    Action, Aim, Chord, CommandSpec, Conduct, Control, Gesture, Key, Modifier, Operation, Param, ParamKind,
    PathUse, Paths, Permit, PermitKind, Point, Role, Source, State, Verb, control_at, named_secrets,
};

/// Chords, and what they risk in any application.
const CHORDS: &[(&[Modifier], Key, Risk)] = &[
    (&[Modifier::Alt], Key::F(4), Risk::Closes),
    (&[Modifier::Control], Key::F(4), Risk::Closes),
    (&[Modifier::Control], Key::Char('q'), Risk::Closes),
    (&[Modifier::Control], Key::Char('w'), Risk::Closes),
    (&[Modifier::Control, Modifier::Alt], Key::Delete, Risk::Closes),
    (&[Modifier::Control, Modifier::Alt], Key::Backspace, Risk::Closes),
    (&[Modifier::Shift], Key::Delete, Risk::Deletes),
    (&[Modifier::Control], Key::Enter, Risk::Sends),
    (&[Modifier::Alt], Key::F(2), Risk::Runs),
    (&[Modifier::Control, Modifier::Alt], Key::Char('t'), Risk::Runs),
    (&[Modifier::Super], Key::Char('r'), Risk::Runs),
];

/// A window with no more controls than this is taken for a dialog: all its texts say what its buttons mean.
const DIALOG: usize = 12;

/// What Enter may do in a field, as the buttons beside it tell.
const FAR: &[Risk] = &[Risk::Sends, Risk::Pays, Risk::LogsIn];

/// What is found; every risk once.
pub(super) fn findings(operation: &Operation, around: &Circumstances<'_>, lexicon: &Lexicon) -> Vec<Finding> {
    let mut found = match operation {
        Operation::Launch(launch) => {
            let known = around.opens.into_iter().flat_map(|it| [it.id.as_str(), it.name.as_str()]);
            let names: Vec<&str> = std::iter::once(launch.application.as_str()).chain(known).collect();
            guarded(&names, lexicon).into_iter().collect()
        }
        Operation::Run(_) => vec![Finding::plain(Risk::Runs)],
        Operation::Delegate(_) => vec![Finding::plain(Risk::Delegates)],
        Operation::Permit(permit) => permitted(permit, around.paths()),
        Operation::Act(action) => Scene { action, around, lexicon }.findings(around.table(operation)),
    };
    found.extend(kept(operation, around));
    let mut seen = Vec::new();
    found.retain(|it| {
        let is_new = !seen.contains(&it.risk);
        seen.push(it.risk);
        is_new
    });
    found
}

/// What another agent asks for is risky whatever it says of it: that is its own word, and can only make it worse.
fn permitted(permit: &Permit, paths: Paths<'_>) -> Vec<Finding> {
    let said = match permit.kind {
        PermitKind::Edits | PermitKind::Moves => Some(Risk::Overwrites),
        PermitKind::Deletes => Some(Risk::Deletes),
        PermitKind::Runs => Some(Risk::Runs),
        PermitKind::Fetches => Some(Risk::Sends),
        PermitKind::Other => Some(Risk::Unknown),
        PermitKind::Reads | PermitKind::Searches | PermitKind::Thinks => None,
    };
    let is_nowhere = |it: &String| paths.resolve(it).is_none() && places::domain(it).is_none();
    let unknown = permit.places.iter().any(is_nowhere).then_some(Risk::Unknown);
    std::iter::once(Risk::Permits).chain(said).chain(unknown).map(Finding::plain).collect()
}

/// The risk of a name at which passwords are kept, if it is one.
fn guarded(names: &[&str], lexicon: &Lexicon) -> Option<Finding> {
    let told = |name: &&str| lexicon.guarded(name).map(|word| format!("the name {word:?}"));
    names.iter().find_map(told).map(|told_by| Finding { risk: Risk::Guarded, told_by })
}

/// What is named where keys and settings are kept: whoever changes these can do everything.
fn kept(operation: &Operation, around: &Circumstances<'_>) -> Option<Finding> {
    let named = places::named_files(operation, around.table(operation), around.paths());
    let file = named.iter().chain(around.places).find(|it| around.paths().is_guarded(it))?;
    Some(Finding { risk: Risk::Guarded, told_by: format!("the name {file:?}") })
}

/// One action, and what is known around it.
struct Scene<'a> {
    action: &'a Action,
    around: &'a Circumstances<'a>,
    lexicon: &'a Lexicon,
}

impl Scene<'_> {
    fn findings(&self, table: Option<&CommandSpec>) -> Vec<Finding> {
        let window = &self.action.window;
        let mut found = match &self.action.verb {
            Verb::ReadClipboard { .. } | Verb::Gesture(Gesture::ReadClipboard) => self.clipboard(),
            Verb::Native => self.native(table),
            Verb::Gesture(gesture) => self.gesture(gesture),
            Verb::Read { .. } | Verb::Switch(_) | Verb::Annotate(_) | Verb::ShowMore(_) | Verb::Find(_) => {
                Vec::new()
            }
            Verb::Summary(_) | Verb::Note { .. } | Verb::Recall(_) | Verb::Wait(_) | Verb::Describe(_) => {
                return Vec::new();
            }
        };
        found.extend(guarded(&[&window.application, &window.title], self.lexicon));
        found
    }

    fn clipboard(&self) -> Vec<Finding> {
        match self.around.clipboard {
            Clipboard::Shared => vec![Finding::plain(Risk::ReadsClipboard)],
            Clipboard::Own => Vec::new(),
        }
    }

    /// What its table states of a native command, and what becomes of what it is given. Only where the table states nothing its
    /// name is read.
    fn native(&self, table: Option<&CommandSpec>) -> Vec<Finding> {
        let stated = match table.map(|it| it.conduct) {
            Some(Conduct::Reads | Conduct::Changes) => Vec::new(),
            Some(Conduct::Risks(risks)) => risks.iter().map(Finding::plain).collect(),
            Some(Conduct::Unstated) | None => {
                let mut found = self.words(&self.action.call.command, "the command");
                found.push(Finding::plain(Risk::Unknown));
                found
            }
        };
        let runs = (!places::argv(self.action, table).is_empty()).then(|| Finding::plain(Risk::Runs));
        let touched = table.into_iter().flat_map(|it| it.given(&self.action.call.args)).filter_map(touching);
        stated.into_iter().chain(runs).chain(touched).collect()
    }

    fn gesture(&self, gesture: &Gesture) -> Vec<Finding> {
        match gesture {
            Gesture::Keys(chords) => self.keys(chords),
            Gesture::Text { text, .. } => self.text(text),
            Gesture::Click { .. } | Gesture::Check(_) => self.press(&self.target()),
            Gesture::Select(item) => self.words(item, "the item"),
            Gesture::Drag { to, .. } => self.dropped(*to),
            Gesture::Close => vec![self.closing()],
            Gesture::WriteClipboard(_)
            | Gesture::ReadClipboard
            | Gesture::Scroll(_)
            | Gesture::Hover
            | Gesture::SelectText(_)
            | Gesture::Expand(_)
            | Gesture::SetNumber(_)
            | Gesture::Focus => Vec::new(),
        }
    }

    /// What is pressed: the control, the one at the point, or the one with the keyboard.
    fn target(&self) -> Target<'_> {
        match &self.action.aim {
            Aim::Control(control) => Target::Control(control),
            Aim::Point(point) => match control_at(self.around.controls, *point) {
                Some(control) if control.role != Role::Window => Target::Control(control),
                _ => Target::Nothing,
            },
            Aim::Window => match self.focused() {
                Some(control) => Target::Control(control),
                None => Target::Nothing,
            },
        }
    }

    fn focused(&self) -> Option<&Control> {
        self.around.controls.iter().rev().find(|it| it.states.has(State::Focused))
    }

    fn press(&self, target: &Target<'_>) -> Vec<Finding> {
        let Target::Control(control) = target else { return vec![Finding::plain(Risk::Unknown)] };
        match control.role {
            // Words in a text are words; a menu only opens, and a tab only shows.
            Role::Menu | Role::MenuBar | Role::TabItem | Role::TabList | Role::Cell | Role::Header => {
                Vec::new()
            }
            role if role.holds_text() => Vec::new(),
            _ => self.pressed(control),
        }
    }

    fn pressed(&self, control: &Control) -> Vec<Finding> {
        let text = control.text();
        if text.trim().is_empty() && is_pressable(control) {
            return vec![Finding::plain(Risk::Unknown)];
        }
        let mut found = self.words(text, &format!("the {}", control.role.name()));
        if self.lexicon.is_assent(text) {
            found.extend(self.asked());
        }
        // A dialog that closes leaves the window it belongs to.
        if self.around.controls.iter().any(Control::blocks) {
            found.retain(|it| it.risk != Risk::Closes);
        }
        found
    }

    /// What a dialog asks that an OK says yes to.
    fn asked(&self) -> Vec<Finding> {
        let controls = self.around.controls;
        let is_dialog = controls.iter().any(Control::blocks)
            || controls.iter().filter(|it| it.role.is_interactive()).count() <= DIALOG;
        if !is_dialog {
            return Vec::new();
        }
        let start = controls.iter().position(Control::blocks).unwrap_or(0);
        let told = controls[start..].iter().filter(|it| tells(it));
        let texts = told.flat_map(|it| [Some(it.name.as_str()), it.value.as_deref()]).flatten();
        let texts = texts.chain([self.action.window.title.as_str()]);
        texts.flat_map(|it| self.words(it, "the dialog")).collect()
    }

    fn words(&self, text: &str, whose: &str) -> Vec<Finding> {
        let told = |(risk, words): (Risk, String)| Finding { risk, told_by: format!("{whose} {words:?}") };
        self.lexicon.risks(text).into_iter().map(told).collect()
    }

    fn keys(&self, chords: &[Chord]) -> Vec<Finding> {
        let target = self.target();
        let mut found: Vec<Finding> = chords.iter().filter_map(of_chord).map(Finding::plain).collect();
        if self.is_undoable(&target) {
            found.retain(|it| it.risk != Risk::Deletes);
        }
        if self.is_terminal(&target) && chords.iter().any(pastes) {
            found.push(Finding { risk: Risk::Runs, told_by: "the terminal".into() });
        }
        let has = |key: Key| chords.iter().any(|it| it.key == key && it.held.is_empty());
        if has(Key::Delete) && !self.is_undoable(&target) {
            found.push(Finding::plain(Risk::Deletes));
        }
        if has(Key::Enter) {
            found.extend(self.enter(&target));
        } else if has(Key::Char(' ')) {
            found.extend(self.press_known(&target));
        }
        let typed = places::typed(self.action).unwrap_or_default();
        if !typed.is_empty() {
            found.extend(self.typing(&typed, &target));
        }
        found
    }

    fn text(&self, text: &str) -> Vec<Finding> {
        let target = self.target();
        let mut found = self.typing(text, &target);
        if text.contains(['\n', '\r']) {
            found.extend(self.enter(&target));
        }
        found
    }

    fn typing(&self, text: &str, target: &Target<'_>) -> Vec<Finding> {
        let names = named_secrets(text);
        if !names.is_empty() {
            return vec![Finding {
                risk: Risk::TypesSecret,
                told_by: format!("the name {:?}", names.join(", ")),
            }];
        }
        if target.hides() { vec![Finding::plain(Risk::LogsIn)] } else { Vec::new() }
    }

    /// Enter presses what has the keyboard, and in a field what the field is for.
    fn enter(&self, target: &Target<'_>) -> Vec<Finding> {
        match target {
            _ if self.is_terminal(target) => {
                vec![Finding { risk: Risk::Runs, told_by: "the terminal".into() }]
            }
            Target::Control(it) if it.role == Role::Cell => Vec::new(),
            // In the fields of pages it sends, even where these have several lines.
            Target::Control(it) if it.states.has(State::MultiLine) => self.beside(&[Risk::Sends]),
            Target::Control(it) if matches!(it.role, Role::Edit | Role::ComboBox | Role::Spinner) => {
                self.sent(it)
            }
            Target::Control(_) => self.press_known(target),
            Target::Nothing if self.is_silent() => vec![Finding::plain(Risk::Unknown)],
            Target::Nothing => [self.beside(FAR), self.asked()].concat(),
        }
    }

    /// Whether the window tells nothing of what is in it.
    fn is_silent(&self) -> bool {
        self.around.controls.iter().all(|it| it.role == Role::Window)
    }

    /// Whether what is typed is run.
    fn is_terminal(&self, target: &Target<'_>) -> bool {
        matches!(target, Target::Control(it) if it.role == Role::Terminal)
            || self.lexicon.is_terminal(&self.action.window.application)
    }

    /// Which of these the buttons around are there for.
    fn beside(&self, risks: &[Risk]) -> Vec<Finding> {
        let buttons = self.around.controls.iter().filter(|it| it.role == Role::Button);
        let found = buttons.flat_map(|it| self.words(&it.name, "the Button beside it"));
        found.filter(|it| risks.contains(&it.risk)).collect()
    }

    /// Enter in a field does what the button beside it does.
    fn sent(&self, field: &Control) -> Vec<Finding> {
        if field.states.has(State::Protected) {
            return vec![Finding::plain(Risk::LogsIn)];
        }
        [self.beside(FAR), self.asked()].concat()
    }

    /// What is pressed by a key: what has no name is then not unknown, but nothing.
    fn press_known(&self, target: &Target<'_>) -> Vec<Finding> {
        match target {
            Target::Control(_) => {
                let mut found = self.press(target);
                found.retain(|it| it.risk != Risk::Unknown);
                found
            }
            Target::Nothing => Vec::new(),
        }
    }

    /// Whether what Delete takes away comes back with an undo.
    fn is_undoable(&self, target: &Target<'_>) -> bool {
        matches!(target, Target::Control(it) if it.role.holds_text() || matches!(it.role, Role::Cell | Role::ComboBox | Role::Spinner))
    }

    fn dropped(&self, to: Point) -> Vec<Finding> {
        let under = control_at(self.around.controls, to);
        under.map_or_else(Vec::new, |it| self.words(it.text(), "what it is dropped on,"))
    }

    /// A title says whether something is not saved.
    fn closing(&self) -> Finding {
        let title = self.action.window.title.trim();
        let is_unsaved = title.starts_with(['*', '●', '•'])
            || title.ends_with('*')
            || title.to_lowercase().contains("[modified]");
        match is_unsaved {
            true => Finding { risk: Risk::Discards, told_by: format!("the title {title:?}") },
            false => Finding::plain(Risk::Closes),
        }
    }
}

/// What becomes of a file that a native command is given.
fn touching((param, value): (&Param, &serde_json::Value)) -> Option<Finding> {
    let risk = match param.kind {
        ParamKind::Path(PathUse::Writes) => Risk::Overwrites,
        ParamKind::Path(PathUse::Deletes) => Risk::Deletes,
        _ => return None,
    };
    Some(Finding { risk, told_by: format!("the {} {value}", param.name) })
}

/// Whether what an action types goes into a field that hides it.
pub(super) fn hides(action: &Action, around: &Circumstances<'_>, lexicon: &Lexicon) -> bool {
    Scene { action, around, lexicon }.target().hides()
}

/// What an action is done to.
enum Target<'a> {
    Control(&'a Control),
    Nothing,
}

impl Target<'_> {
    fn hides(&self) -> bool {
        matches!(self, Target::Control(it) if it.states.has(State::Protected))
    }
}

/// What is pasted into a terminal may end in Enter.
fn pastes(chord: &Chord) -> bool {
    let is_held = |modifier| chord.held.contains(&modifier);
    match small(chord.key) {
        Key::Char('v') => is_held(Modifier::Control),
        Key::Insert => is_held(Modifier::Shift),
        _ => false,
    }
}

/// Whether pressing such a control without knowing its name is a leap in the dark.
fn is_pressable(control: &Control) -> bool {
    let kinds = [Role::Button, Role::ToggleButton, Role::MenuItem, Role::Hyperlink, Role::Image];
    kinds.contains(&control.role) || matches!(control.source, Source::Vision { .. })
}

/// Whether a control is there to say something.
fn tells(control: &Control) -> bool {
    matches!(
        control.role,
        Role::Text | Role::Alert | Role::Dialog | Role::Header | Role::Window | Role::Group
    )
}

fn of_chord(chord: &Chord) -> Option<Risk> {
    let is_held = |it: &(&[Modifier], Key, Risk)| {
        it.0.iter().all(|modifier| chord.held.contains(modifier)) && it.1 == small(chord.key)
    };
    CHORDS.iter().find(|it| is_held(it)).map(|it| it.2)
}

fn small(key: Key) -> Key {
    match key {
        Key::Char(letter) => Key::Char(letter.to_ascii_lowercase()),
        other => other,
    }
}

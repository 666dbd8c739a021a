//! Infers the risks of an operation from what it presses, types or runs, and from its context.

use super::{Clipboard, Finding, Lexicon, PolicyContext, places, risk::Risk};
use crate::{
    Action, Aim, Chord, CommandSpec, Control, ControlSource, Gesture, Key, Modifier, Operation, Param,
    ParamKind, PathUse, Paths, PermissionKind, PermissionRequest, Point, Role, SideEffects, State, Verb,
    control_at, named_secrets,
};

/// Chords with a risk in any application.
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

/// A window with at most this many interactive controls counts as a dialog, whose texts say what its buttons do.
const MAX_DIALOG_CONTROLS: usize = 12;

/// Risks of Enter in a field, if a button beside the field has them.
const SUBMIT_RISKS: &[Risk] = &[Risk::Sends, Risk::Pays, Risk::LogsIn];

/// The risks of an operation, each once.
pub(super) fn findings(
    operation: &Operation,
    context: &PolicyContext<'_>,
    lexicon: &Lexicon,
) -> Vec<Finding> {
    let mut found = match operation {
        Operation::Launch(launch) => {
            let known = context.opens.into_iter().flat_map(|it| [it.id.as_str(), it.name.as_str()]);
            let names: Vec<&str> = std::iter::once(launch.application.as_str()).chain(known).collect();
            guarded_name(&names, lexicon).into_iter().collect()
        }
        Operation::Run(_) => vec![Finding::plain(Risk::Runs)],
        Operation::Delegate(_) => vec![Finding::plain(Risk::Delegates)],
        Operation::Permit(permit) => permission_risks(permit, context.paths()),
        Operation::Act(action) => ActionRisks { action, context, lexicon }.findings(context.spec(operation)),
    };
    found.extend(guarded_file(operation, context));
    let mut seen = Vec::new();
    found.retain(|it| {
        let is_new = !seen.contains(&it.risk);
        seen.push(it.risk);
        is_new
    });
    found
}

/// An external agent's request is always risky. The kind that the agent states can only add risks.
fn permission_risks(permit: &PermissionRequest, paths: Paths<'_>) -> Vec<Finding> {
    let stated = match permit.kind {
        PermissionKind::Edits | PermissionKind::Moves => Some(Risk::Overwrites),
        PermissionKind::Deletes => Some(Risk::Deletes),
        PermissionKind::Runs => Some(Risk::Runs),
        PermissionKind::Fetches => Some(Risk::Sends),
        PermissionKind::Other => Some(Risk::Unknown),
        PermissionKind::Reads | PermissionKind::Searches | PermissionKind::Thinks => None,
    };
    let is_unrecognised = |it: &String| paths.resolve(it).is_none() && places::domain(it).is_none();
    let unknown = permit.places.iter().any(is_unrecognised).then_some(Risk::Unknown);
    std::iter::once(Risk::Permits).chain(stated).chain(unknown).map(Finding::plain).collect()
}

/// The risk of a name under which passwords are kept, if one of these is.
fn guarded_name(names: &[&str], lexicon: &Lexicon) -> Option<Finding> {
    let sign = |name: &&str| lexicon.guarded(name).map(|word| format!("the name {word:?}"));
    names.iter().find_map(sign).map(|sign| Finding { risk: Risk::Guarded, sign })
}

/// The risk of naming a file with keys or settings: changing these gives control over everything.
fn guarded_file(operation: &Operation, context: &PolicyContext<'_>) -> Option<Finding> {
    let named = places::named_files(operation, context.spec(operation), context.paths());
    let file = named.iter().chain(context.places).find(|it| context.paths().is_guarded(it))?;
    Some(Finding { risk: Risk::Guarded, sign: format!("the name {file:?}") })
}

/// Infers the risks of one action.
struct ActionRisks<'a> {
    action: &'a Action,
    context: &'a PolicyContext<'a>,
    lexicon: &'a Lexicon,
}

impl ActionRisks<'_> {
    fn findings(&self, spec: Option<&CommandSpec>) -> Vec<Finding> {
        let window = &self.action.window;
        let mut found = match &self.action.verb {
            Verb::ReadClipboard { .. } | Verb::Gesture(Gesture::ReadClipboard) => self.clipboard(),
            Verb::Native => self.native(spec),
            Verb::Gesture(gesture) => self.gesture(gesture),
            Verb::Read { .. } | Verb::Switch(_) | Verb::Annotate(_) | Verb::ShowMore(_) | Verb::Find(_) => {
                Vec::new()
            }
            Verb::Summary(_) | Verb::Note { .. } | Verb::Recall(_) | Verb::Wait(_) | Verb::Describe(_) => {
                return Vec::new();
            }
        };
        found.extend(guarded_name(&[&window.application, &window.title], self.lexicon));
        found
    }

    fn clipboard(&self) -> Vec<Finding> {
        match self.context.clipboard {
            Clipboard::Shared => vec![Finding::plain(Risk::ReadsClipboard)],
            Clipboard::Own => Vec::new(),
        }
    }

    /// The risks that a native command's specification states, and those of its arguments. The words of its name count only if
    /// the specification states nothing.
    fn native(&self, spec: Option<&CommandSpec>) -> Vec<Finding> {
        let stated = match spec.map(|it| it.side_effects) {
            Some(SideEffects::Reads | SideEffects::Changes) => Vec::new(),
            Some(SideEffects::Risks(risks)) => risks.iter().map(Finding::plain).collect(),
            Some(SideEffects::Unstated) | None => {
                let mut found = self.word_risks(&self.action.call.command, "the command");
                found.push(Finding::plain(Risk::Unknown));
                found
            }
        };
        let runs = (!places::argv(self.action, spec).is_empty()).then(|| Finding::plain(Risk::Runs));
        let files =
            spec.into_iter().flat_map(|it| it.known_arguments(&self.action.call.args)).filter_map(file_risk);
        stated.into_iter().chain(runs).chain(files).collect()
    }

    fn gesture(&self, gesture: &Gesture) -> Vec<Finding> {
        match gesture {
            Gesture::Keys(chords) => self.keys(chords),
            Gesture::Text { text, .. } => self.text(text),
            Gesture::Click { .. } | Gesture::Check(_) => self.press(&self.target()),
            Gesture::Select(item) => self.word_risks(item, "the item"),
            Gesture::Drag { to, .. } => self.drop(*to),
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

    /// The control that the action affects: the given one, the one at the point, or the focused one.
    fn target(&self) -> Target<'_> {
        match &self.action.aim {
            Aim::Control(control) => Target::Control(control),
            Aim::Point(point) => match control_at(self.context.controls, *point) {
                Some(control) if control.role != Role::Window => Target::Control(control),
                _ => Target::None,
            },
            Aim::Window => match self.focused() {
                Some(control) => Target::Control(control),
                None => Target::None,
            },
        }
    }

    fn focused(&self) -> Option<&Control> {
        self.context.controls.iter().rev().find(|it| it.states.has(State::Focused))
    }

    fn press(&self, target: &Target<'_>) -> Vec<Finding> {
        let Target::Control(control) = target else { return vec![Finding::plain(Risk::Unknown)] };
        match control.role {
            // Text has no effect when clicked; a menu only opens, and a tab only shows.
            Role::Menu | Role::MenuBar | Role::TabItem | Role::TabList | Role::Cell | Role::Header => {
                Vec::new()
            }
            role if role.holds_text() => Vec::new(),
            _ => self.press_control(control),
        }
    }

    fn press_control(&self, control: &Control) -> Vec<Finding> {
        let text = control.text();
        if text.trim().is_empty() && is_pressable(control) {
            return vec![Finding::plain(Risk::Unknown)];
        }
        let mut found = self.word_risks(text, &format!("the {}", control.role.name()));
        if self.lexicon.is_assent(text) {
            found.extend(self.dialog_risks());
        }
        // Closing a dialog does not close its application's window.
        if self.context.controls.iter().any(Control::blocks) {
            found.retain(|it| it.risk != Risk::Closes);
        }
        found
    }

    /// The risks of agreeing to the dialog that is open.
    fn dialog_risks(&self) -> Vec<Finding> {
        let controls = self.context.controls;
        let is_dialog = controls.iter().any(Control::blocks)
            || controls.iter().filter(|it| it.role.is_interactive()).count() <= MAX_DIALOG_CONTROLS;
        if !is_dialog {
            return Vec::new();
        }
        let start = controls.iter().position(Control::blocks).unwrap_or(0);
        let messages = controls[start..].iter().filter(|it| is_message(it));
        let texts = messages.flat_map(|it| [Some(it.name.as_str()), it.value.as_deref()]).flatten();
        let texts = texts.chain([self.action.window.title.as_str()]);
        texts.flat_map(|it| self.word_risks(it, "the dialog")).collect()
    }

    fn word_risks(&self, text: &str, owner: &str) -> Vec<Finding> {
        let finding = |(risk, words): (Risk, String)| Finding { risk, sign: format!("{owner} {words:?}") };
        self.lexicon.risks(text).into_iter().map(finding).collect()
    }

    fn keys(&self, chords: &[Chord]) -> Vec<Finding> {
        let target = self.target();
        let mut found: Vec<Finding> = chords.iter().filter_map(chord_risk).map(Finding::plain).collect();
        if self.is_undoable(&target) {
            found.retain(|it| it.risk != Risk::Deletes);
        }
        if self.is_terminal(&target) && chords.iter().any(is_paste) {
            found.push(Finding { risk: Risk::Runs, sign: "the terminal".into() });
        }
        let has = |key: Key| chords.iter().any(|it| it.key == key && it.held.is_empty());
        if has(Key::Delete) && !self.is_undoable(&target) {
            found.push(Finding::plain(Risk::Deletes));
        }
        if has(Key::Enter) {
            found.extend(self.enter(&target));
        } else if has(Key::Char(' ')) {
            found.extend(self.press_if_named(&target));
        }
        let typed = places::typed_text(self.action).unwrap_or_default();
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
                sign: format!("the name {:?}", names.join(", ")),
            }];
        }
        if target.hides_input() { vec![Finding::plain(Risk::LogsIn)] } else { Vec::new() }
    }

    /// Enter presses the focused control; in a field it submits the form.
    fn enter(&self, target: &Target<'_>) -> Vec<Finding> {
        match target {
            _ if self.is_terminal(target) => {
                vec![Finding { risk: Risk::Runs, sign: "the terminal".into() }]
            }
            Target::Control(it) if it.role == Role::Cell => Vec::new(),
            // In fields of web pages Enter may send, even if they have several lines.
            Target::Control(it) if it.states.has(State::MultiLine) => self.risks_beside(&[Risk::Sends]),
            Target::Control(it) if matches!(it.role, Role::Edit | Role::ComboBox | Role::Spinner) => {
                self.submit(it)
            }
            Target::Control(_) => self.press_if_named(target),
            Target::None if self.has_no_controls() => vec![Finding::plain(Risk::Unknown)],
            Target::None => [self.risks_beside(SUBMIT_RISKS), self.dialog_risks()].concat(),
        }
    }

    /// Whether the window reports no controls.
    fn has_no_controls(&self) -> bool {
        self.context.controls.iter().all(|it| it.role == Role::Window)
    }

    /// Whether typed text goes to a terminal, which runs it.
    fn is_terminal(&self, target: &Target<'_>) -> bool {
        matches!(target, Target::Control(it) if it.role == Role::Terminal)
            || self.lexicon.is_terminal(&self.action.window.application)
    }

    /// Those of these risks that a button in the window has.
    fn risks_beside(&self, risks: &[Risk]) -> Vec<Finding> {
        let buttons = self.context.controls.iter().filter(|it| it.role == Role::Button);
        let found = buttons.flat_map(|it| self.word_risks(&it.name, "the Button beside it"));
        found.filter(|it| risks.contains(&it.risk)).collect()
    }

    /// Enter in a field does what the button beside the field does.
    fn submit(&self, field: &Control) -> Vec<Finding> {
        if field.states.has(State::Protected) {
            return vec![Finding::plain(Risk::LogsIn)];
        }
        [self.risks_beside(SUBMIT_RISKS), self.dialog_risks()].concat()
    }

    /// The risks of pressing the target by a key; a target without a name has none.
    fn press_if_named(&self, target: &Target<'_>) -> Vec<Finding> {
        match target {
            Target::Control(_) => {
                let mut found = self.press(target);
                found.retain(|it| it.risk != Risk::Unknown);
                found
            }
            Target::None => Vec::new(),
        }
    }

    /// Whether an undo reverts a deletion in the target.
    fn is_undoable(&self, target: &Target<'_>) -> bool {
        matches!(target, Target::Control(it) if it.role.holds_text() || matches!(it.role, Role::Cell | Role::ComboBox | Role::Spinner))
    }

    fn drop(&self, to: Point) -> Vec<Finding> {
        let under = control_at(self.context.controls, to);
        under.map_or_else(Vec::new, |it| self.word_risks(it.text(), "the drop target"))
    }

    /// The title shows whether there is unsaved work.
    fn closing(&self) -> Finding {
        let title = self.action.window.title.trim();
        let is_unsaved = title.starts_with(['*', '●', '•'])
            || title.ends_with('*')
            || title.to_lowercase().contains("[modified]");
        match is_unsaved {
            true => Finding { risk: Risk::Discards, sign: format!("the title {title:?}") },
            false => Finding::plain(Risk::Closes),
        }
    }
}

/// The risk of what a native command does to a file.
fn file_risk((param, value): (&Param, &serde_json::Value)) -> Option<Finding> {
    let risk = match param.kind {
        ParamKind::Path(PathUse::Writes) => Risk::Overwrites,
        ParamKind::Path(PathUse::Deletes) => Risk::Deletes,
        _ => return None,
    };
    Some(Finding { risk, sign: format!("the {} {value}", param.name) })
}

/// Whether an action types into a field that hides its input.
pub(super) fn types_into_hidden_field(
    action: &Action,
    context: &PolicyContext<'_>,
    lexicon: &Lexicon,
) -> bool {
    ActionRisks { action, context, lexicon }.target().hides_input()
}

/// The control that an action affects.
enum Target<'a> {
    Control(&'a Control),
    None,
}

impl Target<'_> {
    fn hides_input(&self) -> bool {
        matches!(self, Target::Control(it) if it.states.has(State::Protected))
    }
}

/// Whether a chord pastes: text pasted into a terminal may end with Enter.
fn is_paste(chord: &Chord) -> bool {
    let is_held = |modifier| chord.held.contains(&modifier);
    match lower_case(chord.key) {
        Key::Char('v') => is_held(Modifier::Control),
        Key::Insert => is_held(Modifier::Shift),
        _ => false,
    }
}

/// Whether pressing such a control without a name has an unknown effect.
fn is_pressable(control: &Control) -> bool {
    let kinds = [Role::Button, Role::ToggleButton, Role::MenuItem, Role::Hyperlink, Role::Image];
    kinds.contains(&control.role) || matches!(control.source, ControlSource::Vision { .. })
}

/// Whether a control's purpose is to show a message.
fn is_message(control: &Control) -> bool {
    matches!(
        control.role,
        Role::Text | Role::Alert | Role::Dialog | Role::Header | Role::Window | Role::Group
    )
}

fn chord_risk(chord: &Chord) -> Option<Risk> {
    let is_held = |it: &(&[Modifier], Key, Risk)| {
        it.0.iter().all(|modifier| chord.held.contains(modifier)) && it.1 == lower_case(chord.key)
    };
    CHORDS.iter().find(|it| is_held(it)).map(|it| it.2)
}

fn lower_case(key: Key) -> Key {
    match key {
        Key::Char(letter) => Key::Char(letter.to_ascii_lowercase()),
        other => other,
    }
}

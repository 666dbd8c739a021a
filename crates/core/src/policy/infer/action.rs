//! Infers the risks of one action from what it will do, not from what its gesture is called.

use super::super::{Clipboard, Finding, lexicon::WordList, places, risk::Risk};
use super::{
    element,
    guarded::guarded_name,
    keys::KeySequence,
    opening::{Opening, is_item},
    press::{Press, in_terminal},
    program,
    shown::ShownPlaces,
    target::{
        affected, at, hides_input, holder, holder_at, is_background, is_clicked_for_focus, is_in_document,
        may_act,
    },
};
use crate::{
    Action, Aim, Button, Chord, CommandSpec, Control, Gesture, Key, Param, ParamKind, PathUse, Point, Role,
    SideEffects, Verb, named_secrets, paths::is_of_the_web, shows_unsaved_work,
};

/// Infers the risks of one action.
pub(super) struct ActionRisks<'a> {
    press: Press<'a>,
    target: Option<&'a Control>,
    /// The control that has the target as a part of it.
    holder: Option<&'a Control>,
    shown: &'a ShownPlaces,
}

impl<'a> ActionRisks<'a> {
    /// The risks of the action that the press is of; a native command has a specification.
    pub(super) fn of(press: Press<'a>, spec: Option<&CommandSpec>, shown: &'a ShownPlaces) -> Vec<Finding> {
        let target = affected(press.action, press.context);
        let holder = holder(press.action, press.context);
        ActionRisks { press, target, holder, shown }.findings(spec)
    }

    fn findings(&self, spec: Option<&CommandSpec>) -> Vec<Finding> {
        let window = &self.press.action.window;
        let clicks =
            matches!(self.press.action.verb, Verb::Gesture(Gesture::Click { .. } | Gesture::Drag { .. }));
        let is_on_terminal = clicks && self.target.is_some_and(|it| it.role == Role::Terminal);
        let mut found = match &self.press.action.verb {
            Verb::ReadClipboard { .. } | Verb::Gesture(Gesture::ReadClipboard) => self.clipboard(),
            Verb::Native => self.native(spec),
            Verb::AskAgent(_) => vec![Finding::plain(Risk::Delegates)],
            Verb::Gesture(gesture) => self.gesture(gesture),
            Verb::Read { .. }
            | Verb::Switch(_)
            | Verb::SwitchTo(_)
            | Verb::Annotate(_)
            | Verb::ShowMore(_)
            | Verb::Find(_)
            // Judged as a launch, not by its window.
            | Verb::Open(_) => Vec::new(),
            // These stay within Deskpilot, whatever the name of the window is.
            Verb::Summary(_)
            | Verb::Note { .. }
            | Verb::EditNote { .. }
            | Verb::ShowNote { .. }
            | Verb::Recall(_)
            | Verb::Wait(_)
            | Verb::Describe(_) => {
                return Vec::new();
            }
        };
        if is_on_terminal {
            found.extend(self.press.program_in_terminal());
        }
        found.extend(guarded_name(&[&window.application, &window.title], self.press.lexicon));
        with_unsaved_work(found, &window.title)
    }

    fn clipboard(&self) -> Vec<Finding> {
        match self.press.context.clipboard {
            Clipboard::Shared => vec![Finding::plain(Risk::ReadsClipboard)],
            Clipboard::Own => Vec::new(),
        }
    }

    /// The risks that a native command's specification states, and those of its arguments. The words of its name count only if
    /// the specification states nothing, or states risks and is not from a table of Deskpilot's.
    fn native(&self, spec: Option<&CommandSpec>) -> Vec<Finding> {
        let pressed = spec.map(|it| element::pressed(it, self.press.action)).unwrap_or_default();
        let stated = match spec.map(|it| it.side_effects) {
            Some(SideEffects::Presses) if pressed.is_empty() => vec![Finding::plain(Risk::Unknown)],
            Some(SideEffects::Reads | SideEffects::Changes | SideEffects::Presses) => Vec::new(),
            Some(SideEffects::Risks(risks)) => {
                let words = spec.filter(|it| !it.is_built_in()).map(|_| self.words_of_command());
                words.into_iter().flatten().chain(risks.iter().map(Finding::plain)).collect()
            }
            Some(SideEffects::Unstated) | None => {
                let mut found = self.words_of_command();
                found.push(Finding::plain(Risk::Unknown));
                found
            }
        };
        let runs = program::risks(&places::argv(self.press.action, spec), self.press.context.path_style);
        let files = spec
            .into_iter()
            .flat_map(|it| it.known_arguments(&self.press.action.call.args))
            .filter_map(file_risk);
        let asks = spec.into_iter().flat_map(|it| requests(it, self.press.action));
        let pressed = pressed.iter().flat_map(|it| self.press.element(it));
        stated.into_iter().chain(runs).chain(files).chain(asks).chain(pressed).collect()
    }

    fn words_of_command(&self) -> Vec<Finding> {
        let name = self.press.lexicon.read(&self.press.action.call.command);
        self.press.words(&name, "the command")
    }

    fn gesture(&self, gesture: &Gesture) -> Vec<Finding> {
        match gesture {
            Gesture::Keys(chords) => [self.focusing(), self.keys(chords)].concat(),
            Gesture::Text { text, .. } => [self.focusing(), self.text(text)].concat(),
            Gesture::Focus => self.focusing(),
            Gesture::Click { button: Button::Middle, .. } => self.middle_click(),
            Gesture::Click { button: Button::Left, count: 1, .. } => self.click(),
            Gesture::Click { button: Button::Right, .. } => self.pressed(),
            Gesture::Click { .. } | Gesture::Check(_) => [self.pressed(), self.opening()].concat(),
            Gesture::Select(item) => self.press.item(item),
            Gesture::Drag { to, .. } => self.drag(*to),
            Gesture::Close => vec![Finding::plain(Risk::Closes)],
            Gesture::EndApplication => vec![Finding::plain(Risk::Discards)],
            // What is no expander is pressed instead.
            Gesture::Expand(_) if !self.is_expander_of_toolkit() => self.pressed(),
            Gesture::WriteClipboard(_)
            | Gesture::ReadClipboard
            | Gesture::Scroll(_)
            | Gesture::Hover
            | Gesture::SelectText(_)
            | Gesture::Expand(_)
            | Gesture::SetNumber(_) => Vec::new(),
        }
    }

    /// The risks of giving the target the keyboard. Some controls get it by a click, which presses what a page shows, and
    /// what is at a point.
    fn focusing(&self) -> Vec<Finding> {
        let is_pressed = match &self.press.action.aim {
            Aim::Window => false,
            Aim::Point(_) => true,
            Aim::Control(it) => is_clicked_for_focus(it) && may_act(self.press.controls(), it),
        };
        if is_pressed { self.pressed() } else { Vec::new() }
    }

    /// The risks of pressing the target, and what has it as a part.
    fn pressed(&self) -> Vec<Finding> {
        [self.press.risks(self.target), self.held(self.holder)].concat()
    }

    /// The risks of pressing what has a part that is pressed. One without a name is called by its parts.
    fn held(&self, holder: Option<&Control>) -> Vec<Finding> {
        let named = holder.filter(|it| !it.text().trim().is_empty());
        named.map(|it| self.press.risks(Some(it))).unwrap_or_default()
    }

    fn is_expander_of_toolkit(&self) -> bool {
        self.target.is_some_and(|it| it.is_expander() && !is_in_document(self.press.controls(), it))
    }

    /// A click presses; on a menu item such as "Open" it opens what is selected.
    fn click(&self) -> Vec<Finding> {
        let opens = self.holder.or(self.target).is_some_and(|it| {
            matches!(it.role, Role::MenuItem | Role::Button)
                && self.press.lexicon.has(WordList::Opens, &self.press.lexicon.read(it.text()))
        });
        let selected = if opens { self.opening_selected() } else { Vec::new() };
        [self.pressed(), selected].concat()
    }

    /// The risks of opening what a double click on the target opens.
    fn opening(&self) -> Vec<Finding> {
        let item = self.holder.filter(|it| is_item(it.role)).or(self.target);
        Opening::of(self.press).map(|it| it.risks(item)).unwrap_or_default()
    }

    /// The risks of opening what is selected in the window.
    fn opening_selected(&self) -> Vec<Finding> {
        Opening::of(self.press).map(|it| it.risks_of_selected()).unwrap_or_default()
    }

    fn keys(&self, chords: &[Chord]) -> Vec<Finding> {
        let typed = places::typed_text(self.press.action).unwrap_or_default();
        let found = if typed.is_empty() { Vec::new() } else { self.typing(&typed) };
        [self.sequence(chords.iter().cloned()), found].concat()
    }

    fn text(&self, text: &str) -> Vec<Finding> {
        // Where a menu is open or no field has the focus, each letter is a key that may press something.
        let chords = text.chars().map(|letter| Chord::plain(Key::Char(letter)));
        [self.typing(text), self.sequence(chords)].concat()
    }

    fn sequence(&self, chords: impl Iterator<Item = Chord>) -> Vec<Finding> {
        let mut found = KeySequence::risks(self.press, self.target, chords);
        if self.shown.is_uncertain {
            found.push(Finding {
                risk: Risk::Unknown,
                sign: "the name that the keys leave in the field".into(),
            });
        }
        if !self.shown.submitted.is_empty()
            && let Some(opening) = Opening::of(self.press)
        {
            found.extend(opening.risks_of_location(&self.shown.submitted));
        }
        found
    }

    fn typing(&self, text: &str) -> Vec<Finding> {
        let names = named_secrets(text);
        if !names.is_empty() {
            return vec![Finding {
                risk: Risk::TypesSecret,
                sign: format!("the name {:?}", names.join(", ")),
            }];
        }
        if hides_input(self.target) { vec![Finding::plain(Risk::LogsIn)] } else { Vec::new() }
    }

    /// The middle button pastes into fields and terminals what is selected anywhere, and closes tabs.
    fn middle_click(&self) -> Vec<Finding> {
        let mut found = [self.pressed(), self.opening()].concat();
        if hides_input(self.target) {
            found.push(Finding::plain(Risk::LogsIn));
        }
        if self.press.is_terminal(self.target) {
            found.push(in_terminal());
        }
        if self.holder.or(self.target).is_some_and(|it| it.role == Role::TabItem) {
            found.push(Finding::plain(Risk::Closes));
        }
        found
    }

    /// A drag presses what is under the pointer at both ends. What opens on the way from a menu is not known.
    fn drag(&self, to: Point) -> Vec<Finding> {
        let end = at(self.press.controls(), to);
        let mut found = self.pressed();
        found.extend(end.into_iter().flat_map(|it| self.press.dropping(it)));
        // An end outside of every control is the background of the window; outside of the window it is unknown.
        let end = end.filter(|it| !is_background(it.role));
        if end.is_some() || !self.press.action.window.rect.contains(to) {
            found.extend(self.press.risks(end));
            found.extend(self.held(end.and_then(|it| holder_at(self.press.controls(), it, to))));
        }
        if self.target.is_some_and(|it| matches!(it.role, Role::Menu | Role::MenuBar | Role::MenuItem)) {
            found.push(Finding::plain(Risk::Unknown));
        }
        if self.press.is_terminal(end) && !self.is_selection(end) {
            found.push(in_terminal());
        }
        if hides_input(end) && !self.is_selection(end) {
            found.push(Finding::plain(Risk::LogsIn));
        }
        found
    }

    /// Whether a drag begins and ends in the same control, and so selects in it.
    fn is_selection(&self, end: Option<&Control>) -> bool {
        self.target.is_some() && self.target == end
    }
}

/// What closes a window loses its unsaved work, if its title shows that it has any.
fn with_unsaved_work(mut found: Vec<Finding>, title: &str) -> Vec<Finding> {
    let is_unsaved = shows_unsaved_work(title);
    for closing in found.iter_mut().filter(|it| is_unsaved && it.risk == Risk::Closes) {
        *closing = Finding { risk: Risk::Discards, sign: format!("the title {title:?}") };
    }
    found
}

/// The risks of asking sites: the content of an address leaves the machine with the request. A command that changes something opens
/// its address in sight, as a browser does; one that only reads, and one that was given an address for a file, ask without a trace.
fn requests(spec: &CommandSpec, action: &Action) -> Vec<Finding> {
    let only_reads = spec.side_effects == SideEffects::Reads;
    let sent = |(param, value): (&Param, &serde_json::Value)| {
        let is_site = |it: &&str| is_of_the_web(it);
        if let (ParamKind::Paths(_), Some(paths)) = (&param.kind, value.as_array()) {
            let site = paths.iter().filter_map(serde_json::Value::as_str).find(is_site)?;
            return Some(Finding { risk: Risk::Sends, sign: format!("the address {site:?}") });
        }
        let text = value.as_str()?;
        let asks = match param.kind {
            ParamKind::Url => only_reads && places::domain(text).is_some(),
            ParamKind::Path(_) => is_of_the_web(text),
            ParamKind::Text if !spec.is_built_in() => only_reads && is_of_the_web(text),
            _ => false,
        };
        asks.then(|| Finding { risk: Risk::Sends, sign: format!("the address {text:?}") })
    };
    spec.known_arguments(&action.call.args).filter_map(sent).collect()
}

/// The risk of what a native command does to a file.
fn file_risk((param, value): (&Param, &serde_json::Value)) -> Option<Finding> {
    let risk = match param.kind.path_use()? {
        PathUse::Writes => Risk::Overwrites,
        PathUse::Deletes => Risk::Deletes,
        PathUse::Reads | PathUse::Creates => return None,
    };
    Some(Finding { risk, sign: format!("the {} {value}", param.name) })
}

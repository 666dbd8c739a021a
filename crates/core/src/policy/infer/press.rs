//! What pressing a control risks, as its name, its dialog and the controls around it say.

use super::super::{
    Finding, Foreground, PolicyContext,
    lexicon::{Lexicon, WordList},
    readable::{Words, is_unreadable},
    risk::Risk,
};
use super::address::link_risks;
use super::default_button::default_buttons;
use super::target::{dialog, is_background, is_in_dialog, is_in_document, is_pressable, is_sheet_cell};
use crate::{Action, Control, Role, State};
use std::fmt::Display;

/// Risks of Enter in a field, if a button of the window has them.
const SUBMIT_RISKS: &[Risk] = &[Risk::Sends, Risk::Pays, Risk::LogsIn];

/// Infers the risks of pressing controls of an action's window.
#[derive(Clone, Copy)]
pub(super) struct Press<'a> {
    pub(super) action: &'a Action,
    pub(super) context: &'a PolicyContext<'a>,
    pub(super) lexicon: &'a Lexicon,
    /// Whether the application is a terminal: asked once, because a ruling may look at every control of the window.
    in_terminal: bool,
    /// Whether a dialog blocks the window.
    is_blocked: bool,
}

impl<'a> Press<'a> {
    /// Presses in the window of this action.
    pub(super) fn of(action: &'a Action, context: &'a PolicyContext<'a>, lexicon: &'a Lexicon) -> Press<'a> {
        let in_terminal = lexicon.is_terminal(&action.window.application);
        let is_blocked = context.controls.iter().any(Control::blocks);
        Press { action, context, lexicon, in_terminal, is_blocked }
    }

    /// Whether a dialog blocks the window.
    pub(super) fn is_blocked(&self) -> bool {
        self.is_blocked
    }

    /// The window's controls, as last observed.
    pub(super) fn controls(&self) -> &'a [Control] {
        self.context.controls
    }

    /// The risks of a press. Pressing what is not known, or has no name, is an unknown risk.
    pub(super) fn risks(&self, target: Option<&Control>) -> Vec<Finding> {
        let Some(control) = target else { return vec![Finding::plain(Risk::Unknown)] };
        match control.role {
            // Text has no effect when clicked; a toolkit's menu only opens, and its tab only shows.
            Role::Cell | Role::Header => Vec::new(),
            Role::Menu | Role::MenuBar | Role::TabItem | Role::TabList
                if !is_in_document(self.controls(), control) =>
            {
                Vec::new()
            }
            role if role.holds_text() => Vec::new(),
            _ if is_nameless(control) => vec![Finding::plain(Risk::Unknown)],
            // What takes clicks is pressed for what it says, like a button.
            role if is_background(role) && !control.states.has(State::Clickable) => {
                vec![Finding::plain(Risk::Unknown)]
            }
            Role::Hyperlink => [link_risks(control), self.named(control)].concat(),
            _ => self.named(control),
        }
    }

    fn named(&self, control: &Control) -> Vec<Finding> {
        let text = control.text();
        let unsteady = control.node().is_some_and(|it| self.context.unsteady.contains(it));
        let words = self.lexicon.read(text);
        if words.is_empty() && !unsteady && text.is_ascii() {
            return Vec::new();
        }
        let mut found = self.words(&words, format_args!("the {}", control.role.name()));
        if is_unreadable(text) {
            found.push(Finding::plain(Risk::Unknown));
        } else if unsteady {
            let sign = format!("the changing name of the {} {text:?}", control.role.name());
            found.push(Finding { risk: Risk::Unknown, sign });
        }
        if self.lexicon.is_assent(&words) {
            found.extend(self.dialog());
        }
        if self.in_terminal && self.lexicon.has(WordList::Pastes, &words) {
            found.push(in_terminal());
        }
        // Closing a dialog does not close its application's window. To quit, log out or restart means more than the dialog.
        if self.lexicon.is_all(WordList::Cancels, &words) && is_in_dialog(self.controls(), control) {
            found.retain(|it| it.risk != Risk::Closes);
        }
        found
    }

    /// The risks of selecting an item by its name, which presses it. One without a name is unknown.
    pub(super) fn item(&self, name: &str) -> Vec<Finding> {
        if name.trim().is_empty() || is_unreadable(name) {
            return vec![Finding::plain(Risk::Unknown)];
        }
        let words = self.lexicon.read(name);
        let agreed = if self.lexicon.is_assent(&words) { self.dialog() } else { Vec::new() };
        [self.words(&words, "the item"), agreed].concat()
    }

    /// The risks of dropping something on a row or a frame, which is no press: a bin may be one.
    pub(super) fn dropping(&self, on: &Control) -> Vec<Finding> {
        if on.role != Role::Cell && !is_background(on.role) {
            return Vec::new();
        }
        let words = self.words(&self.lexicon.read(on.text()), format_args!("the {}", on.role.name()));
        words.into_iter().filter(|it| it.risk == Risk::Deletes).collect()
    }

    /// The risks of pressing an element of a page that a command names.
    pub(super) fn element(&self, name: &str) -> Vec<Finding> {
        if name.trim().is_empty() || is_unreadable(name) {
            return vec![Finding::plain(Risk::Unknown)];
        }
        self.words(&self.lexicon.read(name), "the element")
    }

    /// The risks of pressing one of several controls, whichever it is: those that their names state.
    pub(super) fn one_of<'c>(&self, controls: impl Iterator<Item = &'c Control>) -> Vec<Finding> {
        let found = controls.flat_map(|it| self.risks(Some(it)));
        // Otherwise one control without a name in the window would make each such key an unknown risk.
        found.filter(|it| it.risk != Risk::Unknown).collect()
    }

    /// The risks of agreeing to the dialog that is open.
    pub(super) fn dialog(&self) -> Vec<Finding> {
        let Some(controls) = dialog(self.controls()) else { return Vec::new() };
        let messages = controls.iter().filter(|it| is_message(it));
        let texts = messages.flat_map(|it| [Some(it.name.as_str()), it.value.as_deref()]).flatten();
        let texts = texts.chain([self.action.window.title.as_str()]);
        texts.flat_map(|it| self.words(&self.lexicon.read(it), "the dialog")).collect()
    }

    /// The risks of Enter in a field: those of the buttons in its window, and of the dialog.
    pub(super) fn submit(&self, field: Option<&Control>) -> Vec<Finding> {
        if field.is_some_and(|it| it.states.has(State::Protected)) {
            return vec![Finding::plain(Risk::LogsIn)];
        }
        [self.button_risks(SUBMIT_RISKS), self.dialog(), self.default_button(field)].concat()
    }

    /// The risks of the button that Enter in a field may press. What only leaves the window, and what stands beside a field for
    /// what is in it, is no such button.
    fn default_button(&self, field: Option<&Control>) -> Vec<Finding> {
        let leaves = |it: &Finding| matches!(it.risk, Risk::Closes | Risk::Reveals | Risk::Watches);
        let buttons = field.map(|it| default_buttons(self.controls(), it, self.lexicon)).unwrap_or_default();
        let found =
            buttons.into_iter().flat_map(|it| self.words(&self.lexicon.read(it.text()), "the Button"));
        found.filter(|it| !leaves(it)).collect()
    }

    /// Which of these risks a button of the window has.
    pub(super) fn button_risks(&self, risks: &[Risk]) -> Vec<Finding> {
        let buttons = self.controls().iter().filter(|it| it.role == Role::Button);
        let found = buttons.flat_map(|it| self.words(&self.lexicon.read(&it.name), "the Button next to it"));
        found.filter(|it| risks.contains(&it.risk)).collect()
    }

    /// The risks that the words of a text state.
    pub(super) fn words(&self, text: &Words, owner: impl Display) -> Vec<Finding> {
        let finding = |(risk, words): (Risk, String)| Finding { risk, sign: format!("{owner} {words:?}") };
        self.lexicon.risks(text).into_iter().map(finding).collect()
    }

    /// Whether keys go to a terminal, which runs what they type.
    pub(super) fn is_terminal(&self, target: Option<&Control>) -> bool {
        self.in_terminal || target.is_some_and(|it| it.role == Role::Terminal)
    }

    /// The risk of what takes the keys and clicks of the terminal, unless it is a shell that waits for a line.
    pub(super) fn program_in_terminal(&self) -> Vec<Finding> {
        match self.context.foreground {
            Foreground::Shell => Vec::new(),
            Foreground::Unknown => {
                vec![Finding { risk: Risk::Unknown, sign: "the program in the terminal".into() }]
            }
        }
    }

    /// Whether an undo reverts a deletion in the control: in text, such as a paragraph of a document that is being written, and
    /// in the cells of a sheet. A file manager's rows are cells too, and what is deleted there is gone.
    pub(super) fn is_undoable(&self, target: Option<&Control>) -> bool {
        target.is_some_and(|it| {
            let is_text = it.role.holds_text() && !it.states.has(State::ReadOnly);
            let is_paragraph = it.role == Role::Text && it.states.has(State::Editable);
            is_text
                || is_paragraph
                || is_sheet_cell(self.controls(), it)
                || matches!(it.role, Role::ComboBox | Role::Spinner)
        })
    }
}

/// The risk of what a terminal does with a line that ends.
pub(super) fn in_terminal() -> Finding {
    Finding { risk: Risk::Runs, sign: "the terminal".into() }
}

fn is_nameless(control: &Control) -> bool {
    let is_seen_only = control.is_known_by_place();
    let acts = control.states.has(State::Clickable)
        || is_pressable(control.role)
        || matches!(control.role, Role::CheckBox | Role::RadioButton | Role::ListItem | Role::TreeItem);
    control.text().trim().is_empty() && (acts || is_seen_only)
}

/// Whether a control's purpose is to show a message.
fn is_message(control: &Control) -> bool {
    matches!(
        control.role,
        Role::Text | Role::Alert | Role::Dialog | Role::Header | Role::Window | Role::Group
    )
}

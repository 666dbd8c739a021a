//! The sentence of a step, in the language that the step follower reads where it has words for the step.

use crate::{Action, ControlIdentity, Step, WheelTurn};
use deskpilot_core::{Button, Role};
use std::fmt;

/// Words for roles that the language of steps has.
const ROLE_WORDS: &[(Role, &str)] = &[
    (Role::Button, "button"),
    (Role::Cell, "cell"),
    (Role::CheckBox, "check box"),
    (Role::ComboBox, "combo box"),
    (Role::Document, "field"),
    (Role::Edit, "field"),
    (Role::Hyperlink, "link"),
    (Role::List, "list"),
    (Role::ListItem, "list item"),
    (Role::Menu, "menu"),
    (Role::MenuItem, "menu item"),
    (Role::RadioButton, "radio button"),
    (Role::Slider, "slider"),
    (Role::Spinner, "field"),
    (Role::TabItem, "tab"),
    (Role::ToggleButton, "button"),
    (Role::TreeItem, "item"),
];

/// A text in quotation marks, as the language of steps reads it.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A control by its name and the word for its role.
pub(crate) fn name(control: &ControlIdentity) -> String {
    let word = ROLE_WORDS.iter().find(|(role, _)| *role == control.role).map(|(_, word)| *word);
    match (control.name.trim(), word) {
        ("", _) => format!("the {} without a name", control.role.name()),
        (text, Some(word)) => format!("{} {word}", quote(text)),
        (text, None) => quote(text),
    }
}

/// Keys as the language of steps reads them: alone as they are, among others in braces.
pub(crate) fn keys(keys: &[String]) -> String {
    match keys {
        [alone] if alone.chars().count() > 1 => alone.clone(),
        _ => keys.iter().map(|key| format!("{{{}}}", if key == " " { "SPACE" } else { key })).collect(),
    }
}

/// The verb of a click.
pub(crate) const fn click_verb(button: Button, count: u8) -> &'static str {
    match (button, count) {
        (Button::Right, _) => "right-click",
        (Button::Middle, _) => "middle-click",
        (Button::X, _) => "click with the side button on",
        (Button::Left, 0..=1) => "click",
        (Button::Left, 2..) => "double-click",
    }
}

impl fmt::Display for WheelTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WheelTurn::Up => "up",
            WheelTurn::Down => "down",
            WheelTurn::Left => "left",
            WheelTurn::Right => "right",
        })
    }
}

impl Step {
    /// What the person did, as a sentence without its full stop.
    pub fn sentence(&self) -> String {
        let on = self.control.as_ref().map(name);
        let place = || on.clone().unwrap_or_else(|| "a place without a control".to_owned());
        let into = || on.as_ref().map_or(String::new(), |on| format!(" into {on}"));
        match &self.action {
            Action::Click { button, count } => format!("{} {}", click_verb(*button, *count), place()),
            Action::Choose { menus } => {
                let path: Vec<String> = menus.iter().map(|it| quote(it)).collect();
                format!("choose {}", path.join(" > "))
            }
            Action::Select { item } => format!("select {} from {}", quote(item), place()),
            Action::Check { checked } => {
                format!("{} {}", if *checked { "check" } else { "uncheck" }, place())
            }
            Action::Type { added: Some(added), .. } => format!("type {}{}", quote(added), into()),
            Action::Type { value, added: None } => format!("set {} to {}", place(), quote(value)),
            Action::TypeUnrecorded { reason } => format!("type what is not recorded{} ({reason})", into()),
            Action::Set { value } => format!("set {} to {}", place(), quote(value)),
            Action::Press { keys: pressed } => format!("press {}", keys(pressed)),
            Action::Scroll { direction, notches } => {
                let within = on.as_ref().map_or(String::new(), |on| format!(" in {on}"));
                format!("scroll {direction} {notches}{within}")
            }
            Action::Drag { to } => {
                let to = to.as_ref().map_or_else(|| "a place without a control".to_owned(), name);
                format!("drag {} to {to}", place())
            }
            Action::CloseWindow => "close the window".to_owned(),
            Action::Described { text } => text.clone(),
        }
    }
}

//! By which ways a gesture can be done on a control, in the order in which they are tried: patterns, messages, input. Pure.

use deskpilot_core::{Button, Gesture, Role, State, States};
use deskpilot_uia::{Pattern, PatternAction, Patterns};

/// What can be done with a control without pointer and keys.
#[derive(Clone, Copy, Debug)]
pub(in crate::desktop) struct Abilities {
    /// What it is.
    pub(in crate::desktop) role: Role,
    /// Its states.
    pub(in crate::desktop) states: States,
    /// Its patterns; none where UI Automation does not report it.
    pub(in crate::desktop) patterns: Patterns,
    /// Whether it is a window of its own that Win32 reports, which takes messages.
    pub(in crate::desktop) is_window: bool,
    /// Whether it is an item of a tree whose messages open and close it.
    pub(in crate::desktop) is_branch: bool,
    /// Whether its accessible object offers an action.
    pub(in crate::desktop) has_default_action: bool,
}

/// A way to do a gesture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Way {
    /// A pattern of UI Automation.
    Pattern(PatternAction),
    /// A text by the pattern for values, which takes the whole text.
    PatternText,
    /// The action that its accessible object offers.
    DefaultAction,
    /// The value of its accessible object.
    Value(f64),
    /// Messages to its window.
    Messages,
    /// The pointer and the keyboard.
    Input,
}

impl Abilities {
    /// The ways for a gesture, the first one first. Choices of items have ways of their own.
    pub(super) fn ways(&self, gesture: &Gesture) -> Vec<Way> {
        match gesture {
            Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty() => self.press(),
            Gesture::Text { text, .. } => self.text(text),
            Gesture::Check(on) => self.check(*on),
            Gesture::Expand(on) => self.expand(*on),
            Gesture::SetNumber(number) => self.number(*number),
            Gesture::Focus if self.is_window => vec![Way::Messages, Way::Input],
            // The focus needs no pattern.
            Gesture::Focus if self.patterns != Patterns::default() => {
                vec![Way::Pattern(PatternAction::Focus), Way::Input]
            }
            Gesture::Scroll(by) if self.patterns.has(Pattern::Scroll) => {
                vec![Way::Pattern(PatternAction::Scroll(*by)), Way::Input]
            }
            _ => vec![Way::Input],
        }
    }

    fn press(&self) -> Vec<Way> {
        use Role::{
            Button, CheckBox, Hyperlink, ListItem, Menu, MenuItem, RadioButton, TabItem, ToggleButton,
            TreeItem,
        };
        let has = |pattern| self.patterns.has(pattern);
        let pattern = match self.role {
            CheckBox | ToggleButton if has(Pattern::Toggle) => Some(PatternAction::Toggle),
            RadioButton | ListItem | TabItem | TreeItem if has(Pattern::SelectionItem) => {
                Some(PatternAction::Select)
            }
            Menu if has(Pattern::ExpandCollapse) => Some(match self.states.has(State::Expanded) {
                true => PatternAction::Collapse,
                false => PatternAction::Expand,
            }),
            // What an item of a list does when it is invoked is what a double click does.
            ListItem | TreeItem => None,
            _ if has(Pattern::Invoke) => Some(PatternAction::Invoke),
            _ => None,
        };
        let is_button = matches!(self.role, Button | CheckBox | RadioButton | ToggleButton);
        let does_its_action = is_button || matches!(self.role, Hyperlink | MenuItem | TabItem);
        let messages = (self.is_window && is_button).then_some(Way::Messages);
        let action = (self.has_default_action && does_its_action).then_some(Way::DefaultAction);
        pattern.map(Way::Pattern).into_iter().chain(messages).chain(action).chain([Way::Input]).collect()
    }

    fn text(&self, text: &str) -> Vec<Way> {
        let is_editable = self.states.has(State::Editable);
        // In a single line, a line break is the Enter key and a tab moves to the next field.
        let has_keys = text.contains(['\n', '\t']) && !self.states.has(State::MultiLine);
        let is_set = is_editable && !has_keys && !matches!(self.role, Role::Terminal | Role::Spinner);
        let pattern = (is_set && self.patterns.has(Pattern::Value)).then_some(Way::PatternText);
        let messages = (is_set && self.is_window && self.role == Role::Edit).then_some(Way::Messages);
        pattern.into_iter().chain(messages).chain([Way::Input]).collect()
    }

    fn check(&self, on: bool) -> Vec<Way> {
        let pattern = if self.patterns.has(Pattern::Toggle) {
            Some(PatternAction::Toggle)
        } else {
            // A radio button is left by choosing another.
            (on && self.patterns.has(Pattern::SelectionItem)).then_some(PatternAction::Select)
        };
        let messages = self.is_window.then_some(Way::Messages);
        pattern.map(Way::Pattern).into_iter().chain(messages).chain([Way::Input]).collect()
    }

    fn expand(&self, on: bool) -> Vec<Way> {
        let action = if on { PatternAction::Expand } else { PatternAction::Collapse };
        let pattern = self.patterns.has(Pattern::ExpandCollapse).then_some(Way::Pattern(action));
        let is_list_of_window = self.is_window && self.role == Role::ComboBox;
        let messages = (is_list_of_window || self.is_branch).then_some(Way::Messages);
        pattern.into_iter().chain(messages).chain([Way::Input]).collect()
    }

    fn number(&self, number: f64) -> Vec<Way> {
        let pattern = self.patterns.has(Pattern::RangeValue).then_some(PatternAction::SetNumber(number));
        let value = self.is_window.then_some(Way::Value(number));
        pattern.map(Way::Pattern).into_iter().chain(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Modifier, ScrollBy, TextMode};

    fn of_uia(role: Role, patterns: &[Pattern]) -> Abilities {
        let patterns = patterns.iter().fold(Patterns::default(), |all, it| all.with(*it));
        let states = [State::Enabled, State::Editable].into_iter().collect();
        Abilities { role, states, patterns, is_window: false, is_branch: false, has_default_action: false }
    }

    fn of_win32(role: Role) -> Abilities {
        Abilities { is_window: true, has_default_action: true, ..of_uia(role, &[]) }
    }

    fn click(button: Button, count: u8, held: &[Modifier]) -> Gesture {
        Gesture::Click { button, count, held: held.to_vec() }
    }

    #[test]
    fn patterns_come_first_then_messages_then_input() {
        use PatternAction as A;
        use Way::{DefaultAction, Input, Messages, Pattern as By, PatternText, Value};
        let text = |text: &str| Gesture::Text { text: text.into(), mode: TextMode::Replace };
        let left = || click(Button::Left, 1, &[]);
        for (abilities, gesture, expected) in [
            (of_uia(Role::Button, &[Pattern::Invoke]), left(), vec![By(A::Invoke), Input]),
            (of_uia(Role::CheckBox, &[Pattern::Toggle]), left(), vec![By(A::Toggle), Input]),
            (of_uia(Role::RadioButton, &[Pattern::SelectionItem]), left(), vec![By(A::Select), Input]),
            (of_uia(Role::ListItem, &[Pattern::Invoke]), left(), vec![Input]),
            (of_uia(Role::Menu, &[Pattern::ExpandCollapse]), left(), vec![By(A::Expand), Input]),
            (of_uia(Role::Edit, &[Pattern::Value]), left(), vec![Input]),
            (of_win32(Role::Button), left(), vec![Messages, DefaultAction, Input]),
            (Abilities { is_window: false, ..of_win32(Role::Hyperlink) }, left(), vec![DefaultAction, Input]),
            (of_win32(Role::ListItem), left(), vec![Input]),
            (of_uia(Role::Button, &[Pattern::Invoke]), click(Button::Right, 1, &[]), vec![Input]),
            (of_uia(Role::Button, &[Pattern::Invoke]), click(Button::Left, 2, &[]), vec![Input]),
            (of_win32(Role::Button), click(Button::Left, 1, &[Modifier::Shift]), vec![Input]),
            (of_uia(Role::Edit, &[Pattern::Value]), text("tea"), vec![PatternText, Input]),
            (of_win32(Role::Edit), text("tea"), vec![Messages, Input]),
            (of_win32(Role::Edit), text("tea\n"), vec![Input]),
            (of_win32(Role::ComboBox), text("tea"), vec![Input]),
            (of_uia(Role::CheckBox, &[Pattern::Toggle]), Gesture::Check(true), vec![By(A::Toggle), Input]),
            (of_win32(Role::CheckBox), Gesture::Check(false), vec![Messages, Input]),
            (
                of_uia(Role::TreeItem, &[Pattern::ExpandCollapse]),
                Gesture::Expand(false),
                vec![By(A::Collapse), Input],
            ),
            (of_win32(Role::ComboBox), Gesture::Expand(true), vec![Messages, Input]),
            (of_win32(Role::Tree), Gesture::Expand(true), vec![Input]),
            (
                Abilities { is_branch: true, ..of_uia(Role::TreeItem, &[]) },
                Gesture::Expand(true),
                vec![Messages, Input],
            ),
            (
                of_uia(Role::Slider, &[Pattern::RangeValue]),
                Gesture::SetNumber(2.0),
                vec![By(A::SetNumber(2.0))],
            ),
            (of_win32(Role::Slider), Gesture::SetNumber(2.0), vec![Value(2.0)]),
            (of_uia(Role::Edit, &[Pattern::Value]), Gesture::Focus, vec![By(A::Focus), Input]),
            (of_win32(Role::Edit), Gesture::Focus, vec![Messages, Input]),
            (of_win32(Role::List), Gesture::Scroll(ScrollBy { up: -1, right: 0 }), vec![Input]),
        ] {
            assert_eq!(abilities.ways(&gesture), expected, "{gesture:?} on {abilities:?}");
        }
    }
}

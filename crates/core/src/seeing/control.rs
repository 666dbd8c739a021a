//! A control: one UI element of a window that a person can see or use.

use super::Role;
use crate::Rect;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A view with more cells than this is a spreadsheet, whose headers identify the cells better than numbers do.
pub const MANY_CELLS: usize = 100;

/// The number painted on a control, or on a window in the window list. Valid only within the view it was
/// painted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Label(pub u32);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The platform's identifier for finding a control again; opaque above the platform.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub String);

/// How a control is known, which decides how it can be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlSource {
    /// The platform's accessibility tree reported it; the node can be invoked without a mouse.
    Accessibility {
        /// The node to find it again by.
        node: NodeId,
    },
    /// A vision model detected it; only its rectangle on the screen is known.
    Vision {
        /// The model's confidence, 0 to 1.
        confidence: f32,
    },
    /// The browser reports it, and the accessibility tree does not; only its rectangle on the screen is known.
    Page,
    /// Not seen yet: an agent expects that an action opens it. With `Role::Other` it may have any role.
    #[serde(rename = "ahead")]
    Deferred,
    /// The same, and the action is left out where it does not appear.
    #[serde(rename = "ahead_if_there")]
    Optional,
}

/// A state that a control can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum State {
    /// A person can use it.
    Enabled,
    /// It has the keyboard focus.
    Focused,
    /// It can take the keyboard focus.
    Focusable,
    /// It is checked or pressed.
    Checked,
    /// It is selected.
    Selected,
    /// It is expanded.
    Expanded,
    /// It can be expanded.
    Expandable,
    /// Its text can be changed.
    Editable,
    /// Its text can be read but not changed.
    ReadOnly,
    /// It holds several lines.
    MultiLine,
    /// It hides what is typed (a password field); its value is never read.
    Protected,
    /// It blocks the rest of its application until somebody answers it.
    Modal,
    /// It is still loading or working: it does not show everything yet.
    Busy,
    /// A part of its text is selected.
    PartlySelected,
    /// A click does something, although its role does not say so.
    Clickable,
}

impl State {
    /// Every state, in bit order.
    pub const ALL: &'static [State] = &[
        State::Enabled,
        State::Focused,
        State::Focusable,
        State::Checked,
        State::Selected,
        State::Expanded,
        State::Expandable,
        State::Editable,
        State::ReadOnly,
        State::MultiLine,
        State::Protected,
        State::Modal,
        State::Busy,
        State::PartlySelected,
        State::Clickable,
    ];

    /// The state's name in prompts and listings.
    pub const fn name(self) -> &'static str {
        match self {
            State::Enabled => "enabled",
            State::Focused => "focused",
            State::Focusable => "focusable",
            State::Checked => "checked",
            State::Selected => "selected",
            State::Expanded => "expanded",
            State::Expandable => "expandable",
            State::Editable => "editable",
            State::ReadOnly => "readonly",
            State::MultiLine => "multiline",
            State::Protected => "protected",
            State::Modal => "modal",
            State::Busy => "busy",
            State::PartlySelected => "partly selected",
            State::Clickable => "clickable",
        }
    }
}

/// A set of states; serialized as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<State>", into = "Vec<State>")]
pub struct States(u16);

impl States {
    /// Whether the state is in the set.
    pub const fn has(self, state: State) -> bool {
        self.0 & (1 << state as u8) != 0
    }

    /// This set plus the state.
    #[must_use]
    pub const fn with(self, state: State) -> States {
        States(self.0 | 1 << state as u8)
    }

    /// This set minus the states in `others`.
    #[must_use]
    pub const fn without(self, others: States) -> States {
        States(self.0 & !others.0)
    }

    /// The states in the set.
    pub fn iter(self) -> impl Iterator<Item = State> {
        State::ALL.iter().copied().filter(move |state| self.has(*state))
    }
}

impl FromIterator<State> for States {
    fn from_iter<T: IntoIterator<Item = State>>(states: T) -> States {
        states.into_iter().fold(States::default(), States::with)
    }
}

impl From<Vec<State>> for States {
    fn from(states: Vec<State>) -> States {
        states.into_iter().collect()
    }
}

impl From<States> for Vec<State> {
    fn from(states: States) -> Vec<State> {
        states.iter().collect()
    }
}

/// Whether expanding such a control only shows more: combo boxes, menus and trees, and expanders of the toolkit, which say that
/// they can be expanded. A button with that state is pressed like any other.
pub const fn is_expander(role: Role, states: States) -> bool {
    match role {
        Role::ComboBox | Role::Menu | Role::TreeItem => true,
        Role::Cell | Role::Group | Role::Header | Role::ListItem | Role::ToggleButton => {
            states.has(State::Expandable)
        }
        _ => false,
    }
}

/// One UI element of a window that a person can see or use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// The number painted on it in this view; `None` for controls that are shown but not offered, such as plain
    /// text.
    pub label: Option<Label>,
    /// Its role.
    pub role: Role,
    /// Its name on the screen; empty when it has none.
    pub name: String,
    /// Its text, number or choice, capped by the platform; `None` when it has none or hides it.
    pub value: Option<String>,
    /// Its current states.
    pub states: States,
    /// Its rectangle, in desktop pixels.
    pub rect: Rect,
    /// How it is known.
    pub source: ControlSource,
}

impl Control {
    /// Its role and name, to compare before an action on it.
    pub fn id(&self) -> ControlId<'_> {
        ControlId { role: self.role, name: &self.name }
    }

    /// The accessibility node it was made from; `None` for controls known from a picture only and for deferred
    /// ones.
    pub fn node(&self) -> Option<&NodeId> {
        match &self.source {
            ControlSource::Accessibility { node } => Some(node),
            ControlSource::Vision { .. }
            | ControlSource::Page
            | ControlSource::Deferred
            | ControlSource::Optional => None,
        }
    }

    /// Whether only its place is known, so that it is used with the pointer and cannot be read.
    pub const fn is_known_by_place(&self) -> bool {
        matches!(self.source, ControlSource::Vision { .. } | ControlSource::Page)
    }

    /// A control that is expected to appear, by its role and name.
    pub fn deferred(role: Role, name: &str) -> Control {
        Control {
            label: None,
            role,
            name: name.to_owned(),
            value: None,
            states: States::default().with(State::Enabled),
            rect: Rect::default(),
            source: ControlSource::Deferred,
        }
    }

    /// Whether expanding it only shows more; see [`is_expander`].
    pub const fn is_expander(&self) -> bool {
        is_expander(self.role, self.states)
    }

    /// Whether it blocks its application until somebody answers it.
    pub fn blocks(&self) -> bool {
        matches!(self.role, Role::Dialog | Role::Alert) || self.states.has(State::Modal)
    }

    /// Whether it is expected but not seen yet.
    pub fn is_deferred(&self) -> bool {
        matches!(self.source, ControlSource::Deferred | ControlSource::Optional)
    }

    /// Whether the action on it is left out where it does not appear.
    pub fn is_optional(&self) -> bool {
        self.source == ControlSource::Optional
    }

    /// The name, or the value of a nameless control: what a person would call it.
    pub fn text(&self) -> &str {
        if self.name.trim().is_empty() { self.value.as_deref().unwrap_or("") } else { &self.name }
    }
}

/// What stays the same about a control from one observation to the next: its role and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlId<'a> {
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: &'a str,
}

impl fmt::Display for ControlId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.role.name(), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Control {
        /// A control of this node that can be used.
        pub(crate) fn of_node(node: &str, role: Role, name: &str, value: Option<&str>) -> Control {
            Control {
                label: None,
                role,
                name: name.into(),
                value: value.map(Into::into),
                states: States::default().with(State::Enabled),
                rect: Rect::new(10, 10, 80, 20),
                source: ControlSource::Accessibility { node: NodeId(node.into()) },
            }
        }
    }

    #[test]
    fn states_are_serialized_as_a_list_and_survive_a_round_trip() {
        let states = States::default().with(State::Modal).with(State::Enabled);
        let json = serde_json::to_string(&states).unwrap();
        assert_eq!(json, r#"["enabled","modal"]"#);
        assert_eq!(serde_json::from_str::<States>(&json).unwrap(), states);
        assert!(!states.has(State::Focused));
    }

    #[test]
    fn a_name_of_blanks_is_none() {
        for (name, value, text) in
            [(" \u{a0}", Some("A1"), "A1"), ("", None, ""), ("Name", Some("Ann"), "Name")]
        {
            assert_eq!(Control::of_node("1", Role::Edit, name, value).text(), text, "{name:?}");
        }
    }
}

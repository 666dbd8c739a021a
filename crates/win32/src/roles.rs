//! What the numbers of Microsoft Active Accessibility mean. Pure.

use crate::control_class::ControlClass;
use deskpilot_core::{Role, State, States};

// `STATE_SYSTEM_…` of oleacc.h, written out so that the tests here run without Windows.
pub(crate) const UNAVAILABLE: u32 = 0x1;
pub(crate) const FOCUSED: u32 = 0x4;
pub(crate) const FOCUSABLE: u32 = 0x10_0000;
const READONLY: u32 = 0x40;
const INVISIBLE: u32 = 0x8000;
const PROTECTED: u32 = 0x2000_0000;

/// Each bit of a state with the states that it means.
const STATES: &[(u32, &[State])] = &[
    (0x2, &[State::Selected]),
    (FOCUSED, &[State::Focused]),
    (0x8, &[State::Checked]),
    (0x10, &[State::Checked]),
    (0x200, &[State::Expanded, State::Expandable]),
    (0x400, &[State::Expandable]),
    (0x800, &[State::Busy]),
    (FOCUSABLE, &[State::Focusable]),
    (PROTECTED, &[State::Protected]),
];

/// The role of an accessible object in a window. Where the object says only that it is some client area, the class tells.
pub(crate) fn role_of(number: u32, class: &ControlClass) -> Role {
    known_role(number).or_else(|| class.role()).unwrap_or(match number {
        9 => Role::Window,
        10 | 16 | 20 | 38 => Role::Group,
        _ => Role::Other,
    })
}

fn known_role(number: u32) -> Option<Role> {
    Some(match number {
        2 => Role::MenuBar,
        3 => Role::ScrollBar,
        8 => Role::Alert,
        11 => Role::Menu,
        12 => Role::MenuItem,
        15 => Role::Document,
        18 => Role::Dialog,
        21 => Role::Separator,
        22 => Role::ToolBar,
        23 => Role::StatusBar,
        24 => Role::Table,
        25 | 26 => Role::Header,
        29 => Role::Cell,
        30 => Role::Hyperlink,
        33 => Role::List,
        34 => Role::ListItem,
        35 => Role::Tree,
        36 => Role::TreeItem,
        37 => Role::TabItem,
        40 => Role::Image,
        13 | 41 => Role::Text,
        42 => Role::Edit,
        43 | 56..=58 | 62 => Role::Button,
        44 => Role::CheckBox,
        45 => Role::RadioButton,
        46 | 47 => Role::ComboBox,
        48 => Role::ProgressBar,
        51 => Role::Slider,
        52 => Role::Spinner,
        60 => Role::TabList,
        _ => return None,
    })
}

/// Whether somebody can see it.
pub(crate) const fn is_visible(state: u32) -> bool {
    state & INVISIBLE == 0
}

/// The states of an accessible object with this role in a window that is enabled or not.
pub(crate) fn states_of(state: u32, role: Role, class: &ControlClass) -> States {
    let has = |bit: u32| state & bit != 0;
    let mut states: States =
        STATES.iter().filter(|(bit, _)| has(*bit)).flat_map(|(_, meant)| *meant).copied().collect();
    if !has(UNAVAILABLE) {
        states = states.with(State::Enabled);
    }
    if class.is_secret() {
        states = states.with(State::Protected);
    }
    if role == Role::Edit {
        let is_read_only = has(READONLY) || class.is_read_only();
        states = states.with(if is_read_only { State::ReadOnly } else { State::Editable });
        if class.is_multi_line() {
            states = states.with(State::MultiLine);
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_says_its_role_and_the_class_of_its_window_where_it_does_not() {
        let other = ControlClass::new("Afx:1", 0);
        let check_box = ControlClass::new("Button", 3);
        for (number, class, role) in [
            (43, &other, Role::Button),
            (42, &other, Role::Edit),
            (44, &other, Role::CheckBox),
            (10, &check_box, Role::CheckBox),
            (10, &other, Role::Group),
            (9, &other, Role::Window),
            (34, &check_box, Role::ListItem),
            (0, &other, Role::Other),
            (9999, &other, Role::Other),
        ] {
            assert_eq!(role_of(number, class), role, "{number}");
        }
    }

    #[test]
    fn the_bits_of_a_state_become_states() {
        let edit = ControlClass::new("Edit", 0x4);
        let states =
            |bits, role, class: &ControlClass| states_of(bits, role, class).iter().collect::<Vec<_>>();
        let plain = ControlClass::new("x", 0);
        assert_eq!(states(0x1, Role::Button, &plain), []);
        assert_eq!(
            states(0x10_0014, Role::CheckBox, &plain),
            [State::Enabled, State::Focused, State::Focusable, State::Checked]
        );
        assert_eq!(
            states(0x200, Role::TreeItem, &plain),
            [State::Enabled, State::Expanded, State::Expandable]
        );
        assert_eq!(states(0, Role::Edit, &edit), [State::Enabled, State::Editable, State::MultiLine]);
        assert_eq!(states(0x40, Role::Edit, &plain), [State::Enabled, State::ReadOnly]);
        assert!(is_visible(0x10000) && !is_visible(0x8001));
    }

    #[test]
    fn a_field_is_protected_if_either_its_object_or_its_style_says_so() {
        let (plain, hidden) = (ControlClass::new("Edit", 0), ControlClass::new("Edit", 0x20));
        for (bits, class, is_protected) in
            [(0, &plain, false), (0x2000_0000, &plain, true), (0, &hidden, true)]
        {
            assert_eq!(states_of(bits, Role::Edit, class).has(State::Protected), is_protected);
        }
    }
}

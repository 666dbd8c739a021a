//! Translates AT-SPI's numbers for roles, states and interfaces to core types. Pure tables.

use deskpilot_core::{Role, State, States};
use deskpilot_dbus::{Decode, DecodeError, Reader, Signature};

/// Role numbers that code refers to by name.
pub mod role {
    // The numbers of `AtspiRole` in atspi-constants.h.
    /// A message that wants attention.
    pub const ALERT: u32 = 2;
    /// A dialog.
    pub const DIALOG: u32 = 16;
    /// A dialog for choosing files.
    pub const FILE_CHOOSER: u32 = 19;
    pub(crate) const LABEL: u32 = 29;
    pub(crate) const PASSWORD_TEXT: u32 = 40;
    pub(crate) const ROOT_PANE: u32 = 46;
    pub(crate) const SCROLL_PANE: u32 = 49;
    pub(crate) const TABLE: u32 = 55;
    pub(crate) const TABLE_CELL: u32 = 56;
    pub(crate) const TOOL_TIP: u32 = 64;
    pub(crate) const VIEWPORT: u32 = 68;
    pub(crate) const WINDOW: u32 = 69;
    pub(crate) const PARAGRAPH: u32 = 73;
    pub(crate) const CAPTION: u32 = 81;
    pub(crate) const HEADING: u32 = 83;
    pub(crate) const DOCUMENT_SPREADSHEET: u32 = 92;
    pub(crate) const PRESENTATION: u32 = 93;
    /// A page of a browser.
    pub const DOCUMENT_WEB: u32 = 95;
    pub(crate) const NOTIFICATION: u32 = 101;
    pub(crate) const BLOCK_QUOTE: u32 = 105;
    pub(crate) const STATIC: u32 = 116;
    pub(crate) const DESCRIPTION_TERM: u32 = 122;
    pub(crate) const DESCRIPTION_VALUE: u32 = 123;
}

/// State bits that code refers to by name.
pub mod bit {
    // The numbers of `AtspiStateType` in atspi-constants.h: bits, from the lowest.
    /// The window is the one in use.
    pub const ACTIVE: u32 = 1;
    /// What it stood for is gone.
    pub const DEFUNCT: u32 = 6;
    pub(crate) const EDITABLE: u32 = 7;
    pub(crate) const ENABLED: u32 = 8;
    pub(crate) const FOCUSABLE: u32 = 11;
    pub(crate) const FOCUSED: u32 = 12;
    /// It blocks other windows.
    pub const MODAL: u32 = 16;
    /// Several of its children can be selected.
    pub const MULTISELECTABLE: u32 = 18;
    pub(crate) const PRESSED: u32 = 20;
    pub(crate) const SELECTABLE: u32 = 22;
    pub(crate) const SELECTED: u32 = 23;
    pub(crate) const SENSITIVE: u32 = 24;
    /// It is visible, as far as the application knows.
    pub const SHOWING: u32 = 25;
    pub(crate) const SINGLE_LINE: u32 = 26;
    /// The application does not hide it.
    pub const VISIBLE: u32 = 30;
    /// Enter presses it.
    pub const IS_DEFAULT: u32 = 39;
}

/// The core role of each number, in AT-SPI's order. Numbers not listed are [`Role::Other`].
const ROLES: &[(u32, Role)] = &[
    (role::ALERT, Role::Alert),
    (3, Role::Image), // animation
    (5, Role::Table), // calendar
    (6, Role::Image), // canvas
    (7, Role::CheckBox),
    (8, Role::MenuItem), // check menu item
    (9, Role::Dialog),   // colour chooser
    (10, Role::Header),  // column header
    (11, Role::ComboBox),
    (12, Role::Edit),     // date editor
    (13, Role::ListItem), // desktop icon
    (15, Role::Slider),   // dial
    (role::DIALOG, Role::Dialog),
    (18, Role::Image), // drawing area
    (role::FILE_CHOOSER, Role::Dialog),
    (20, Role::Group),    // filler
    (22, Role::Dialog),   // font chooser
    (23, Role::Window),   // frame
    (24, Role::Group),    // glass pane
    (25, Role::Document), // HTML container
    (26, Role::Image),    // icon
    (27, Role::Image),
    (28, Role::Window), // internal frame
    (role::LABEL, Role::Text),
    (30, Role::Group), // layered pane
    (31, Role::List),
    (32, Role::ListItem),
    (33, Role::Menu),
    (34, Role::MenuBar),
    (35, Role::MenuItem),
    (36, Role::Group), // option pane
    (37, Role::TabItem),
    (38, Role::TabList),
    (39, Role::Group), // panel
    (role::PASSWORD_TEXT, Role::Edit),
    (41, Role::Menu), // popup menu
    (42, Role::ProgressBar),
    (43, Role::Button),
    (44, Role::RadioButton),
    (45, Role::MenuItem), // radio menu item
    (role::ROOT_PANE, Role::Group),
    (47, Role::Header), // row header
    (48, Role::ScrollBar),
    (role::SCROLL_PANE, Role::Group),
    (50, Role::Separator),
    (51, Role::Slider),
    (52, Role::Spinner),
    (53, Role::Group), // split pane
    (54, Role::StatusBar),
    (55, Role::Table),
    (56, Role::Cell),
    (57, Role::Header),   // table column header
    (58, Role::Header),   // table row header
    (59, Role::MenuItem), // tear-off menu item
    (60, Role::Terminal),
    (61, Role::Edit), // text
    (62, Role::ToggleButton),
    (63, Role::ToolBar),
    (role::TOOL_TIP, Role::Text),
    (65, Role::Tree),
    (66, Role::Tree), // tree table
    (role::VIEWPORT, Role::Group),
    (role::WINDOW, Role::Window),
    (71, Role::Group), // header of a document
    (72, Role::Group), // footer
    (role::PARAGRAPH, Role::Text),
    (74, Role::Slider), // ruler
    (76, Role::Edit),   // autocomplete
    (77, Role::Edit),   // edit bar
    (79, Role::Edit),   // entry
    (80, Role::Image),  // chart
    (role::CAPTION, Role::Text),
    (82, Role::Document), // document frame
    (role::HEADING, Role::Text),
    (84, Role::Group), // page
    (85, Role::Group), // section
    (87, Role::Group), // form
    (88, Role::Hyperlink),
    (90, Role::Group), // table row
    (91, Role::TreeItem),
    (role::DOCUMENT_SPREADSHEET, Role::Document),
    (role::PRESENTATION, Role::Document),
    (94, Role::Document), // text document
    (role::DOCUMENT_WEB, Role::Document),
    (96, Role::Document), // e-mail
    (97, Role::Text),     // comment
    (98, Role::List),     // list box
    (99, Role::Group),    // grouping
    (100, Role::Image),   // image map
    (role::NOTIFICATION, Role::Alert),
    (102, Role::Alert),       // information bar
    (103, Role::ProgressBar), // level bar
    (104, Role::Group),       // title bar
    (role::BLOCK_QUOTE, Role::Text),
    (109, Role::Group),  // article
    (110, Role::Group),  // landmark
    (114, Role::Slider), // rating
    (role::STATIC, Role::Text),
    (121, Role::List), // description list
    (role::DESCRIPTION_TERM, Role::Text),
    (role::DESCRIPTION_VALUE, Role::Text),
    (129, Role::Button),       // push button with a menu
    (130, Role::ToggleButton), // switch
];

/// The core state of each bit. Enabled, checked, protected and read-only depend on more than one bit.
const STATES: &[(u32, State)] = &[
    (9, State::Expandable),
    (10, State::Expanded),
    (bit::FOCUSABLE, State::Focusable),
    (12, State::Focused),
    (bit::EDITABLE, State::Editable),
    (bit::MODAL, State::Modal),
    (3, State::Busy),
    (17, State::MultiLine),
    (bit::SELECTED, State::Selected),
];
const CHECKED: u32 = 4;

/// The core role of a role number.
pub(crate) fn role_of(number: u32) -> Role {
    ROLES.iter().find(|(known, _)| *known == number).map_or(Role::Other, |(_, role)| *role)
}

/// Whether a bit is set.
pub(crate) fn has(states: u64, bit: u32) -> bool {
    states >> bit & 1 == 1
}

/// The core states of a control with this role number, these state bits and interfaces.
pub(crate) fn states_of(number: u32, states: u64, interfaces: Interfaces) -> States {
    let role = role_of(number);
    let plain = STATES.iter().filter(|(bit, _)| has(states, *bit)).map(|(_, state)| *state);
    let mut found: States = plain.collect();
    // Either is enough: parts of LibreOffice's documents are enabled and never sensitive.
    if has(states, bit::ENABLED) || has(states, bit::SENSITIVE) {
        found = found.with(State::Enabled);
    }
    // A push button is pressed only while held down; a toggle button stays pressed.
    if has(states, CHECKED) || (role == Role::ToggleButton && has(states, bit::PRESSED)) {
        found = found.with(State::Checked);
    }
    if number == role::PASSWORD_TEXT {
        found = found.with(State::Protected);
    }
    if role.holds_text() && interfaces.has(Interface::Text) && !has(states, bit::EDITABLE) {
        found = found.with(State::ReadOnly);
    }
    found
}

/// A node interface that this crate may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Interface {
    /// It can perform actions, as a button does.
    Action,
    /// It has a place.
    Component,
    /// Its text can be changed.
    EditableText,
    /// Some of its children can be selected.
    Selection,
    /// It is a table.
    Table,
    /// It holds text.
    Text,
    /// It has a number.
    Value,
}

const INTERFACES: &[(&str, Interface)] = &[
    ("org.a11y.atspi.Action", Interface::Action),
    ("org.a11y.atspi.Component", Interface::Component),
    ("org.a11y.atspi.EditableText", Interface::EditableText),
    ("org.a11y.atspi.Selection", Interface::Selection),
    ("org.a11y.atspi.Table", Interface::Table),
    ("org.a11y.atspi.Text", Interface::Text),
    ("org.a11y.atspi.Value", Interface::Value),
];

/// The interfaces of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Interfaces(u8);

impl Interfaces {
    #[must_use]
    pub(crate) fn with(self, name: &str) -> Interfaces {
        let known = INTERFACES.iter().find(|(known, _)| *known == name);
        Interfaces(known.map_or(self.0, |(_, interface)| self.0 | 1 << *interface as u8))
    }

    pub(crate) const fn has(self, interface: Interface) -> bool {
        self.0 >> interface as u8 & 1 == 1
    }
}

/// The wire carries them as names.
impl Decode for Interfaces {
    const ALIGNMENT: usize = Vec::<String>::ALIGNMENT;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        Vec::<String>::comes_next(types)
    }
    fn decode(from: &mut Reader<'_>) -> Result<Interfaces, DecodeError> {
        let mut found = Interfaces::default();
        from.array(4, |from| {
            found = found.with(&from.text()?);
            Ok(())
        })?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_in_order_and_known_by_number() {
        assert!(ROLES.is_sorted_by(|a, b| a.0 < b.0));
        for (number, role) in [
            (7, Role::CheckBox),
            (29, Role::Text),
            (35, Role::MenuItem),
            (43, Role::Button),
            (61, Role::Edit),
            (62, Role::ToggleButton),
            (67, Role::Other),
            (4096, Role::Other),
        ] {
            assert_eq!(role_of(number), role, "{number}");
        }
    }

    #[test]
    fn states_depend_on_role_and_interfaces() {
        let text = Interfaces::default().with("org.a11y.atspi.Text");
        let shown = |number, bits: &[u32], interfaces| {
            let states = bits.iter().fold(0, |states, bit| states | 1u64 << bit);
            states_of(number, states, interfaces)
                .iter()
                .map(|it| format!("{it:?}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (number, bits, interfaces, expected) in [
            (43, &[8, 24, 25, 20][..], Interfaces::default(), "Enabled"),
            (62, &[8, 20], Interfaces::default(), "Enabled Checked"),
            (7, &[24, 4], Interfaces::default(), "Enabled Checked"),
            (43, &[25], Interfaces::default(), ""),
            (61, &[8, 7, 17], text, "Enabled Editable MultiLine"),
            (61, &[8], text, "Enabled ReadOnly"),
            (40, &[8, 7, 12, 11], text, "Enabled Focused Focusable Editable Protected"),
            (16, &[8, 16], Interfaces::default(), "Enabled Modal"),
            (33, &[8, 9, 10, 23], Interfaces::default(), "Enabled Selected Expanded Expandable"),
        ] {
            assert_eq!(shown(number, bits, interfaces), expected, "role {number}, bits {bits:?}");
        }
    }
}

//! Translates UI Automation's control types, and the roles of pages, to core roles. Pure tables.

use deskpilot_core::Role;

pub(crate) const BUTTON: i32 = 50000;
pub(crate) const COMBO_BOX: i32 = 50003;
pub(crate) const EDIT: i32 = 50004;
pub(crate) const MENU_ITEM: i32 = 50011;
pub(crate) const RADIO_BUTTON: i32 = 50013;
pub(crate) const TOOL_TIP: i32 = 50022;
pub(crate) const CUSTOM: i32 = 50025;
pub(crate) const DATA_ITEM: i32 = 50029;
pub(crate) const DOCUMENT: i32 = 50030;
pub(crate) const WINDOW: i32 = 50032;

/// The core role of each control type. Numbers not listed are [`Role::Other`].
const ROLES: &[(i32, Role)] = &[
    (BUTTON, Role::Button),
    (50001, Role::Table), // calendar
    (50002, Role::CheckBox),
    (COMBO_BOX, Role::ComboBox),
    (EDIT, Role::Edit),
    (50005, Role::Hyperlink),
    (50006, Role::Image),
    (50007, Role::ListItem),
    (50008, Role::List),
    (50009, Role::Menu),
    (50010, Role::MenuBar),
    (MENU_ITEM, Role::MenuItem),
    (50012, Role::ProgressBar),
    (RADIO_BUTTON, Role::RadioButton),
    (50014, Role::ScrollBar),
    (50015, Role::Slider),
    (50016, Role::Spinner),
    (50017, Role::StatusBar),
    (50018, Role::TabList),
    (50019, Role::TabItem),
    (50020, Role::Text),
    (50021, Role::ToolBar),
    (TOOL_TIP, Role::Text),
    (50023, Role::Tree),
    (50024, Role::TreeItem),
    (CUSTOM, Role::Other),
    (50026, Role::Group),
    (50027, Role::Other), // thumb of a scroll bar or slider
    (50028, Role::Table), // data grid
    (DATA_ITEM, Role::ListItem),
    (DOCUMENT, Role::Document),
    (50031, Role::Button), // split button
    (WINDOW, Role::Window),
    (50033, Role::Group),  // pane
    (50034, Role::Group),  // the row of headers
    (50035, Role::Header), // one of them
    (50036, Role::Table),
    (50037, Role::Group), // title bar
    (50038, Role::Separator),
    (50039, Role::Group),   // semantic zoom
    (50040, Role::ToolBar), // application bar
];

/// Roles of pages that no control type has, by their names in ARIA.
const OF_PAGES: &[(&str, Role)] = &[
    ("alert", Role::Alert),
    ("alertdialog", Role::Dialog),
    ("dialog", Role::Dialog),
    ("gridcell", Role::Cell),
    ("status", Role::StatusBar),
    ("switch", Role::ToggleButton),
];

/// Classes of controls that are terminals and do not say so.
const TERMINALS: &[&str] = &["TermControl", "TermControl2"];

/// The core role of a control type.
pub(crate) fn role_of(control_type: i32) -> Role {
    ROLES.iter().find(|(known, _)| *known == control_type).map_or(Role::Other, |(_, role)| *role)
}

/// The core role that a page gives an element, where its control type says less.
pub(crate) fn role_of_page(aria_role: &str) -> Option<Role> {
    OF_PAGES.iter().find(|(known, _)| *known == aria_role).map(|(_, role)| *role)
}

/// Whether controls of this class are terminals.
pub(crate) fn is_terminal(class_name: &str) -> bool {
    TERMINALS.contains(&class_name)
}

/// Whether a page reports this property of an element, as in `busy=true;multiline=true`.
pub(crate) fn is_set(aria_properties: &str, name: &str) -> bool {
    let mut pairs = aria_properties.split(';').filter_map(|pair| pair.split_once('='));
    pairs.any(|(known, value)| known.trim() == name && value.trim() == "true")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_type_has_a_role() {
        assert!(ROLES.is_sorted_by(|a, b| a.0 < b.0));
        assert!((50000..=50040).all(|it| ROLES.iter().any(|(known, _)| *known == it)));
        for (control_type, role) in [
            (50000, Role::Button),
            (50004, Role::Edit),
            (50020, Role::Text),
            (50030, Role::Document),
            (50033, Role::Group),
            (50041, Role::Other),
            (0, Role::Other),
        ] {
            assert_eq!(role_of(control_type), role, "{control_type}");
        }
    }

    #[test]
    fn properties_of_pages_are_pairs() {
        assert!(is_set("readonly=false;multiline=true", "multiline"));
        assert!(!is_set("readonly=false;multiline=true", "readonly"));
        assert!(!is_set("multiline", "multiline") && !is_set("", "busy") && !is_set("xbusy=true", "busy"));
        assert_eq!(role_of_page("alert"), Some(Role::Alert));
        assert_eq!(role_of_page("button"), None);
    }
}

//! Cleans the name an application reports to what a person would call the control. Pure.

use crate::nodes::facts::VisibilityRule;
use deskpilot_core::Role;

/// Prefixes of toolkit class names that a toolkit reports as names.
const CLASSES: &[&str] = &["Gtk", "Adw", "Hdy"];
/// The name GTK 3 gives every button that opens a menu.
const MENU: &str = "Menu";
/// The name GTK 4 gives every tab.
const TAB: &str = "Tab";

/// The reported name as a person would say it; empty for one that is no real name.
pub(crate) fn clean_name<'a>(
    name: &'a str,
    value: Option<&str>,
    kind: Role,
    visibility: VisibilityRule,
) -> &'a str {
    // Menus pad their items with blanks.
    let name = name.trim();
    if is_value(name, value, kind) || (kind == Role::ToggleButton && name == MENU) {
        return "";
    }
    match visibility {
        VisibilityRule::ByState => name,
        VisibilityRule::ByPlace if is_class(name) || (kind == Role::TabItem && name == TAB) => "",
        // These toolkits repeat a control's own text after its label.
        VisibilityRule::ByPlace => without_repetition(name).unwrap_or(name),
    }
}

/// Whether the name is the control's value, as some combo boxes and sliders report, even a moment late. A name must not
/// change with every choice.
fn is_value(name: &str, value: Option<&str>, kind: Role) -> bool {
    match kind {
        Role::Slider | Role::Spinner => name.parse::<f64>().is_ok() || value == Some(name),
        Role::ComboBox => value == Some(name),
        _ => false,
    }
}

fn is_class(name: &str) -> bool {
    let rest = CLASSES.iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| rest.starts_with(char::is_uppercase) && rest.chars().all(char::is_alphanumeric))
}

fn without_repetition(name: &str) -> Option<&str> {
    // One separator stands between the two copies.
    let (first, second) = (name.get(..name.len() / 2)?, name.get(name.len() / 2 + 1..)?);
    (first == second && !first.is_empty()).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_a_person_would() {
        use VisibilityRule::{ByPlace, ByState};
        for (name, value, kind, visibility, expected) in [
            ("Save      ", None, Role::MenuItem, ByState, "Save"),
            ("Left", Some("Left"), Role::ComboBox, ByState, ""),
            ("Alignment", Some("Left"), Role::ComboBox, ByState, "Alignment"),
            ("50.0", Some("50"), Role::Slider, ByState, ""),
            ("3.0", Some("4"), Role::Slider, ByState, ""),
            ("Zoom", Some("4"), Role::Slider, ByState, "Zoom"),
            ("7", Some("7"), Role::Edit, ByState, "7"),
            ("GtkButton", None, Role::Button, ByPlace, ""),
            ("GtkButton", None, Role::Button, ByState, "GtkButton"),
            ("Gtkaml", None, Role::Button, ByPlace, "Gtkaml"),
            ("÷ ÷", None, Role::Button, ByPlace, "÷"),
            ("mod mod", None, Role::Button, ByPlace, "mod"),
            ("bye bye", None, Role::Button, ByState, "bye bye"),
            ("a b", None, Role::Button, ByPlace, "a b"),
            ("Menu", None, Role::ToggleButton, ByState, ""),
            ("Menu", None, Role::Button, ByState, "Menu"),
            ("Tab", None, Role::TabItem, ByPlace, ""),
            ("Tab", None, Role::TabItem, ByState, "Tab"),
            ("Tab", None, Role::Button, ByPlace, "Tab"),
            ("", None, Role::Button, ByPlace, ""),
        ] {
            assert_eq!(
                clean_name(name, value, kind, visibility),
                expected,
                "{name:?} of {kind:?}, {visibility:?}"
            );
        }
    }
}

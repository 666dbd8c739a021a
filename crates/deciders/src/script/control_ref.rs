//! References to controls in scripts.

use crate::facts::NestedControl;
use deskpilot_core::{ControlDescription, NameRule, Role};
use serde::Deserialize;
use std::fmt;

/// The mark after a name prefix.
const PREFIX_MARK: char = '*';

/// A control reference: `Save`, `Button "Save"`, `Edit` for any of its role, `Spinner = "1"` by value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ControlRef {
    control: ControlDescription,
    /// The index among several matches, from 1.
    nth: usize,
}

impl TryFrom<String> for ControlRef {
    type Error = String;

    fn try_from(text: String) -> Result<ControlRef, String> {
        if text.trim().is_empty() {
            return Err("a control has no name: write one".into());
        }
        // What stands behind a role must say something.
        let is_whole = |it: &ControlDescription| !it.is_role_alone() || !text.contains(['"', '=']);
        let control = ControlDescription::parse(&text).filter(is_whole).ok_or_else(|| {
            format!("{text:?} is not a control: write a name, or Role \"Name\" = \"value\"")
        })?;
        Ok(ControlRef { control, nth: 1 })
    }
}

impl ControlRef {
    /// The same reference to the n-th match.
    pub(super) fn nth(self, nth: usize) -> ControlRef {
        ControlRef { nth, ..self }
    }

    /// The matching usable control, with or without a label.
    pub(super) fn visible_match<'s>(&self, controls: &[NestedControl<'s>]) -> Option<NestedControl<'s>> {
        controls.iter().copied().filter(|seen| self.matches(seen)).nth(self.nth - 1)
    }

    /// The matching usable control that a reply can name: with a label, or a cell, which its address names in the rows of a sheet.
    pub(super) fn usable_match<'s>(&self, controls: &[NestedControl<'s>]) -> Option<NestedControl<'s>> {
        let has_name = |seen: &NestedControl<'_>| seen.has_label() || seen.role == Role::Cell;
        let is_usable = |seen: &&NestedControl<'_>| has_name(seen) && seen.is_usable() && self.matches(seen);
        let usable = || controls.iter().filter(is_usable).copied();
        // A text that takes clicks has the name of the box that it checks.
        let is_made_for_use =
            |seen: &NestedControl<'_>| self.control.role.is_some() || seen.role.is_interactive();
        usable().filter(is_made_for_use).nth(self.nth - 1).or_else(|| usable().nth(self.nth - 1))
    }

    /// The text to search the control by.
    pub(super) fn text(&self) -> Option<&str> {
        let ControlDescription { name, value, .. } = &self.control;
        name.as_deref().or(value.as_deref()).map(|text| text.trim_end_matches(PREFIX_MARK))
    }

    /// The reference as a listing will show it, if it is unambiguous.
    pub(super) fn deferred_text(&self) -> Option<String> {
        let is_whole = |text: &Option<String>| text.as_deref().is_none_or(|it| !it.ends_with(PREFIX_MARK));
        let ControlDescription { name, value, .. } = &self.control;
        (self.nth == 1 && is_whole(name) && is_whole(value)).then(|| self.to_string())
    }

    /// Letter by letter: who writes a script has seen the window, and a decider that guesses would hide what changed in it.
    fn matches(&self, seen: &NestedControl<'_>) -> bool {
        let ControlDescription { role, name, value } = &self.control;
        let shown = if role.is_some() { seen.name.as_str() } else { seen.text() };
        let has_value = |wanted: &str| matches_pattern(wanted, seen.value.as_deref().unwrap_or(""));
        role.is_none_or(|role| role == seen.role)
            && name.as_deref().is_none_or(|wanted| matches_pattern(wanted, shown))
            && value.as_deref().is_none_or(has_value)
    }
}

fn matches_pattern(wanted: &str, text: &str) -> bool {
    match wanted.strip_suffix(PREFIX_MARK).filter(|start| !start.is_empty()) {
        Some(start) => NameRule::ExactBeginning.accepts(start, text),
        None => NameRule::Exact.accepts(wanted, text),
    }
}

impl fmt::Display for ControlRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.control.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::ControlLine;

    const LISTING: &str = r#"1 Menu "Edit"
2 Edit [editable] = "abc"
3 Edit "Name:" [editable]
4 ComboBox = "Left"
Button "Save" [disabled]
5 Button "Save"
6 ToggleButton "*"
7 Button "Find Next\tCtrl+G"
8 Text = "42"
9 Button "List all"
10 Text "By rail" [clickable]
11 CheckBox "By rail"
12 Group "By car" [clickable]"#;

    #[test]
    fn a_control_is_meant_by_its_name_its_kind_or_its_value() {
        let view = crate::testing::view_of(ControlLine::parse_listing(LISTING));
        let controls = crate::facts::in_search_order(&view);
        for (on, nth, label) in [
            ("Save", 1, "5"),
            ("Save", 2, ""),
            ("Edit", 1, "2"),
            ("Edit", 2, "3"),
            ("Edit \"Name:\"", 1, "3"),
            ("Menu \"Edit\"", 1, "1"),
            ("ComboBox = \"Left\"", 1, "4"),
            ("ComboBox = \"Right\"", 1, ""),
            ("*", 1, "6"),
            ("Find Next*", 1, "7"),
            ("Find Next", 1, ""),
            ("42", 1, "8"),
            ("List all", 1, "9"),
            ("save", 1, ""),
            ("By rail", 1, "11"),
            ("Text \"By rail\"", 1, "10"),
            ("By car", 1, "12"),
            ("\"List all\"", 1, "9"),
        ] {
            let wanted = ControlRef::try_from(on.to_owned()).unwrap().nth(nth);
            let found = wanted
                .usable_match(&controls)
                .and_then(|seen| seen.label)
                .map_or(String::new(), |it| it.to_string());
            assert_eq!(found, label, "{on} {nth}");
        }
    }
}

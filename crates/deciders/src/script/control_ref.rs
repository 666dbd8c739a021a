//! References to controls in scripts.

use crate::facts::NestedControl;
use deskpilot_core::{ControlLine, Role};
use serde::Deserialize;
use std::fmt;

/// The mark after a name prefix.
const PREFIX_MARK: char = '*';

/// A control reference: `Save`, `Button "Save"`, `Edit` for any of its role, `Spinner = "1"` by value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ControlRef {
    role: Option<Role>,
    name: Option<String>,
    value: Option<String>,
    /// The index among several matches, from 1.
    nth: usize,
}

impl TryFrom<String> for ControlRef {
    type Error = String;

    fn try_from(text: String) -> Result<ControlRef, String> {
        let word = text.split(' ').next().unwrap_or("");
        let rest = text[word.len()..].trim_start();
        let role = Role::ALL.iter().copied().find(|role| role.name() == word);
        match role {
            Some(role) if rest.is_empty() || rest.starts_with(['"', '=']) => parse_with_role(role, rest)
                .ok_or_else(|| {
                    format!("{text:?} is not a control: write a name, or Role \"Name\" = \"value\"")
                }),
            _ if text.trim().is_empty() => Err("a control has no name: write one".into()),
            _ => Ok(ControlRef { role: None, name: Some(text), value: None, nth: 1 }),
        }
    }
}

/// A reference that starts with a role, in a listing's notation.
fn parse_with_role(role: Role, rest: &str) -> Option<ControlRef> {
    let [listed] =
        <[ControlLine; 1]>::try_from(ControlLine::parse_listing(&format!("{} {rest}", role.name()))).ok()?;
    let name = Some(listed.name).filter(|name| !name.is_empty());
    let is_complete = rest.is_empty() || name.is_some() || listed.value.is_some();
    is_complete.then_some(ControlRef { role: Some(role), name, value: listed.value, nth: 1 })
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
        let is_made_for_use = |seen: &NestedControl<'_>| self.role.is_some() || seen.role.is_interactive();
        usable().filter(is_made_for_use).nth(self.nth - 1).or_else(|| usable().nth(self.nth - 1))
    }

    /// The text to search the control by.
    pub(super) fn text(&self) -> Option<&str> {
        self.name.as_deref().or(self.value.as_deref()).map(|text| text.trim_end_matches(PREFIX_MARK))
    }

    /// The reference as a listing will show it, if it is unambiguous.
    pub(super) fn deferred_text(&self) -> Option<String> {
        let is_whole = |text: &Option<String>| text.as_deref().is_none_or(|it| !it.ends_with(PREFIX_MARK));
        (self.nth == 1 && is_whole(&self.name) && is_whole(&self.value)).then(|| self.to_string())
    }

    fn matches(&self, seen: &NestedControl<'_>) -> bool {
        let name = |wanted: &str| match self.role {
            Some(_) => matches_pattern(wanted, &seen.name),
            None => matches_pattern(wanted, seen.text()),
        };
        self.role.is_none_or(|role| role == seen.role)
            && self.name.as_deref().is_none_or(name)
            && self
                .value
                .as_deref()
                .is_none_or(|wanted| matches_pattern(wanted, seen.value.as_deref().unwrap_or("")))
    }
}

fn matches_pattern(wanted: &str, text: &str) -> bool {
    match wanted.strip_suffix(PREFIX_MARK).filter(|start| !start.is_empty()) {
        Some(start) => text.trim().starts_with(start),
        None => text.trim() == wanted.trim(),
    }
}

impl fmt::Display for ControlRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = self.role.map(|role| role.name().to_owned());
        let name = self.name.as_ref().map(|name| format!("{name:?}"));
        let value = self.value.as_ref().map(|value| format!("= {value:?}"));
        let parts: Vec<String> = [role, name, value].into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! What a text says of a control.

use crate::{ControlLine, Role};
use std::fmt;

/// What a text says of a control, as far as it says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ControlDescription {
    /// Its role.
    pub role: Option<Role>,
    /// Its name.
    pub name: Option<String>,
    /// Its value.
    pub value: Option<String>,
}

impl ControlDescription {
    /// Parses a control as a listing writes it (`MenuItem "Save As"`, `Edit = "12 pt"`), a role alone (`Edit`), or a name alone,
    /// with quotation marks or without. `None` for a text that says nothing.
    pub fn parse(text: &str) -> Option<ControlDescription> {
        let text = text.trim();
        let word = text.split([' ', '"']).next().unwrap_or("");
        let role = Role::ALL.iter().copied().find(|role| role.name() == word);
        let rest = text[word.len()..].trim_start();
        match role.filter(|_| rest.is_empty() || rest.starts_with(['"', '='])) {
            Some(role) => parse_listed(role, rest),
            None => {
                let name = Some(unquoted(text)).filter(|name| !name.is_empty())?;
                Some(ControlDescription { name: Some(name), ..ControlDescription::default() })
            }
        }
    }

    /// Whether it says the role and nothing else.
    pub fn is_role_alone(&self) -> bool {
        self.role.is_some() && self.name.is_none() && self.value.is_none()
    }
}

/// A description that begins with a role, in a listing's notation.
fn parse_listed(role: Role, rest: &str) -> Option<ControlDescription> {
    let line = format!("{} {rest}", role.name());
    let [listed] = <[ControlLine; 1]>::try_from(ControlLine::parse_listing(line.trim_end())).ok()?;
    let name = Some(listed.name).filter(|name| !name.is_empty());
    Some(ControlDescription { role: Some(role), name, value: listed.value })
}

/// The text without the quotation marks around it.
fn unquoted(text: &str) -> String {
    let cut = || text.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or(text);
    serde_json::from_str(text).unwrap_or_else(|_| cut().to_owned())
}

impl fmt::Display for ControlDescription {
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

    #[test]
    fn a_control_is_described_by_its_role_its_name_and_its_value() {
        for (text, role, name, value) in [
            ("MenuItem \"Save As...\"", Some(Role::MenuItem), Some("Save As..."), None),
            ("Button\"Save\"", Some(Role::Button), Some("Save"), None),
            ("Edit \"Name\" = \"Ann\"", Some(Role::Edit), Some("Name"), Some("Ann")),
            ("Edit = \"12 pt\"", Some(Role::Edit), None, Some("12 pt")),
            ("Edit", Some(Role::Edit), None, None),
            ("Edit the file", None, Some("Edit the file"), None),
            ("\"Save\"", None, Some("Save"), None),
            ("\"a \\\"b\\\"\"", None, Some("a \"b\""), None),
            ("Say \"hi\"", None, Some("Say \"hi\""), None),
            ("42", None, Some("42"), None),
        ] {
            let owned = |it: Option<&str>| it.map(str::to_owned);
            let expected = ControlDescription { role, name: owned(name), value: owned(value) };
            assert_eq!(ControlDescription::parse(text), Some(expected), "{text}");
        }
        assert_eq!(["", "  ", "\"\""].map(ControlDescription::parse), [None, None, None]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["Button \"Save\"", "Edit", "Spinner = \"1\"", "\"Say \\\"hi\\\"\""] {
            assert_eq!(ControlDescription::parse(text).unwrap().to_string(), text);
        }
    }
}

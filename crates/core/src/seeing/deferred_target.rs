//! Deferred targets: controls that are not on the screen yet, given by role and name, and matched once they
//! appear. Pure.

use super::{Control, ControlLine, Role};

/// The result of matching a deferred control.
#[derive(Clone, Debug, PartialEq)]
pub enum DeferredMatch<'a> {
    /// No control matches.
    Nothing,
    /// Exactly this control matches.
    One(&'a Control),
    /// Several controls match.
    Several(Vec<&'a Control>),
}

/// Parses a deferred target as a listing writes it: `MenuItem "Save As"`, a role alone (`Edit`) for the only
/// one of its role, or a name alone. `None` for empty text.
pub fn parse_deferred(text: &str) -> Option<Control> {
    let text = text.trim();
    let word = text.split([' ', '"']).next().unwrap_or("");
    let kind = Role::ALL.iter().copied().find(|role| role.name() == word);
    let rest = text[word.len()..].trim_start();
    match kind.filter(|_| rest.is_empty() || rest.starts_with('"')) {
        Some(role) if rest.is_empty() => Some(Control::deferred(role, "")),
        Some(role) => {
            let [listed] =
                <[ControlLine; 1]>::try_from(ControlLine::parse_listing(&format!("{word} {rest}"))).ok()?;
            Some(Control::deferred(role, &listed.name))
        }
        None => {
            let name = text.trim_matches('"');
            (!name.is_empty()).then(|| Control::deferred(Role::Other, name))
        }
    }
}

/// Finds the expected control among the current ones, by role and by name. Only a single match may be used.
pub fn match_deferred<'a>(
    expected: &Control,
    now: impl IntoIterator<Item = &'a Control>,
) -> DeferredMatch<'a> {
    let is_kind = |it: &Control| match expected.role {
        Role::Other => it.role.is_interactive(),
        role => it.role == role,
    };
    let is_called = |it: &Control| expected.name.is_empty() || alike(&expected.name, it.text());
    let found: Vec<&Control> = now.into_iter().filter(|it| is_kind(it) && is_called(it)).collect();
    match found.as_slice() {
        [] => DeferredMatch::Nothing,
        [only] => DeferredMatch::One(only),
        _ => DeferredMatch::Several(found),
    }
}

/// The letters and digits of a name in lower case, so that names compare equal regardless of case, spaces and
/// punctuation.
pub fn normalized_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether two names have the same [`normalized_name`]. A name without letters or digits must match exactly.
fn alike(expected: &str, name: &str) -> bool {
    match (normalized_name(expected), normalized_name(name)) {
        (one, other) if one.is_empty() || other.is_empty() => expected.trim() == name.trim(),
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(role: Role, name: &str) -> Control {
        Control::deferred(role, name)
    }

    #[test]
    fn a_control_is_named_by_its_kind_and_its_name_by_one_of_them_or_not_at_all() {
        for (text, expected) in [
            ("MenuItem \"Save As...\"", Some((Role::MenuItem, "Save As..."))),
            ("Edit", Some((Role::Edit, ""))),
            ("Save", Some((Role::Other, "Save"))),
            ("\"Save\"", Some((Role::Other, "Save"))),
            ("Edit the file", Some((Role::Other, "Edit the file"))),
            ("Button \"a \\\"b\\\"\"", Some((Role::Button, "a \"b\""))),
            ("=", Some((Role::Other, "="))),
            ("  ", None),
        ] {
            let found = parse_deferred(text).map(|it| (it.role, it.name));
            assert_eq!(found, expected.map(|(role, name)| (role, name.to_owned())), "{text}");
        }
    }

    #[test]
    fn it_is_used_only_if_no_other_could_be_meant() {
        let now = [
            control(Role::MenuItem, "Save As…"),
            control(Role::Button, "Save"),
            control(Role::Button, "Close"),
            control(Role::Button, "Close"),
            control(Role::Edit, "Name:"),
            control(Role::Text, "Total"),
            control(Role::Button, "="),
        ];
        for (text, expected) in [
            ("MenuItem \"Save As...\"", Ok("Save As…")),
            ("save", Ok("Save")),
            ("Edit", Ok("Name:")),
            ("Edit \"Name\"", Ok("Name:")),
            ("=", Ok("=")),
            ("+", Err(0)),
            ("Total", Err(0)),
            ("MenuItem \"Save\"", Err(0)),
            ("Close", Err(2)),
        ] {
            let found = match match_deferred(&parse_deferred(text).unwrap(), &now) {
                DeferredMatch::One(it) => Ok(it.name.as_str()),
                DeferredMatch::Nothing => Err(0),
                DeferredMatch::Several(all) => Err(all.len()),
            };
            assert_eq!(found, expected, "{text}");
        }
    }
}

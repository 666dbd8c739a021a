//! Secret references: `{{secret:NAME}}` in a text stands for the named secret. Pure.

/// The start of a reference, before the name.
const OPENING: &str = "{{secret:";
/// The end of a reference.
const CLOSING: &str = "}}";

/// The reference to the secret with this name.
pub fn placeholder(name: &str) -> String {
    format!("{OPENING}{name}{CLOSING}")
}

/// Whether this is a valid secret name: 1 to 64 letters, digits, `_`, `.` or `-`.
pub fn is_secret_name(name: &str) -> bool {
    let fits = |it: char| it.is_ascii_alphanumeric() || "_.-".contains(it);
    (1..=64).contains(&name.len()) && name.chars().all(fits)
}

/// The names of all secrets that a text refers to.
pub fn named_secrets(text: &str) -> Vec<&str> {
    references(text).into_iter().map(|it| it.name).collect()
}

/// The reference at the start of a text.
pub(super) fn leading_placeholder(text: &str) -> Option<&str> {
    if !text.starts_with(OPENING) {
        return None;
    }
    next_reference(text, 0).map(|it| &text[..it.end])
}

/// The byte range and name of one reference.
pub(super) struct SecretReference<'a> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: &'a str,
}

/// All references in a text, in order.
pub(super) fn references(text: &str) -> Vec<SecretReference<'_>> {
    let mut references = Vec::new();
    let mut from = 0;
    while let Some(reference) = next_reference(text, from) {
        from = reference.end;
        references.push(reference);
    }
    references
}

/// The first reference from this byte on.
fn next_reference(text: &str, from: usize) -> Option<SecretReference<'_>> {
    let start = from + text[from..].find(OPENING)?;
    let inside = start + OPENING.len();
    let length = text[inside..].find(CLOSING)?;
    let end = inside + length + CLOSING.len();
    Some(SecretReference { start, end, name: text[inside..inside + length].trim() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_plain() {
        for (name, fits) in [("mail", true), ("a.B-c_9", true), ("", false), ("a b", false), ("a}", false)] {
            assert_eq!(is_secret_name(name), fits, "{name:?}");
        }
        assert!(is_secret_name(&"x".repeat(64)) && !is_secret_name(&"x".repeat(65)));
    }
}

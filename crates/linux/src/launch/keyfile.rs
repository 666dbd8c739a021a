//! Parses the file format of desktop entries and `mimeapps.list`: groups of keys with values.

use std::collections::HashMap;

/// The groups of a file. Of duplicate keys in a group, the first counts.
#[derive(Debug, Default)]
pub(super) struct KeyFile {
    groups: HashMap<String, HashMap<String, String>>,
}

impl KeyFile {
    /// Parses a text; ignores lines that are neither group nor key.
    pub(super) fn parse(text: &str) -> KeyFile {
        let mut file = KeyFile::default();
        let mut group = String::new();
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                name.clone_into(&mut group);
            } else if let Some((key, value)) = line.split_once('=') {
                let keys = file.groups.entry(group.clone()).or_default();
                keys.entry(key.trim_end().to_owned()).or_insert_with(|| value.trim_start().to_owned());
            }
        }
        file
    }

    /// A raw value, with its escapes.
    pub(super) fn raw(&self, group: &str, key: &str) -> Option<&str> {
        self.groups.get(group)?.get(key).map(String::as_str)
    }

    /// An unescaped text.
    pub(super) fn text(&self, group: &str, key: &str) -> Option<String> {
        self.raw(group, key).map(unescape)
    }

    /// A text in the first of these locales that has one, else untranslated.
    pub(super) fn localized(&self, group: &str, key: &str, locales: &[String]) -> Option<String> {
        self.raw_localized(group, key, locales).map(unescape)
    }

    /// A list in the first of these locales that has one, else untranslated.
    pub(super) fn localized_list(&self, group: &str, key: &str, locales: &[String]) -> Vec<String> {
        self.raw_localized(group, key, locales).map(list).unwrap_or_default()
    }

    /// A list.
    pub(super) fn list(&self, group: &str, key: &str) -> Vec<String> {
        self.raw(group, key).map(list).unwrap_or_default()
    }

    /// Whether a value is `true`.
    pub(super) fn is_true(&self, group: &str, key: &str) -> bool {
        self.raw(group, key) == Some("true")
    }

    fn raw_localized(&self, group: &str, key: &str, locales: &[String]) -> Option<&str> {
        let localized = locales.iter().find_map(|locale| self.raw(group, &format!("{key}[{locale}]")));
        localized.or_else(|| self.raw(group, key))
    }
}

/// Splits a list at unescaped semicolons.
pub(super) fn list(raw: &str) -> Vec<String> {
    let mut values = vec![String::new()];
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        let Some(value) = values.last_mut() else { break };
        match character {
            ';' => values.push(String::new()),
            // The escape stays: `unescape` reads it once the list is split, so that `\;` separates nothing.
            '\\' => value.extend(['\\'].into_iter().chain(characters.next())),
            other => value.push(other),
        }
    }
    values.iter().map(|value| unescape(value.trim())).filter(|value| !value.is_empty()).collect()
}

fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match (character, characters.clone().next()) {
            ('\\', Some(escaped)) => {
                characters.next();
                text.extend(meaning(escaped));
            }
            _ => text.push(character),
        }
    }
    text
}

fn meaning(escaped: char) -> impl Iterator<Item = char> {
    // The escapes of the Desktop Entry Specification. An unknown one stays as it is written.
    let known = match escaped {
        's' => Some(' '),
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        '\\' | ';' => Some(escaped),
        _ => None,
    };
    let kept = if known.is_none() { vec!['\\', escaped] } else { vec![] };
    known.into_iter().chain(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_the_language_of_the_person() {
        let file =
            KeyFile::parse("[A]\nName=Text Editor\nName[de]=Textbearbeitung\n# no\n[B]\nName = other\n");
        let german = ["de_AT".to_owned(), "de".to_owned()];
        assert_eq!(file.localized("A", "Name", &german).as_deref(), Some("Textbearbeitung"));
        assert_eq!(file.localized("A", "Name", &[]).as_deref(), Some("Text Editor"));
        assert_eq!(file.text("B", "Name").as_deref(), Some("other"));
        assert_eq!(file.text("C", "Name"), None);
    }

    #[test]
    fn escapes_and_lists() {
        assert_eq!(list(r"a;b\;c;d\\;;  e "), ["a", "b;c", r"d\", "e"]);
        assert_eq!(unescape(r"one\stwo\nthree\\four\x"), "one two\nthree\\four\\x");
    }
}

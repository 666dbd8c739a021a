//! Values of settings as `gsettings` writes and reads them (GVariant text). Pure.

/// The kind of a setting, as `gsettings range` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SettingKind {
    /// One of these words.
    OneOf(Vec<String>),
    /// Any text.
    Text,
    /// Something else, as in `type as` or `range i 0 10`.
    Other(String),
}

impl SettingKind {
    /// Reads what `gsettings range` writes.
    pub(super) fn of(range: &str) -> SettingKind {
        let mut lines = range.lines().map(str::trim);
        match lines.next().unwrap_or_default() {
            "enum" => SettingKind::OneOf(lines.map(plain).collect()),
            "type s" => SettingKind::Text,
            other => SettingKind::Other([other].into_iter().chain(lines).collect::<Vec<_>>().join(" ")),
        }
    }

    /// What a value must be, to follow "must be"; `None` if this one may be right.
    pub(super) fn must(&self, value: &str) -> Option<String> {
        match self {
            SettingKind::OneOf(words) if !words.iter().any(|it| *it == plain(value)) => {
                Some(format!("one of {}", words.join(", ")))
            }
            _ => None,
        }
    }

    /// The value as an argument for `gsettings`: texts are quoted, so that none is read as another kind of value.
    pub(super) fn argument(&self, value: &str) -> String {
        match self {
            SettingKind::OneOf(_) => quoted(&plain(value)),
            SettingKind::Text => quoted(value),
            SettingKind::Other(_) => value.trim().to_owned(),
        }
    }

    /// What a person may write.
    pub(super) fn values(&self) -> String {
        match self {
            SettingKind::OneOf(words) => format!("one of {}", words.join(", ")),
            SettingKind::Text => "any text".into(),
            SettingKind::Other(kind) => match kind.as_str() {
                "type b" => "true or false".into(),
                "type d" => "a number".into(),
                "type i" | "type u" | "type x" | "type t" | "type n" | "type q" => "a whole number".into(),
                "type as" => "a list of texts such as ['a', 'b']".into(),
                other => match other.split_whitespace().collect::<Vec<_>>().as_slice() {
                    ["range", _, from, to] => format!("a number from {from} to {to}"),
                    _ => format!("a value of the {other}"),
                },
            },
        }
    }
}

/// A value without the quotes or the type that `gsettings` writes around it.
pub(super) fn plain(value: &str) -> String {
    let value = value.trim();
    let quote = value.chars().next().filter(|it| matches!(it, '\'' | '"'));
    match quote.and_then(|quote| value.strip_prefix(quote)?.strip_suffix(quote)) {
        Some(inner) => unescaped(inner),
        None => ["uint32 ", "int64 ", "uint64 ", "int16 ", "uint16 ", "byte "]
            .iter()
            .find_map(|it| value.strip_prefix(it))
            .unwrap_or(value)
            .to_owned(),
    }
}

fn unescaped(inner: &str) -> String {
    let (mut text, mut letters) = (String::new(), inner.chars());
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            letter => letter,
        });
    }
    text
}

fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|letter| match letter {
            '\'' | '\\' => format!("\\{letter}"),
            '\n' => "\\n".into(),
            '\t' => "\\t".into(),
            letter if letter.is_control() => format!("\\u{:04x}", u32::from(letter)),
            letter => letter.into(),
        })
        .collect();
    format!("'{escaped}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_say_what_a_value_must_be() {
        let scheme = SettingKind::of("enum\n'default'\n'prefer-dark'\n");
        assert_eq!(scheme.must("prefer-dark"), None);
        assert_eq!(scheme.must("'prefer-dark'"), None);
        assert_eq!(scheme.must("dark").as_deref(), Some("one of default, prefer-dark"));
        assert_eq!(SettingKind::of("range d 0.5 3.0\n").values(), "a number from 0.5 to 3.0");
        assert_eq!(SettingKind::of("type b\n").values(), "true or false");
        assert_eq!(SettingKind::of("flags\n'a'\n'b'\n").values(), "a value of the flags 'a' 'b'");
    }

    #[test]
    fn texts_are_quoted_and_come_back() {
        for text in ["plain", "it's", "back\\slash", "true", "['x']", "two\nlines", ""] {
            let argument = SettingKind::Text.argument(text);
            assert!(argument.starts_with('\'') && argument.ends_with('\'') && !argument.contains('\n'));
            assert_eq!(plain(&argument), text);
        }
        assert_eq!(plain("\"it's\"\n"), "it's");
        assert_eq!(plain("uint32 12\n"), "12");
        assert_eq!(plain("['a', 'b']"), "['a', 'b']");
        assert_eq!(SettingKind::of("type as").argument(" ['a'] "), "['a']");
    }
}

//! A pattern with `*` wildcards.

/// A pattern with `*` wildcards: the literal parts between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wildcard(Vec<String>);

impl Wildcard {
    /// Parses a pattern; `\*` is a literal `*`.
    pub(super) fn of(pattern: &str) -> Wildcard {
        let mut parts = vec![String::new()];
        let mut letters = pattern.chars();
        while let Some(letter) = letters.next() {
            let last = parts.len() - 1;
            match letter {
                '*' => parts.push(String::new()),
                '\\' => parts[last].extend(letters.next()),
                _ => parts[last].push(letter),
            }
        }
        Wildcard(parts)
    }

    pub(super) fn matches(&self, text: &str) -> bool {
        let [first, middle @ .., last] = self.0.as_slice() else {
            return self.0.first().is_some_and(|only| only == text);
        };
        let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
        for part in middle {
            // The first place is enough: what comes after a later one comes after this one, too.
            let Some(at) = rest.find(part.as_str()) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last.as_str())
    }

    /// What a text that matches begins and ends with; empty where a wildcard is.
    pub(super) fn ends(&self) -> (&str, &str) {
        (self.0.first().map_or("", String::as_str), self.0.last().map_or("", String::as_str))
    }
}

/// The pattern that only this text matches.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('*', "\\*")
}

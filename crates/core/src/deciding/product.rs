//! Products: what a subtask promises to leave behind.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A promised result of a subtask.
///
/// Written `note total` or `file letter.txt`. Without the word, a name with a dot or a slash is a file, any other a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Product {
    /// A note of this name on the blackboard.
    Note(String),
    /// A file of this path.
    File(String),
}

/// The word before the name of a note.
const NOTE: &str = "note";

/// The word before the path of a file.
const FILE: &str = "file";

impl Product {
    /// The name of the note, or the path of the file.
    pub fn name(&self) -> &str {
        match self {
            Product::Note(name) | Product::File(name) => name,
        }
    }

    /// The name, if it is a note.
    pub fn note(&self) -> Option<&str> {
        match self {
            Product::Note(name) => Some(name),
            Product::File(_) => None,
        }
    }

    /// The path, if it is a file.
    pub fn file(&self) -> Option<&str> {
        match self {
            Product::File(path) => Some(path),
            Product::Note(_) => None,
        }
    }
}

/// What a need names, with or without the word for its kind.
pub(crate) fn bare_name(text: &str) -> &str {
    let text = text.trim();
    [NOTE, FILE].iter().find_map(|word| after(text, word)).unwrap_or(text)
}

/// The text after a first word.
fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(word)?;
    let name = rest.trim_start();
    (name.len() < rest.len() && !name.is_empty()).then_some(name)
}

fn looks_like_file(name: &str) -> bool {
    name.contains(['.', '/'])
}

impl From<&str> for Product {
    fn from(text: &str) -> Product {
        let text = text.trim();
        match (after(text, NOTE), after(text, FILE)) {
            (Some(name), _) => Product::Note(name.to_owned()),
            (None, Some(path)) => Product::File(path.to_owned()),
            (None, None) if looks_like_file(text) => Product::File(text.to_owned()),
            (None, None) => Product::Note(text.to_owned()),
        }
    }
}

impl From<String> for Product {
    fn from(text: String) -> Product {
        Product::from(text.as_str())
    }
}

impl From<Product> for String {
    fn from(product: Product) -> String {
        product.to_string()
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Product::Note(name) if looks_like_file(name) => write!(f, "{NOTE} {name}"),
            Product::File(path) if !looks_like_file(path) => write!(f, "{FILE} {path}"),
            Product::Note(name) | Product::File(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_is_a_note_or_a_file_and_is_written_as_it_is_read() {
        let (note, file) = (|it: &str| Product::Note(it.into()), |it: &str| Product::File(it.into()));
        for (text, expected, written) in [
            ("total", note("total"), "total"),
            ("note total", note("total"), "total"),
            ("letter.txt", file("letter.txt"), "letter.txt"),
            ("file letter", file("letter"), "file letter"),
            ("note v1.2", note("v1.2"), "note v1.2"),
            ("file /tmp/a b.txt", file("/tmp/a b.txt"), "/tmp/a b.txt"),
            ("notes", note("notes"), "notes"),
            ("file", note("file"), "file"),
        ] {
            let product = Product::from(text);
            assert_eq!(product, expected, "{text}");
            assert_eq!(product.to_string(), written, "{text}");
            assert_eq!(Product::from(written), expected, "{text}");
        }
    }
}

//! Splits the command line of a desktop entry into words, before field codes are expanded.

use std::path::Path;
use thiserror::Error;

/// Why a command line cannot be split or expanded.
#[derive(Debug, Error, PartialEq, Eq)]
pub(super) enum ExecError {
    /// It has no words.
    #[error("its command line is empty")]
    Empty,
    /// A quotation mark is not closed, or a backslash ends the line.
    #[error("its command line is not closed: {0}")]
    Unclosed(String),
    /// The specification does not define this field code.
    #[error("its command line has the unknown field code %{0}")]
    UnknownCode(char),
    /// There is a document, and no field code for one.
    #[error("it opens no documents")]
    NoDocuments,
}

/// One word, unquoted and unescaped. In a quoted word only `%%` is a field code.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) quoted: bool,
}

/// The name of the program a command line starts, skipping `env` and its variables.
pub(super) fn program_of(exec: &str) -> Option<String> {
    let words = split(exec).ok()?;
    let is_setting =
        |word: &&Word| word.text == "env" || word.text.contains('=') || word.text.starts_with('-');
    let program = words.iter().find(|word| !is_setting(word))?;
    Some(Path::new(&program.text).file_name()?.to_str()?.to_owned())
}

/// Splits a command line into words.
pub(super) fn split(exec: &str) -> Result<Vec<Word>, ExecError> {
    let mut words = Vec::new();
    let mut rest = exec.trim_start();
    while !rest.is_empty() {
        let (word, after) = first_word(rest)?;
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// The first word and the rest. Quotes may begin inside a word, as in many entries.
fn first_word(text: &str) -> Result<(Word, &str), ExecError> {
    let mut word = Word::default();
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            (mark, Some(open)) if mark == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                word.quoted = true;
            }
            // Within single quotes, a backslash is a letter like others.
            ('\\', None | Some('"')) => {
                let escaped = characters.next().ok_or_else(|| ExecError::Unclosed(text.to_owned()))?;
                word.text.push(escaped);
            }
            (blank, None) if blank.is_whitespace() => return Ok((word, characters.as_str())),
            (other, _) => word.text.push(other),
        }
    }
    if quote.is_some() { Err(ExecError::Unclosed(text.to_owned())) } else { Ok((word, "")) }
}

impl Word {
    /// Whether an option after it would be taken for a document: Flatpak puts marks around the documents that it hands on.
    pub(super) fn ends_options(&self) -> bool {
        self.takes_documents() || self.text == "--" || self.text.starts_with("@@")
    }

    /// Whether a document may be put into it.
    pub(super) fn takes_documents(&self) -> bool {
        !self.quoted && codes(&self.text).any(|code| matches!(code, 'f' | 'F' | 'u' | 'U'))
    }
}

fn codes(text: &str) -> impl Iterator<Item = char> {
    let mut characters = text.chars();
    std::iter::from_fn(move || {
        characters.find(|character| *character == '%')?;
        characters.next()
    })
}

//! The command line of a desktop entry, made into words. No shell ever sees it.

use super::document::Document;
use super::entry::Entry;
use std::path::Path;
use thiserror::Error;

/// Why a command line cannot be made into words.
#[derive(Debug, Error, PartialEq, Eq)]
pub(super) enum ExecError {
    /// There is no word in it.
    #[error("its command line is empty")]
    Empty,
    /// A quotation mark or a backslash has nothing after it.
    #[error("its command line is not closed: {0}")]
    Unclosed(String),
    /// The specification does not know the field code.
    #[error("its command line has the unknown field code %{0}")]
    UnknownCode(char),
    /// There is a document, and no place for one.
    #[error("it opens no documents")]
    NoDocuments,
}

/// The words that start an application with a document, or without one. Further arguments stand before the place of the
/// document.
pub(super) fn expand(
    entry: &Entry,
    document: Option<&Document>,
    args: &[String],
) -> Result<Vec<String>, ExecError> {
    let words = split(&entry.exec)?;
    if document.is_some() && !words.iter().any(Word::takes_documents) {
        return Err(ExecError::NoDocuments);
    }
    let (program, rest) = words.split_at(words.iter().position(Word::ends_options).unwrap_or(words.len()));
    let expanded = |words: &[Word]| -> Result<Vec<String>, ExecError> {
        let expanded: Result<Vec<_>, _> = words.iter().map(|word| word.expand(entry, document)).collect();
        Ok(expanded?.into_iter().flatten().collect())
    };
    let (program, rest) = (expanded(program)?, expanded(rest)?);
    // Without a program the first argument would be run.
    let args = if program.is_empty() { &[] } else { args };
    let argv: Vec<String> = program.into_iter().chain(args.iter().cloned()).chain(rest).collect();
    if argv.is_empty() { Err(ExecError::Empty) } else { Ok(argv) }
}

/// The name of the program a command line starts, past `env` and its variables.
pub(super) fn program_of(exec: &str) -> Option<String> {
    let words = split(exec).ok()?;
    let is_setting =
        |word: &&Word| word.text == "env" || word.text.contains('=') || word.text.starts_with('-');
    let program = words.iter().find(|word| !is_setting(word))?;
    Some(Path::new(&program.text).file_name()?.to_str()?.to_owned())
}

/// One word, its quotes and escapes taken away. In a quoted word only `%%` is a field code.
#[derive(Debug, Default, PartialEq, Eq)]
struct Word {
    text: String,
    quoted: bool,
}

impl Word {
    /// Whether an option after it would be taken for a document: Flatpak puts marks around the documents that it hands on.
    fn ends_options(&self) -> bool {
        self.takes_documents() || self.text == "--" || self.text.starts_with("@@")
    }

    fn takes_documents(&self) -> bool {
        !self.quoted && codes(&self.text).any(|code| matches!(code, 'f' | 'F' | 'u' | 'U'))
    }

    fn expand(&self, entry: &Entry, document: Option<&Document>) -> Result<Vec<String>, ExecError> {
        match (self.text.as_str(), &entry.icon) {
            ("%i", Some(icon)) if !self.quoted => Ok(vec!["--icon".into(), icon.clone()]),
            _ => {
                let text = self.replace(entry, document)?;
                // A word that was nothing but a field code is left out when there is nothing to put in.
                Ok(if text.is_empty() && !self.quoted { vec![] } else { vec![text] })
            }
        }
    }

    fn replace(&self, entry: &Entry, document: Option<&Document>) -> Result<String, ExecError> {
        let mut text = String::new();
        let mut characters = self.text.chars();
        while let Some(character) = characters.next() {
            match character {
                '%' if self.quoted => {
                    text.push('%');
                    characters = after_second_percent(characters);
                }
                '%' => text.push_str(&meaning(characters.next(), entry, document)?),
                other => text.push(other),
            }
        }
        Ok(text)
    }
}

fn after_second_percent(characters: std::str::Chars<'_>) -> std::str::Chars<'_> {
    characters.as_str().strip_prefix('%').map_or(characters, str::chars)
}

fn codes(text: &str) -> impl Iterator<Item = char> {
    let mut characters = text.chars();
    std::iter::from_fn(move || {
        characters.find(|character| *character == '%')?;
        characters.next()
    })
}

fn meaning(code: Option<char>, entry: &Entry, document: Option<&Document>) -> Result<String, ExecError> {
    Ok(match code {
        Some('%') => "%".into(),
        Some('f' | 'F') => document.map(Document::path).unwrap_or_default(),
        Some('u' | 'U') => document.map(Document::url).unwrap_or_default(),
        Some('c') => entry.application.name.clone(),
        Some('k') => entry.file.to_string_lossy().into_owned(),
        // Deprecated by the specification: to be removed.
        Some('i' | 'd' | 'D' | 'n' | 'N' | 'v' | 'm') => String::new(),
        Some(unknown) => return Err(ExecError::UnknownCode(unknown)),
        None => return Err(ExecError::Unclosed("%".into())),
    })
}

fn split(exec: &str) -> Result<Vec<Word>, ExecError> {
    let mut words = Vec::new();
    let mut rest = exec.trim_start();
    while !rest.is_empty() {
        let (word, after) = first_word(rest)?;
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// The first word and what follows it. Quotes may begin in the middle of a word, as many entries have them.
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

//! Expands the command line of a desktop entry into arguments, without a shell.

use super::command_line::{ExecError, Word, split};
use super::desktop_entry::DesktopEntry;
use super::document::Document;

/// The words that start an application with a document, or without one. Further arguments come before the document.
pub(super) fn expand(
    entry: &DesktopEntry,
    document: Option<&Document>,
    args: &[String],
) -> Result<Vec<String>, ExecError> {
    let words = split(&entry.exec)?;
    if document.is_some() && !words.iter().any(Word::takes_documents) {
        return Err(ExecError::NoDocuments);
    }
    let (program, rest) = words.split_at(words.iter().position(Word::ends_options).unwrap_or(words.len()));
    let expanded = |words: &[Word]| -> Result<Vec<String>, ExecError> {
        let expanded: Result<Vec<_>, _> = words.iter().map(|word| words_of(word, entry, document)).collect();
        Ok(expanded?.into_iter().flatten().collect())
    };
    let (program, rest) = (expanded(program)?, expanded(rest)?);
    // Without a program the first argument would be run.
    let args = if program.is_empty() { &[] } else { args };
    let argv: Vec<String> = program.into_iter().chain(args.iter().cloned()).chain(rest).collect();
    if argv.is_empty() { Err(ExecError::Empty) } else { Ok(argv) }
}

fn after_second_percent(characters: std::str::Chars<'_>) -> std::str::Chars<'_> {
    characters.as_str().strip_prefix('%').map_or(characters, str::chars)
}

fn meaning(
    code: Option<char>,
    entry: &DesktopEntry,
    document: Option<&Document>,
) -> Result<String, ExecError> {
    Ok(match code {
        Some('%') => "%".into(),
        Some('f' | 'F') => document.map(Document::path).unwrap_or_default(),
        Some('u' | 'U') => document.map(Document::url).unwrap_or_default(),
        Some('c') => entry.application.name.clone(),
        Some('k') => entry.file.to_string_lossy().into_owned(),
        // Deprecated by the specification, which says to remove them.
        Some('i' | 'd' | 'D' | 'n' | 'N' | 'v' | 'm') => String::new(),
        Some(unknown) => return Err(ExecError::UnknownCode(unknown)),
        None => return Err(ExecError::Unclosed("%".into())),
    })
}

/// The arguments one word expands to: none, one or two.
fn words_of(
    word: &Word,
    entry: &DesktopEntry,
    document: Option<&Document>,
) -> Result<Vec<String>, ExecError> {
    match (word.text.as_str(), &entry.icon) {
        ("%i", Some(icon)) if !word.quoted => Ok(vec!["--icon".into(), icon.clone()]),
        _ => {
            let text = replace(word, entry, document)?;
            // A word that was only a field code is left out when it expands to nothing.
            Ok(if text.is_empty() && !word.quoted { vec![] } else { vec![text] })
        }
    }
}

/// The text of a word with its field codes expanded.
fn replace(word: &Word, entry: &DesktopEntry, document: Option<&Document>) -> Result<String, ExecError> {
    let mut text = String::new();
    let mut characters = word.text.chars();
    while let Some(character) = characters.next() {
        match character {
            // The specification knows no field codes within quotes.
            '%' if word.quoted => {
                text.push('%');
                characters = after_second_percent(characters);
            }
            '%' => text.push_str(&meaning(characters.next(), entry, document)?),
            other => text.push(other),
        }
    }
    Ok(text)
}

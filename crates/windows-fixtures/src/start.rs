//! The options on the command line of a fixture. Pure.

use std::{fmt, path::PathBuf};

/// Before the file of the record.
pub const RECORD: &str = "--record";
/// Before the title of the window.
pub const TITLE: &str = "--title";
/// Before how many further controls the window has.
pub const MORE: &str = "--more";

/// How a fixture starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Where it records what happens.
    pub record: PathBuf,
    /// The title of its window; each program has a usual one.
    pub title: Option<String>,
    /// The document that it was given.
    pub document: Option<String>,
    /// How many controls its window has beside its usual ones.
    pub more: u16,
}

/// What is wrong with a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// It names no record.
    NoRecord,
    /// Nothing comes after this word, or not what it needs.
    NoValue(&'static str),
}

impl Start {
    /// Reads the words after the program's name. One that begins with no option is a document.
    ///
    /// # Errors
    /// The record is missing.
    pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Start, StartError> {
        let (mut record, mut title, mut document, mut more) = (None, None, None, 0);
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                RECORD => record = Some(words.next().ok_or(StartError::NoValue(RECORD))?),
                TITLE => title = Some(words.next().ok_or(StartError::NoValue(TITLE))?),
                MORE => {
                    let number = words.next().and_then(|it| it.parse().ok());
                    more = number.ok_or(StartError::NoValue(MORE))?;
                }
                _ => document = Some(word),
            }
        }
        Ok(Start { record: record.ok_or(StartError::NoRecord)?.into(), title, document, more })
    }

    /// The command line that says this.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![RECORD.to_owned(), self.record.to_string_lossy().into_owned()];
        words.extend(self.title.iter().flat_map(|it| [TITLE.to_owned(), it.clone()]));
        words.extend(self.document.clone());
        if self.more > 0 {
            words.extend([MORE.to_owned(), self.more.to_string()]);
        }
        words
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NoRecord => write!(f, "say where to record what happens: {RECORD} FILE"),
            StartError::NoValue(option) => write!(f, "nothing that can be read comes after {option}"),
        }
    }
}

impl std::error::Error for StartError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_read_as_it_is_written_and_a_missing_record_is_an_error() {
        let all = Start {
            record: "C:\\a b.jsonl".into(),
            title: Some("Two words".into()),
            document: Some("x.txt".into()),
            more: 160,
        };
        let least = Start { record: "r".into(), title: None, document: None, more: 0 };
        for start in [all, least] {
            assert_eq!(Start::parse(start.words()), Ok(start));
        }
        let parse = |words: &[&str]| Start::parse(words.iter().map(|it| (*it).to_owned()));
        assert_eq!(parse(&["x.txt"]), Err(StartError::NoRecord));
        assert_eq!(parse(&["--record"]), Err(StartError::NoValue(RECORD)));
        assert_eq!(parse(&["--record", "r", "--title"]), Err(StartError::NoValue(TITLE)));
        assert_eq!(parse(&["--record", "r", "--more", "some"]), Err(StartError::NoValue(MORE)));
    }
}

//! Evidence in the log. Logs up to format 2 have sentences about windows, states and controls where there are data today; only this file
//! reads those sentences.

use super::{ControlDetail, Evidence, TextChange, WindowChange};
use crate::{Point, State};
use serde::Deserialize;

/// Evidence as any format of the log has it.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoredEvidence {
    Value {
        before: Option<String>,
        after: Option<String>,
        #[serde(default)]
        of: Option<String>,
    },
    Turned {
        state: State,
        on: bool,
    },
    Text(TextChange),
    Pointer(Point),
    Written(String),
    Reported(String),
    Focus(String),
    Windows(Vec<WindowChange>),
    Controls {
        added: u32,
        removed: u32,
        changed: u32,
        #[serde(default)]
        details: Vec<ControlDetail>,
    },
    Accepted,
    ExitCode(i32),
    /// Up to format 2: a state, or the message of a command, as a sentence.
    State(String),
    /// Up to format 2: the changes of windows, as a sentence.
    Window(String),
    /// Up to format 2: the details as sentences.
    Tree {
        added: u32,
        removed: u32,
        changed: u32,
        #[serde(default, rename = "told")]
        sentences: Vec<String>,
    },
}

impl From<StoredEvidence> for Evidence {
    fn from(stored: StoredEvidence) -> Evidence {
        match stored {
            StoredEvidence::Value { before, after, of } => Evidence::Value { before, after, of },
            StoredEvidence::Turned { state, on } => Evidence::Turned { state, on },
            StoredEvidence::Text(change) => Evidence::Text(change),
            StoredEvidence::Pointer(at) => Evidence::Pointer(at),
            StoredEvidence::Written(file) => Evidence::Written(file),
            StoredEvidence::Reported(what) | StoredEvidence::State(what) => Evidence::Reported(what),
            StoredEvidence::Focus(place) => Evidence::Focus(place),
            StoredEvidence::Windows(changes) => Evidence::Windows(changes),
            StoredEvidence::Controls { added, removed, changed, details } => {
                Evidence::Controls { added, removed, changed, details }
            }
            StoredEvidence::Accepted => Evidence::Accepted,
            StoredEvidence::ExitCode(code) => Evidence::ExitCode(code),
            StoredEvidence::Window(sentence) => match WindowChange::all_of_sentence(&sentence) {
                Some(changes) => Evidence::Windows(changes),
                None => Evidence::Reported(sentence),
            },
            StoredEvidence::Tree { added, removed, changed, sentences } => {
                let details = sentences.into_iter().map(ControlDetail::Described).collect();
                Evidence::Controls { added, removed, changed, details }
            }
        }
    }
}

impl WindowChange {
    /// The changes of a sentence of a log up to format 2, or of a skill of format 1: `window "a" closed, window "b" opened`,
    /// `window "a" is now "b"`, `"a" opened`. `None` for any other sentence.
    pub fn all_of_sentence(sentence: &str) -> Option<Vec<WindowChange>> {
        let (mut changes, mut rest) = (Vec::new(), sentence);
        loop {
            let (title, behind) = quoted(rest.strip_prefix("window ").unwrap_or(rest))?;
            if let Some(behind) = behind.strip_prefix(" closed") {
                changes.push(WindowChange::Closed(title));
                rest = behind;
            } else if let Some(behind) = behind.strip_prefix(" opened") {
                changes.push(WindowChange::Opened(title));
                rest = behind;
            } else {
                let (to, behind) = quoted(behind.strip_prefix(" is now ")?)?;
                changes.push(WindowChange::Renamed { from: title, to });
                rest = behind;
            }
            match rest.strip_prefix(", ") {
                Some(next) => rest = next,
                None => return rest.is_empty().then_some(changes),
            }
        }
    }
}

/// The text in the quotation marks with which this begins, as `{:?}` writes it, and what is behind them.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let (mut plain, mut characters) = (String::new(), inner.char_indices());
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((plain, &inner[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => plain.push('\n'),
                'r' => plain.push('\r'),
                't' => plain.push('\t'),
                '0' => plain.push('\0'),
                'u' => {
                    let code: String =
                        characters.by_ref().map(|it| it.1).skip(1).take_while(|it| *it != '}').collect();
                    plain.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
                }
                itself => plain.push(itself),
            },
            _ => plain.push(character),
        }
    }
    None
}

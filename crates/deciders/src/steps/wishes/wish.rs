//! What one clause of a request in free words wants.

use super::patterns::Place;

/// What a clause wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Applications are to be open: their names in the grammar.
    Open(Vec<&'static str>),
    /// This sum, as an expression.
    Compute(String),
    /// This text is to be typed, in the text editor if that is said.
    Type { text: Text, place: Place },
    /// The last result is to be typed.
    TypeResult(Place),
    /// A file of this name with this text; either may be in another clause.
    File { name: Option<String>, text: Option<Text>, kind: FileKind },
    /// One file more, with this text.
    Another { name: String, text: Text },
    /// The text of the file that another clause asks for.
    Says(Text),
    /// The name of the file that another clause asks for, or of what was typed.
    Called(String),
    /// The last result is to be saved under this name.
    SaveResult(String),
    /// So many files or sums follow.
    Several(u64),
    /// Nothing more: the clause is courtesy, or says what is so anyway.
    Nothing,
}

impl Wish {
    /// Its text, if it has one.
    pub(super) fn text(&self) -> Option<&Text> {
        match self {
            Wish::Type { text, .. }
            | Wish::Another { text, .. }
            | Wish::Says(text)
            | Wish::File { text: Some(text), .. } => Some(text),
            _ => None,
        }
    }
}

/// A text to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// It was quoted.
    Quoted(String),
    /// It was not: the sentence shows where it ends.
    Plain(String),
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// A file, which needs a name.
    File,
    /// A note, which may be a text in the editor.
    Note,
}

impl Text {
    /// Its letters.
    pub(super) fn letters(&self) -> &str {
        match self {
            Text::Quoted(text) | Text::Plain(text) => text,
        }
    }
}

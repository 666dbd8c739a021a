//! What can be wrong with the content of the file of secrets. No error shows any value.

use deskpilot_core::TooManyBrackets;

/// Why the content of the file of secrets cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SecretsFileError {
    /// It has more brackets within brackets than anybody writes.
    #[error(transparent)]
    Brackets(#[from] TooManyBrackets),
    /// A line is not TOML.
    #[error("line {0} is not TOML: write NAME = \"value\"")]
    NotToml(usize),
    /// Two names have the same variable.
    #[error("{0} and {1} are the same name: remove one")]
    SameName(String, String),
    /// A name has characters that the name of a secret cannot have.
    #[error("{0:?} is not a valid name for a secret: use up to 64 letters, digits, '_', '.' and '-'")]
    BadName(String),
    /// A secret is neither a text nor a table.
    #[error("{0} must be a text, in quotation marks, or a table with value, applications, domains")]
    NotText(String),
    /// The value in the table of a secret is no text.
    #[error("{0}.value must be a text, in quotation marks")]
    ValueNotText(String),
    /// The table of a secret has an unknown key.
    #[error("{name} knows no {key}: it has value, applications, domains")]
    UnknownKey { name: String, key: String },
    /// A secret has no value.
    #[error("{0} has no value")]
    NoValue(String),
    /// The scope of a secret is no list of texts.
    #[error("{name}.{key} must be a text or a list of texts; without it the secret is for any")]
    BadScope { name: String, key: String },
}

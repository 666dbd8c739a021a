//! What a caller of this crate has to tell apart.

/// An error that is the user's to mend: a wrong flag, a wrong setting, a wrong file. It says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

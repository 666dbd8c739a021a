//! The error type that callers match on.

/// An error that the user can correct: a wrong flag, setting or file. Its text says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);
